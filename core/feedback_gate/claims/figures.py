"""Counts a history: rate, caught, activity by day, shares; pure, so that tables and JSON say the same."""

from __future__ import annotations

import time

from feedback_gate.claims.history import BLOCKED, OUTCOMES, PASSED, STOOD_DOWN, WARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

DAY = 86400
DAYS = 14
RECENT = 10
BAR = 24
HEIGHTS = "▁▂▃▄▅▆▇█"
NO_DAY = "·"
VERIFIED = (PASSED, BLOCKED, WARNED, STOOD_DOWN)
CAUGHT = (BLOCKED, WARNED, STOOD_DOWN)
MONTH = 30 * DAY


class Figures:
    """Everything `stats` shows.

    counts: {outcome: number}, in the order of OUTCOMES, what the older tool called otherwise at the end; verified: the
    denominator of rate; rate: per cent or None; days: [(epoch day, number)] of the last 14 days in UTC; recent: the newest
    events, newest first.
    """

    __slots__ = ("caught", "counts", "days", "rate", "recent", "sessions", "total", "verified")

    def __init__(self, events: Sequence[dict[str, Any]], now: float) -> None:
        found = [str(event["outcome"]) for event in events]
        self.counts = {name: found.count(name) for name in dict.fromkeys((*OUTCOMES, *found)) if name in found}
        self.total = len(events)
        self.sessions = len({event["sessionId"] for event in events if event.get("sessionId")})
        self.verified = sum(self.counts.get(name, 0) for name in VERIFIED)
        self.caught = sum(self.counts.get(name, 0) for name in CAUGHT)
        self.rate = percent(self.counts.get(PASSED, 0), self.verified) if self.verified else None
        by_day = [at // DAY for at in (seconds_of(event["at"]) for event in events) if at is not None]
        today = int(now) // DAY
        self.days = [(day, by_day.count(day)) for day in range(today - DAYS + 1, today + 1)]
        self.recent = sorted(events, key=lambda event: str(event["at"]), reverse=True)[:RECENT]

    @property
    def peak(self) -> int:
        """The most events of one of the shown days."""
        return max(number for _, number in self.days)


def percent(part: int, whole: int) -> int:
    """A share in whole per cent, half rounded up."""
    return (200 * part + whole) // (2 * whole)


def height(count: int, most: int) -> str:
    """One character of the sparkline: `·` for nothing, else one of eight heights, never the lowest line for more."""
    return HEIGHTS[max(1, -(-count * 8 // most)) - 1] if count and most else NO_DAY


def width(count: int, most: int) -> int:
    """Blocks of a bar: in proportion to the longest, at least 1."""
    return max(1, (2 * BAR * count + most) // (2 * most))


def seconds_of(at: str) -> int | None:
    """Epoch seconds of an ISO 8601 time in UTC (`…Z`, `…+00:00`); None for anything else."""
    import calendar

    try:
        return calendar.timegm(time.strptime(at[:19], "%Y-%m-%dT%H:%M:%S"))
    except ValueError:
        return None


def age(at: str, now: float) -> tuple[int, str]:
    """(number, unit) of how long ago: unit "now", "m", "h", "d", "mo", "y", or "?" for a time that cannot be read."""
    then = seconds_of(at)
    if then is None:
        return 0, "?"
    spent = int(now) - then
    for unit, size, below in (("m", 60, 3600), ("h", 3600, DAY), ("d", DAY, MONTH), ("mo", MONTH, 12 * MONTH)):
        if spent < 60:
            return 0, "now"
        if spent < below:
            return spent // size, unit
    return spent // (12 * MONTH), "y"
