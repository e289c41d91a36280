"""Counts that rise by themselves: once a session and rule, up to 4; 5 is the person's word.

A rule file outside version control is rewritten, one line, atomically. A rule that git tracks keeps its raise in the user's
state, so that no tree becomes dirty and no two people collide.
"""

from __future__ import annotations

import os

from feedback_gate.feedback import count_line, learned, memory
from feedback_gate.outcome import AGENT, NOTE, Finding
from feedback_gate.state.session import AgentState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.feedback.rule import Rule
    from feedback_gate.feedback.violation import Violation


def raise_for(violations: Iterable[Violation], call: Call, *, before: bool) -> list[Finding]:
    """Raise the count of every violated rule that may rise; one line for each that did.

    An ask that was approved, or before the tool runs still may be, is not counted. A failure at any step changes nothing else.

    Args:
        violations: of this call, with their final severity.
        call: the hook call.
        before: the tool has not run yet.
    """
    if not call.event.session or not call.settings.get("autoCount").on:
        return []
    found = {
        violation.rule.name: violation.rule
        for violation in violations
        if not violation.approved and not (before and violation.severity == "ask")
    }
    lines = []
    for rule in found.values():
        if rule.record["auto_count"] and rule.count < learned.HIGHEST and _first(rule, call):
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
    """The count after the raise, None when it was not raised."""
    from feedback_gate.changes import git

    path = os.path.realpath(rule.file)
    written = int(rule.record["count"])
    now = call.clock.now()
    try:
        with learned.lock(path, call.environ):
            if git.top_of(os.path.dirname(path)) and git.is_tracked(path, call.environ):
                return learned.add(path, written, now, call.environ)
            if not count_line.rewrite(path, written, written + 1):
                return None
            learned.wrote(path, written + 1, now, call.environ)
    except OSError:
        return None
    return written + 1


def set_to(path: str, old: int, new: int, call: Call) -> bool:
    """Write a count that a person decided on; False when the line is not plain, or is not `old` any more.

    Raises:
        OSError: the file cannot be replaced.
    """
    with learned.lock(path, call.environ):
        if not count_line.rewrite(path, old, new):
            return False
        learned.forget(path, call.environ)
    return True
