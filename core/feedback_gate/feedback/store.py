"""The rules of one folder, parsed once: what a tool call needs from the cache, and every file looked at where it matters.

A tool call trusts the index while the folder's own stat is unchanged and checks the file of each rule that hit; every prompt
looks at all files. What was younger than two seconds when it was read is read again, as its time stamp could hide a second
change.
"""

from __future__ import annotations

import os

from feedback_gate.feedback import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from feedback_gate.feedback.index import Index

    Kept = Callable[[dict[str, Any]], list[dict[str, Any]]]

RACY_NS = 2_000_000_000
# Files of one folder that are looked at, in the order of their names.
MOST_FILES = 10_000


class Folder:
    """The parsed rules of one folder."""

    __slots__ = ("_cache", "_meta", "_records", "folder", "index", "scope")

    def __init__(self, folder: str, scope: str, index: Index, cached: str, records: bytes | None = None) -> None:
        self.folder = folder
        self.scope = scope
        self.index = index
        self._cache = cached
        self._records = records
        self._meta: dict[str, Any] | None = None

    @property
    def unread(self) -> int:
        """The number of files for which there was no time."""
        return int(self.index.head["unread"])

    @property
    def unreadable(self) -> list[str]:
        """What is there and cannot be read: files, or the folder itself; only the first ones are named."""
        return [os.path.join(self.folder, name) if name else self.folder for name in self.index.head["unreadable"]]

    def record(self, row: int) -> dict[str, Any] | None:
        """The record of a rule; None when the cache file went away meanwhile."""
        return self._at(self.index.place(row))

    def _at(self, place: tuple[int, int]) -> dict[str, Any] | None:
        if self._records is None:
            return cache.read_record(self._cache, self.index, place)
        return cache.decoded(self._records[place[0] : sum(place)])

    def has_records(self) -> bool:
        """Whether all records were read."""
        return self._records is not None

    def records(self) -> list[dict[str, Any]]:
        """All records, in the order of the file names."""
        if self._records is None:
            self._records = cache.read_records(self._cache, self.index)
        found = (self.record(row) for row in range(self.index.head["rows"]))
        return [record for record in found if record is not None]

    def meta(self, part: str) -> Any:
        """What holds for the folder as a whole: "files", "names" or "problems" (see `cache`); empty when it went away."""
        if self._meta is None:
            self._meta = self._at(tuple(self.index.head["meta"])) or {"files": {}, "names": {}, "problems": []}
        return self._meta[part]

    def named(self, name: str) -> list[dict[str, Any]]:
        """The records of a name."""
        found = (self.record(row) for row in self.meta("names").get(name, ()))
        return [record for record in found if record is not None]


def load(
    folder: str, scope: str, environ: Mapping[str, str], *, thorough: bool, until: float, kept: Kept | None = None
) -> Folder:
    """The parsed rules of a folder, from the cache while it is right.

    Args:
        folder: the rule folder.
        scope: "user" or "project".
        environ: names the cache home.
        thorough: look at every file (at prompts, and after an edit in a rule folder), not only at the folder.
        until: monotonic seconds; files that were not read by then are left for the next call.
        kept: gives the entries that are in force beside those of a project's record that was read anew.
    """
    cached = cache.path_of(folder, environ)
    index = cache.read_index(cached)
    if index is not None and index.head["stat"] == folder_stat(folder) and not _must_be_read_again(index.head):
        found = Folder(folder, scope, index, cached, cache.read_records(cached, index) if thorough else None)
        if not thorough or (found.has_records() and found.meta("files") == file_keys(folder)):
            return found
    from feedback_gate.feedback import rebuild

    made, data = rebuild.rebuilt(folder, cached, index, until, kept if scope == "project" else None)
    return Folder(folder, scope, made, cached, data)


def _must_be_read_again(head: Mapping[str, Any]) -> bool:
    return bool(head["unread"] or head["again"] or head["racy"])


def cached_problems(folder: str, environ: Mapping[str, str]) -> int:
    """How many broken parts were found when the folder was read last."""
    cached = cache.path_of(folder, environ)
    index = cache.read_index(cached)
    return 0 if index is None else len(Folder(folder, "", index, cached).meta("problems"))


def is_fresh(record: Mapping[str, Any]) -> bool:
    """Whether the file of a record is still the one that was parsed."""
    try:
        return bool(record["key"] == file_key(os.stat(record["file"])))
    except OSError:
        return False


def file_key(info: os.stat_result) -> list[int]:
    """What must be unchanged for a parsed file to be still right."""
    return [info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino]


def file_keys(folder: str) -> dict[str, list[int]]:
    """Name → key of every file that may be a rule, in the order of the names; [] for one that is not there or no file.

    The name "" stands for the folder itself when it is there and cannot be listed.
    """
    import stat

    keys: dict[str, list[int]] = {}
    try:
        with os.scandir(folder) as found:
            names = sorted((entry for entry in found if entry.name.endswith(".md")), key=lambda entry: entry.name)
    except (FileNotFoundError, ValueError):
        return {"": []} if os.path.islink(folder) else keys
    except OSError:
        return {"": []}
    for entry in names[: MOST_FILES + 1]:
        try:
            info = entry.stat()
        except OSError:
            keys[entry.name] = []
            continue
        if not stat.S_ISDIR(info.st_mode):
            keys[entry.name] = file_key(info) if stat.S_ISREG(info.st_mode) else []
    return keys


def folder_stat(folder: str) -> list[int]:
    """What changes when a file of the folder is added, removed or replaced."""
    try:
        info = os.stat(folder)
    except OSError:
        return []
    return [info.st_mtime_ns, info.st_ctime_ns, info.st_ino, info.st_dev]


def may_hide_a_change(ns: int, made: float) -> bool:
    """Whether a time stamp is so near the moment of reading that a second change could bear the same one.

    One that lies far in the future comes from a clock that was set back; nothing new will bear it.
    """
    return abs(made * 1e9 - ns) < RACY_NS
