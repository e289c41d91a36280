"""The keys of `gate.yaml`, declared once: validation, JSON Schema and documentation come from here."""

from __future__ import annotations

from feedback_gate.schema import Key

LONGEST = 600
DEFAULT_TIMEOUT = 300


def _directory(value: object) -> str:
    text = str(value)
    if text.startswith("/"):
        return "must be relative to the root, not absolute"
    return "must not leave the root with .." if ".." in text.split("/") else ""


TIMEOUT = Key("timeout", "integer", f"Seconds, at most {LONGEST}.", minimum=1, default=str(DEFAULT_TIMEOUT))
DIRECTORY = Key("dir", "text", "Working directory, relative to the root.", valid=_directory, default="the root")
POLICY = (
    Key("policy", "any", "Path of a dogwood policy, or false for none."),
    Key("policy_schema", "text", "Path of the Cedar schema of the policy."),
)
ITEM = (
    Key("cmd", "text", "Shell text.", required=True),
    Key("name", "text", "Identity for logs, reports and for running one at a time.", default="the command"),
    TIMEOUT,
    Key("share", "boolean", "false: never shared with another agent and never waits for one.", default="true"),
    Key("files", "boolean", "false: two runs are the same whatever their files.", default="true"),
)
PARALLEL = Key("parallel", "list", "Commands that start at once.")
RUN = Key("run", "any", "A command, or a list of commands, command objects and parallel blocks.", required=True)
RULE = (
    Key("match", "texts", "Globs of changed files, relative to the root.", required=True),
    RUN,
    DIRECTORY,
    Key(
        "per_file_dir",
        "any",
        'true or "file": run in each file\'s folder; "pattern_root": in the folder before the first `**`.',
        default="off",
    ),
    Key("run_checks", "texts", "Consistency checks to run before the agent may stop."),
    TIMEOUT,
    *POLICY,
)
CHECK = (Key("name", "text", "What `run_checks` names.", required=True), RUN, DIRECTORY, TIMEOUT, *POLICY)
CLAIM_CHECK = (Key("cmd", "text", "Shell text.", required=True), TIMEOUT, DIRECTORY)
CLAIMS = (
    Key("mode", "any", "block, warn or off.", choices=("block", "warn", "off", False), default="block"),
    Key("checks", "mapping", "Commands behind each kind of claim: typecheck, lint, test, build."),
    Key("timeout", "integer", "Seconds for each check.", minimum=1, default="120"),
    Key("max_blocks", "integer", "How often one failure may block a turn (at most 6).", minimum=1, default="3"),
    Key("subagents", "boolean", "Verify the claims of subagents too.", default="true"),
    Key("parallel", "boolean", "Run the checks at once.", default="true"),
    Key(
        "drift",
        "mapping",
        "Advice when many files changed.",
        keys=(
            Key("warn", "boolean", "Give it.", default="true"),
            Key("files", "integer", "From how many files.", minimum=1, default="12"),
        ),
    ),
)
TOP = (
    Key("rules", "list", "What runs after an edit.", required=True, keys=RULE),
    Key("consistency_checks", "list", "What runs before the agent may stop, when a rule reserved it.", keys=CHECK),
    Key("report_success", "boolean", "Tell the agent once that all checks passed.", default="true"),
    Key("claims", "mapping", "Which claims are verified, and how.", keys=CLAIMS),
    *POLICY,
)
