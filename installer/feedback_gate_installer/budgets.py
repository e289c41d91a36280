"""The time an installation may take in all."""

from __future__ import annotations

import time

from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Answer = TypeVar("Answer")


class Budget:
    """``seconds`` from now on, by a clock that nobody can set."""

    __slots__ = ("_clock", "_end", "seconds")

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._end = clock() + seconds

    def remaining(self) -> float:
        """Seconds that are left, never below 0."""
        return max(self._end - self._clock(), 0.0)

    def check(self) -> None:
        """Stop when nothing is left.

        Raises:
            RefusedError: ``time-budget-spent``.
        """
        if self.remaining() <= 0:
            raise self.spent()

    def spent(self) -> RefusedError:
        """The refusal for a budget that is over."""
        return RefusedError("time-budget-spent", seconds=f"{self.seconds:g}")

    def within(self, work: Callable[[], Answer]) -> Answer:
        """Run ``work`` and give its answer, but no later than the budget allows.

        Name look-ups have no time limit of their own, and a peer that sends one byte now and then restarts every
        other limit; so the work is done in a thread that is left behind when time is up. ``work`` must not write
        anywhere once ``check`` refuses.

        Raises:
            RefusedError: ``time-budget-spent``; and whatever ``work`` raises.
        """
        import threading

        answers: list[Answer] = []
        failures: list[BaseException] = []

        def run() -> None:
            try:
                answers.append(work())
            except BaseException as failure:  # noqa: BLE001 - carried over to the waiting thread
                failures.append(failure)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(self.remaining())
        if failures:
            raise failures[0]
        if not answers:
            raise self.spent()
        return answers[0]
