"""Folders inside a project, entered step by step so that a link a repository holds is never followed."""

from __future__ import annotations

import errno
import os
import stat

from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_FOLDER = os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY | os.O_NOFOLLOW
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


class Folder:
    """An open folder below a project's root; names are single components."""

    __slots__ = ("descriptor", "path")

    def __init__(self, descriptor: int, path: str) -> None:
        self.descriptor = descriptor
        self.path = path

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.descriptor)

    def names(self) -> list[str]:
        """Names in the folder, sorted."""
        return sorted(os.listdir(self.descriptor))

    def status(self, name: str) -> os.stat_result | None:
        """The `lstat` of an entry, None when it is missing."""
        try:
            return os.stat(name, dir_fd=self.descriptor, follow_symlinks=False)
        except (OSError, ValueError):
            return None

    def read(self, name: str, limit: int) -> bytes | None:
        """The content of a regular file of at most `limit` bytes, else None."""
        try:
            descriptor = os.open(name, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=self.descriptor)
        except (OSError, ValueError):
            return None
        try:
            info = os.fstat(descriptor)
            return os.read(descriptor, limit) if stat.S_ISREG(info.st_mode) and info.st_size <= limit else None
        except OSError:
            return None
        finally:
            os.close(descriptor)

    def create(self, name: str, mode: int = 0o600) -> int:
        """The descriptor of a new file, open for writing.

        Raises:
            OSError: it exists (FileExistsError), or cannot be made.
        """
        return os.open(name, _NEW, mode, dir_fd=self.descriptor)

    def replace(self, name: str, data: bytes) -> None:
        """Write a file as a whole: a reader sees the old or the new content.

        Raises:
            OSError: it cannot be written.
        """
        temporary = f".{name}.{os.getpid()}.{os.urandom(4).hex()}.tmp"
        descriptor = self.create(temporary)
        try:
            try:
                files.write_all(descriptor, data)
            finally:
                os.close(descriptor)
            os.replace(temporary, name, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)
        except OSError:
            self.remove(temporary)
            raise

    def remove(self, name: str) -> bool:
        """Remove a file or an empty folder; True when it is gone because of us."""
        try:
            os.unlink(name, dir_fd=self.descriptor)
        except (IsADirectoryError, PermissionError):  # macOS says EPERM for a folder
            return self._remove_folder(name)
        except OSError:
            return False
        return True

    def _remove_folder(self, name: str) -> bool:
        try:
            os.rmdir(name, dir_fd=self.descriptor)
        except OSError:
            return False
        return True


def enter(root: str, steps: Sequence[str], *, make: bool = False) -> Folder:
    """Open the folder `root/steps…`; the root may be reached through links, nothing below it may be one.

    Args:
        root: an absolute path that exists.
        steps: single components.
        make: make what is missing (mode 0755).

    Raises:
        OSError: a step is missing, a link or no folder (ENOTDIR, ELOOP), or cannot be made.
    """
    descriptor = os.open(root, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY)
    try:
        for step in steps:
            descriptor = _step(descriptor, step, make=make)
    except BaseException:
        os.close(descriptor)
        raise
    return Folder(descriptor, os.path.join(root, *steps))


def _step(descriptor: int, name: str, *, make: bool) -> int:
    """Go one folder down; the descriptor of the upper one is closed when that succeeds."""
    if name in ("", ".", "..") or "/" in name:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name)
    try:
        below = os.open(name, _FOLDER, dir_fd=descriptor)
    except FileNotFoundError:
        if not make:
            raise
        try:
            os.mkdir(name, 0o755, dir_fd=descriptor)
        except FileExistsError:  # somebody else was faster
            pass
        below = os.open(name, _FOLDER, dir_fd=descriptor)
    os.close(descriptor)
    return below
