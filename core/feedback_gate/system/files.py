"""Files: whole reads, atomic writes, appended lines, locks that are held, and nothing that follows a stranger's link."""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 64 * 1024 * 1024


def load(path: str, limit: int = MAX_BYTES) -> bytes | None:
    """The content of a regular file; None when there is none.

    A FIFO in place of a file would block for ever, so it is opened without waiting and refused.

    Raises:
        OSError: it is there and cannot be read (now): no permission, no descriptor left, too large, no regular file.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    try:
        info = os.fstat(descriptor)
        if not stat.S_ISREG(info.st_mode) or info.st_size > limit:
            raise OSError(errno.EFBIG if stat.S_ISREG(info.st_mode) else errno.EINVAL, "no regular file, or too large", path)
        parts: list[bytes] = []
        while part := os.read(descriptor, 1 << 20):
            parts.append(part)
        return b"".join(parts)
    finally:
        os.close(descriptor)


def read_bytes(path: str, limit: int = MAX_BYTES) -> bytes | None:
    """The content of a regular file, or None when it is missing, unreadable, larger than the limit or no regular file."""
    try:
        return load(path, limit)
    except OSError:
        return None


def read_text(path: str, limit: int = MAX_BYTES) -> str | None:
    """As `read_bytes`, decoded as UTF-8 with replacement of what is not."""
    data = read_bytes(path, limit)
    return None if data is None else data.decode("utf-8", "replace")


def read_utf8(path: str, limit: int = MAX_BYTES) -> str | None:
    """As `read_bytes`, decoded as UTF-8; None also when it is not UTF-8."""
    data = read_bytes(path, limit)
    try:
        return None if data is None else data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def read_part(path: str, offset: int, length: int) -> bytes:
    """Some bytes of a file; fewer, or none, when they are not there."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.pread(descriptor, length, offset)
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def make_folder(path: str, mode: int = 0o700) -> None:
    """Make the folder and what is missing above it, all with this mode.

    Raises:
        OSError: it cannot be made, or something else stands there.
    """
    above = os.path.dirname(path)
    try:
        os.mkdir(path, mode)
    except FileNotFoundError:
        if above in ("", path):
            raise
        make_folder(above, mode)
        make_folder(path, mode)
    except FileExistsError:
        if not os.path.isdir(path):
            raise


def write_atomically(path: str, data: bytes, mode: int = 0o600) -> None:
    """Replace a file as a whole: a reader sees the old or the new content, never half, also after a crash.

    Raises:
        OSError: the file cannot be written; nothing is left behind.
    """
    make_folder(os.path.dirname(path))
    _replace(path, data, mode, None)


def _replace(path: str, data: bytes, mode: int, permissions: int | None) -> None:
    temporary = f"{path}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0), mode)
    try:
        try:
            write_all(descriptor, data)
            if permissions is not None:
                os.fchmod(descriptor, permissions)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        remove(temporary)
        raise


def sweep_unfinished(base: str, oldest: float) -> None:
    """Remove what writers that were killed left under construction anywhere below a folder of ours.

    Args:
        base: the folder; links are not followed.
        oldest: epoch seconds; a younger one may still be at work.
    """
    for folder, _, names in os.walk(base):
        for path in (os.path.join(folder, name) for name in names if name.endswith(".tmp")):
            try:
                if os.lstat(path).st_mtime < oldest:
                    os.unlink(path)
            except OSError:  # somebody else removed it
                continue


def write_to_device(path: str, data: bytes) -> bool:
    """Write to a terminal without ever waiting for it or making it ours; whether all of it went."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        return os.write(descriptor, data) == len(data)
    except OSError:
        return False
    finally:
        os.close(descriptor)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all bytes, also where one call takes only a part."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def open_ours(path: str, flags: int = 0) -> int:
    """The descriptor of a file of ours to write to, made when missing; no link is followed.

    A FIFO in place of the file is not waited for, and is refused also while somebody reads it.

    Raises:
        OSError: it cannot be written, or is no regular file.
    """
    wanted = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, wanted | flags, 0o600)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.EINVAL, "no regular file", path)


def append_line(path: str, line: bytes, rotate_at: int = 0) -> None:
    """Append one line with one write, so that lines of parallel processes never mix.

    Args:
        path: the log file; its folder is made when missing.
        line: without line end.
        rotate_at: size in bytes from which the file becomes `<path>.1` first; 0 = never.

    Raises:
        OSError: it cannot be written.
    """
    make_folder(os.path.dirname(path))
    if rotate_at:
        _rotate(path, rotate_at)
    descriptor = open_ours(path, os.O_APPEND)
    try:
        os.write(descriptor, line + b"\n")
    finally:
        os.close(descriptor)


def _rotate(path: str, rotate_at: int) -> None:
    try:
        if os.stat(path).st_size < rotate_at:
            return
    except OSError:
        return
    with Lock(path + ".lock"):
        try:
            if os.stat(path).st_size >= rotate_at:
                os.replace(path, path + ".1")
        except OSError:
            return


def remove(path: str) -> bool:
    """Remove a file; True when it is gone because of us."""
    try:
        os.unlink(path)
    except OSError:
        return False
    return True


def is_file(path: str) -> bool:
    """Whether a regular file stands there (links followed)."""
    return os.path.isfile(path)


def is_there(path: str) -> bool:
    """Whether anything stands there: also what is no file, a link that leads nowhere, and what may not be looked at."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError as problem:
        return problem.errno != errno.ENAMETOOLONG
    return True


def entries(folder: str) -> Iterator[os.DirEntry[str]]:
    """The entries of a folder in the order of their names; none when it is missing or unreadable."""
    try:
        with os.scandir(folder) as found:
            return iter(sorted(found, key=lambda entry: entry.name))
    except (OSError, ValueError):
        return iter(())


class Lock:
    """A held `flock` on a sidecar file that is never renamed or removed while in use.

    Raises (on entering):
        OSError: the folder is unwritable, or the file system knows no locks (ENOLCK) after three tries.
    """

    __slots__ = ("descriptor", "path", "wait")

    def __init__(self, path: str, *, wait: bool = True) -> None:
        self.path = path
        self.wait = wait
        self.descriptor = -1

    def __enter__(self) -> Lock:
        import fcntl
        import time

        make_folder(os.path.dirname(self.path))
        self.descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0), 0o600)
        operation = fcntl.LOCK_EX if self.wait else fcntl.LOCK_EX | fcntl.LOCK_NB
        for attempt in range(3):
            try:
                fcntl.flock(self.descriptor, operation)
            except OSError as problem:
                if problem.errno not in (errno.ENOLCK, errno.EINTR) or attempt == 2:
                    self.__exit__()
                    raise
                time.sleep(0.05)
            else:
                break
        return self

    def __exit__(self, *_: object) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1


def replace_content(path: str, data: bytes, mode: int = 0o644) -> None:
    """Replace what a file holds and keep what it is: a link is followed, permissions stay; a reader sees old or new.

    Args:
        path: the file; its folder is made when missing.
        data: the whole new content.
        mode: of a file that was not there, before the umask.

    Raises:
        OSError: it cannot be written, or is there and no regular file (a device); nothing is left behind.
    """
    target = os.path.realpath(path)
    make_folder(os.path.dirname(target), 0o755)
    there = os.stat(target).st_mode if os.path.exists(target) else None
    if there is not None and not stat.S_ISREG(there):
        raise OSError(errno.EINVAL, "no regular file", path)
    _replace(target, data, mode, None if there is None else stat.S_IMODE(there))
