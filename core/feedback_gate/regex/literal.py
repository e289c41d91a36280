"""The text every match of a pattern must contain, read from Python's own parse of the pattern."""

from __future__ import annotations

import re

from feedback_gate.regex.dialect import Scan, quietly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# In other letters' case families: İ ı, K (the Kelvin sign), ſ match them too, so lower-casing the text would miss those.
SHARED_CASE = frozenset("iks")
# Steps that stand between two characters without taking one, so that these still touch.
BETWEEN = "AT"


def longest(source: str) -> tuple[str, bool] | None:
    """See `feedback_gate.regex.required_literal`."""
    tree = parse(source)
    ignorecase = bool(tree.state.flags & re.IGNORECASE)
    pieces = Pieces(ignorecase=ignorecase)
    pieces.follow(tree)
    pieces.cut()
    best = max(pieces.found, key=len, default="")
    return (best, ignorecase) if best else None


def parse(source: str) -> Any:
    """Python's parse tree of a pattern of the dialect.

    Raises:
        PatternError: it is not in the dialect.
    """
    try:
        from re import _parser as parser  # type: ignore[attr-defined]
    except ImportError:  # before 3.11; importing the old name later would warn
        import sre_parse as parser
    return quietly(parser.parse, Scan(source), 0)


class Pieces:
    """Collects the runs of characters that stand side by side in every match.

    Nothing is taken from alternatives, repeats that may be left out, look-arounds or groups with flags of their own.
    """

    __slots__ = ("found", "ignorecase", "run")

    def __init__(self, *, ignorecase: bool) -> None:
        self.ignorecase = ignorecase
        self.found: list[str] = []
        self.run: list[str] = []

    def follow(self, tree: Any) -> None:
        """Walk one sequence of the parse tree."""
        for operation, argument in tree:
            name = str(operation)
            if name == "LITERAL":
                self.character(chr(argument))
            elif name == "SUBPATTERN" and not argument[1] and not argument[2]:
                self.follow(argument[3])
            elif name in {"MAX_REPEAT", "MIN_REPEAT"} and argument[0] > 0:
                self.cut()
                self.follow(argument[2])
                self.cut()
            elif name != BETWEEN:
                self.cut()

    def character(self, letter: str) -> None:
        """Add one character, or end the run where the text that is looked through may hold another one in its place."""
        if letter == "\r":  # CRLF is read as LF
            self.cut()
        elif not self.ignorecase:
            self.run.append(letter)
        elif letter.isascii() and letter.lower() not in SHARED_CASE:
            self.run.append(letter.lower())
        else:
            self.cut()

    def cut(self) -> None:
        """End the run."""
        if self.run:
            self.found.append("".join(self.run))
            self.run = []
