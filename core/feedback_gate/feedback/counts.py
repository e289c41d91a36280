"""Counts that rise by themselves: once a session and rule, up to 4; 5 is the person's word.

A rule file outside version control is rewritten, one line, atomically. A rule that git tracks keeps its raise in the user's
state, so that no tree becomes dirty and no two people collide.

A process may be killed at any step, and the raise still happens exactly once: `learned` names the session and the count before
the file is written, whoever holds the rule's lock next finishes the write, and only then the session notes the rule as raised.
"""

from __future__ import annotations

import os

from feedback_gate.errors import StateError
from feedback_gate.feedback import count_line, learned, memory
from feedback_gate.outcome import AGENT, NOTE, Finding
from feedback_gate.state.session import AgentState
from feedback_gate.system import hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
        if rule.record["auto_count"] and rule.count < learned.HIGHEST:
            number = _raise(rule, call)
            if number is not None:
                params = {"rule": rule.name, "from": number - 1, "to": number}
                lines.append(Finding("feedback.count_raised", params, NOTE, AGENT, rule.name))
    return lines


def _raise(rule: Rule, call: Call) -> int | None:
    """The count after the raise, None when it was not raised; all agents of a session share one raise."""
    state = AgentState(call.environ, call.project.id, call.event.session)
    path = os.path.realpath(rule.file)
    if _is_raised(rule, state):
        return None
    try:
        with learned.lock(path, call.environ):
            if _is_raised(rule, state):
                return None
            number = _raise_once(path, rule, call)
            memory.update(state, lambda kept: kept.setdefault("raised", []).append(rule.name))
            return number
    except (OSError, StateError):
        return None


def _is_raised(rule: Rule, state: AgentState) -> bool:
    return rule.name in memory.read(state).get("raised", ())


def _raise_once(path: str, rule: Rule, call: Call) -> int | None:
    """The count after the raise, under the rule's lock; None when this session raised it before, or it cannot be raised."""
    from feedback_gate.changes import git

    session, written = hashing.short(call.event.session), int(rule.record["count"])
    raised_by, unfinished = learned.raised_by(path, call.environ)
    if unfinished and _write(path, unfinished, call.environ, again=True):
        if raised_by[-1:] == [session]:
            return unfinished
        written = unfinished
    if session in raised_by or written >= learned.HIGHEST:
        return None
    now = call.clock.now()
    if git.top_of(os.path.dirname(path)) and git.is_tracked(path, call.environ):
        return learned.add(path, written, session, now, call.environ)
    learned.begin(path, written + 1, session, now, call.environ)
    return written + 1 if _write(path, written + 1, call.environ) else None


def _write(path: str, to: int, environ: Mapping[str, str], *, again: bool = False) -> bool:
    """Write the count that was begun, one above what stands there; `again`: it may stand there already."""
    try:
        done = count_line.rewrite(path, to - 1, to) or (again and count_line.rewrite(path, to, to))
    except OSError:
        done = False
    learned.settle(path, environ, written=done)
    return done


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
