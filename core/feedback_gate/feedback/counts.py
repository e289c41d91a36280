"""Counts that rise by themselves: once a session and rule, up to 4; 5 is the person's word.

A rule file outside version control is rewritten, one line, atomically. A rule that git tracks keeps its raise in the user's
state (`learned.json`: real path → number), so that no tree becomes dirty and no two people collide.
"""

from __future__ import annotations

import os
import re
import stat

from feedback_gate.feedback import memory
from feedback_gate.outcome import AGENT, NOTE, Finding
from feedback_gate.state import jsonfile, places
from feedback_gate.state.session import AgentState
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.feedback.rule import Rule
    from feedback_gate.feedback.violation import Violation

HIGHEST = 4
LINE = re.compile(rb"(?m)^(count:[ \t]+)([0-9]{1,9})([ \t]*(?:#[^\r\n]*)?\r?)$")
FRONTMATTER = re.compile(rb"\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(.*?\r?\n)---[ \t]*(?:\r?\n|\Z)", re.DOTALL)


def raise_for(violations: Iterable[Violation], call: Call) -> list[Finding]:
    """Raise the count of every violated rule that may rise; one line for each that did.

    An ask that may still be approved, or was, is not counted. A failure at any step changes nothing else.
    """
    if not call.event.session or not call.settings.get("autoCount").on:
        return []
    found = {
        violation.rule.name: violation.rule for violation in violations if violation.severity != "ask" and not violation.approved
    }
    lines = []
    for rule in found.values():
        if rule.record["auto_count"] and rule.count < HIGHEST and _first(rule, call):
            number = _raise(rule, call)
            if number is not None:
                params = {"rule": rule.name, "from": number - 1, "to": number}
                lines.append(Finding("feedback.count_raised", params, NOTE, AGENT, rule.name))
    return lines


def _first(rule: Rule, call: Call) -> bool:
    """Whether this session raises the rule for the first time; all agents of a session share the answer."""
    state = AgentState(call.environ, call.project.id, call.event.session)

    def change(kept: dict[str, Any]) -> bool:
        raised = kept.setdefault("raised", [])
        if rule.name in raised:
            return False
        raised.append(rule.name)
        return True

    return bool(memory.update(state, change, otherwise=False))


def _raise(rule: Rule, call: Call) -> int | None:
    from feedback_gate.changes import git

    path = os.path.realpath(rule.file)
    base = places.state_home(call.environ)
    try:
        with files.Lock(os.path.join(base, "counts", hashing.short(path) + ".lock")):
            if git.top_of(os.path.dirname(path)) and git.is_tracked(path, call.environ):
                return _learn(path, rule, base)
            return rewrite(path, rule.record["count"], rule.record["count"] + 1)
    except OSError:
        return None


def _learn(path: str, rule: Rule, base: str) -> int:
    def change(kept: dict[str, Any]) -> int:
        kept[path] = int(kept.get(path, 0)) + 1
        return int(rule.record["count"]) + int(kept[path])

    result: int = jsonfile.update(os.path.join(base, "learned.json"), change, on_broken={})
    return result


def learned(environ: Mapping[str, str]) -> dict[str, int]:
    """Real path of a rule file → what was learned on top of its written count."""
    base = places.state_home(environ)
    if not base:
        return {}
    try:
        kept = jsonfile.read(os.path.join(base, "learned.json"))
    except jsonfile.Unreadable:
        return {}
    return {path: number for path, number in kept.items() if isinstance(number, int)}


def rewrite(path: str, old: int, new: int) -> int | None:
    """Replace the number in the one `count:` line of the frontmatter and nothing else; None when it is not `old` (any more).

    Raises:
        OSError: the file cannot be replaced.
    """
    data = files.read_bytes(path)
    front = FRONTMATTER.match(data) if data is not None else None
    if data is None or front is None:
        return None
    line = LINE.search(data, front.start(1), front.end(1))
    if line is None or int(line[2]) != old:
        return None
    changed = data[: line.start(2)] + str(new).encode() + data[line.end(2) :]
    files.write_atomically(path, changed, mode=stat.S_IMODE(os.stat(path).st_mode))
    return new
