"""YAML as this product reads it: a safe subset with the line of every key, and errors that name their place."""

from __future__ import annotations

from feedback_gate.errors import FeedbackGateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Path = Sequence["str | int"]

MAX_CHARACTERS = 256 * 1024
# Values after every alias has been followed; an alias bomb has millions.
MAX_VALUES = 10_000
# Far more than a person writes, far less than the interpreter's stack allows.
MAX_DEPTH = 100
MAX_DIGITS = 400
BOM = "\ufeff"


class YamlError(FeedbackGateError):
    """Text that cannot be used: `line` and `column` count from 1, `reason` is one line."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


class Document:
    """What a text holds.

    value: None, bool, int, float, str, list or dict with text keys (as written); of two equal keys the last one counts.
    duplicates: (path, line) of every further use of a key; a path is a tuple of keys and list positions.
    """

    __slots__ = ("_places", "duplicates", "value")

    def __init__(self, value: Any, places: Place, duplicates: list[tuple[tuple[str | int, ...], int]]) -> None:
        self.value = value
        self.duplicates = duplicates
        self._places = places

    def line_of(self, path: Path) -> int:
        """The line (from 1) of a key or list item; of the nearest thing around it when there is no such thing."""
        place = self._places
        for step in path:
            inside = place.inside.get(step)
            if inside is None:
                break
            place = inside
        return place.line


class Place:
    """Where a value stands, and where what it holds stands."""

    __slots__ = ("inside", "line")

    def __init__(self, line: int, inside: dict[str | int, Place] | None = None) -> None:
        self.line = line
        self.inside = inside or {}


def load(text: str, first_line: int = 1) -> Document:
    """Read one YAML 1.1 document with PyYAML's pure part.

    As `safe_load` reads it (`yes`, `off` … are booleans, `y` is text, merge keys and anchors work), but timestamps stay
    text, keys are text as written, and tags beyond the plain types are refused.

    Args:
        text: the document; empty means None.
        first_line: the line of its file at which the text begins, for everything that names a line.

    Raises:
        YamlError: malformed, more than 256 K characters, more than 10,000 values or nested more than 100 deep.
    """
    from feedback_gate.yamlfile.reader import read

    return read(text, first_line)


def frontmatter(text: str) -> tuple[str, str, int] | None:
    """(block, body, line of the file at which the block begins) of a Markdown file that starts with frontmatter.

    The first line is three hyphens, the last one too, blanks may follow on both; between them stands at least one line.
    A byte order mark in front is passed over, LF and CRLF both end lines. None: no frontmatter.
    """
    text = text[1:] if text.startswith(BOM) else text
    start = text.find("\n") + 1
    if not start or not _is_fence(text[:start]):
        return None
    position = start
    while position < len(text):
        end = text.find("\n", position) + 1 or len(text)
        if _is_fence(text[position:end]):
            return (text[start:position], text[end:], 2) if position > start else None
        position = end
    return None


def _is_fence(line: str) -> bool:
    return line.startswith("---") and line[3:].rstrip("\n").removesuffix("\r").strip(" \t") == ""
