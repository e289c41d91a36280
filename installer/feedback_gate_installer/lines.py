"""The ``key = value`` lines of pins and settings files, read here exactly as the shim's sh reads them."""

from __future__ import annotations

import re

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*\Z")


class LineError(ValueError):
    """A line that is not ``key = value``; ``line`` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


def read(text: str) -> list[tuple[str, str]]:
    """Split text into (key, value) pairs in the order of their lines.

    Blank lines and lines whose first character is ``#`` are skipped; blanks and a trailing carriage return
    around key and value are dropped; there are no quotes and no continuations.

    Raises:
        LineError: a line without ``=`` or with a key that is no name.
    """
    pairs = []
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip(" \t\r")
        if not line or line.startswith("#"):
            continue
        key, equals, value = line.partition("=")
        if not equals or not _KEY.match(key.rstrip(" \t")):
            raise LineError(number)
        pairs.append((key.rstrip(" \t"), value.strip(" \t")))
    return pairs


def write(pairs: list[tuple[str, str]]) -> str:
    """The text that ``read`` gives back as the same pairs.

    Raises:
        ValueError: a key or value that would not survive the way through the file.
    """
    text = "".join(f"{key} = {value}\n" for key, value in pairs)
    if read(text) != pairs:
        raise ValueError("a key or value cannot be written as one line")
    return text
