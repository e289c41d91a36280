"""Patterns that are too slow: one that alone used more than a quarter of a second in three calls counts as broken until it is changed.

Calls are counted for a pattern of a rule file: another rule with the same pattern, say a project's, takes nothing from it.
"""

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


def note(patterns: Iterable[tuple[str, str]], environ: Mapping[str, str]) -> None:
    """Count a slow call for each of these (file of a rule, its pattern); one that cannot be kept is no error."""
    patterns, path = list(patterns), _path(environ)
    if not patterns or not path:
        return

    def change(kept: dict[str, Any]) -> None:
        for file, source in patterns:
            key = _key(file, source)
            kept[key] = {"calls": _calls(kept.get(key)) + 1, "file": file}

    try:
        jsonfile.update(path, change, on_broken={})
    except OSError:
        return


def known(environ: Mapping[str, str]) -> frozenset[str]:
    """Keys of the patterns that count as broken, for `is_slow`."""
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


def is_slow(file: str, entry: Entry, slow: frozenset[str]) -> bool:
    """Whether one of the patterns of a rule file's entry is too slow."""
    return bool(slow) and any(_key(file, entry.text(name)) in slow for name in ("when", "unless") if entry.text(name))


def _key(file: str, source: str) -> str:
    return hashing.short(f"{file}\0{source}")


def _path(environ: Mapping[str, str]) -> str:
    base = places.state_home(environ)
    return os.path.join(base, "slow.json") if base else ""
