"""Writing files so that each is seen whole or not at all, and stays after a power cut."""

from __future__ import annotations

import os

TEMPORARY = ".feedback-gate-tmp-"
PRIVATE_FILE = 0o600
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def temporary(folder: str) -> str:
    """A new name in ``folder`` for a file under construction; ``sweep`` clears such names away later."""
    return os.path.join(folder, f"{TEMPORARY}{os.getpid()}-{os.urandom(8).hex()}")


def replace(path: str, data: bytes, mode: int = PRIVATE_FILE) -> None:
    """Put ``data`` at ``path`` in one step; the folder must exist.

    Raises:
        OSError: the old file, if any, is then still there.
    """
    name = temporary(os.path.dirname(path))
    try:
        descriptor = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW, mode)
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        remove(name)
        raise
    sync_folder(os.path.dirname(path))


def adopt(source: str, path: str, mode: int = PRIVATE_FILE) -> None:
    """Move a finished file of the same file system to ``path`` in one step, its content on disk before its name.

    Raises:
        OSError: ``path`` is then what it was.
    """
    descriptor = os.open(source, os.O_RDONLY | _NO_FOLLOW)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.chmod(source, mode)
    os.replace(source, path)
    sync_folder(os.path.dirname(path))


def sync_folder(folder: str) -> None:
    """Make renames in ``folder`` durable, where the file system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)


def remove(path: str) -> None:
    """Remove a file if it is there."""
    try:
        os.unlink(path)
    except OSError:
        pass


def read(path: str, limit: int) -> bytes | None:
    """Up to ``limit`` bytes of a plain file, or None if there is none or it cannot be read; a FIFO is not waited for."""
    if not os.path.isfile(path):
        return None
    try:
        with open(path, "rb") as file:
            return file.read(limit)
    except OSError:
        return None


def sweep(folder: str, older_than: float) -> None:
    """Remove files under construction whose last change lies before ``older_than`` (seconds since 1970).

    They were left by a process that was killed; a younger one may still be at work.
    """
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        path = os.path.join(folder, name)
        try:
            if name.startswith(TEMPORARY) and os.lstat(path).st_mtime < older_than:
                os.unlink(path)
        except OSError:
            continue
