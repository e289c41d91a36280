"""Stop and SubagentStop: compare the tree; when something is open or reserved, `quality.stopping` runs it and decides."""

from __future__ import annotations

from feedback_gate.quality import configured, for_claims, lists
from feedback_gate.quality.keeping import Keeping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.outcome import Finding


def check(event: Event, call: Call) -> list[Finding]:
    """The gate's word on whether the agent may stop."""
    if not configured.is_configured(call):
        return []
    from feedback_gate.quality import found_at_stop

    for_claims.tell(call)
    keeping = Keeping(call.state)
    findings = found_at_stop.record(event, call, keeping)
    kept = lists.read(keeping)
    if kept.reported:
        call.facts["report_consumed"] = True
        lists.note(keeping, reported=False)
    if kept.open or kept.pending or kept.deferred:
        from feedback_gate.quality.stopping import Stopping

        findings += Stopping(event, call, keeping).findings(kept)
    return findings + keeping.findings()
