"""Text from rule files as it may be shown: nothing that steers a terminal or turns a line around, no longer than it should be."""

from __future__ import annotations

# Wide and joining blanks of several scripts, which Python calls unprintable: no-break, ideographic, zero-width (non-)joiner.
KEPT = frozenset("\u00a0\u3000\u200c\u200d")


def line(text: str, longest: int = 1000) -> str:
    """The text as one line: line ends and control characters become blanks, runs of blanks one; what is too long ends in `…`."""
    shown = " ".join(part for part in _quiet(text, "").split(" ") if part)
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def paragraph(text: str, longest: int = 2000) -> str:
    """The same for several lines, whose line ends and indents stay."""
    shown = "\n".join(_quiet(one, "\t").rstrip() for one in text.splitlines())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def path(name: str) -> str:
    """A path; what is not printable in it is written as an escape, so that it stays one line and can be told apart."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in name)


def _quiet(text: str, also: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in KEPT or letter in also else " " for letter in text)
