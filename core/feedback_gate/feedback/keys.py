"""The keys of a rule file, declared once: validation, JSON Schema and documentation come from here.

How the keys of an entry work together, in every event alike: `path`, `exclude_path`, `changed`, `program` with its
companions, `when` and `unless` select; `absent_sibling` and `absent_glob` (together one), `require_sibling` and `check` are
required of what was selected. An entry is violated by what is selected and fails one of the requirements, or, where it has
none, by what is selected.
"""

from __future__ import annotations

import re

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
    Key("when", "text", "Regular expression (Python re, search); it selects the texts it matches."),
    Key("unless", "text", "Regular expression; what it matches is not selected."),
    Key(
        "program",
        "texts",
        "Globs of the program of one simple command; quotes, `sh -c` and wrappers such as sudo are looked through.",
    ),
    Key("subcommand", "texts", "The words behind the program and its options, such as `push` or `remote add`."),
    Key("flags", "texts", "Options of which one must be given; `-f` also stands in `-rf`, `--force` also before `=`."),
    Key("path", "texts", "Globs of the files it is about, relative to the root."),
    Key("exclude_path", "texts", "Globs of files to leave out."),
    Key("absent_sibling", "text", "A file name that must exist beside the file; {stem} is replaced."),
    Key("absent_glob", "texts", "Globs from the root, one of which must exist; {stem} and {dir} are replaced."),
    Key("changed", "texts", "Globs of changed files (stop_check)."),
    Key("require_sibling", "text", "A file name that must exist beside each changed file (stop_check); {stem} is replaced."),
    Key("check", "text", "Shell command; a non-zero exit is a violation."),
    Key("examples", "mapping", "Examples that are tried when the rule is read.", keys=EXAMPLES),
)


def _count(value: object) -> str:
    """What is wrong with a count; a mistyped one would silently be 0, and a refusal a mere warning."""
    whole = isinstance(value, str) and re.fullmatch(r"\s*\+?[0-9]{1,6}\s*", value)
    number = isinstance(value, (int, float)) and 0 <= value < 1e6
    return "" if whole or number else f"must be a whole number from 0, not {value!r}"


RULE = (
    Key("name", "scalar", "Identity of the rule.", required=True),
    Key("description", "scalar", "One line, injected under the title."),
    Key("type", "scalar", "By convention: feedback."),
    Key("count", "scalar", "How often the person pointed it out.", default="0", valid=_count),
    Key("enforce", "list", "Machine checks.", keys=ENTRY),
    Key("expires", "scalar", "Last day (YYYY-MM-DD) or ISO 8601 time of validity."),
    Key("projects", "texts", "Globs of project paths the rule is for."),
    Key("when_exists", "texts", "Globs, one of which must exist in the project."),
    Key("auto_count", "boolean", "false keeps the count from rising by itself.", default="true"),
)

# event → the keys it needs: one of each group.
NEEDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "pre_bash": (("when", "program"),),
    "pre_edit": (("path",), ("when", "absent_sibling", "absent_glob")),
    "post_edit": (("path",), ("when", "check")),
    "stop_check": (("changed",), ("require_sibling", "check")),
}
# event → the keys it reads besides COMMON; every other one has no effect there.
READS: dict[str, tuple[str, ...]] = {
    "pre_bash": ("when", "unless", "program", "subcommand", "flags", "check"),
    "pre_edit": ("when", "unless", "path", "exclude_path", "absent_sibling", "absent_glob"),
    "post_edit": ("when", "unless", "path", "exclude_path", "check"),
    "stop_check": ("changed", "exclude_path", "require_sibling", "check"),
}
COMMON = ("event", "message", "severity", "examples")
# key → the keys without one of which it has no effect.
ONLY_WITH = {
    "unless": ("when", "program"),
    "subcommand": ("program",),
    "flags": ("program",),
    "examples": ("when", "program"),
}
# Keys that hold patterns.
EXPRESSIONS = ("when", "unless")
GLOBS = ("path", "exclude_path", "changed", "absent_glob", "program")
