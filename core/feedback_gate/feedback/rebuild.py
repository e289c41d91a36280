"""Reads the rule files of a folder that are new or changed, within bounds that hold for a stranger's folder too."""

from __future__ import annotations

import errno
import json
import os

from feedback_gate.feedback import cache, parse, store
from feedback_gate.system import clock, files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Bounds of one folder: a repository that is opened must not slow the work down, nor crowd out the person's own rules.
MOST_FILES = 10_000
MOST_ENTRIES = 20_000
MOST_RECORD_BYTES = 16 << 20
MOST_FILE_BYTES = 1 << 20
MOST_BYTES = 64 << 20


def rebuilt(folder: str, cached: str, old: dict[str, Any] | None, until: float) -> tuple[dict[str, Any], bytes]:
    """(index, records) of a folder: what is new or changed is parsed, the rest is kept; both cache files are replaced."""
    made = clock.now()
    stat, keys = store.folder_stat(folder), store.file_keys(folder)
    kept = _kept(cached, old)
    building = _Building()
    for number, (name, key) in enumerate(keys.items()):
        if building.has_seen(key):  # two names of one file
            continue
        record = kept.get(name) if old is not None and key and old["files"].get(name) == key else None
        if record is None and clock.monotonic() <= until:
            record = read(os.path.join(folder, name), is_file=bool(key))
        if record is None:
            building.unread.append(name)
        elif not building.add(record, key[0] if key else 0):
            building.leave_out(os.path.join(folder, name), len(keys) - number)
            break
    index, data = building.index()
    unread = frozenset(building.unread)
    known = {name: key for name, key in keys.items() if name not in unread}
    index.update(
        stat=stat,
        files=known,
        made=made,
        unread=len(building.unread),
        build=hashing.digest(data)[:12],
        folder=os.path.realpath(folder),
    )
    if cached:
        cache.write(cached, index, data, old)
    return index, data


def _kept(cached: str, old: dict[str, Any] | None) -> dict[str, dict[str, Any]]:
    """File name → record of what was parsed before and need not be read again."""
    data = cache.read_records(cached, old) if old is not None else None
    if old is None or data is None:
        return {}
    found = {}
    for offset, length in old["rows"]:
        record = cache.decoded(data[offset : offset + length])
        if record is not None:
            found[os.path.basename(record["file"])] = record
    return {name: one for name, one in found.items() if not _is_racy(old["files"].get(name), old["made"])}


def _is_racy(key: list[int] | None, made: float) -> bool:
    return not key or store.may_hide_a_change(key[2], made)


def read(path: str, *, is_file: bool) -> dict[str, Any] | None:
    """The record of a file; what is no rule or broken has a record without a name. None: it cannot be read now."""
    try:
        data = files.load(path, MOST_FILE_BYTES) if is_file else None
    except OSError as problem:
        if problem.errno != errno.EFBIG:
            return None
        data = None
    empty: dict[str, Any] = {"file": path, "entries": [], "problems": [], "hints": []}
    if data is None:
        return {**empty, "problems": [[None, 1, f"cannot be read, is no file, or is larger than {MOST_FILE_BYTES >> 20} MiB"]]}
    try:
        record = parse.parse(data.decode("utf-8", "replace"), path)
    except parse.BrokenFileError as problem:
        return {**empty, "problems": [[None, problem.line, problem.reason]]}
    except (RecursionError, MemoryError):
        return {**empty, "problems": [[None, 1, "the frontmatter is nested too deeply"]]}
    record = record or empty
    if not _is_utf8(data):
        record["problems"].append([None, 1, "is not UTF-8; save it as UTF-8"])
    return record


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


class _Building:
    """The records of a folder as they come, and the index made of them; unread: names that could not be read, or not in time."""

    def __init__(self) -> None:
        self.entries: dict[str, list[list[Any]]] = {}
        self.names: dict[str, list[int]] = {}
        self.rows: list[list[int]] = []
        self.lines: list[bytes] = []
        self.problems: list[list[Any]] = []
        self.unread: list[str] = []
        self.size = 0
        self.count = 0
        self.left = MOST_BYTES
        self._seen: set[tuple[int, ...]] = set()

    def has_seen(self, key: list[int]) -> bool:
        """Whether the same file was there before under another name."""
        known = tuple(key) in self._seen
        if key:
            self._seen.add(tuple(key))
        return known

    def add(self, record: Mapping[str, Any], size: int) -> bool:
        """Take the record of a file of some size in; False, and nothing is taken, when the folder is full."""
        line = json.dumps(record, ensure_ascii=True).encode() + b"\n"
        number = len(record["entries"])
        self.left -= min(size, MOST_FILE_BYTES)
        if len(self.rows) >= MOST_FILES or self.count + number > MOST_ENTRIES or self.size + len(line) > MOST_RECORD_BYTES:
            return False
        if self.left < 0:
            return False
        row = len(self.rows)
        self.rows.append([self.size, len(line)])
        self.lines.append(line)
        self.size += len(line)
        self.count += number
        self.problems.extend([record["file"], *problem] for problem in record["problems"])
        if record.get("name"):
            self.names.setdefault(record["name"], []).append(row)
            for entry in record["entries"]:
                self.entries.setdefault(entry["event"], []).append([entry.get("literal"), row, entry["index"]])
        return True

    def leave_out(self, path: str, number: int) -> None:
        """Say where reading ended."""
        reason = f"too many rules: this file and those behind it ({number}) are left out"
        self.problems.append([path, None, 1, reason])

    def index(self) -> tuple[dict[str, Any], bytes]:
        """The index, and the records as they are kept."""
        found = {"entries": self.entries, "names": self.names, "rows": self.rows, "problems": self.problems}
        return found, b"".join(self.lines)
