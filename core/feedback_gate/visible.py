"""Text for a person in which nothing can hide or turn a line around, whoever wrote it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

# What Python calls unprintable and a person needs: line ends, tabs, wide and narrow blanks, the joiners of several scripts.
KEPT = frozenset("\n\t\u00a0\u2009\u202f\u3000\u200c\u200d")


def visible(text: str, kept: Collection[str] = KEPT) -> str:
    r"""The text with every control, direction or other invisible character written out, as `\u202e`.

    Args:
        text: what others wrote; its CR LF are line ends.
        kept: characters that stay although they are invisible.
    """
    if text.isprintable():
        return text
    text = text.replace("\r\n", "\n")
    return "".join(letter if letter.isprintable() or letter in kept else f"\\u{ord(letter):04x}" for letter in text)
