"""SessionStart: say what is wrong with the claims configuration, and what the gate's commands now run in other files.

Under `failMode` closed a configuration that nobody can read refuses tool calls.
"""

from __future__ import annotations

import os

from feedback_gate.claims.at_stop import GATE, SHOOT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.claims.config import Found
    from feedback_gate.event import Event
    from feedback_gate.outcome import Finding


def started(event: Event, call: Call) -> list[Finding]:
    """Lines for the person, each once a session."""
    del event
    if GATE not in call.facts and not os.path.lexists(os.path.join(call.project.root, SHOOT)):
        return []
    from feedback_gate.claims import config, evidence
    from feedback_gate.claims.decision import config_lines

    evidence.sweep(call)
    found = config.find(call, call.project.root)
    told = list(found.gate.get("findings", ()))
    return [*told, *config_lines(found, call), *gate_lines(found, call)]


def before_tool(event: Event, call: Call) -> list[Finding]:
    """PreToolUse where checks must never be missed: what says how claims are verified cannot be read, and none was approved."""
    del event
    from feedback_gate.system import files

    path = os.path.join(call.project.root, SHOOT)
    if not files.is_there(path):
        return []
    from feedback_gate.claims import config

    if files.read_utf8(path, config.LARGEST) is not None:
        return []
    from feedback_gate.claims import force

    return force.in_force(call, call.project.root).unknown()


def gate_lines(found: Found, call: Call) -> list[Finding]:
    """One line when what stands behind the gate's own commands differs from what was last seen; they run on."""
    if not found.gate or call.settings.get("trust").value == "off":
        return []
    from feedback_gate import approval, messages, trust
    from feedback_gate.claims import force
    from feedback_gate.outcome import NOTE, PERSON, Finding
    from feedback_gate.state import said
    from feedback_gate.state.approvals import Approvals

    now = force.behind_gate(found.gate, call.project.root)
    kind = force.kind_of(call, force.GATE_KIND)
    approvals = Approvals(call.environ, call.project.id, kind)
    record = approvals.read()
    if "approved" not in record:
        if now:
            approvals.approve(now, trust.FIRST, call.project.root, kind)
        return []
    if record["approved"] == now or said.first_time(call.environ, call.event.session, "claims.behind" + now) is False:
        return []
    typed = approval.offer(call, kind, found.path, now, computed=True)
    how = messages.text("trust.how_code" if typed else "trust.how_terminal", {"code": typed}, call.language)
    return [Finding("claims.gate_behind", {"path": found.gate["path"], "how": how}, NOTE, PERSON)]
