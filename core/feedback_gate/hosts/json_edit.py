"""One part put into a JSON text or cut out of it, so that everything else keeps its bytes and cutting undoes putting."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.hosts.json_text import Item, Node

INDENT = "  "
_BREAK = re.compile(r"\r*\n")


def appended(text: str, container: Node, key: str, value: Any) -> str:
    """A part behind the last one of an object or array."""
    if not container.items:
        at = container.start + 1
        return text[:at] + _first(text, container, key, value) + text[at:]
    last = container.items[-1]
    trailing = last.comma >= 0
    behind = last.comma + 1 if trailing else last.end
    line_end = _line_end(text, behind, container.end - 1)
    if line_end < 0:
        made = " " + _first(text, container, key, value) + "," * trailing
        return text[: last.end] + "," * (not trailing) + text[last.end : behind] + made + text[behind:]
    level = level_of(text, last.start)
    if text[: last.start].rpartition("\n")[2] != level:  # it shares its line with the bracket
        level = level_of(text, container.start) + unit_of(text)
    made = newline_of(text) + level + key + pretty(value, unit_of(text), level, newline_of(text)) + "," * trailing
    return text[: last.end] + "," * (not trailing) + text[last.end : line_end] + made + text[line_end:]


def _first(text: str, container: Node, key: str, value: Any) -> str:
    """A part that shares its line with others: a group in one line; what we make as a whole shows by its lines that it is ours."""
    return key + (pretty(value, unit_of(text), level_of(text, container.start), newline_of(text)) if key else compact(value))


def _line_end(text: str, at: int, stop: int) -> int:
    """Where the line ends on which the last part of a container stands, behind its comments; -1 when the bracket comes first."""
    while at < stop:
        if text.startswith("/*", at):
            at = text.index("*/", at) + 2
        elif text.startswith("//", at):
            at = text.index("\n", at)
            at = len(text[:at].rstrip("\r")) if text[at - 1] == "\r" else at
        elif _BREAK.match(text, at):
            return at
        else:
            at += 1
    return -1


# ---- taking out


def gap(text: str, container: Node) -> str:
    """What stands between a bracket and the first part."""
    return text[container.start + 1 : container.items[0].start]


def is_annotated(text: str, container: Node) -> bool:
    """Whether a container of one part has comments beside it."""
    item = container.items[0]
    return bool((gap(text, container) + text[max(item.end, item.comma + 1) : container.end - 1]).strip(" \t\r\n"))


def cut(text: str, container: Node, index: int) -> str:
    """The text without one part of a container, its comma, and the line break or blank that came with it."""
    item = container.items[index]
    direct = index == 0 and gap(text, container) == ""
    start = item.start if direct else _start_of(text, item)
    if direct and len(container.items) > 1 and not text[item.comma + 1 : container.items[1].start].strip(" \t\r\n"):
        return text[:start] + text[container.items[1].start :]  # the next one takes its place, and tells the same
    if item.comma >= 0:
        return text[:start] + text[item.comma + 1 :]
    if index == 0:
        return text[:start] + text[item.end :]
    comma = container.items[index - 1].comma
    return text[:comma] + text[comma + 1 : start] + text[item.end :]


def _start_of(text: str, item: Item) -> int:
    """The index of the line break with indentation, or of the one blank, in front of a part."""
    start = item.start
    while text[start - 1] in " \t":
        start -= 1
    if text[start - 1] == "\n":
        return start - (2 if text[start - 2 : start] == "\r\n" else 1)
    return item.start - (text[item.start - 1] in " \t")


# ---- layout


def newline_of(text: str) -> str:
    """The line end of the first line."""
    found = text.find("\n")
    return "\r\n" if found > 0 and text[found - 1] == "\r" else "\n"


def level_of(text: str, at: int) -> str:
    """The white space at the beginning of the line on which an index stands."""
    start = text.rfind("\n", 0, at) + 1
    line = text[start:at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def unit_of(text: str) -> str:
    """One step of indentation, as the first indented line shows it."""
    found = re.search(r"\n([ \t]+)\"", text)
    return found[1] if found else INDENT


def pretty(value: Any, unit: str, level: str, newline: str = "\n") -> str:
    """A value on lines of its own, each behind the first one indented."""
    return json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", newline + level)


def compact(value: Any) -> str:
    """A value in one line."""
    return json.dumps(value, ensure_ascii=False)
