"""PreToolUse: note the start of a shell command, after the guard has spoken; under `failMode` closed a gate nobody can read."""

from __future__ import annotations

from feedback_gate.event import Bash
from feedback_gate.outcome import could_not_check
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


def unreadable(event: Event, call: Call) -> list[Finding]:
    """PreToolUse where checks must never be missed: a gate is there, none was approved before, and it cannot be read."""
    del event
    path = call.project.config_file(configured.NAME)
    if not path:
        return []
    from feedback_gate.quality import for_claims

    for_claims.tell(call)
    if configured.read(path) is not None:
        return []
    from feedback_gate.quality import source

    found = source.of_root(call.project.root, call)
    if found.gate is None or not found.gate.fatal:
        return found.findings
    return [*found.findings, could_not_check(path, found.gate.fatal)]
