"""What a run of commands looks like to an agent: one line each, and the failing ones' output within bounds."""

from __future__ import annotations

from feedback_gate import messages
from feedback_gate.run.command import CANCELLED, COULD_NOT_START, PASSED, TIMED_OUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feedback_gate.run.command import Command, Result

LAST_LINES = 60
ALL_DETAILS = 12_000
FOLDED = 100


class Ran:
    """One command and its result."""

    __slots__ = ("command", "parallel", "result")

    def __init__(self, command: Command, result: Result, *, parallel: bool = False) -> None:
        self.command = command
        self.result = result
        self.parallel = parallel

    @property
    def title(self) -> str:
        """Name, or the folded command."""
        return self.command.name or fold(self.command.text)


def fold(text: str) -> str:
    """A command on one line: its first one, ` ...` when there are more, at most 100 characters."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    first = (lines[0] if lines else "") + (" ..." if len(lines) > 1 else "")
    return first if len(first) <= FOLDED else first[: FOLDED - 3] + "..."


def line(ran: Ran, language: str) -> str:
    """`[gate] ok: <label> $ <command> (0.7s)`."""
    result = ran.result
    kind = "ok" if result.status == PASSED else "skip" if unchecked(result) else "fail"
    detail = _not_checked(ran, language) if unchecked(result) else f"({result.seconds:.1f}s)"
    return f"[gate] {kind}: {ran.command.label} $ {fold(ran.command.text)} {detail}"


def _not_checked(ran: Ran, language: str) -> str:
    return messages.text("gate.note_unchecked", {"reason": why(ran, language)}, language)


def unchecked(result: Result) -> bool:
    """Whether a result says nothing about the work: the command could not start, or our own time was up."""
    return result.status in (COULD_NOT_START, CANCELLED)


def why(ran: Ran, language: str) -> str:
    """Why a command says nothing, in one sentence."""
    if ran.result.status == CANCELLED:
        return messages.text("gate.no_time", {}, language)
    return ran.result.detail or messages.text("gate.could_not_start", {"code": ran.result.code}, language)


def summary(ran: Iterable[Ran], language: str) -> str:
    """One line a command: `✓ name`, `✗ name`, or `– name (not checked: …)`, which is no failure."""
    return "\n".join(_mark(one, language) for one in ran)


def _mark(ran: Ran, language: str) -> str:
    if unchecked(ran.result):
        return f"– {ran.title} {_not_checked(ran, language)}"
    return f"{'✓' if ran.result.status == PASSED else '✗'} {ran.title}"


def labels(ran: Iterable[Ran], root_of: dict[str, str]) -> str:
    """`lint ✓ / tests ✓`, each once; a worktree's with its folder in front."""
    names = [root_of.get(one.command.root, "") + one.title for one in ran]
    return " / ".join(f"{name} ✓" for name in dict.fromkeys(names))


def details(ran: Sequence[Ran], language: str) -> str:
    """The output of failing commands: 60 lines each, 12,000 characters in all, in the order of definition."""
    failing = [one for one in ran if one.result.status != PASSED and not unchecked(one.result)]
    texts: list[str] = []
    room = ALL_DETAILS
    for index, one in enumerate(failing):
        text = detail(one, language)
        if len(text) > room:
            if index == 0:
                texts.append(text[:room] + "\n" + messages.text("gate.rest_omitted", {}, language))
                index += 1  # noqa: PLW2901 - the cut one is shown
            if len(failing) > index:
                texts.append(messages.text("gate.failures_omitted", {"n": len(failing) - index}, language))
            break
        room -= len(text)
        texts.append(text)
    if not texts:
        return ""
    return "\n" + messages.text("gate.failed_output", {}, language) + "\n" + "\n".join(texts)


def detail(ran: Ran, language: str) -> str:
    """Head line, the last 60 lines of output, the time-out, the log path of one command."""
    command, result = ran.command, ran.result
    mark = " [parallel]" if ran.parallel else ""
    title = f"{command.name}: {fold(command.text)}" if command.name else fold(command.text)
    parts = [f"=== [gate] ({command.label}){mark} $ {title} ==="]
    lines = result.output.rstrip().splitlines()
    hidden = max(0, len(lines) - LAST_LINES) + (result.omitted if len(lines) > LAST_LINES or result.omitted else 0)
    if hidden:
        parts.append(messages.text("gate.head_omitted", {"n": hidden}, language))
    parts.extend(lines[-LAST_LINES:])
    if result.status == TIMED_OUT:
        parts.append(messages.text("gate.timeout", {"seconds": f"{command.timeout:g}"}, language))
    if result.log:
        parts.append(f"[gate] log: {result.log}")
    return "\n".join(parts)
