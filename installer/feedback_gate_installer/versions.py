"""Version numbers: three plain numbers, compared as numbers."""

from __future__ import annotations

import re

_VERSION = re.compile(r"(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\Z", re.ASCII)


def is_version(text: str) -> bool:
    """Say whether text is ``X.Y.Z`` without leading zeros: only such a text ever becomes part of a path."""
    return _VERSION.match(text) is not None


def order(version: str) -> tuple[int, int, int]:
    """The sort key of a version that ``is_version`` accepts."""
    major, minor, patch = version.split(".")
    return int(major), int(minor), int(patch)
