"""Which `gate.yaml` is in force for a root: its own, the project's, or the last approved one, with what a person must know."""

from __future__ import annotations

import os

from feedback_gate import approval, messages, trust
from feedback_gate.errors import StateError
from feedback_gate.outcome import NOTE, PERSON, Finding
from feedback_gate.quality import config, configured
from feedback_gate.quality.configured import MISSPELT, NAME, kind_of
from feedback_gate.state import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call

# A fact of a call by a person, who asked for exactly this: the file counts as it is on disk.
AS_IT_IS = "gate.yaml counts as it is"


class Source:
    """gate: what is in force, None = no gate; path: its file; findings: trust and configuration lines for the person.

    waits: a gate is there but not in force (not approved, or unreadable), so what it is about stays to be checked.
    """

    __slots__ = ("findings", "gate", "path", "trust", "waits")

    def __init__(self, gate: config.Gate | None, path: str, findings: list[Finding], trusted: str) -> None:
        self.gate = gate
        self.path = path
        self.findings = findings
        self.trust = trusted
        self.waits = trusted == trust.PENDING if gate is None else bool(gate.fatal)


def of_root(root: str, call: Call) -> Source:
    """The gate of the project or of one of its worktrees, found once a call; its lines are told to the first who asks."""
    kept: dict[str, Source] = call.facts.setdefault("gate of a root", {})
    known = kept.get(root)
    if known is None:
        found = _of_root(root, call)
        kept[root] = Source(found.gate, found.path, [], found.trust)
        return found
    return known


def _of_root(root: str, call: Call) -> Source:
    path = call.project.config_file(NAME, root) or call.project.config_file(NAME)
    content = configured.read(path) if path else None
    if path and content is None:
        return _unreadable(path, call)
    place = trust.place_of(root) if content is not None and path.startswith(root + "/") else ""
    if call.facts.get(AS_IT_IS):
        effective = trust.Effective(content, trust.APPROVED)
    else:
        usable = content is None or not config.load(content, call.environ).fatal
        effective = trust.effective(call, kind_of(call), content, path, usable=usable, place=place)
    findings = _trust_lines(effective, path or default_path(call), place, call)
    if effective.content is None:
        return Source(None, path, findings + _misspelt(call), effective.state)
    path = path or default_path(call)  # it is gone, and what was approved stays in force
    gate = config.load(effective.content, call.environ)
    return Source(gate, path, findings + _problems(gate, path, call), effective.state)


def default_path(call: Call) -> str:
    """Where a gate lies that is gone, as far as a person needs to know."""
    return os.path.join(call.project.config_folders()[0], NAME)


def _unreadable(path: str, call: Call) -> Source:
    """What is there and cannot be read: the approved content stays in force, else nothing can be said."""
    effective = trust.Effective(None, "") if call.facts.get(AS_IT_IS) else trust.effective(call, kind_of(call), None, path)
    broken = unreadable(path, call)
    gate = broken if effective.content is None else config.load(effective.content, call.environ)
    return Source(gate, path, _problems(broken, path, call), effective.state)


def unreadable(path: str, call: Call) -> config.Gate:
    """The gate of which only this is known: it is there and cannot be read."""
    from feedback_gate.unreadable import reason

    return config.unreadable(*reason(path, configured.LARGEST, call.language))


def _trust_lines(effective: trust.Effective, path: str, place: str, call: Call) -> list[Finding]:
    if effective.state == trust.FIRST:
        return [Finding("trust.first", {"path": path}, NOTE, PERSON)]
    if effective.state != trust.PENDING or not call.event.name:  # a person who only looks is offered no code
        return []
    return _pending_line(effective, path, place, call)


def _pending_line(effective: trust.Effective, path: str, place: str, call: Call) -> list[Finding]:
    """One line about a change that waits, once a session for each content, with the code that approves it.

    It comes again when its code is void.
    """
    kind = kind_of(call)
    code = "trust.pending" if effective.content is not None else "trust.pending_new"
    if effective.proposed is None:
        code = "trust.pending_deletion"
    known = said.first_time(call.environ, call.event.session, code + path + (effective.proposed or "")) is False
    if known and (not call.event.attended or approval.is_offered(call, kind)):
        return []
    try:
        typed = approval.offer(call, kind, path, effective.proposed, place=place)
    except StateError:  # a code that cannot be kept cannot be typed
        typed = ""
    how = messages.text("trust.how_code" if typed else "trust.how_terminal", {"code": typed}, call.language)
    return [Finding(code, {"path": path, "how": how}, NOTE, PERSON)]


def _misspelt(call: Call) -> list[Finding]:
    path = call.project.config_file(MISSPELT)
    return [Finding("gate.misspelt", {"path": path}, NOTE, PERSON)] if path else []


def _problems(gate: config.Gate, path: str, call: Call) -> list[Finding]:
    """Configuration problems, each once a session."""
    lines = [config.shown(problem, path) for problem in gate.problems]
    if not lines or said.first_time(call.environ, call.event.session, "gate.config\n" + "\n".join(lines)) is False:
        return []
    return [Finding("gate.config", {"lines": "\n".join(lines)}, NOTE, PERSON)]
