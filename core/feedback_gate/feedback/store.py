"""The rules of one folder, parsed once: a small index that a tool call reads, and the records it points to.

Two files in the user's cache: `rules-<hash>.index` (JSON: what each entry needs to be worth a look) and
`rules-<hash>.<build>.records` (one JSON record a line, read by offset; a reader of an older index finds no file and loads
anew). A tool call trusts the index while the folder's own stat is unchanged and checks the file of each rule that hit; every
prompt looks at all files. A file that was younger than two seconds when it was read is read again, as its time stamp could
hide a second change.
"""

from __future__ import annotations

import json
import os

import feedback_gate
from feedback_gate.state import places
from feedback_gate.system import clock, files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

RACY_SECONDS = 2.0
FORMAT = "2"


def file_key(info: os.stat_result) -> list[int]:
    """What must be unchanged for a parsed file to be still right."""
    return [info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino]


class Folder:
    """The parsed rules of one folder.

    index: {"entries": {event: [[literal, row, entry index], …]}, "names": {name: count}, "rows": [[offset, length], …],
    "confirmed": rows with a count of 3 or more, "problems": [[file, entry, line, reason], …]}.
    """

    __slots__ = ("_cache", "_records", "folder", "index", "scope")

    def __init__(self, folder: str, scope: str, index: dict[str, Any], cache: str, records: bytes | None = None) -> None:
        self.folder = folder
        self.scope = scope
        self.index = index
        self._cache = cache
        self._records = records

    def record(self, row: int) -> dict[str, Any] | None:
        """The record of a rule; None when the cache file went away meanwhile."""
        offset, length = self.index["rows"][row]
        if self._records is not None:
            data = self._records[offset : offset + length]
        else:
            data = files.read_part(_records_path(self._cache, self.index), offset, length)
        try:
            value = json.loads(data)
        except ValueError:
            return None
        return value if isinstance(value, dict) else None

    def records(self) -> list[dict[str, Any]]:
        """All records, in the order of the file names."""
        found = (self.record(row) for row in range(len(self.index["rows"])))
        return [record for record in found if record is not None]


def load(folder: str, scope: str, environ: Mapping[str, str], *, thorough: bool) -> Folder:
    """The parsed rules of a folder, from the cache while it is right.

    Args:
        folder: the rule folder.
        scope: "user" or "project".
        environ: names the cache home.
        thorough: look at every file (at prompts, and after an edit in a rule folder), not only at the folder.
    """
    cache = _cache_path(folder, environ)
    index = _read_index(cache)
    if (
        index is not None
        and index["stat"] == _folder_stat(folder)
        and (not thorough or index["files"] == _file_keys(folder))
        and not _racy(index)
    ):
        return Folder(folder, scope, index, cache)
    return _rebuild(folder, scope, cache, index)


def cached_index(folder: str, environ: Mapping[str, str]) -> dict[str, Any] | None:
    """The index as it was last written, whether it is still right or not; None when there is none."""
    return _read_index(_cache_path(folder, environ))


def is_fresh(found: Folder, record: Mapping[str, Any]) -> bool:
    """Whether the file of a record is still the one that was parsed."""
    name = os.path.basename(record["file"])
    try:
        return bool(found.index["files"].get(name) == file_key(os.stat(record["file"])))
    except OSError:
        return False


def _cache_path(folder: str, environ: Mapping[str, str]) -> str:
    base = places.cache_home(environ)
    return os.path.join(base, "parsed", "rules-" + hashing.short(os.path.realpath(folder))) if base else ""


def _read_index(cache: str) -> dict[str, Any] | None:
    data = files.read_bytes(cache + ".index") if cache else None
    if data is None:
        return None
    try:
        index = json.loads(data)
    except ValueError:
        return None
    return index if isinstance(index, dict) and index.get("version") == _version() else None


def _records_path(cache: str, index: Mapping[str, Any]) -> str:
    return f"{cache}.{index['build']}.records"


def _version() -> str:
    return f"{feedback_gate.__version__}/{FORMAT}"


