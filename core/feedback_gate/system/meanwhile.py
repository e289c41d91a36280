"""Work that a process has to do anyway, done while a program that it started is still at work."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_planned: list[Callable[[], None]] = []


def plan(work: Callable[[], None]) -> None:
    """Have this done while the next program is waited for, in place of what was planned before; perhaps none is."""
    _planned[:] = [work]


def use() -> None:
    """Do what is planned, once. What goes wrong in it is left to whoever needs its result, and does it then."""
    while _planned:
        try:
            _planned.pop()()
        except Exception:  # noqa: BLE001 - only done ahead
            return
