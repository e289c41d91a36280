"""Regular expressions that are compiled at their first use, so that importing this room costs next to nothing."""

from __future__ import annotations

import re
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Kinds of characters in the shorthand for tokens.
KINDS = {
    "w": "[A-Za-z0-9]",
    "s": "[A-Za-z0-9_-]",
    "b": "[A-Za-z0-9+/]",
    "h": "[0-9a-f]",
    "u": "[A-Z0-9]",
    "l": "[a-z0-9]",
    "d": "[0-9]",
}
SHORT = r"<(?:([wsbhuld])(\d+)([+.]?)|uuid)>"


class Expression:
    """A regular expression over ASCII classes; `ignorecase` for names and headers, without it for tokens."""

    __slots__ = ("_compiled", "_flags", "source")

    def __init__(self, source: str, *, ignorecase: bool = False) -> None:
        self.source = source
        self._flags = re.ASCII | re.IGNORECASE if ignorecase else re.ASCII
        self._compiled: re.Pattern[str] | None = None

    def compiled(self) -> re.Pattern[str]:
        """The compiled expression."""
        if self._compiled is None:
            self._compiled = re.compile(self.written_out(), self._flags)
        return self._compiled

    def written_out(self) -> str:
        """The source as the `re` module reads it."""
        return self.source

    def match(self, text: str, place: int = 0) -> re.Match[str] | None:
        """A match that begins at `place`, or None."""
        return self.compiled().match(text, place)

    def search(self, text: str) -> re.Match[str] | None:
        """The first match anywhere, or None."""
        return self.compiled().search(text)

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """All matches between `start` and `end` that do not overlap, from left to right."""
        return self.compiled().finditer(text, start, end)

    def findall(self, text: str) -> list[str]:
        """The texts of all matches that do not overlap, for an expression without groups."""
        return self.compiled().findall(text)

    def sub(self, replacement: str, text: str) -> str:
        """The text with every match replaced."""
        return self.compiled().sub(replacement, text)


class Shorthand(Expression):
    """An expression for tokens, in which runs of characters are written short.

    `<w30>` is 30 letters and digits, `<w30+>` 30 or more, `<w30.>` 30 that no letter, digit or `_` follows; the other kinds
    are in KINDS; `<uuid>` is a UUID in lower case.
    """

    __slots__ = ()

    def written_out(self) -> str:
        """The source with its runs written out."""
        return re.sub(SHORT, _run, self.source)


def _run(found: re.Match[str]) -> str:
    kind, count, end = found.groups()
    if kind is None:
        return r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    return f"{KINDS[kind]}{{{count}{',' if end == '+' else ''}}}{'(?![A-Za-z0-9_])' if end == '.' else ''}"