def _folder_stat(folder: str) -> list[int]:
    try:
        info = os.stat(folder)
    except OSError:
        return []
    return [info.st_mtime_ns, info.st_ctime_ns, info.st_ino, info.st_dev]


def _is_racy(key: list[int], made: float) -> bool:
    return key[2] / 1e9 + RACY_SECONDS > made


def _racy(index: Mapping[str, Any]) -> bool:
    return any(_is_racy(key, index["made"]) for key in index["files"].values())


def _file_keys(folder: str) -> dict[str, list[int]]:
    keys = {}
    for entry in files.entries(folder):
        if entry.name.endswith(".md"):
            try:
                keys[entry.name] = file_key(entry.stat())
            except OSError:
                continue
    return keys


def _rebuild(folder: str, scope: str, cache: str, old: dict[str, Any] | None) -> Folder:
    """Parse what is new or changed, keep the records of the rest, and replace both cache files."""
    made = clock.now()
    stat, keys = _folder_stat(folder), _file_keys(folder)
    kept = _kept_records(folder, scope, cache, old)
    records: list[dict[str, Any]] = []
    problems: list[list[Any]] = []
    for name, key in keys.items():
        record = kept.get(name) if old is not None and old["files"].get(name) == key else None
        if record is None:
            record = _parse(os.path.join(folder, name))
        if record.get("name"):
            records.append(record)
        problems.extend([record["file"], *problem] for problem in record["problems"])
        if not record.get("name") and (record["problems"] or record.get("silent")):
            records.append(record)
    index, data = _index_of(records, problems)
    index.update(version=_version(), stat=stat, files=keys, made=made, build=hashing.digest(data)[:12])
    if cache:
        _write(cache, index, data, old)
    return Folder(folder, scope, index, cache, data)


def _kept_records(folder: str, scope: str, cache: str, old: dict[str, Any] | None) -> dict[str, dict[str, Any]]:
    if old is None:
        return {}
    found = {os.path.basename(record["file"]): record for record in Folder(folder, scope, old, cache).records()}
    return {name: record for name, record in found.items() if not _is_racy(old["files"].get(name, [0, 0, 0]), old["made"])}


def _parse(path: str) -> dict[str, Any]:
    """The record of a file; a broken file and one that is no rule have a record without a name."""
    from feedback_gate.feedback import parse

    text = files.read_text(path, 4 << 20)
    empty: dict[str, Any] = {"file": path, "entries": [], "problems": [], "silent": True}
    if text is None:
        return empty
    try:
        record = parse.parse(text, path)
    except parse.BrokenFileError as problem:
        return {**empty, "problems": [[None, problem.line, problem.reason]]}
    except RecursionError:
        return {**empty, "problems": [[None, 1, "the frontmatter is nested too deeply"]]}
    return empty if record is None else record


def _index_of(records: list[dict[str, Any]], problems: list[list[Any]]) -> tuple[dict[str, Any], bytes]:
    entries: dict[str, list[list[Any]]] = {}
    names: dict[str, int] = {}
    rows, lines, offset = [], [], 0
    confirmed = []
    for row, record in enumerate(records):
        line = json.dumps(record, ensure_ascii=True).encode() + b"\n"
        rows.append([offset, len(line)])
        lines.append(line)
        offset += len(line)
        if not record.get("name"):
            continue
        names[record["name"]] = max(record["count"], names.get(record["name"], record["count"]))
        if record["count"] >= 3:
            confirmed.append(row)
        for entry in record["entries"]:
            entries.setdefault(entry["event"], []).append([entry.get("literal"), row, entry["index"]])
    return {"entries": entries, "names": names, "rows": rows, "confirmed": confirmed, "problems": problems}, b"".join(lines)


def _write(cache: str, index: dict[str, Any], data: bytes, old: Mapping[str, Any] | None) -> None:
    """Records first: an index never points to records that are not there yet. A cache that cannot be kept is no error."""
    try:
        files.write_atomically(_records_path(cache, index), data)
        files.write_atomically(cache + ".index", json.dumps(index, ensure_ascii=True).encode())
    except OSError:
        return
    if old is not None and old.get("build") != index["build"]:
        files.remove(_records_path(cache, old))
