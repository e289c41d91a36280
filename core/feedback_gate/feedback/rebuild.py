"""Reads the rule files of a folder that are new or changed, within bounds that hold for a stranger's folder too."""

from __future__ import annotations

import errno
import json
import os

from feedback_gate.feedback import cache, parse, store
from feedback_gate.feedback.index import Index
from feedback_gate.system import clock, files
from feedback_gate.unreadable import line_not_utf8

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.feedback.store import Kept

# Bounds of one folder: a repository that is opened must not slow the work down, nor crowd out the person's own rules.
MOST_ENTRIES = 20_000
MOST_RECORD_BYTES = 16 << 20
MOST_FILE_BYTES = 1 << 20
MOST_BYTES = 64 << 20
# Unreadable ones that are named.
MOST_NAMED = 5


def rebuilt(folder: str, cached: str, old: Index | None, until: float, more: Kept | None = None) -> tuple[Index, bytes]:
    """(index, records) of a folder: what is new or changed is parsed, the rest is kept; both cache files are replaced."""
    made = clock.now()
    stat, keys = store.folder_stat(folder), store.file_keys(folder)
    building = _built(folder, keys, _kept(cached, old, made), until, more)
    again = frozenset(building.unread + building.again)
    data, meta = building.data({name: key for name, key in keys.items() if name not in again})
    racy = any(store.may_hide_a_change(ns, made) for ns in (*stat[:2], *(key[2] for key in keys.values() if key)))
    head = {
        "version": cache.VERSION,
        "folder": os.path.realpath(folder),
        "stat": stat,
        "made": made,
        "racy": racy,
        "unread": len(building.unread),
        "unreadable": building.unreadable[:MOST_NAMED],
        "again": bool(building.again),
        "build": cache.build_of(data),
        "meta": meta,
    }
    index = Index.made(head, building.rows, building.entries)
    if cached:
        cache.write(cached, index, data, old)
    return index, data


def _built(folder: str, keys: dict[str, Any], kept: dict[str, dict[str, Any]], until: float, more: Kept | None) -> _Building:
    """Every rule of a folder: as it was kept, else parsed anew as long as there is time."""
    building = _Building()
    for name, key in keys.items():
        if building.has_seen(key):  # two names of one file
            continue
        record = kept.get(name)
        if (record is None or record["key"] != key) and clock.monotonic() <= until:
            record = read(os.path.join(folder, name), is_file=bool(key)) if name else _unlisted(folder)
            if record.get("name") and more is not None:
                record["entries"] += more(record)
        if record is None:
            building.unread.append(name)
            continue
        if "again" in record:
            building.cannot_read(name, again=record["again"])
        if not building.add({**record, "key": key}):
            building.leave_out(os.path.join(folder, name))
            break
    return building


def _kept(cached: str, old: Index | None, now: float) -> dict[str, dict[str, Any]]:
    """File name → record of what was parsed before and need not be read again."""
    data = cache.read_records(cached, old) if old is not None else None
    if old is None or data is None:
        return {}
    made = old.head.get("made", now)
    found = {}
    for row in range(old.head["rows"]):
        offset, length = old.place(row)
        record = cache.decoded(data[offset : offset + length])
        if record is not None and record["key"] and "again" not in record and not store.may_hide_a_change(record["key"][2], made):
            found[os.path.basename(record["file"])] = record
    return found


def read(path: str, *, is_file: bool) -> dict[str, Any]:
    """The record of a file; what is no rule or broken has a record without a name.

    What cannot be read has "again": whether that may be otherwise at the next call.
    """
    again: dict[str, Any] = {} if is_file else {"again": False}
    try:
        data = files.load(path, MOST_FILE_BYTES) if is_file else None
    except OSError as problem:
        data, again = None, {} if problem.errno == errno.EFBIG else {"again": True}
    empty: dict[str, Any] = {"file": path, "entries": [], "problems": [], "hints": []}
    if data is None:
        reason = f"cannot be read, is no file, or is larger than {MOST_FILE_BYTES >> 20} MiB"
        return {**empty, **again, "problems": [[None, 1, reason]]}
    try:
        record = parse.parse(data.decode("utf-8", "replace"), path)
    except parse.BrokenFileError as problem:
        return {**empty, "problems": [[None, problem.line, problem.reason]]}
    except (RecursionError, MemoryError):
        return {**empty, "problems": [[None, 1, "the frontmatter is nested too deeply"]]}
    record = record or empty
    line = line_not_utf8(data)
    if line:
        record["problems"].append([None, line, "is not UTF-8; save it as UTF-8"])
    return record


def _unlisted(folder: str) -> dict[str, Any]:
    """The record that stands for a folder which is there and cannot be listed."""
    reason = "cannot be read, or is no folder; no rule in it counts"
    return {"file": folder, "entries": [], "problems": [[None, 1, reason]], "hints": [], "again": False}


class _Building:
    """The records of a folder as they come; unread: names for which there was no time; unreadable: what cannot be read."""

    def __init__(self) -> None:
        self.entries: dict[str, list[Any]] = {}
        self.rows: list[tuple[int, int]] = []
        self.unread: list[str] = []
        self.unreadable: list[str] = []
        self.again: list[str] = []
        self._names: dict[str, list[int]] = {}
        self._problems: list[list[Any]] = []
        self._lines: list[bytes] = []
        self._size = 0
        self._count = 0
        self._left = MOST_BYTES
        self._seen: set[tuple[int, ...]] = set()

    def has_seen(self, key: list[int]) -> bool:
        """Whether the same file was there before under another name."""
        known = tuple(key) in self._seen
        if key:
            self._seen.add(tuple(key))
        return known

    def cannot_read(self, name: str, *, again: bool) -> None:
        """Note what cannot be read; `again`: it is tried at the next call."""
        self.unreadable.append(name)
        self.again.extend([name] if again else [])

    def add(self, record: dict[str, Any]) -> bool:
        """Take a record in; False, and nothing is taken, when the folder is full."""
        line = json.dumps(record, ensure_ascii=True).encode() + b"\n"
        number = len(record["entries"])
        self._left -= min(record["key"][0] if record["key"] else 0, MOST_FILE_BYTES)
        if (
            len(self.rows) >= store.MOST_FILES
            or self._count + number > MOST_ENTRIES
            or self._size + len(line) > MOST_RECORD_BYTES
        ):
            return False
        if self._left < 0:
            return False
        row = len(self.rows)
        self.rows.append((self._size, len(line)))
        self._lines.append(line)
        self._size += len(line)
        self._count += number
        self._problems.extend([record["file"], *problem] for problem in record["problems"])
        if record.get("name"):
            self._names.setdefault(record["name"], []).append(row)
            for entry in record["entries"]:
                self.entries.setdefault(entry["event"], []).append((entry.get("literal"), row, entry["index"]))
        return True

    def leave_out(self, path: str) -> None:
        """Say where reading ended."""
        self._problems.append([path, None, 1, "too many rules: this file and those behind it are left out"])

    def data(self, keys: Mapping[str, list[int]]) -> tuple[bytes, tuple[int, int]]:
        """The records as they are kept, and where their last line, the folder's meta, stands."""
        meta = json.dumps({"files": keys, "names": self._names, "problems": self._problems}, ensure_ascii=True).encode() + b"\n"
        return b"".join([*self._lines, meta]), (self._size, len(meta))
