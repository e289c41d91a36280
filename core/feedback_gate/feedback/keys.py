"""The keys of a rule file, declared once: validation, JSON Schema and documentation come from here."""

from __future__ import annotations

from feedback_gate.schema import Key

EVENTS = ("pre_bash", "pre_edit", "post_edit", "stop_check")
SEVERITIES = ("warn", "ask", "block", "deny")

EXAMPLES = (
    Key("match", "texts", "Texts that must trigger the entry."),
    Key("pass", "texts", "Texts that must not trigger it."),
)

ENTRY = (
    Key("event", "text", "Which check this is.", required=True, choices=EVENTS),
    Key("message", "text", "What the agent is told, as written."),
    Key("severity", "text", "Fixed severity; otherwise it follows the count.", choices=SEVERITIES),
    Key("when", "text", "Regular expression (Python re, search); a match makes a candidate."),
    Key("unless", "text", "Regular expression; a match clears the candidate."),
    Key("path", "texts", "Globs of the files it is about, relative to the root."),
    Key("exclude_path", "texts", "Globs of files to leave out."),
    Key("absent_sibling", "text", "A file name that must exist beside the file; {stem} is replaced."),
    Key("absent_glob", "texts", "Globs from the root, one of which must exist; {stem} and {dir} are replaced."),
    Key("changed", "texts", "Globs of changed files (stop_check)."),
    Key("require_sibling", "text", "A file name that must exist beside each changed file (stop_check)."),
    Key("check", "text", "Shell command; a non-zero exit is a violation."),
    Key("examples", "mapping", "Examples that are checked when the rule is read.", keys=EXAMPLES),
)

RULE = (
    Key("name", "scalar", "Identity of the rule.", required=True),
    Key("description", "scalar", "One line, injected under the title."),
    Key("type", "scalar", "By convention: feedback."),
    Key("count", "scalar", "How often the person pointed it out.", default="0"),
    Key("enforce", "list", "Machine checks.", keys=ENTRY),
    Key("expires", "scalar", "Last day (YYYY-MM-DD) or ISO 8601 time of validity."),
    Key("projects", "texts", "Globs of project paths the rule is for."),
    Key("when_exists", "texts", "Globs, one of which must exist in the project."),
    Key("auto_count", "boolean", "false keeps the count from rising by itself.", default="true"),
)

# event → (keys it needs: one of each group, keys it reads)
NEEDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "pre_bash": (("when",),),
    "pre_edit": (("path",), ("when", "absent_sibling", "absent_glob")),
    "post_edit": (("path",), ("when", "check")),
    "stop_check": (("changed",), ("require_sibling", "check")),
}
READS: dict[str, tuple[str, ...]] = {
    "pre_bash": ("when", "unless", "check"),
    "pre_edit": ("when", "unless", "path", "exclude_path", "absent_sibling", "absent_glob"),
    "post_edit": ("when", "unless", "path", "exclude_path", "check"),
    "stop_check": ("changed", "exclude_path", "require_sibling", "check"),
}
COMMON = ("event", "message", "severity", "examples")
