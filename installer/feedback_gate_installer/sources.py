"""Where a release comes from when it is not downloaded: a folder, or one offline archive.

A source has ``name`` (for people and records), ``read`` for the small files and ``save`` for the large one; the one
that downloads is in ``downloads``.
"""

from __future__ import annotations

import os

from feedback_gate_installer import addresses, archives, checksums, files, pins
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from feedback_gate_installer.checksums import Entry

    class Source(Protocol):
        """What ``install`` asks of a source."""

        name: str

        def read(self, name: str, limit: int) -> bytes | None:
            """A small file of the release, None if it has none; longer than ``limit`` bytes is a refusal."""

        def save(self, entry: Entry, path: str) -> bool:
            """Write the file to ``path``, at most ``entry.size`` + 1 bytes; True if an earlier part was reused."""

    Opener = Callable[[], Source]

_BLOCK = 1024 * 1024  # bytes


class Folder:
    """A folder that holds the files of one release; the executable may be called otherwise (``executable``)."""

    __slots__ = ("_executable", "_folder", "name")

    def __init__(self, folder: str, executable: str = "") -> None:
        self._folder = folder
        self._executable = executable
        self.name = executable or folder

    def read(self, name: str, limit: int) -> bytes | None:
        """See ``Source``."""
        data = files.read(self._path(name), limit + 1)
        if data is not None and len(data) > limit:
            raise RefusedError("download-too-large", host=self.name, name=name, limit=limit)
        return data

    def save(self, entry: Entry, path: str) -> bool:
        """See ``Source``."""
        original = self._path(entry.name)
        if not os.path.isfile(original):
            raise RefusedError("file-missing", name=entry.name)
        with open(original, "rb") as file, open(path, "wb") as copy:
            left = entry.size + 1
            while left > 0:
                block = file.read(min(_BLOCK, left))
                if not block:
                    break
                copy.write(block)
                left -= len(block)
        return False

    def _path(self, name: str) -> str:
        return self._executable if self._executable and name == pins.EXECUTABLE else os.path.join(self._folder, name)


class OfflineArchive:
    """A zip archive with the files of one release side by side in it, as ``mirror --archive`` writes it."""

    __slots__ = ("_path", "name")

    def __init__(self, path: str) -> None:
        archives.check(path, os.path.basename(path))
        self._path = path
        self.name = path

    def read(self, name: str, limit: int) -> bytes | None:
        """See ``Source``."""
        data = self._take(name, limit + 1)
        if data is not None and len(data) > limit:
            raise RefusedError("download-too-large", host=self.name, name=name, limit=limit)
        return data

    def save(self, entry: Entry, path: str) -> bool:
        """See ``Source``."""
        data = self._take(entry.name, entry.size + 1)
        if data is None:
            raise RefusedError("file-missing", name=entry.name)
        with open(path, "wb") as copy:
            copy.write(data)
        return False

    def _take(self, name: str, limit: int) -> bytes | None:
        import zipfile
        import zlib

        try:
            with zipfile.ZipFile(self._path) as archive, archive.open(name) as member:
                return member.read(limit)
        except KeyError:
            return None
        except (OSError, EOFError, RuntimeError, zlib.error, zipfile.BadZipFile) as error:
            raise RefusedError("archive-unreadable", name=os.path.basename(self._path)) from error


def local(path: str, version: str) -> Folder | OfflineArchive:
    """The source a path on this machine stands for: release folder, mirror folder, offline archive, or executable.

    Raises:
        RefusedError: ``source-missing``, ``archive-unsafe``.
    """
    path = os.path.abspath(path)
    for folder in (path, os.path.join(path, f"v{version}")):
        if any(os.path.isfile(os.path.join(folder, name)) for name in (checksums.NAME, pins.EXECUTABLE)):
            return Folder(folder)
    if not os.path.isfile(path):
        raise RefusedError("source-missing", path=path)
    if _holds_a_release(path):
        return OfflineArchive(path)
    if os.path.basename(path) == pins.EXECUTABLE or os.path.isfile(os.path.join(os.path.dirname(path), checksums.NAME)):
        return Folder(os.path.dirname(path), path)
    raise RefusedError("source-missing", path=path)


def from_file_address(address: str, version: str) -> Folder:
    """The release folder below a ``file://`` base address.

    Raises:
        RefusedError: ``address-not-https`` for a ``file:`` address of another machine.
    """
    from urllib.parse import unquote, urlsplit

    parts = urlsplit(address)
    if parts.netloc not in ("", "localhost"):
        raise RefusedError("address-not-https", address=addresses.shown(address))
    return Folder(os.path.join(unquote(parts.path), f"v{version}"))


def _holds_a_release(path: str) -> bool:
    import zipfile

    try:
        with zipfile.ZipFile(path) as archive:
            return any(os.path.basename(name) == checksums.NAME for name in archive.namelist())
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile):
        return False
