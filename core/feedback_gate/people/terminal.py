"""Questions to a person: asked on a terminal only, so that nothing is ever agreed to by a script that happens to be silent."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

YES = ("y", "yes", "はい")
NO = ("n", "no", "いいえ")
NOTHING = "-"


def is_there() -> bool:
    """Whether a person can be asked."""
    return sys.stdin.isatty()


def agrees(question: str, *, default: bool = False) -> bool:
    """Whether the person says yes; an empty line is the default, an end of input a no."""
    answer = _line(f"{question} {'[Y/n]' if default else '[y/N]'} ")
    if answer is None:
        return False
    word = answer.strip().lower()
    return word in YES or (default and word not in NO)


def text(question: str, default: str) -> str:
    """A text; an empty line or a yes keeps the default, `-` or a no means none; a yes to nothing is asked again."""
    while True:
        word = (_line(f"{question} [{default or NOTHING}]: ") or "").strip()
        if word.lower() in (*NO, NOTHING):
            return ""
        if word.lower() not in YES:
            return word or default
        if default:
            return default


def choice(question: str, options: Sequence[str], default: int = 0) -> int:
    """The number of one of some options; anything else is the default."""
    for number, option in enumerate(options, 1):
        print(f"  {number}. {option}")
    word = (_line(f"{question} [{default + 1}]: ") or "").strip()
    return int(word) - 1 if word.isdecimal() and 1 <= int(word) <= len(options) else default


def _line(prompt: str) -> str | None:
    """What is typed, without its line end; None at the end of input."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None
