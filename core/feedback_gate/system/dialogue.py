"""One program spoken to in lines: what it is told first, its lines until the last one that matters, then it is ended."""

from __future__ import annotations

import os
import select
import signal
import time

from feedback_gate.system.children import kill_group, pipe, read_available, spawn, wait

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

LEAVE_SECONDS = 2.0  # how long a program may take to end once nobody speaks to it any more
LIMIT = 16 << 20  # bytes of output


def converse(
    argv: Sequence[str],
    env: Mapping[str, str],
    said: bytes,
    is_last: Callable[[bytes], bool],
    seconds: float,
) -> list[bytes]:
    """The lines a program wrote, up to the one that is the last or to its end; its whole group is gone afterwards.

    Args:
        argv: the first is an absolute path.
        env: the whole environment.
        said: what it reads, at most what a pipe holds (64 KiB); the pipe stays open until the last line is there.
        is_last: whether a line, without its newline, is the last that matters.
        seconds: after which what has come so far is returned.

    Raises:
        OSError: it could not be started.
    """
    output, output_end = pipe()
    input_end, source = pipe()
    os.set_blocking(input_end, True)
    try:
        try:
            pid = spawn(argv, env, stdin=input_end, stdout=output_end)
        finally:
            os.close(output_end)
            os.close(input_end)
        try:
            os.write(source, said)
            return _lines(output, is_last, time.monotonic() + seconds)
        except OSError:  # it has ended without reading
            return []
        finally:
            os.close(source)
            source = -1
            _end(pid)
    finally:
        os.close(output)
        if source >= 0:
            os.close(source)


def _lines(output: int, is_last: Callable[[bytes], bool], until: float) -> list[bytes]:
    poll = select.poll()
    poll.register(output, select.POLLIN)
    lines: list[bytes] = []
    rest, size = b"", 0
    while time.monotonic() < until and size < LIMIT:
        if not poll.poll(max(1, int((until - time.monotonic()) * 1000))):
            break
        part = read_available(output)
        if part == b"":
            break
        *whole, rest = (rest + (part or b"")).split(b"\n")
        size += len(part or b"")
        for line in whole:
            lines.append(line)
            if is_last(line):
                return lines
    return lines


def _end(pid: int) -> None:
    """Wait for the program, which has nothing more to read, then end it and what it started."""
    status = wait(pid, LEAVE_SECONDS)
    kill_group(pid, signal.SIGKILL)
    if status is None:
        wait(pid, LEAVE_SECONDS)
