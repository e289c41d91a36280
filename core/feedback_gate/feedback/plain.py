"""Text from rule files as it may be shown: one line, nothing that steers a terminal, no longer than it should be."""

from __future__ import annotations


def line(text: str, longest: int = 1000) -> str:
    """The text as one line: blanks, line ends and control characters become single blanks, what is too long ends in `…`."""
    shown = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def paragraph(text: str, longest: int = 2000) -> str:
    """The same for several lines, whose line ends stay."""
    shown = "\n".join(
        "".join(letter if letter.isprintable() or letter == "\t" else " " for letter in one).rstrip() for one in text.splitlines()
    )
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def path(name: str) -> str:
    """A path; what is not printable in it is written as an escape, so that it stays one line and can be told apart."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in name)
