"""The keys of `gate.yaml`, declared once: validation, JSON Schema and documentation come from here."""

from __future__ import annotations

from feedback_gate.quality.limits import DEFAULT_TIMEOUT, LONGEST
from feedback_gate.schema import Key, json_schema, problems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PER_FILE_DIR = (True, False, "file", "pattern_root")
FILLED = {"type": "string", "pattern": r"\S"}
FILLED_TEXTS = {"oneOf": [FILLED, {"type": "array", "minItems": 1, "items": FILLED}]}


def _directory(value: object) -> str:
    text = str(value)
    if text.startswith("/"):
        return "must be relative to the root, not absolute"
    return "must not leave the root with .." if ".." in text.split("/") else ""


def _seconds(value: object) -> str:
    return f"at most {LONGEST} s count" if isinstance(value, int) and value > LONGEST else ""


def _at_most(highest: int, what: str) -> Callable[[object], str]:
    return lambda value: f"at most {highest} {what}" if isinstance(value, int) and value > highest else ""


def _filled(value: object) -> str:
    texts = value if isinstance(value, list) else [value]
    return "" if texts and all(isinstance(text, str) and text.strip() for text in texts) else "must not be empty"


def _policy(value: object) -> str:
    good = value is False or (isinstance(value, str) and value.strip())
    return "" if good else "must be the path of a policy, or false for none"


def _per_file_dir(value: object) -> str:
    good = value is True or value is False or value in ("file", "pattern_root")
    return "" if good else 'must be true, false, "file" or "pattern_root"'


TIMEOUT = Key(
    "timeout",
    "integer",
    f"Seconds, at most {LONGEST}.",
    minimum=1,
    default=str(DEFAULT_TIMEOUT),
    valid=_seconds,
    json={"maximum": LONGEST},
)
DIRECTORY = Key(
    "dir",
    "text",
    "Working directory, relative to the root.",
    valid=_directory,
    default="the root",
    json={"pattern": r"^(?!/)(?!(.*/)?\.\.(/|$))"},
)
POLICY = (
    Key(
        "policy",
        "any",
        "Path of a dogwood policy, or false for none.",
        valid=_policy,
        json={"oneOf": [{"const": False}, FILLED]},
        default="the bundled one, where dogwood is there",
    ),
    Key(
        "policy_schema", "text", "Path of the Cedar schema of the policy.", valid=_filled, json=FILLED, default="the bundled one"
    ),
)
ITEM = (
    Key("cmd", "text", "Shell text.", required=True, valid=_filled, json=FILLED),
    Key("name", "text", "Identity for logs, reports and for running one at a time.", default="the command"),
    TIMEOUT,
    Key("share", "boolean", "false: never shared with another agent and never waits for one.", default="true"),
    Key("files", "boolean", "false: two runs are the same whatever their files.", default="true"),
)
COMMAND = {"anyOf": [FILLED, json_schema(ITEM)]}
PARALLEL = (
    Key(
        "parallel",
        "list",
        "Commands that start at once; texts and command objects, no further block.",
        required=True,
        json={"minItems": 1, "items": COMMAND},
    ),
    Key("at_once", "integer", "The most commands of the block that run at the same time.", minimum=1, default="all"),
)
ONE = [FILLED, json_schema(ITEM), json_schema(PARALLEL)]
RUN = Key(
    "run",
    "any",
    "A command (a text or a mapping), a parallel block, or a list of these.",
    required=True,
    json={"anyOf": [*ONE, {"type": "array", "minItems": 1, "items": {"anyOf": ONE}}]},
)
RULE = (
    Key("match", "texts", "Globs of changed files, relative to the root.", required=True, valid=_filled, json=FILLED_TEXTS),
    RUN,
    DIRECTORY,
    Key(
        "per_file_dir",
        "any",
        'true or "file": run in each file\'s folder; "pattern_root": in the folder before the first `**`.',
        default="false",
        valid=_per_file_dir,
        json={"enum": list(PER_FILE_DIR)},
    ),
    Key("run_checks", "texts", "Consistency checks to run before the agent may stop.", valid=_filled, json=FILLED_TEXTS),
    TIMEOUT,
    *POLICY,
)
CHECK = (
    Key("name", "text", "What `run_checks` names.", required=True, valid=_filled, json=FILLED),
    RUN,
    DIRECTORY,
    TIMEOUT,
    *POLICY,
)
CLAIM_LONGEST = 540
CLAIM_CAP = 6
CLAIM_TIMEOUT = Key(
    "timeout",
    "integer",
    f"Seconds for each check, at most {CLAIM_LONGEST}.",
    minimum=1,
    default="120",
    valid=_at_most(CLAIM_LONGEST, "s count"),
    json={"maximum": CLAIM_LONGEST},
)
CLAIM_CHECK = (Key("cmd", "text", "Shell text.", required=True, valid=_filled, json=FILLED), CLAIM_TIMEOUT, DIRECTORY)


def _claim_check(value: object) -> str:
    if isinstance(value, dict):
        return next((problem.detail for problem in problems(value, CLAIM_CHECK)), "")
    good = isinstance(value, str) and value.strip()
    return "" if good else "must be a command, or a mapping with cmd, timeout and dir"


CLAIM_CHECKS = tuple(
    Key(
        name,
        "any",
        f"{doc} A text, or a mapping as below.",
        valid=_claim_check,
        json={"anyOf": [FILLED, json_schema(CLAIM_CHECK)]},
    )
    for name, doc in (
        ("typecheck", "The command that checks types."),
        ("lint", "The command that lints."),
        ("test", "The command that runs the tests."),
        ("build", "The command that builds."),
    )
)
CLAIM_DRIFT = (
    Key("warn", "boolean", "Give it.", default="true"),
    Key("files", "integer", "With more files than this, in four areas or more.", minimum=1, default="12"),
)
CLAIMS = (
    Key("mode", "any", "block, warn or off.", choices=("block", "warn", "off", False), default="block"),
    Key(
        "checks",
        "mapping",
        "What must pass for a claim to be true: a command for each name.",
        keys=CLAIM_CHECKS,
        default="the consistency checks",
    ),
    CLAIM_TIMEOUT,
    Key(
        "max_blocks",
        "integer",
        f"The failing stop with this number is let through, loudly; at most {CLAIM_CAP}.",
        minimum=1,
        default="3",
        valid=_at_most(CLAIM_CAP, "count"),
        json={"maximum": CLAIM_CAP},
    ),
    Key("subagents", "boolean", "Verify the claims of subagents too.", default="true"),
    Key("parallel", "boolean", "Run the checks at once.", default="true"),
    Key(
        "scope",
        "text",
        "all: every claim is verified by all checks. named: a message that claims only checks by name (“lint is clean”) is verified by these alone.",
        choices=("all", "named"),
        default="all",
    ),
    Key("soft", "boolean", "Verify guesses too (“I think it's done”); they are never refused.", default="false"),
    Key("drift", "mapping", "Advice when many files changed in a session.", keys=CLAIM_DRIFT),
)
TOP = (
    Key("rules", "list", "What runs after an edit.", keys=RULE, default="required without `claims`"),
    Key("consistency_checks", "list", "What runs before the agent may stop, when a rule reserved it.", keys=CHECK),
    Key("report_success", "boolean", "Tell the agent once that all checks passed.", default="true"),
    Key("claims", "mapping", "Which claims are verified, and how.", keys=CLAIMS),
    *POLICY,
)
