"""Brace lists: one pattern written for several, expanded in the order of writing and with an end to it."""

from __future__ import annotations

from feedback_gate.globs import MAX_LENGTH, GlobError

MAX_ALTERNATIVES = 1024
MAX_DEPTH = 32


def expand(pattern: str) -> list[str]:
    """See `feedback_gate.globs.expand_braces`."""
    if len(pattern) > MAX_LENGTH:
        raise GlobError(f"longer than {MAX_LENGTH} characters")
    return _expanded(pattern, 0, len(pattern), _partners(pattern), 0)


def _partners(pattern: str) -> dict[int, int]:
    """Position of each opening brace that has a partner → position of the partner."""
    open_braces: list[int] = []
    partners = {}
    for position, letter in enumerate(pattern):
        if letter == "{":
            open_braces.append(position)
        elif letter == "}" and open_braces:
            partners[open_braces.pop()] = position
    return partners


def _expanded(pattern: str, position: int, end: int, partners: dict[int, int], depth: int) -> list[str]:
    """All readings of a stretch of the pattern."""
    if depth > MAX_DEPTH:
        raise GlobError(f"braces nested more than {MAX_DEPTH} deep")
    readings = [""]
    plain = position
    while position < end:
        closing = partners.get(position)
        if closing is None:
            position += 1
            continue
        middle = [
            text
            for piece in _members(position, closing, pattern, partners)
            for text in _expanded(pattern, *piece, partners, depth + 1)
        ]
        if len(readings) * len(middle) > MAX_ALTERNATIVES:
            raise GlobError(f"stands for more than {MAX_ALTERNATIVES} patterns")
        readings = [start + pattern[plain:position] + text for start in readings for text in middle]
        position = plain = closing + 1
    return [start + pattern[plain:end] for start in readings]


def _members(opening: int, closing: int, pattern: str, partners: dict[int, int]) -> list[tuple[int, int]]:
    """(start, end) of the members of one brace list."""
    members = []
    start = position = opening + 1
    while position < closing:
        if pattern[position] == ",":
            members.append((start, position))
            start = position + 1
        position = partners.get(position, position) + 1
    return [*members, (start, closing)]
