"""What changed in a working tree since a moment: git-dirty files with a new ctime, new deletions, and commits made meanwhile.

ctime, not mtime: `cp -p`, `mv` and `tar -xp` keep an old mtime. A moment is the `st_ctime_ns` of a file we wrote, so it is
read off the same clock as what it is compared with.
"""

from __future__ import annotations

import os
import stat

from feedback_gate.changes import git
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Moment:
    """A moment in a working tree. ns: file system clock; head: commit id; deleted: paths that were missing then."""

    __slots__ = ("deleted", "head", "ns")

    def __init__(self, ns: int, head: str = "", deleted: Iterable[str] = ()) -> None:
        self.ns = ns
        self.head = head
        self.deleted = frozenset(deleted)


class Changes:
    """present: {absolute path: ctime_ns} of changed regular files; deleted: paths newly gone; status: what git said.

    straight: HEAD descends from the moment's, so that all that was committed since is among them.
    """

    __slots__ = ("deleted", "present", "status", "straight")

    def __init__(self, present: dict[str, int], deleted: tuple[str, ...], status: git.Status, *, straight: bool) -> None:
        self.present = present
        self.deleted = deleted
        self.status = status
        self.straight = straight


def stamp(path: str) -> int:
    """The present moment on the file system clock: the ctime of a file written now.

    Raises:
        OSError: it cannot be written.
    """
    files.make_folder(os.path.dirname(path))
    descriptor = files.open_ours(path)
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, b"\n")
        return os.fstat(descriptor).st_ctime_ns
    finally:
        os.close(descriptor)


def since(moment: Moment, folder: str, environ: Mapping[str, str], below: str = "") -> Changes | None:
    """Everything that changed in the tree around a folder since a moment; None outside git.

    Files git ignores are never seen. `below` limits the look to one folder of the tree.

    Raises:
        git.NoAnswerError: git does not answer.
    """
    status = git.status(folder, environ, below)
    if status is None:
        return None
    present = newer(status.present, moment.ns)
    gone = [path for path in status.deleted if path not in moment.deleted and not os.path.lexists(path)]
    straight = True
    if moment.head and status.head and status.head != moment.head:
        straight = git.is_ancestor(moment.head, status.head, status.top, environ)
        names = git.names_differing(moment.head, status.head, status.top, environ) or []
        # Where history was rewritten (an amended commit, another branch), only what was written since counts.
        present.update(newer(names, 0 if straight else moment.ns))
        removed = [path for path in names if straight and not os.path.lexists(path)]
        gone.extend(path for path in removed if path not in moment.deleted)
    return Changes(present, tuple(dict.fromkeys(gone)), status, straight=straight)


def newer(paths: Iterable[str], ns: int) -> dict[str, int]:
    """Those of the paths that are regular files with a ctime at or after a moment."""
    found = {}
    for path in paths:
        try:
            info = os.lstat(path)
        except (OSError, ValueError):
            continue
        if info.st_ctime_ns >= ns and stat.S_ISREG(info.st_mode):
            found[path] = info.st_ctime_ns
    return found
