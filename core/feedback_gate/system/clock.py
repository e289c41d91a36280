"""Time: the wall clock and the clock that never goes back."""

from __future__ import annotations

import time


def now() -> float:
    """Seconds since the epoch."""
    return time.time()


def monotonic() -> float:
    """Seconds of the clock that is never set."""
    return time.monotonic()


def timestamp(seconds: float | None = None) -> str:
    """UTC ISO 8601 with milliseconds and `+00:00`."""
    value = time.time() if seconds is None else seconds
    whole = int(value)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole)) + f".{int((value - whole) * 1000):03d}+00:00"


def sleep(seconds: float) -> None:
    """Wait."""
    time.sleep(seconds)
