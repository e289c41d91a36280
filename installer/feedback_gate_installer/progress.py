"""A progress line for people: on a terminal only, gone when the work is done."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager

from feedback_gate_installer import texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Tick = Callable[[int], None]

_WIDTH = 24  # characters of the bar
_EVERY = 0.1  # seconds between two drawings


@contextmanager
def shown(name: str, size: int) -> Iterator[Tick]:
    """Draw how much of ``size`` bytes is there; yields what to call with the number of bytes so far."""
    stream = sys.stderr
    if not stream.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda done: None  # noqa: ARG005 - nobody is looking
        return
    tongue = texts.language(os.environ)
    last = 0.0

    def tick(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _EVERY or done >= size:
            last = now
            stream.write(f"\r{line(name, done, size, tongue)}")
            stream.flush()

    try:
        yield tick
    finally:
        stream.write("\r\x1b[K")
        stream.flush()


def line(name: str, done: int, size: int, tongue: str) -> str:
    """The line for ``done`` of ``size`` bytes."""
    filled = _WIDTH * min(done, size) // max(size, 1)
    text = texts.text("progress", tongue, name=name, done=done // 1000, size=size // 1000)
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {text}"
