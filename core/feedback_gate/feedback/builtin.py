"""The built-in rule: it asks before a tool call changes what keeps the agent in check, and refuses forged calls of our own.

Watched are the hosts' hook registrations, our settings, state, trust and executable, the gate and claims files, and rule files
where a change loosens them. A new rule and a raised count pass. A user's or project's rule of the same name with a higher
count tightens it; nothing switches it off.
"""

from __future__ import annotations

import os
import re

from feedback_gate.event import Bash, Edits, edits_of
from feedback_gate.feedback import watched
from feedback_gate.feedback.rule import Rule
from feedback_gate.feedback.violation import Violation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from feedback_gate.changes.shell_words import Part
    from feedback_gate.check import Call
    from feedback_gate.event import Edit, Event
    from feedback_gate.feedback.rule import Entry
    from feedback_gate.feedback.rules import Rules

NAME = "feedback-gate-self"
COUNT = 3
# A line without any of these cannot touch what is watched; most end here.
TRIGGER = re.compile(
    r"feedback|gate\.yaml|\.shoot|settings|hooks\.json|hook\.sh|\.pyz|\.claude|\.agents|\.codex|requirements\.toml", re.IGNORECASE
)
OWN_PROGRAM = re.compile(r"feedback-gate(\.pyz)?")
HOOK = re.compile(r"hook\.(sh|py|pyz)")
CLIENTS = ("claude", "codex")

RECORD = {
    "name": NAME,
    "description": "Asks before a tool call changes hook registrations, trust, state, the executable, a gate, or loosens a rule.",
    "count": COUNT,
    "intro": "",
    "expires": "",
    "projects": [],
    "when_exists": [],
    "auto_count": False,
    "file": "(built in)",
    "declared": True,
    "problems": [],
    "entries": [
        {"index": 0, "line": 0, "event": "pre_edit", "path": ["**"], "when": "(watched files)"},
        {"index": 1, "line": 0, "event": "pre_bash", "when": "(watched files)"},
        {"index": 2, "line": 0, "event": "pre_bash", "when": "(our own hook and trust commands)", "severity": "deny"},
    ],
}


def rule_for(rules: Rules) -> Rule:
    """The built-in rule with its count in force."""
    counts = [int(record["count"]) for folder in rules.loaded for record in folder.named(NAME)]
    return Rule(RECORD, "user", max([COUNT, *counts]))


def violations(event: Event, rules: Rules, call: Call) -> list[Violation]:
    """What the built-in rule finds in a tool call."""
    if isinstance(event.tool, Bash) and TRIGGER.search(event.tool.command):
        return list(_of_command(event.tool.command, rule_for(rules), event, call))
    if isinstance(event.tool, Edits):
        paths = [
            call.project.absolute(path, event.cwd) for edit in event.tool.items for path in (edit.path, edit.old_path) if path
        ]
        if any(TRIGGER.search(path) for path in paths):
            return [found for edit in edits_of(event.tool) for found in _of_edit(edit, rule_for(rules), event, call)]
    return []


def _of_edit(edit: Edit, rule: Rule, event: Event, call: Call) -> Iterator[Violation]:
    for path in filter(None, (edit.path, edit.old_path)):
        full = call.project.absolute(path, event.cwd)
        kind = watched.kind_of(full, call)
        if kind and watched.is_harmful(kind, full, edit, call):
            yield _violation(rule, 0, kind, full, call)


def _of_command(command: str, rule: Rule, event: Event, call: Call) -> Iterator[Violation]:
    from feedback_gate.changes import commands

    parts, _ = commands.simple_commands(command)
    if any(_is_own_call(part) for part in parts):
        yield _violation(rule, 2, "own", "", call)
        return
    if commands.is_read_only(command):
        return
    for part in parts:
        for word in [*part.words[1:], *(redirection.target for redirection in part.redirections)]:
            for path in _paths(word, event, call):
                kind = watched.kind_of(path, call)
                if kind and not (kind == watched.RULE and not os.path.exists(path)) and not _only_reads(part, word):
                    yield _violation(rule, 1, kind, path, call)
                    return


def _only_reads(part: Part, word: str) -> bool:
    """Whether this one command of a line that writes elsewhere only reads the word."""
    from feedback_gate.changes import commands

    if any(redirection.target == word and not redirection.operator.startswith("<") for redirection in part.redirections):
        return False
    return bool(part.words) and commands.is_read_only(" ".join("'" + one.replace("'", "") + "'" for one in part.words))


def _is_own_call(part: Part) -> bool:
    """Our hook command, an approval, or a client started to type one."""
    from feedback_gate.changes import commands

    words = commands.unwrapped(part.words, commands.WRAPPERS)
    if any("feedback-gate trust" in word for word in words[1:]):
        return True
    names = [word.rpartition("/")[2] for word in words]
    for position, name in enumerate(names[:4]):
        rest = words[position + 1 :]
        if OWN_PROGRAM.fullmatch(name) and rest[:1] in (["trust"], ["claude"], ["codex"]):
            return True
        if HOOK.fullmatch(name) and rest[:1] and rest[0] in CLIENTS:
            return True
        if name == "feedback_gate" and rest[:1] in (["trust"], ["claude"], ["codex"]):
            return True
    return False


def _paths(word: str, event: Event, call: Call) -> Iterator[str]:
    """A word, and what stands behind `=` or `:` in it, as absolute paths."""
    for text in {word, word.rpartition("=")[2]}:
        if TRIGGER.search(text):
            home = call.project.home
            for prefix in ("~/", "$HOME/", "${HOME}/"):
                if home and text.startswith(prefix):
                    text = os.path.join(home, text[len(prefix) :])  # noqa: PLW2901 - the same word, written out
            yield call.project.absolute(text, event.cwd)


def _violation(rule: Rule, index: int, kind: str, path: str, call: Call) -> Violation:
    from feedback_gate import messages

    entry: Entry = rule.entries[index]
    message = messages.text(f"feedback.watched_{kind}", {"path": path}, call.language)
    entry.values = {**entry.values, "message": message}
    return Violation(rule, entry, f"{kind}: {path}" if path else kind, path)
