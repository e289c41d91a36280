"""Times whole processes against each other: interleaved, so that what else the machine does hits all alike."""

from __future__ import annotations

import os
import statistics
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import resource
    from collections.abc import Callable, Mapping, Sequence


class Process:
    """A command as it is started: arguments, environment, folder, a file as standard input."""

    def __init__(self, arguments: Sequence[str], environ: Mapping[str, str], folder: str = "/", stdin: str = os.devnull) -> None:
        self.arguments = list(arguments)
        self.environ = dict(environ)
        self.folder = folder
        self.stdin = stdin

    def spawn(self) -> int:
        """Start it; its output goes nowhere. Returns the process id."""
        os.chdir(self.folder)
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, self.stdin, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        return os.posix_spawn(self.arguments[0], self.arguments, self.environ, file_actions=actions)

    def seconds(self) -> float:
        """Run it to its end.

        Raises:
            RuntimeError: it did not end in 0.
        """
        begun = time.perf_counter()
        self._end()
        return time.perf_counter() - begun

    def processor_seconds(self) -> float:
        """Run it to its end; the processor time it and its children took, which other load on the machine hardly changes.

        Raises:
            RuntimeError: it did not end in 0.
        """
        usage = self._end()
        return usage.ru_utime + usage.ru_stime

    def _end(self) -> resource.struct_rusage:
        _, status, usage = os.wait4(self.spawn(), 0)
        if status:
            raise RuntimeError(f"wait status {status}: {self.arguments}")
        return usage


def interleaved(
    processes: Mapping[str, Process],
    rounds: int,
    measure: Callable[[Process], float] = Process.seconds,
    of: Callable[[Sequence[float]], float] = statistics.median,
) -> dict[str, float]:
    """Name → median (or what `of` makes) of that many rounds; in each round every process runs once, the first of them in turn."""
    names = list(processes)
    spent: dict[str, list[float]] = {name: [] for name in names}
    for name in names:  # fill the caches of the machine and of the product
        processes[name].seconds()
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            spent[name].append(measure(processes[name]))
    return {name: of(times) for name, times in spent.items()}


def together(process: Process, count: int) -> list[float]:
    """Start that many at once; the seconds from the first start to the end of each, in order of their ends."""
    begun = time.perf_counter()
    waiting = {process.spawn() for _ in range(count)}
    ends = []
    while waiting:
        pid, status = os.wait()
        if pid in waiting:
            waiting.remove(pid)
            ends.append(time.perf_counter() - begun)
            if status:
                raise RuntimeError(f"wait status {status} with {count} at once: {process.arguments}")
    return ends
