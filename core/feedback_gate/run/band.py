"""The running band and the summary line: from entries to text, nothing else."""

from __future__ import annotations

from feedback_gate import messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 80  # characters of one line of the band
OK = "✓"
FAIL = "✗"


class Entry:
    """One command. started, ended: epoch seconds (ended 0.0 while it runs); ok: None while it runs; waiting: for another run."""

    __slots__ = ("command", "ended", "name", "ok", "started", "waiting")

    def __init__(
        self, command: str, name: str, started: float, *, waiting: bool = False, ok: bool | None = None, ended: float = 0.0
    ) -> None:
        self.command = command
        self.name = name
        self.started = started
        self.waiting = waiting
        self.ok = ok
        self.ended = ended

    @classmethod
    def of(cls, value: object) -> Entry | None:
        """From one item of a registry file, whose times are in milliseconds; None when it is not whole."""
        if not isinstance(value, dict) or not isinstance(value.get("cmd"), str):
            return None
        started, ended = _seconds(value.get("started")), _seconds(value.get("ended", 0))
        if started is None or ended is None:
            return None
        ok = {"ok": True, "fail": False}.get(str(value.get("result")))
        name = value.get("name")
        return cls(
            value["cmd"],
            name if isinstance(name, str) else "",
            started,
            waiting=value.get("waiting") is True,
            ok=ok,
            ended=ended,
        )


def _seconds(milliseconds: object) -> float | None:
    known = isinstance(milliseconds, (int, float)) and not isinstance(milliseconds, bool) and abs(milliseconds) < 1e15
    return milliseconds / 1000 if isinstance(milliseconds, (int, float)) and known else None


def lines(entries: Sequence[Entry], now: float, language: str = "en") -> list[str]:
    """The band: heading and one line an entry; [] when nothing runs.

    Args:
        entries: of one session, in order.
        now: epoch seconds.
        language: "en" or "ja".
    """
    if all(entry.ok is not None for entry in entries):
        return []
    heading = messages.text("band.running", None, language)
    return [heading, *(_line(entry, now, language) for entry in entries)]


def _line(entry: Entry, now: float, language: str) -> str:
    if entry.ok is not None:
        tail = f" {OK if entry.ok else FAIL} ({entry.ended - entry.started:.1f}s)"
        text = fold(entry.name or entry.command)
        return "  " + cut(text, WIDTH - 2 - len(tail)) + tail
    waiting = " " + messages.text("band.waiting", None, language) if entry.waiting else ""
    tail = f"{waiting} ({max(0, int(now - entry.started))}s)"
    head = f"  {fold(entry.name)} $ " if entry.name else "  "
    return head + cut(fold(entry.command), WIDTH - len(head) - len(tail)) + tail


def fold(command: str) -> str:
    """The first line of a command that holds anything, with ` ...` if there are more."""
    filled = [line.strip() for line in command.splitlines() if line.strip()]
    return plain(filled[0]) + (" ..." if len(filled) > 1 else "") if filled else ""


def cut(text: str, room: int) -> str:
    """A text within the room: cut at the end of a word (hard where there is none), with ` ...`."""
    if len(text) <= room:
        return text
    kept = text[: max(1, room - 4) + 1]
    word = kept.rfind(" ")
    return (kept[:word] if word > 0 else kept[:-1]).rstrip() + " ..."


def plain(text: str) -> str:
    """A text without control characters: what others wrote must not steer the terminal that shows it."""
    return "".join(letter if letter.isprintable() else "�" for letter in text)


def summary_line(entries: Sequence[Entry], language: str = "en") -> str:
    """`[gate] done: ✓ 5 / ✗ 1 (81.0s)`; "" when there is nothing, or something still runs."""
    if not entries or any(entry.ok is None for entry in entries):
        return ""
    passed = sum(1 for entry in entries if entry.ok)
    counted = ((OK, passed), (FAIL, len(entries) - passed))
    counts = " / ".join(f"{mark} {count}" for mark, count in counted if count)
    seconds = max(entry.ended for entry in entries) - min(entry.started for entry in entries)
    return messages.text("band.done", {"counts": counts, "seconds": f"{seconds:.1f}"}, language)
