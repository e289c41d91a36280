"""Unpacks what the installer's own archive needs on disk (native code cannot be read out of an archive).

Only below our cache folder, under a name that holds the archive's build id, by a rename of a finished folder; what lies
there is used only if no one else can write to it and every file has the size the archive gives it.
"""

from __future__ import annotations

import os
import re
import time

from feedback_gate_installer import archives, files, locks, permissions
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import zipfile

PACKAGES = "site-packages/"
_BUILD = re.compile(r"[0-9A-Za-z-]{1,64}")
_LOCK_SECONDS = 30.0
_UNUSED_SECONDS = 30 * 86_400.0


def unpack(archive: str, root: str) -> bool:
    """Make sure that ``<root>/<name>_<build id>/site-packages`` holds the packages of ``archive``.

    Returns:
        False where that cannot be done (read-only, unsafe, full): then what is pure Python still runs from the archive.
    """
    import json
    import zipfile
    import zlib

    try:
        archives.check(archive, os.path.basename(archive))
        with zipfile.ZipFile(archive) as packed:
            build = json.loads(packed.read("environment.json"))["build_id"]
            if not _BUILD.fullmatch(build):
                return False
            target = os.path.join(root, f"{os.path.basename(os.path.realpath(archive))}_{build}")
            members = [member for member in packed.infolist() if member.filename.startswith(PACKAGES) and not member.is_dir()]
            permissions.own_folder(os.path.dirname(root), permissions.user_id())
            permissions.own_folder(root, permissions.user_id())
            if not _is_whole(target, members):
                with locks.held(os.path.join(root, ".lock"), _LOCK_SECONDS):
                    _clear(root, target)
                    if not _is_whole(target, members):
                        _extract(packed, members, root, target)
            os.utime(target)
            return _is_whole(target, members)
    except (OSError, RefusedError, ValueError, TypeError, KeyError, EOFError, RuntimeError, zlib.error, zipfile.BadZipFile):
        return False


def _is_whole(target: str, members: list[zipfile.ZipInfo]) -> bool:
    try:
        permissions.check(target, permissions.user_id(), folder=True)
        for member in members:
            status = os.lstat(os.path.join(target, member.filename))
            if status.st_size != member.file_size or permissions.complaint(status, permissions.user_id()):
                return False
    except (OSError, RefusedError):
        return False
    return True


def _extract(packed: zipfile.ZipFile, members: list[zipfile.ZipInfo], root: str, target: str) -> None:
    """Write all members to a new folder and give it its name; one of that name that is not whole goes first."""
    import shutil

    folder = files.temporary(root)
    os.mkdir(folder, permissions.PRIVATE_FOLDER)
    for member in members:
        path = os.path.join(folder, member.filename)
        os.makedirs(os.path.dirname(path), permissions.PRIVATE_FOLDER, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, files.PRIVATE_FILE)
        with open(descriptor, "wb") as file:
            file.write(packed.read(member))
    if os.path.lexists(target):
        os.rename(target, files.temporary(root))
    try:
        os.rename(folder, target)
    except OSError:  # somebody without the lock was faster, and as good
        shutil.rmtree(folder, ignore_errors=True)


def _clear(root: str, target: str) -> None:
    """Remove what killed runs and archives of long ago left."""
    import shutil

    now = time.time()
    for name in os.listdir(root):
        path = os.path.join(root, name)
        try:
            age = now - os.lstat(path).st_mtime
        except OSError:
            continue
        stale = age > (3600.0 if name.startswith(files.TEMPORARY) else _UNUSED_SECONDS)
        if stale and path != target and os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path, ignore_errors=True)
