"""What an interrupted download left behind, for the next run to go on from.

A download writes to a file of its own; beside it, ``<file>.meta`` says what it is a part of and by which entity tag
the server knew it. The next run *copies* such a part and never writes into it: whoever made it may still be alive.
"""

from __future__ import annotations

import os

from feedback_gate_installer import files, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate_installer.checksums import Entry

_META = ".meta"
_BLOCK = 1024 * 1024  # bytes


def note(path: str, entry: Entry, address: str, tag: str) -> None:
    """Write down what ``path`` is becoming a part of; without a (strong) entity tag it cannot be resumed.

    ``address`` is only compared, and holds no secrets.
    """
    import json

    if not tag:
        files.remove(path + _META)
        return
    meta = {"sha256": entry.sha256, "address": address, "tag": tag}
    files.replace(path + _META, json.dumps(meta, sort_keys=True).encode())


def take_over(path: str, entry: Entry, address: str) -> str:
    """Copy the longest part of this very file from this very address to ``path`` and forget it.

    Returns:
        The entity tag to resume by, or an empty text if there is nothing to resume.
    """
    best, tag = "", ""
    folder = os.path.dirname(path)
    for name in os.listdir(folder):
        part = os.path.join(folder, name[: -len(_META)])
        if not name.startswith(files.TEMPORARY) or not name.endswith(_META) or part == path:
            continue
        meta = records.load(os.path.join(folder, name))
        if meta.get("sha256") == entry.sha256 and meta.get("address") == address and _size(part) > _size(best):
            best, tag = part, str(meta.get("tag", ""))
    if not tag or not 0 < _size(best) < entry.size or not _copy(best, path, entry.size):
        return ""
    for done in (best, best + _META):
        files.remove(done)
    note(path, entry, address, tag)
    return tag


def forget(path: str) -> None:
    """The download to ``path`` is whole or worthless: it is no part any more."""
    files.remove(path + _META)


def _size(path: str) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:
        return -1


def _copy(source: str, target: str, limit: int) -> bool:
    try:
        with open(source, "rb") as old, open(target, "wb") as new:
            left = limit
            while left > 0:
                block = old.read(min(_BLOCK, left))
                if not block:
                    break
                new.write(block)
                left -= len(block)
    except OSError:
        return False
    return True
