"""Which variables the project's own settings files may have put into our environment.

On Claude Code 2.1.332 the `env` of a project's settings reaches every hook's environment, so a pull request can set it.
"""

from __future__ import annotations

import json
import os
import re

from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

SETTINGS = (".claude/settings.json", ".claude/settings.local.json")
MAX_BYTES = 8 << 20


def names(starts: Iterable[str], home: str, every: frozenset[str]) -> frozenset[str]:
    """The names that settings files set in these folders and in all above them.

    The one we are told of need not be the one that has the settings. The home folder ends the way up: its settings are the
    person's own.

    Args:
        starts: folders of the project; what is no absolute path is passed over.
        home: the person's home folder, "" without one.
        every: all names that could matter, for a file of which nobody can say what it sets.
    """
    found: frozenset[str] = frozenset()
    for folder in _upwards(starts, home):
        for name in SETTINGS:
            found |= _names_in(os.path.join(folder, name), every)
    return found


def _upwards(starts: Iterable[str], home: str) -> Iterator[str]:
    seen: set[str] = set()
    for start in starts:
        folder = start
        while folder.startswith("/") and folder not in seen and not _is_same(folder, home):
            seen.add(folder)
            yield folder
            folder = os.path.dirname(folder)


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _names_in(path: str, every: frozenset[str]) -> frozenset[str]:
    """The names in the `env` of one file.

    The host may read what we cannot: of a file that is no JSON every word counts as set, and everything where an escape can hide
    words, or where it is too large or closed to us.
    """
    try:
        data = files.load(path, MAX_BYTES)
    except OSError:
        return every if os.path.isfile(path) else frozenset()
    if data is None:
        return frozenset()
    text = data.decode("utf-8-sig", "replace")
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return frozenset(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", text)) | (every if "\\u" in text else frozenset())
    env = value.get("env") if isinstance(value, dict) else None
    return frozenset(env) if isinstance(env, dict) else frozenset()
