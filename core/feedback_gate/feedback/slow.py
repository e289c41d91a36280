"""Patterns that are too slow: one that alone used more than a quarter of a second in three calls counts as broken until it is changed."""

from __future__ import annotations

import os

from feedback_gate.state import jsonfile, places
from feedback_gate.system import hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from feedback_gate.feedback.rule import Entry

CALLS = 3


def note(sources: Iterable[str], environ: Mapping[str, str]) -> None:
    """Count a slow call for each of these patterns; a count that cannot be kept is no error."""
    keys = [hashing.short(source) for source in sources]
    path = _path(environ)
    if not keys or not path:
        return

    def change(kept: dict[str, Any]) -> None:
        for key in keys:
            kept[key] = int(kept.get(key, 0)) + 1

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
    return frozenset(key for key, calls in kept.items() if isinstance(calls, int) and calls >= CALLS)


def is_slow(entry: Entry, slow: frozenset[str]) -> bool:
    """Whether one of an entry's patterns is too slow."""
    return bool(slow) and any(hashing.short(entry.text(name)) in slow for name in ("when", "unless") if entry.text(name))


def _path(environ: Mapping[str, str]) -> str:
    base = places.state_home(environ)
    return os.path.join(base, "slow.json") if base else ""
