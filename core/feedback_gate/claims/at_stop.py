"""Stop and SubagentStop: is there a claim in the last message, and does the project say how claims are verified?"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.outcome import Finding

SHOOT = ".shoot.config.json"
# Facts of this call, told by the gate; see `quality.for_claims`.
GATE = "gate.for_claims"
CLAIM = "claims.first"


def ahead(event: Event, call: Call) -> list[Finding]:
    """Nothing yet, but the message is read while the gate waits for git: a quiet stop needs both and has little else to do."""
    from feedback_gate.system import meanwhile

    meanwhile.plan(lambda: _read(event, call))
    return []


def _read(event: Event, call: Call) -> None:
    """Keep the first claim of the message, None when there is none, as a fact of this call, if it is not one yet."""
    if CLAIM not in call.facts and event.stop is not None and event.stop.message.strip() and is_configured(call):
        from feedback_gate.claims import detector

        call.facts[CLAIM] = detector.first_claim(event.stop.message)


def check(event: Event, call: Call) -> list[Finding]:
    """Nothing for a message without a claim, and nothing where nothing is configured; else what the checks say."""
    if event.stop is None or not is_configured(call):
        return []
    if call.ran:
        from feedback_gate.claims import evidence

        evidence.keep_what_the_gate_ran(call)
    if not event.stop.message.strip():
        return []
    _read(event, call)
    if call.facts[CLAIM] is None and not _guesses(event.stop.message, call):
        return []
    from feedback_gate.claims.decision import Decision

    return Decision(event, call).findings()


def _guesses(message: str, call: Call) -> bool:
    """Whether there is a soft claim, and the gate's file speaks of such; whether it is in force is asked later."""
    from feedback_gate.system import files

    path = call.project.config_file("gate.yaml")
    if not path or "soft" not in (files.read_text(path) or ""):
        return False
    from feedback_gate.claims import soft

    return soft.first_claim(message) is not None


def is_configured(call: Call) -> bool:
    """Whether a gate, a claims configuration or an approval of one is there."""
    return GATE in call.facts or os.path.lexists(os.path.join(call.project.root, SHOOT)) or _was_approved(call)


def _was_approved(call: Call) -> bool:
    from feedback_gate.state import places

    folder = places.trust_folder(call.environ, call.project.id)
    if not folder or not os.path.isdir(folder):
        return False
    if os.path.lexists(os.path.join(call.project.root, ".git")):  # the usual case, without loading what reads approvals
        return os.path.exists(os.path.join(folder, "claims.json"))
    from feedback_gate.claims import force

    return force.was_approved(call)
