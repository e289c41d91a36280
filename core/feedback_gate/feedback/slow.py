"""Patterns that are too slow: one that alone used more than a quarter of a second in three calls counts as broken until it is changed."""

from __future__ import annotations

import os

from feedback_gate.state import jsonfile, places
from feedback_gate.system import hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.feedback.rule import Entry

CALLS = 3


def note(sources: Mapping[str, str], environ: Mapping[str, str]) -> None:
    """Count a slow call for each of these patterns (pattern → file of its rule); one that cannot be kept is no error."""
    path = _path(environ)
    if not sources or not path:
        return

    def change(kept: dict[str, Any]) -> None:
        for source, file in sources.items():
            key = hashing.short(source)
            kept[key] = {"calls": _calls(kept.get(key)) + 1, "file": file}

    try:
        jsonfile.update(path, change, on_broken={})
    except OSError:
        return


def known(environ: Mapping[str, str]) -> frozenset[str]:
    """Hashes of the patterns that count as broken."""
    path = _path(environ)
    if not path or not os.path.exists(path):
        return frozenset()
    try:
        kept = jsonfile.read(path)
    except jsonfile.Unreadable:
        return frozenset()
    return frozenset(key for key, one in kept.items() if _calls(one) >= CALLS)


def sweep(environ: Mapping[str, str]) -> None:
    """Forget the patterns of rule files that are gone."""
    path = _path(environ)

    def change(kept: dict[str, Any]) -> None:
        for key in [key for key, one in kept.items() if not (isinstance(one, dict) and os.path.exists(str(one.get("file"))))]:
            del kept[key]

    if path and os.path.exists(path):
        jsonfile.update(path, change, on_broken={})


def _calls(one: Any) -> int:
    calls = one.get("calls") if isinstance(one, dict) else 0
    return calls if isinstance(calls, int) else 0


def is_slow(entry: Entry, slow: frozenset[str]) -> bool:
    """Whether one of an entry's patterns is too slow."""
    return bool(slow) and any(hashing.short(entry.text(name)) in slow for name in ("when", "unless") if entry.text(name))


def _path(environ: Mapping[str, str]) -> str:
    base = places.state_home(environ)
    return os.path.join(base, "slow.json") if base else ""
