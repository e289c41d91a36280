"""The loop that drives jobs: several at once in one thread, each woken by its output or its time."""

from __future__ import annotations

import os
import select
import stat

from feedback_gate.system import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from feedback_gate.run.command import Result

    class Steps(Protocol):
        """What the loop needs of a job; see `run.job.Job`."""

        result: Result | None

        @property
        def descriptor(self) -> int:
            """Readable means there is something to do; -1 is none."""

        @property
        def wake(self) -> float:
            """Monotonic seconds at which to look in any case."""

        def begin(self) -> None:
            """Start."""

        def step(self) -> None:
            """Go on."""

        def stop(self) -> None:
            """End at once."""


def drive(jobs: Sequence[Steps], at_once: int = 0) -> list[Result]:
    """Run jobs to their ends.

    Args:
        jobs: not begun yet.
        at_once: how many may run at the same time; 0 = all.

    Returns:
        Their results in the order of `jobs`.

    Raises:
        SystemExit: nobody reads our answer any more: the launcher, or who started us, is gone. The jobs are stopped.
    """
    waiting = list(jobs)
    active: list[Steps] = []
    reader = _reader()
    try:
        while waiting or active:
            while waiting and (not at_once or len(active) < at_once):
                job = waiting.pop(0)
                active.append(job)
                job.begin()
            active = [job for job in active if job.result is None]
            if active:
                _turn(active, reader)
    except BaseException:
        for job in active:
            job.stop()
        raise
    return [job.result for job in jobs if job.result is not None]


def _reader() -> int:
    """Standard output where somebody waits at its other end, else -1.

    Its end is how the launcher's death is seen, at once and whatever became of our parent's id.
    """
    try:
        mode = os.fstat(1).st_mode
    except OSError:
        return -1
    return 1 if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) else -1


def _turn(active: list[Steps], reader: int) -> None:
    """Wait until some job has something to do, and let it."""
    poll = select.poll()
    if reader >= 0:
        poll.register(reader, select.POLLHUP)
    for job in active:
        if job.descriptor >= 0:
            poll.register(job.descriptor, select.POLLIN)
    pause = min(job.wake for job in active) - clock.monotonic()
    ready = {descriptor for descriptor, _ in poll.poll(max(0, int(pause * 1000) + 1))}
    if reader in ready:
        raise SystemExit(1)
    now = clock.monotonic()
    for job in active:
        if job.descriptor in ready or job.wake <= now:
            job.step()
