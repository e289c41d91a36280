"""The text as a person reads it: without colour codes, and with the line breaks of a terminal taken out again."""

from __future__ import annotations

from _bisect import bisect_right

from feedback_gate.redact.expression import Expression

TYPE_CHECKING = False
if TYPE_CHECKING:
    Span = tuple[int, int]

# The escape character itself, and the ways JSON, shells and `cat -v` write it.
ESCAPE_WRITTEN = ("\x1b", "\x9b", "\\u001b", "\\u001B", "\\x1b", "\\x1B", "\\033", "\\e[", "^[[")
COLOUR = Expression(r"(?:(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e|\^\[)\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]")
# Columns at which terminals, printers and text wrappers commonly break.
WIDTHS = frozenset((70, 72, 76, 79, 80, 100, 120, 132))


class View:
    """A shortened copy of a text (`text`) that knows where each of its characters came from."""

    __slots__ = ("_skipped", "_starts", "text")

    def __init__(self, original: str, skipped: list[Span]) -> None:
        self._skipped = skipped
        self._starts: list[int] = []  # place in the copy of each skipped stretch
        pieces, end, removed = [], 0, 0
        for start, stop in skipped:
            pieces.append(original[end:start])
            self._starts.append(start - removed)
            removed += stop - start
            end = stop
        pieces.append(original[end:])
        self.text = "".join(pieces)

    def hull(self, span: Span) -> Span:
        """The place in the original, with what was skipped inside it."""
        return self._place(span[0]), self._place(span[1] - 1) + 1

    def pieces(self, span: Span) -> list[Span]:
        """The places in the original without what was skipped: one or more, in order, none empty."""
        start, end = span
        cuts = self._starts[bisect_right(self._starts, start) : bisect_right(self._starts, end - 1)]
        found = []
        for cut in (*cuts, end):
            if cut > start:
                found.append(self.hull((start, cut)))
            start = cut
        return found

    def _place(self, index: int) -> int:
        before = bisect_right(self._starts, index)
        if not before:
            return index
        return index - self._starts[before - 1] + self._skipped[before - 1][1]


def colours(text: str) -> list[Span]:
    """Places of the colour and cursor codes in `text`, in whichever way the escape character is written."""
    if not any(escape in text for escape in ESCAPE_WRITTEN):
        return []
    return [found.span() for found in COLOUR.finditer(text)]


def soft_breaks(text: str) -> list[Span]:
    """Places of the line feeds that a terminal or a text wrapper may have put into `text`."""
    found, start = [], 0
    lines = text.split("\n")
    for line, following in zip(lines, lines[1:]):
        end = start + len(line)
        shown = line.removesuffix("\r")
        hyphenated = len(shown) > 20 and shown[-1] == "-" and following[:1].isalnum()  # as text wrappers break `sk-ant-…`
        if hyphenated or (len(shown) in WIDTHS and following.strip()):
            found.append((start + len(shown), end + 1))
        start = end + 1
    return found


def joined(text: str, breaks: list[Span]) -> View:
    """The lines around soft breaks put together again, each piece on a line of its own; all other lines are left out."""
    skipped: list[Span] = []
    end = 0
    for index, (start, stop) in enumerate(breaks):
        line = text.rfind("\n", 0, start)  # the line feed before the piece goes with it
        if line > end:
            skipped.append((end, line))
        skipped.append((start, stop))
        following = text.find("\n", stop)
        end = len(text) if following < 0 else following
        if index + 1 < len(breaks) and breaks[index + 1][1] - 1 == end:
            end = stop  # the piece goes on
    return View(text, [*skipped, (end, len(text))] if end < len(text) else skipped)
