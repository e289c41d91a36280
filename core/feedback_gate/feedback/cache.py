"""The two cache files of a rule folder: the index, which every tool call reads, and the records it points to.

`rules-<hash>.<build>.records` holds one JSON record a line, read by offset; `build` is the digest of its content. The last
line is the folder's `meta`: {"files": {name: key}, "names": {rule name: rows}, "problems": [[file, entry, line, reason], …]}.
A reader of an older index finds no such file, or another content, and reads the rule files anew.
"""

from __future__ import annotations

import json
import os

import feedback_gate
from feedback_gate.feedback.index import Index
from feedback_gate.state import places
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

VERSION = f"{feedback_gate.__version__}/6"
# Seconds after which files that nothing points to are removed, and those of a folder that is gone.
ORPHAN, GONE = 3600.0, 30 * 86400.0


def path_of(folder: str, environ: Mapping[str, str]) -> str:
    """The common start of both files' paths, "" where nothing can be kept."""
    base = places.cache_home(environ)
    return os.path.join(base, "parsed", "rules-" + hashing.short(os.path.realpath(folder))) if base else ""


def read_index(cache: str) -> Index | None:
    """The index, None when there is none that this version can use."""
    data = files.read_bytes(cache + ".index") if cache else None
    return None if data is None else Index.read(data, VERSION)


def read_record(cache: str, index: Index, place: tuple[int, int]) -> dict[str, Any] | None:
    """One record, None when it is not there any more."""
    return decoded(files.read_part(_records_path(cache, index), *place))


def read_records(cache: str, index: Index) -> bytes | None:
    """All records in one read; None when they are not the ones the index was made with."""
    data = files.read_bytes(_records_path(cache, index)) if cache else None
    return data if data is not None and build_of(data) == index.head["build"] else None


def forget(folder: str, environ: Mapping[str, str]) -> None:
    """Have the rules of a folder read anew."""
    cache = path_of(folder, environ)
    if cache:
        files.remove(cache + ".index")


def build_of(data: bytes) -> str:
    """What the records are known by."""
    return hashing.digest(data)[:12]


def decoded(data: bytes) -> dict[str, Any] | None:
    """A record from its line."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def write(cache: str, index: Index, data: bytes, old: Index | None) -> None:
    """Keep both files, the records first: an index never points to records that are not there yet.

    A cache that cannot be kept is no error.
    """
    try:
        files.write_atomically(_records_path(cache, index), data)
        files.write_atomically(cache + ".index", index.data())
    except OSError:
        return
    if old is not None and old.head["build"] != index.head["build"]:
        files.remove(_records_path(cache, old))


def sweep(environ: Mapping[str, str]) -> None:
    """Remove records that no index names, and both files of folders that are gone for a month."""
    base = places.cache_home(environ)
    folder = os.path.join(base, "parsed") if base else ""
    named = set()
    for entry in list(files.entries(folder)) if folder else ():
        if entry.name.startswith("rules-") and entry.name.endswith(".index"):
            cache = entry.path[: -len(".index")]
            index = read_index(cache)
            if index is None or (not os.path.isdir(index.head["folder"]) and _is_older(entry, GONE)):
                files.remove(entry.path)
            else:
                named.add(_records_path(cache, index))
    for entry in list(files.entries(folder)) if folder else ():
        left_over = entry.name.endswith(".records") and entry.name.startswith("rules-")
        if left_over and entry.path not in named and _is_older(entry, ORPHAN):
            files.remove(entry.path)


def _is_older(entry: os.DirEntry[str], seconds: float) -> bool:
    from feedback_gate.system import clock

    try:
        return entry.stat(follow_symlinks=False).st_mtime < clock.now() - seconds
    except OSError:
        return False


def _records_path(cache: str, index: Index) -> str:
    return f"{cache}.{index.head['build']}.records"
