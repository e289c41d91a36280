r"""The dialect of rule patterns: Python's `re` as far as it means the same on 3.9 to 3.14, and `\z`."""

from __future__ import annotations

import re

from feedback_gate.regex import PatternError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MAX_LENGTH = 65_536
FLAG_LETTERS = frozenset("aiLmsux-")
VERBOSE_BLANKS = frozenset(" \t\n\r\v\f")
REPEAT_COUNTS = frozenset("0123456789,")
# What makes the compiler warn of a future change of meaning inside a character class.
SET_LOOKALIKES = ("[[", "--", "&&", "~~", "||")


def compile_source(source: str, flags: int) -> re.Pattern[str]:
    """Compile one pattern of the dialect.

    Raises:
        PatternError: it is not in the dialect.
    """
    pattern: re.Pattern[str] = quietly(re.compile, Scan(source), flags)
    return pattern


def quietly(use: Callable[[str, int], Any], scan: Scan, flags: int) -> Any:
    """Give the scanned pattern to the compiler or parser, without its warnings about look-alikes of nested sets.

    Raises:
        PatternError: it is refused.
    """
    try:
        if not scan.may_warn:
            return use(scan.translated(), flags)
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return use(scan.translated(), flags)
    except (re.error, ValueError, OverflowError, RecursionError, MemoryError, RuntimeError) as problem:
        raise PatternError(one_line(problem)) from None


def one_line(problem: BaseException) -> str:
    """The compiler's reason as one line."""
    if isinstance(problem, RecursionError):
        return "nested too deeply"
    return " ".join(str(problem).split()) or type(problem).__name__


def names_carriage_return(source: str) -> bool:
    r"""Whether the pattern itself speaks of CR (`\r`, also inside a class), so that CRLF must not be hidden from it."""
    return re.search(r"\r|(?<!\\)(?:\\\\)*\\(?:r|015|x0[dD]|u000[dD])", source) is not None


class Scan:
    r"""One walk through a pattern that knows escapes, classes, comments and verbose mode.

    `text_ends`: where `\z` stands; `verbose`: whether verbose mode is on, for each open group; `fresh`: nothing but global
    flags and comments so far; `may_warn`: whether the compiler may warn about a class.

    Raises:
        PatternError: flags in the middle, an atomic group or a possessive repeat, or a pattern that is too long.
    """

    __slots__ = ("fresh", "may_warn", "position", "source", "text_ends", "verbose")

    def __init__(self, source: str) -> None:
        self.source = source
        self.position = 0
        self.fresh = True
        self.verbose = [False]
        self.text_ends: list[int] = []
        self.may_warn = False
        if len(source) > MAX_LENGTH:
            raise PatternError(f"longer than {MAX_LENGTH} characters")
        self.walk()

    def translated(self) -> str:
        r"""The pattern with `\z` written as `\Z`."""
        letters = list(self.source)
        for position in self.text_ends:
            letters[position + 1] = "Z"
        return "".join(letters)

    def walk(self) -> None:
        """Go from the start to the end."""
        while self.position < len(self.source):
            letter = self.source[self.position]
            if letter == "(":
                self.opening()
            elif self.verbose[-1] and letter in VERBOSE_BLANKS:
                self.position += 1
            elif self.verbose[-1] and letter == "#":
                self.position = self.behind("\n")
            else:
                self.fresh = False
                self.item(letter)

    def behind(self, mark: str) -> int:
        """The position behind the next `mark`, or the end."""
        found = self.source.find(mark, self.position)
        return len(self.source) if found < 0 else found + len(mark)

    def broken(self, what: str) -> PatternError:
        """The error for something that stands here."""
        return PatternError(f"{what} at position {self.position}")

    def opening(self) -> None:
        """Step over what opens a group, over a whole comment, or over global flags."""
        if self.source.startswith("(?#", self.position):
            self.position = self.behind(")")
            return
        if self.source.startswith("(?>", self.position):
            raise self.broken("atomic group, which not every supported Python knows,")
        flags, closing = self.flags()
        if closing == ")":
            if not self.fresh:
                raise self.broken("global flags not at the start of the expression")
            self.verbose[-1] = self.verbose[-1] or "x" in flags
        else:
            added, _, removed = flags.partition("-")
            self.fresh = False
            self.verbose.append((self.verbose[-1] or "x" in added) and "x" not in removed)
        self.position += 1 if not closing else len(flags) + 3

    def flags(self) -> tuple[str, str]:
        """(letters, what ends them: `:` for this group only, `)` for the whole pattern); two empty texts for other groups."""
        start = end = self.position + 2
        while self.source[end : end + 1] in FLAG_LETTERS:
            end += 1
        closing = self.source[end : end + 1]
        if self.source.startswith("(?", self.position) and end > start and closing in {":", ")"}:
            return self.source[start:end], closing
        return "", ""

    def item(self, letter: str) -> None:
        """Step over an escape, a class, the end of a group, a repeat or a single character."""
        start = self.position
        self.position += 1
        if letter == "\\":
            self.position += 1
            if self.source.startswith("z", start + 1):
                self.text_ends.append(start)
        elif letter == "[":
            self.skip_class()
        elif letter == ")":
            if len(self.verbose) > 1:
                self.verbose.pop()
        elif letter in "*+?" or (letter == "{" and self.skip_counts()):
            if self.source.startswith("+", self.position):
                raise self.broken("possessive repeat, which not every supported Python knows,")
            self.position += self.source.startswith("?", self.position)

    def skip_class(self) -> None:
        """Step behind the class that has just been opened."""
        start = self.position - 1
        self.position += self.source.startswith("^", self.position)
        self.position += self.source.startswith("]", self.position)
        while self.position < len(self.source) and self.source[self.position] != "]":
            self.position += 2 if self.source[self.position] == "\\" else 1
        self.position += 1
        inside = self.source[start : self.position]
        self.may_warn = self.may_warn or any(mark in inside for mark in SET_LOOKALIKES)

    def skip_counts(self) -> bool:
        """Step behind `2}`, `2,3}`, `,3}` or `,}`; False, without a step, when the brace was only a character."""
        end = self.position
        while self.source[end : end + 1] in REPEAT_COUNTS:
            end += 1
        counts = self.source[self.position : end]
        if not counts or counts.count(",") > 1 or not self.source.startswith("}", end):
            return False
        self.position = end + 1
        return True
