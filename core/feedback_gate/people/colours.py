"""Colour for people: per stream, and only where it is wanted."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TextIO

CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


class Paint:
    """`paint(text, "green")` gives the text in green where the stream shows colours, else the text as it is."""

    __slots__ = ("on",)

    def __init__(self, stream: TextIO, environ: Mapping[str, str] | None = None) -> None:
        self.on = wanted(stream, os.environ if environ is None else environ)

    def __call__(self, text: str, colour: str) -> str:
        """The text in a colour of CODES."""
        return f"\x1b[{CODES[colour]}m{text}\x1b[0m" if self.on and text and colour else text


def wanted(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Never with NO_COLOR, even empty; else with FORCE_COLOR, unless it is 0 or false; else on a terminal."""
    if "NO_COLOR" in environ:
        return False
    if "FORCE_COLOR" in environ:
        return environ["FORCE_COLOR"] not in ("0", "false")
    return stream.isatty()
