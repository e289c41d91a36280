"""PreToolUse of a shell command: note its start, after the guard has spoken."""

from __future__ import annotations

from feedback_gate.event import Bash
from feedback_gate.quality import configured

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.outcome import Finding


def check(event: Event, call: Call) -> list[Finding]:
    """Nothing to say, ever; the moment is kept for PostToolUse."""
    if isinstance(event.tool, Bash) and configured.is_configured(call):
        from feedback_gate.changes import start

        start.begin(event, call)
    return []
