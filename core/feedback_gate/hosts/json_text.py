"""JSON with comments and trailing commas as a tree that knows where in the text each part stands."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Deeper than any settings file, far below the interpreter's stack.
MAX_DEPTH = 100
_TRIVIA = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*(?s:.*?)\*/)*")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_WORD = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null")


class TextError(Exception):
    """The text is no JSON: where (an index into the text), and what was expected there."""

    def __init__(self, at: int, wanted: str) -> None:
        super().__init__(f"{wanted} expected at {at}")
        self.at = at
        self.wanted = wanted


class Item:
    """A member of an object or an element of an array.

    start: of its key, or of its value in an array; end: behind its value; key: "" in an array; comma: index of the comma
    that follows, -1 = none.
    """

    __slots__ = ("comma", "end", "key", "node", "start")

    def __init__(self, start: int, key: str, node: Node, comma: int) -> None:
        self.start = start
        self.key = key
        self.node = node
        self.end = node.end
        self.comma = comma


class Node:
    """A value. start, end: its place; value: as json.loads gives it (of two equal keys the last one counts); items: its parts."""

    __slots__ = ("end", "items", "start", "value")

    def __init__(self, start: int, end: int, value: Any, items: tuple[Item, ...] = ()) -> None:
        self.start = start
        self.end = end
        self.value = value
        self.items = items

    def member(self, key: str) -> Item | None:
        """The member of that name that counts, None when this is no object or has none."""
        found = [item for item in self.items if item.key == key] if isinstance(self.value, dict) else []
        return found[-1] if found else None


class Document:
    """A parsed text. root: its value; loose: index of the first comment or trailing comma, -1 = it is plain JSON."""

    __slots__ = ("loose", "root", "text")

    def __init__(self, text: str, root: Node, loose: int) -> None:
        self.text = text
        self.root = root
        self.loose = loose

    def line_of(self, at: int) -> int:
        """The line, from 1, on which an index stands."""
        return self.text.count("\n", 0, at) + 1


def parse(text: str) -> Document:
    """Read a text.

    Raises:
        TextError: it is no JSON, even with comments and trailing commas allowed, or nested more than 100 deep.
    """
    reader = _Reader(text)
    start = reader.skip(0)
    root = reader.value(start, 0)
    end = reader.skip(root.end)
    if end != len(text):
        raise TextError(end, "the end of the file")
    return Document(text, root, reader.loose)


class _Reader:
    """One pass over a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.loose = -1

    def skip(self, at: int) -> int:
        """The index behind white space and comments."""
        found = _TRIVIA.match(self.text, at)
        end = found.end() if found else at
        comment = self.text.find("/", at, end)
        if comment >= 0:
            self.note(comment)
        return end

    def note(self, at: int) -> None:
        self.loose = at if self.loose < 0 else min(self.loose, at)

    def value(self, at: int, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise TextError(at, f"at most {MAX_DEPTH} nested brackets")
        sign = self.text[at : at + 1]
        if sign == "{":
            items, end = self.items(at, "}", depth)
            return Node(at, end, {item.key: item.node.value for item in items}, items)
        if sign == "[":
            items, end = self.items(at, "]", depth)
            return Node(at, end, [item.node.value for item in items], items)
        if sign == '"':
            text, end = self.string(at)
            return Node(at, end, text)
        found = _WORD.match(self.text, at)
        if found is None:
            raise TextError(at, "a value")
        try:
            return Node(at, found.end(), json.loads(found.group()))
        except ValueError:  # a number of more digits than the interpreter reads
            raise TextError(at, "a shorter number") from None

    def string(self, at: int) -> tuple[str, int]:
        found = _STRING.match(self.text, at)
        try:
            return json.loads(found.group() if found else ""), found.end() if found else at
        except ValueError:
            raise TextError(at, "a text in double quotes") from None

    def items(self, at: int, closing: str, depth: int) -> tuple[tuple[Item, ...], int]:
        """The parts of an object or array that opens here, and the index behind it."""
        found: list[Item] = []
        at = self.skip(at + 1)
        while self.text[at : at + 1] != closing:
            start, key = at, ""
            if closing == "}":
                key, at = self.key(at)
            node = self.value(at, depth + 1)
            at = self.skip(node.end)
            comma = at if self.text[at : at + 1] == "," else -1
            found.append(Item(start, key, node, comma))
            if comma < 0:
                if self.text[at : at + 1] != closing:
                    raise TextError(at, f"a comma or {closing}")
                break
            at = self.skip(comma + 1)
            if self.text[at : at + 1] == closing:
                self.note(comma)
        return tuple(found), at + 1

    def key(self, at: int) -> tuple[str, int]:
        """A member's name, and the index of its value."""
        key, at = self.string(at)
        at = self.skip(at)
        if self.text[at : at + 1] != ":":
            raise TextError(at, "a colon")
        return key, self.skip(at + 1)
