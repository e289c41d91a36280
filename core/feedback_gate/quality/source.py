"""Which `gate.yaml` is in force for a root: its own, the project's, or the last approved one, with what a person must know."""

from __future__ import annotations

import os

from feedback_gate import approval, messages, trust
from feedback_gate.outcome import NOTE, PERSON, Finding
from feedback_gate.quality import config
from feedback_gate.state import said
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call

KIND = "gate"
NAME = "gate.yaml"
MISSPELT = "gate.yml"


class Source:
    """gate: what is in force, None = no gate; path: its file; findings: trust and configuration lines for the person."""

    __slots__ = ("findings", "gate", "path")

    def __init__(self, gate: config.Gate | None, path: str, findings: list[Finding]) -> None:
        self.gate = gate
        self.path = path
        self.findings = findings


def of_root(root: str, call: Call) -> Source:
    """The gate of the project or of one of its worktrees."""
    own = call.project.config_file(NAME, root)
    path = own or call.project.config_file(NAME)
    content = files.read_text(path, 4 << 20) if path else None
    effective = trust.effective(call, KIND, content, path)
    findings = _trust_lines(effective, path or os.path.join(call.project.config_folders()[0], NAME), call)
    if effective.content is None:
        return Source(None, path, findings + _misspelt(call))
    gate = config.load(effective.content, call.environ)
    return Source(gate, path, findings + _problems(gate, path, call))


def is_configured(call: Call) -> bool:
    """Whether there is anything a gate could be made of: a file, or an approval of one."""
    if call.project.config_file(NAME) or call.project.config_file(MISSPELT):
        return True
    from feedback_gate.state.approvals import Approvals

    return os.path.exists(Approvals(call.environ, call.project.id, KIND).path)


def _trust_lines(effective: trust.Effective, path: str, call: Call) -> list[Finding]:
    if effective.state == trust.FIRST:
        return [Finding("trust.first", {"path": path}, NOTE, PERSON)]
    if effective.state != trust.PENDING:
        return []
    return pending_line(effective, KIND, path, call)


def pending_line(effective: trust.Effective, kind: str, path: str, call: Call) -> list[Finding]:
    """One line about a change that waits, once a session for each content, with the code that approves it."""
    code = "trust.pending" if effective.content is not None else "trust.pending_new"
    if effective.proposed is None:
        code = "trust.pending_deletion"
    if said.first_time(call.environ, call.event.session, code + path + (effective.proposed or "")) is False:
        return []
    typed = approval.offer(call, kind, path, effective.proposed)
    how = messages.text("trust.how_code" if typed else "trust.how_terminal", {"code": typed}, call.language)
    return [Finding(code, {"path": path, "how": how}, NOTE, PERSON)]


def _misspelt(call: Call) -> list[Finding]:
    path = call.project.config_file(MISSPELT)
    return [Finding("gate.misspelt", {"path": path}, NOTE, PERSON)] if path else []


def _problems(gate: config.Gate, path: str, call: Call) -> list[Finding]:
    """Configuration problems, each once a session."""
    lines = [f"{path}:{line}: {where + ': ' if where else ''}{sentence}" for line, where, sentence in gate.problems]
    if not lines or said.first_time(call.environ, call.event.session, "gate.config\n" + "\n".join(lines)) is False:
        return []
    return [Finding("gate.config", {"lines": "\n".join(lines)}, NOTE, PERSON)]
