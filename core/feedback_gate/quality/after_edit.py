"""PostToolUse: find out what the tool changed, by whatever means; when it changed anything, `quality.editing` runs the rules."""

from __future__ import annotations

from feedback_gate.quality import configured

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.outcome import Finding


def check(event: Event, call: Call) -> list[Finding]:
    """Findings after an edit or a shell command: failures for the agent, one line a command for the person."""
    if event.tool is None or not configured.is_configured(call):
        return []
    from feedback_gate.changes import session

    found = session.after_tool(event, call)
    if not found:
        return []
    from feedback_gate.quality import editing

    return editing.findings(found, call)
