"""What `doctor --host codex` says: whether the real client has our hooks, and whether a person trusted them."""

from __future__ import annotations

from feedback_gate.hosts.codex import app_server
from feedback_gate.hosts.codex.registration import REGISTRATIONS
from feedback_gate.system import dialogue, processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

SECONDS = 20.0
OK, NOTE, PROBLEM = "ok", "note", "problem"


class Line:
    """One thing found: its weight (OK, NOTE, PROBLEM), a message code and the values of its placeholders."""

    __slots__ = ("code", "params", "weight")

    def __init__(self, weight: str, code: str, **params: Any) -> None:
        self.weight = weight
        self.code = code
        self.params = params


def diagnose(environ: Mapping[str, str], folder: str) -> list[Line]:
    """Ask the client about the hooks of a project; nothing is changed, and trust is never written for a person.

    Args:
        environ: the process environment; its PATH leads to the client.
        folder: the project's root, from which no program is taken.
    """
    program = processes.find_program("codex", environ, folder)
    if program is None:
        return [Line(NOTE, "codex.doctor_absent")]
    said = app_server.questions(folder)
    try:
        lines = dialogue.converse([program, *app_server.ARGUMENTS], environ, said, app_server.is_answer, SECONDS)
    except OSError as problem:
        return [Line(PROBLEM, "codex.doctor_unanswered", program=program, reason=str(problem))]
    answer = app_server.read(lines)
    if answer is None:
        return [Line(PROBLEM, "codex.doctor_unanswered", program=program, reason=f"{len(lines)} lines")]
    return [*judge(answer.hooks), *(Line(NOTE, "codex.doctor_complaint", text=text) for text in answer.complaints)]


def judge(hooks: Sequence[app_server.ListedHook]) -> list[Line]:
    """What the list of our hooks means, worst first; one line with the count, then a line for every hook that does not run."""
    if not hooks:
        return [Line(PROBLEM, "codex.doctor_none")]
    running = [hook for hook in hooks if hook.runs]
    idle = [hook for hook in hooks if not hook.runs]
    counts = {"installed": len(hooks), "running": len(running)}
    found = [Line(PROBLEM, "codex.doctor_review", **counts) if idle else Line(OK, "codex.doctor_trusted", **counts)]
    for hook in idle:
        status = hook.status if hook.enabled else "disabled"
        found.append(Line(PROBLEM, "codex.doctor_hook", event=hook.event, status=status, path=hook.path))
    listed = {hook.event for hook in hooks}
    missing = [entry.event for entry in REGISTRATIONS if entry.event not in listed]
    if missing:
        found.append(Line(PROBLEM, "codex.doctor_missing", events=", ".join(missing)))
    paths = sorted({hook.path for hook in hooks})
    if len(paths) > 1:
        found.append(Line(NOTE, "codex.doctor_twice", paths=", ".join(paths)))
    return found
