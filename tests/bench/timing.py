"""Times whole processes against each other: interleaved, so that what else the machine does hits all alike."""

from __future__ import annotations

import os
import statistics
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


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
        _, status = os.waitpid(self.spawn(), 0)
        spent = time.perf_counter() - begun
        if status:
            raise RuntimeError(f"wait status {status}: {self.arguments}")
        return spent


def interleaved(processes: Mapping[str, Process], rounds: int) -> dict[str, float]:
    """Name → median seconds of that many rounds; in each round every process runs once, the first of them in turn."""
    names = list(processes)
    spent: dict[str, list[float]] = {name: [] for name in names}
    for name in names:  # fill the caches of the machine and of the product
        processes[name].seconds()
    for number in range(rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            spent[name].append(processes[name].seconds())
    return {name: statistics.median(times) for name, times in spent.items()}


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
