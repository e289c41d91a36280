"""The prompt that approves a project's change: one code for a `gate.yaml` covers what the file says about claims as well."""

from __future__ import annotations

import os

from feedback_gate import approval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.outcome import Finding


def prompted(event: Event, call: Call) -> list[Finding]:
    """The prompt `feedback-gate trust CODE`: approve, or say why not; it never goes on to the model."""
    return approval.prompted(event, call, beside=_with_claims)


def _with_claims(call: Call, kind: str, path: str, content: str | None, place: str) -> None:
    from feedback_gate.quality import config, configured

    if kind != configured.kind_of(call):
        return
    from feedback_gate.claims import force

    gate = config.load(content, call.environ) if content is not None else None
    if gate is None or not gate.fatal:
        root = os.path.dirname(os.path.dirname(path)) if place else call.project.root
        force.approve_with_gate(call, root, place, gate.claims if gate else None)
