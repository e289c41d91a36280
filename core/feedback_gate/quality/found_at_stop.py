"""What a stop finds that no tool event told us: the trees since the last look, and what subagents left open."""

from __future__ import annotations

import os

from feedback_gate.changes import session
from feedback_gate.errors import StateError
from feedback_gate.outcome import Finding, could_not_check
from feedback_gate.quality import lists
from feedback_gate.quality.keeping import Keeping
from feedback_gate.state.session import AgentState, agent_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event


def record(event: Event, call: Call, keeping: Keeping) -> list[Finding]:
    """Put everything that changed unseen on the agent's list; what could not be looked at is a finding.

    What subagents left is taken over by the main thread, but not from those that still run.
    """
    findings: list[Finding] = []
    try:
        lists.record(keeping, session.at_stop(event, call))
    except StateError as problem:
        findings.append(could_not_check("gate", str(problem)))
    if keeping.problem:
        call.facts[session.NOT_KEPT] = True
    if call.facts.get(session.UNSEEN):
        findings.append(could_not_check("gate", str(call.facts[session.UNSEEN])))
    if not event.agent and event.stop is not None:
        _adopt(call, keeping, {agent_name(agent) for agent in event.stop.agents})
    return findings


def _adopt(call: Call, keeping: Keeping, running: set[str]) -> None:
    """Take over the open lists of subagents that ended without a stop of their own, or gave up."""
    for path in call.state.agents():
        if path != call.state.path and os.path.basename(path)[: -len(".json")] not in running:
            from feedback_gate.quality import differences

            differences.take_over(keeping, Keeping(AgentState.at(path)))
