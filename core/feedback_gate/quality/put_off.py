"""Commands a policy put off, with the files they are to be about: such a file has not passed, and no stop forgets it.

The list `deferred` in the agent's state; one entry a root, folder and command text: {root, cwd, label, item, timeout, files:
{absolute path: ctime}}. An entry goes when its command has run on its files, never before.
"""

from __future__ import annotations

import os

from feedback_gate.state import shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from feedback_gate.quality.report import Ran

    Key = tuple[str, str, str]

LIST = "deferred"
SHAPE: dict[str, Any] = {
    "root": str,
    "cwd": str,
    "label": str,
    "item": {"cmd": str, "name": str, "timeout": int},
    "files": {shape.ANY: int},
}


def entries(gate: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The entries of the gate's state; what is not whole is passed over, its files stay open."""
    listed = gate.get(LIST)
    return [one for one in listed if _is_whole(one)] if isinstance(listed, list) else []


def _is_whole(one: Any) -> bool:
    return shape.fits(one, SHAPE) and {*SHAPE} <= {*one} and "cmd" in one["item"]


def key(entry: Mapping[str, Any]) -> Key:
    """What tells an entry from others."""
    return entry["root"], entry["cwd"], entry["item"]["cmd"]


def add(gate: dict[str, Any], new: Iterable[Mapping[str, Any]], but: Iterable[str] = ()) -> None:
    """Add entries; of two with one key the first stays and gets the files of both.

    Args:
        gate: the state.
        new: the entries.
        but: files that are open for another reason, so that their rules run again as a whole.
    """
    kept = {key(entry): entry for entry in entries(gate)}
    left_out = set(but)
    for entry in new:
        files = {path: ns for path, ns in entry["files"].items() if path not in left_out}
        if files:
            kept.setdefault(key(entry), {**entry, "files": {}})["files"].update(files)
    gate[LIST] = list(kept.values())


def ran(gate: dict[str, Any], done: Iterable[tuple[Key, Mapping[str, int]]]) -> None:
    """Take off what ran: (key, the files it was about as they were then or later)."""
    kept = {key(entry): entry for entry in entries(gate)}
    for one, covered in done:
        entry = kept.get(one)
        if entry is not None:
            entry["files"] = {path: ns for path, ns in entry["files"].items() if covered.get(path, -1) < ns}
    gate[LIST] = [entry for entry in kept.values() if entry["files"]]


def remove(gate: dict[str, Any], keys: Iterable[Key]) -> None:
    """Take whole entries off."""
    gone = set(keys)
    gate[LIST] = [entry for entry in entries(gate) if key(entry) not in gone]


def waiting(gate: Mapping[str, Any]) -> dict[str, set[int]]:
    """{path: times} of the files that wait for a command that was put off."""
    found: dict[str, set[int]] = {}
    for entry in entries(gate):
        for path, ns in entry["files"].items():
            found.setdefault(path, set()).add(ns)
    return found


def covered(entry: Mapping[str, Any], ran: Iterable[Ran]) -> dict[str, int]:
    """The files of an entry that runs of the same command were about; a run that said nothing covers none."""
    from feedback_gate.quality import report

    found: dict[str, int] = {}
    for one in ran:
        command = one.command
        if (command.root, command.cwd, command.text) != key(entry) or report.unchecked(one.result):
            continue
        about = {os.path.join(command.root, name) for name in command.files}
        found.update({path: ns for path, ns in entry["files"].items() if not command.by_files or path in about})
    return found
