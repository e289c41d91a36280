"""Looks on disk for the first thing that fits a pattern."""

from __future__ import annotations

import os

from feedback_gate.globs import MAGIC, compile_glob, is_deep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.globs import Matcher


# Folders of what was fetched or made, which `**` passes over unless the pattern names them.
PASSED_OVER = frozenset(("node_modules", "__pycache__", "site-packages"))


def first(pattern: str, root: str) -> str:
    """See `feedback_gate.globs.first_on_disk`; braces are ordinary here."""
    segments = [segment for number, segment in enumerate(pattern.split("/")) if segment or number == pattern.count("/")]
    tests = [None if MAGIC.isdisjoint(segment) or is_deep(segment) else compile_glob(segment) for segment in segments]
    if not pattern:
        return ""
    seen: set[tuple[int, int, int]] = set()
    level = [("/" if pattern.startswith("/") else root, 0)]
    while level:
        following: list[tuple[str, int]] = []
        for folder, number in level:
            if number == len(segments):
                return folder
            following += _next(folder, number, segments, tests, seen)
        level = following
    return ""


def _next(
    folder: str, number: int, segments: Sequence[str], tests: Sequence[Matcher | None], seen: set[tuple[int, int, int]]
) -> list[tuple[str, int]]:
    """What is to be looked at after a folder: (path, number of the next segment), for each name that fits the segment."""
    segment, test = segments[number], tests[number]
    last = number == len(segments) - 1
    if test is None and not is_deep(segment):
        path = os.path.join(folder, segment)
        return [(path, number + 1)] if (os.path.lexists(path) if last else os.path.isdir(path)) else []
    try:
        info = os.stat(folder)
        if (number, info.st_dev, info.st_ino) in seen:
            return []
        seen.add((number, info.st_dev, info.st_ino))
        with os.scandir(folder) as found:
            entries = [entry for entry in found if segment.startswith(".") or not entry.name.startswith(".")]
    except OSError:
        return []
    if test is not None:
        return [(entry.path, number + 1) for entry in entries if test(entry.name) and (last or _is_folder(entry))]
    inside = ((entry.path, number) for entry in entries if entry.name not in PASSED_OVER and _is_folder(entry))
    return [(folder, number + 1), *inside]


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads in a circle
        return False
