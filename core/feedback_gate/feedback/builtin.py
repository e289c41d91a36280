"""The built-in rule: it asks before a tool call changes what keeps the agent in check, and refuses forged calls of our own.

Watched are the hosts' hook registrations, our settings, state, trust and executable, the gate and claims files, and rule files
where a change loosens them. A new rule and a raised count pass. A user's or project's rule of the same name with a higher
count tightens it, and so does the option `selfGuard`, which an administrator may lock; nothing switches it off.
"""

from __future__ import annotations

import os

from feedback_gate.event import Bash, edits_of
from feedback_gate.feedback import concern, watched
from feedback_gate.feedback.rule import CERTAIN, Rule
from feedback_gate.feedback.violation import Violation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feedback_gate.changes.shell_words import Part
    from feedback_gate.check import Call
    from feedback_gate.event import Edit, Event
    from feedback_gate.feedback.rule import Entry
    from feedback_gate.feedback.rules import Rules

NAME = "feedback-gate-self"
COUNT = 3
OWN_PROGRAMS = ("feedback-gate", "feedback-gate.pyz")
HOOKS = ("hook.sh", "hook.py", "hook.pyz")
CLIENTS = ("claude", "codex")
FORBIDDEN = frozenset((("trust",), ("gate", "reset"), *((client,) for client in CLIENTS)))
OFF = frozenset(("uninstall", "remove", "rm", "disable"))
APPROVAL = "feedback-gate trust"
# Programs whose words are prose or searched for, not run.
PROSE = frozenset(("git", "gh", "glab", "hub", "hg", "svn", "echo", "printf", "cat", "grep", "egrep", "fgrep", "rg", "ag", "jq"))

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
    if rules.call.settings.get("selfGuard").value == "deny":
        counts.append(CERTAIN)
    return Rule(RECORD, "user", max([COUNT, *counts]))


def violations(event: Event, rules: Rules, call: Call) -> list[Violation]:
    """What the built-in rule finds in a tool call."""
    if not concern.may_concern(event, call):
        return []
    if isinstance(event.tool, Bash):
        return list(_of_command(event.tool.command, rules, event, call))
    return [found for edit in edits_of(event.tool) for found in _of_edit(edit, rules, event, call)]


def _of_edit(edit: Edit, rules: Rules, event: Event, call: Call) -> Iterator[Violation]:
    for path in filter(None, (edit.path, edit.old_path)):
        full = call.project.absolute(path, event.cwd)
        kind = watched.kind_of(full, call)
        if kind and watched.is_harmful(kind, full, edit, call, rules):
            yield _violation(rule_for(rules), 0, kind, full, call)


def _of_command(command: str, rules: Rules, event: Event, call: Call) -> Iterator[Violation]:
    from feedback_gate.changes import commands
    from feedback_gate.feedback import touched

    parts, sure = commands.simple_commands(command)
    if any(_is_own_call(part) for part in parts) or _speaks_an_approval(command, parts, sure=sure):
        yield _violation(rule_for(rules), 2, "own", "", call)
        return
    if commands.is_read_only(command):
        return
    if any(_takes_us_away(part) for part in parts):
        yield _violation(rule_for(rules), 1, watched.REGISTRATION, "feedback-gate", call)
        return
    for one in touched.paths(command, event.cwd or call.project.root, call.project.home):
        kind = watched.kind_of(one.path, call, whole=one.whole)
        if kind and not (kind in (watched.RULE, watched.GATE) and not os.path.exists(one.path)):
            yield _violation(rule_for(rules), 1, kind, one.path, call)
            return


def _is_own_call(part: Part) -> bool:
    """Our hook command, an approval, or forgetting what is open, whoever starts it."""
    from feedback_gate.changes import wrappers

    words = wrappers.unwrapped(part.words)
    if words and words[0].rpartition("/")[2] in PROSE:
        return False
    names = [word.rpartition("/")[2] for word in words]
    for position, name in enumerate(names[:4]):
        following = tuple(words[position + 1 : position + 4])
        if name in HOOKS and following[:1] == ("run",):
            following = following[1:]
        elif name not in (*OWN_PROGRAMS, *HOOKS, "feedback_gate"):
            continue
        if following[:1] in FORBIDDEN or following[:2] in FORBIDDEN:
            return True
    return False


def _takes_us_away(part: Part) -> bool:
    """Whether a command uninstalls us, or has a client switch our plugin off."""
    from feedback_gate.changes import wrappers

    words = wrappers.unwrapped(part.words)
    names = [word.rpartition("/")[2] for word in words]
    if any(name.startswith("feedback-gate") and words[at + 1 : at + 2] == ["uninstall"] for at, name in enumerate(names[:4])):
        return True
    return (
        names[:1] in (["claude"], ["codex"])
        and "plugin" in words
        and bool(OFF & set(words))
        and "feedback-gate" in " ".join(words)
    )


def _speaks_an_approval(command: str, parts: Sequence[Part], *, sure: bool) -> bool:
    """Whether the words of an approval reach something that may act on them: a client's prompt, a shell's or program's text.

    In a line that cannot be read for sure they do wherever they stand, and so do those of a hook call.
    """
    from feedback_gate.changes import nested, wrappers

    spoken = " ".join(command.split())
    if not sure and any(f"{hook} {client}" in spoken for hook in HOOKS for client in CLIENTS):
        return True
    if APPROVAL not in spoken:
        return False
    if not sure or any(nested.reads_program_from_input(part) for part in parts):
        return True
    for part in parts:
        words = wrappers.unwrapped(part.words)
        program = words[0].rpartition("/")[2] if words else ""
        if any(APPROVAL in word for word in words[1:]) and program not in PROSE and program not in OWN_PROGRAMS:
            return True
    return False


def _violation(rule: Rule, index: int, kind: str, path: str, call: Call) -> Violation:
    from feedback_gate import messages

    entry: Entry = rule.entries[index]
    message = messages.text(f"feedback.watched_{kind}", {"path": path}, call.language)
    entry.values = {**entry.values, "message": message}
    return Violation(rule, entry, f"{kind}: {path}" if path else kind, path)
