"""A lock whose being held means that its holder lives, and which can be swept away without ever splitting in two."""

from __future__ import annotations

import os
import time

from feedback_gate.system import files


class HeldLock:
    """An exclusive `flock` on one file, taken without waiting.

    The kernel lets it go when the holder ends, however that happens. A holder makes sure that the file it has locked is
    still the one that stands at the path: whoever removes an old lock file holds it while doing so.
    """

    __slots__ = ("_lock", "path")

    def __init__(self, path: str) -> None:
        self.path = path
        self._lock: files.Lock | None = None

    @property
    def held(self) -> bool:
        """Whether we hold it."""
        return self._lock is not None

    def take(self) -> bool:
        """Try once; True when we hold it now.

        Raises:
            OSError: the folder cannot be written, or knows no locks.
        """
        for _ in range(8):
            lock = files.Lock(self.path, wait=False)
            try:
                lock.__enter__()
            except BlockingIOError:
                return False
            if self._is_current(lock.descriptor):
                self._lock = lock
                return True
            lock.__exit__()
        return False

    def _is_current(self, descriptor: int) -> bool:
        try:
            there = os.stat(self.path, follow_symlinks=False)
        except OSError:
            return False
        mine = os.fstat(descriptor)
        return (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino)

    def stamp(self) -> int:
        """Nanoseconds of the file system's clock now (a `ctime` that compares with those of edited files)."""
        if self._lock is None:
            return 0
        os.utime(self._lock.descriptor)
        return os.fstat(self._lock.descriptor).st_ctime_ns

    def release(self, *, remove: bool = False) -> None:
        """Let go; with `remove` the file goes first, while it is still held."""
        if self._lock is None:
            return
        if remove:
            files.remove(self.path)
        self._lock.__exit__()
        self._lock = None


def sweep(path: str, older_than: float) -> bool:
    """Remove a lock file that nobody holds and nobody took for so many seconds; True when it is gone."""
    try:
        old = time.time() - os.stat(path, follow_symlinks=False).st_mtime > older_than
        lock = HeldLock(path)
        if not old or not lock.take():
            return False
    except OSError:
        return False
    lock.release(remove=True)
    return True
