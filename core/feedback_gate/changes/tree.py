"""What changed in a working tree since a moment: git-dirty files with a new ctime, new deletions, and commits made meanwhile.

ctime, not mtime: `cp -p`, `mv` and `tar -xp` keep an old mtime. A moment is the `st_ctime_ns` of a file we wrote, so it is
read off the same clock as what it is compared with.
"""

from __future__ import annotations

import os
import stat

from feedback_gate.changes import git
from feedback_gate.state import jsonfile
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

KEPT_DELETIONS = 10_000


class Moment:
    """A moment in a working tree. ns: file system clock; head: commit id; deleted: paths that were missing then."""

    __slots__ = ("deleted", "head", "ns")

    def __init__(self, ns: int, head: str = "", deleted: Iterable[str] = ()) -> None:
        self.ns = ns
        self.head = head
        self.deleted = frozenset(deleted)


class Changes:
    """present: {absolute path: ctime_ns} of changed regular files; deleted: paths newly gone; status: what git said."""

    __slots__ = ("deleted", "present", "status")

    def __init__(self, present: dict[str, int], deleted: tuple[str, ...], status: git.Status) -> None:
        self.present = present
        self.deleted = deleted
        self.status = status


def stamp(path: str) -> int:
    """The present moment on the file system clock: the ctime of a file written now.

    Raises:
        OSError: it cannot be written.
    """
    files.make_folder(os.path.dirname(path))
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, b"\n")
        return os.fstat(descriptor).st_ctime_ns
    finally:
        os.close(descriptor)


def since(moment: Moment, folder: str, environ: Mapping[str, str]) -> Changes | None:
    """Everything that changed in the tree around a folder since a moment; None outside git.

    Files git ignores are never seen.
    """
    status = git.status(folder, environ)
    if status is None:
        return None
    present = newer(status.present, moment.ns)
    if moment.head and status.head and status.head != moment.head:
        for path in git.names_between(moment.head, status.head, status.top, environ) or ():
            present.update(newer([path], 0))
    return Changes(present, tuple(path for path in status.deleted if path not in moment.deleted), status)


def newer(paths: Iterable[str], ns: int) -> dict[str, int]:
    """Those of the paths that are regular files with a ctime at or after a moment."""
    found = {}
    for path in paths:
        try:
            info = os.lstat(path)
        except OSError:
            continue
        if info.st_ctime_ns >= ns and stat.S_ISREG(info.st_mode):
            found[path] = info.st_ctime_ns
    return found


class Memory:
    """What one session remembers of the tree: the moment of its last whole look, and what was handled since.

    File `tree.json` of the session's state folder; `seen` maps a path to the ctime with which it was recorded.
    """

    __slots__ = ("folder", "path")

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.path = os.path.join(folder, "tree.json")

    def read(self) -> tuple[Moment | None, dict[str, int]]:
        """The moment of the last look (None before the first, or when it is lost) and what was seen since."""
        try:
            kept = jsonfile.read(self.path)
        except jsonfile.Unreadable:
            return Moment(0), {}
        if not isinstance(kept.get("ns"), int):
            return None, {}
        seen = kept.get("seen")
        return Moment(kept["ns"], str(kept.get("head", "")), kept.get("deleted", ())), seen if isinstance(seen, dict) else {}

    def look(self, status: git.Status | None, ns: int) -> None:
        """Start anew from a moment.

        Raises:
            OSError: it cannot be kept.
        """

        def change(kept: dict[str, Any]) -> None:
            kept.clear()
            kept.update(ns=ns, seen={})
            if status is not None:
                kept.update(head=status.head, deleted=sorted(status.deleted)[:KEPT_DELETIONS])

        jsonfile.update(self.path, change, on_broken={})

    def saw(self, found: Mapping[str, int], head: str = "", deleted: Iterable[str] = ()) -> None:
        """Remember files as handled with the ctime they have, and a new HEAD and deletions as known.

        Raises:
            OSError: it cannot be kept.
        """

        def change(kept: dict[str, Any]) -> None:
            kept.setdefault("ns", 0)
            kept.setdefault("seen", {}).update(found)
            if head:
                kept["head"] = head
            kept["deleted"] = sorted({*kept.get("deleted", ()), *deleted})[:KEPT_DELETIONS]

        jsonfile.update(self.path, change, on_broken={})

    def stamp(self) -> int:
        """The present moment.

        Raises:
            OSError: it cannot be written.
        """
        return stamp(os.path.join(self.folder, "clock"))
