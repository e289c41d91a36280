"""Escapes of `$'…'`, `printf` and `echo -e`: what a shell makes of a backslash and the letters behind it."""

from __future__ import annotations

import re

LETTERS = {"a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_ESCAPE = r"\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c(.)|(.))"


def decoded(text: str) -> str:
    """The text with its escapes replaced; one that stands for no character stays as it is written."""
    return re.sub(_ESCAPE, _replaced, text, flags=re.DOTALL) if "\\" in text else text


def _replaced(match: re.Match[str]) -> str:
    short, middle, long, octal, control, other = match.groups()
    if octal:
        return chr(int(octal, 8) & 0xFF)
    if control:
        return chr(ord(control) & 0x1F)
    if other:
        return LETTERS.get(other, other if other in "\\'\"?" else match.group())
    code = int(short or middle or long, 16)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else match.group()
