"""What an agent is told later: texts of a stop that was let through, and results of subagents for whoever started them."""

from __future__ import annotations

from feedback_gate import errors
from feedback_gate.outcome import Finding, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.event import Event


def waiting(event: Event, call: Call) -> list[Finding]:
    """What waits for this agent: texts of an earlier stop, and the results of subagents it started."""
    if not event.session:
        return []
    from feedback_gate.state.handover import Handover
    from feedback_gate.state.inbox import Inbox

    try:
        _note_launch(event, call)
        texts = Inbox(call.environ, call.project.id, event.session, event.agent).take()
        reports = Handover(call.state).take(event.agent, patient=event.host == "claude")
    except (OSError, errors.StateError):
        return []
    return [Finding("hook.text", {"text": text}) for text in texts] + [Finding("hook.subagent", report) for report in reports]


def _note_launch(event: Event, call: Call) -> None:
    """Remember who started an agent, when this is the call that did."""
    from feedback_gate.event import Other
    from feedback_gate.state.handover import Handover

    started = _agent_in(event.tool.response) if isinstance(event.tool, Other) else ""
    if started:
        Handover(call.state).launched(started, event.agent)


def _agent_in(response: Any) -> str:
    """The id in `{"agentId": …}` (Claude Code 2.1.332) or in the text `{"agent_id": …}` (Codex 0.171.0, first protocol)."""
    if isinstance(response, str) and response.startswith('{"agent_id"'):
        import json

        try:
            response = json.loads(response)
        except ValueError:
            return ""
    if not isinstance(response, dict):
        return ""
    found = response.get("agentId") or response.get("agent_id")
    return found if isinstance(found, str) else ""


def hand_over(outcome: Outcome, event: Event, call: Call) -> None:
    """A subagent that may stop leaves its result for its caller."""
    from feedback_gate.state.handover import Handover

    text = "\n".join(dict.fromkeys((*outcome.notices, *outcome.context)))
    if text and event.session:
        try:
            Handover(call.state).put(event.agent, event.agent_type, text)
        except (OSError, errors.StateError):
            return


def keep_for_later(outcome: Outcome, event: Event, call: Call) -> Outcome:
    """What a stop that is let through has to tell the agent waits for its next event, and is shown to the person now."""
    if outcome.context and event.session:
        from feedback_gate.state.inbox import Inbox

        try:
            Inbox(call.environ, call.project.id, event.session, event.agent).put("\n".join(outcome.context))
        except OSError:
            pass
    notices = tuple(dict.fromkeys((*outcome.notices, *outcome.context)))
    return Outcome(outcome.effect, outcome.findings, outcome.reasons, (), notices)
