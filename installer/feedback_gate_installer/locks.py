"""One lock around download and placement: it saves work, and nothing depends on it.

Who cannot have it in time, or on a file system that has no locks, goes on without: everything is then written under
names of its own and put in place by renames, so the worst case is a second download. The lock file is never removed.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def held(path: str, seconds: float, take: Callable[[int], None] | None = None) -> Iterator[bool]:
    """Hold the lock at ``path`` for a ``with`` block, waiting ``seconds`` at most.

    Yields:
        True while the lock is held, False if it could not be had.
    """
    attempt = _Attempt(path, take or _flock)
    try:
        yield attempt.wait(seconds)
    finally:
        attempt.end()


class _Attempt:
    """A wait for the lock in a thread of its own: on some network file systems the call itself may never return."""

    __slots__ = ("_descriptor", "_done", "_ended", "_guard", "_take", "has_it")

    def __init__(self, path: str, take: Callable[[int], None]) -> None:
        import threading

        self._take = take
        self._done = threading.Event()
        self._guard = threading.Lock()
        self._ended = False
        self.has_it = False
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
        try:
            self._descriptor = os.open(path, flags, 0o600)
        except OSError:
            self._descriptor = -1
            self._done.set()
            return
        threading.Thread(target=self._wait_for_it, daemon=True).start()

    def _wait_for_it(self) -> None:
        try:
            self._take(self._descriptor)
            got_it = True
        except OSError:
            got_it = False
        with self._guard:
            self.has_it = got_it
            self._done.set()
            if self._ended:
                os.close(self._descriptor)

    def wait(self, seconds: float) -> bool:
        self._done.wait(max(seconds, 0.0))
        with self._guard:
            return self.has_it

    def end(self) -> None:
        """Give the lock back, now or, if the call has still not returned, the moment it does."""
        with self._guard:
            self._ended = True
            if self._done.is_set() and self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = -1


def _flock(descriptor: int) -> None:
    try:
        import fcntl
    except ImportError as error:
        raise OSError("no flock on this system") from error
    fcntl.flock(descriptor, fcntl.LOCK_EX)
