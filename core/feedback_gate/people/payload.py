"""What `init` puts on a machine: the executable that runs, and the launcher's files that it carries."""

from __future__ import annotations

import hashlib
import os
import re
from typing import TYPE_CHECKING

import feedback_gate
from feedback_gate.errors import FeedbackGateError
from feedback_gate.system import files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feedback_gate.settings import Settings

EXECUTABLE = "feedback-gate.pyz"
LAUNCHER = ("hook.sh", "place.py")
FOLDER = "launcher"
# The second line of every archive of ours begins so (release/boot.py).
MARK = b"feedback-gate-archive-1 "
_VERSION = re.compile(rb'^__version__ = "([0-9A-Za-z.+-]+)"', re.MULTILINE)


class Payload:
    """An executable and its launcher. version; executable: bytes; launcher: file name → bytes; source: where it was read."""

    __slots__ = ("executable", "launcher", "sha256", "source", "version")

    def __init__(self, version: str, executable: bytes, launcher: Mapping[str, bytes], source: str) -> None:
        self.version = version
        self.executable = executable
        self.launcher = dict(launcher)
        self.source = source
        self.sha256 = hashlib.sha256(executable).hexdigest()

    @property
    def pin(self) -> str:
        """The line that names this executable for the launcher."""
        return f"{self.version} {self.sha256} {len(self.executable)}"


class NoExecutableError(FeedbackGateError):
    """There is no archive that could be placed: this process runs from a checkout."""


def find(settings: Settings) -> Payload:
    """The archive that runs; else the one that an installed package carries; else what FEEDBACK_GATE_BIN names.

    Raises:
        NoExecutableError: there is none.
    """
    running = running_archive()
    for path in (running, _packaged(EXECUTABLE), settings.variable("FEEDBACK_GATE_BIN")):
        data = files.read_bytes(path) if path else None
        if data is not None and data[:1024].partition(b"\n")[2].startswith(MARK):
            version = feedback_gate.__version__ if path == running else _version_in(path)
            return Payload(version, data, {name: launcher_file(name) for name in LAUNCHER}, path)
    raise NoExecutableError("usage.no_executable")


def running_archive() -> str:
    """The path of the archive this process runs from, "" when it runs from files."""
    spec = feedback_gate.__spec__
    return str(getattr(spec.loader if spec else None, "archive", "") or "")


def launcher_file(name: str) -> bytes:
    """One of the launcher's files.

    Raises:
        NoExecutableError: it is not carried along.
    """
    archive = running_archive()
    if archive:
        import zipfile

        try:
            with zipfile.ZipFile(archive) as packed:
                return packed.read(f"feedback_gate/{FOLDER}/{name}")
        except (OSError, KeyError, zipfile.BadZipFile) as problem:
            raise NoExecutableError("usage.no_launcher", path=archive, reason=problem) from problem
    checkout = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(feedback_gate.__file__))))
    for path in (_packaged(name), os.path.join(checkout, "shim", name)):
        data = files.read_bytes(path) if path else None
        if data is not None:
            return data
    raise NoExecutableError("usage.no_launcher_file", name=name)


def _packaged(name: str) -> str:
    """A file that an installed package carries, whether it is there or not; "" in an archive."""
    return "" if running_archive() else os.path.join(os.path.dirname(os.path.abspath(feedback_gate.__file__)), FOLDER, name)


def _version_in(path: str) -> str:
    import zipfile

    try:
        with zipfile.ZipFile(path) as packed:
            found = _VERSION.search(packed.read("feedback_gate/__init__.py"))
    except (OSError, KeyError, zipfile.BadZipFile) as problem:
        raise NoExecutableError("usage.no_archive", path=path, reason=problem) from problem
    if found is None:
        raise NoExecutableError("usage.no_version", path=path)
    return found[1].decode()
