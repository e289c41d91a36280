"""Regular expressions of rules: one dialect on every Python, a cheap test before each search, and a limit on their time."""

from __future__ import annotations

import re

from feedback_gate.errors import FeedbackGateError
from feedback_gate.system.cpu import OutOfTime

TYPE_CHECKING = False
if TYPE_CHECKING:
    # What a match must contain: (literal, whether to look for it in lower case); None = the pattern must be run.
    Literal = tuple[str, bool] | list[str | bool] | None

__all__ = ["OutOfTime", "PatternError", "Searcher", "Subject", "compile_pattern", "required_literal"]

CALL_SECONDS = 1.0
SLOW_SECONDS = 0.25
# What a pattern may use however little is left, as long as there is that much.
LEAST_SHARE = 0.1
# Up to here the interpreter's own look at signals ends any search soon enough (worst seen: 0.3 s late, 3.9); beyond it does not.
SMALL_TEXT = 16_384

_compiled: dict[tuple[str, bool], re.Pattern[str]] = {}


class PatternError(FeedbackGateError):
    """A pattern that cannot be used; `reason` is one line in the words of the regex compiler."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def compile_pattern(source: str, *, multiline: bool = False) -> re.Pattern[str]:
    r"""Compile a rule's pattern, once per process.

    The dialect is Python's `re`, plus `\z` (as `\Z`), less what means different things on different Pythons:
    flags in the middle, possessive repeats and atomic groups.

    Raises:
        PatternError: it is not in the dialect.
    """
    key = (source, multiline)
    pattern = _compiled.get(key)
    if pattern is None:
        from feedback_gate.regex.dialect import compile_source

        pattern = _compiled[key] = compile_source(source, re.MULTILINE if multiline else 0)
    return pattern


def required_literal(source: str) -> tuple[str, bool] | None:
    """The longest text that every match contains, for an index of patterns that is kept as JSON.

    Returns:
        (literal, ignorecase): with ignorecase the literal is lower case and occurs in the lower-cased text.
        None: nothing is certain, the pattern must always be run.

    Raises:
        PatternError: the pattern is not in the dialect.
    """
    from feedback_gate.regex.literal import longest

    return longest(source)


class Subject:
    """A text to be examined by many patterns: CRLF as LF, lower case made once and only when asked for."""

    __slots__ = ("_lowered", "original", "text")

    def __init__(self, text: str) -> None:
        self.original = text
        self.text = text.replace("\r\n", "\n")
        self._lowered: str | None = None

    @property
    def lowered(self) -> str:
        """The text in lower case."""
        if self._lowered is None:
            self._lowered = self.text.lower()
        return self._lowered

    def may_match(self, literal: Literal) -> bool:
        """False: no pattern with this required literal (from `required_literal`, or its JSON form) matches here."""
        if not literal:
            return True
        return literal[0] in (self.lowered if literal[1] else self.text)  # type: ignore[operator]


class Searcher:
    """The searches of one call: together they may use `seconds` of processor time, and none more than half of what is left.

    So a pattern that does not end leaves time for those behind it.

    `spent` holds the processor seconds by pattern source; `left` what may still be used.
    """

    __slots__ = ("left", "spent")

    def __init__(self, seconds: float = CALL_SECONDS) -> None:
        self.left = seconds
        self.spent: dict[str, float] = {}

    def matches(self, source: str, subject: Subject, *, multiline: bool = False, literal: Literal = None) -> bool:
        """Whether the pattern matches anywhere; it is compiled only if its required literal occurs.

        Raises:
            PatternError: it is not in the dialect, or failed while it was evaluated.
            OutOfTime: the time of this call is used up: the answer is not known.
        """
        return subject.may_match(literal) and self.search(compile_pattern(source, multiline=multiline), subject, source)

    def search(self, pattern: re.Pattern[str], subject: Subject | str, name: str = "") -> bool:
        """Whether a compiled pattern matches anywhere; its time is booked under `name`, by default its source.

        A pattern that names the carriage return sees the text as it is, all others see CRLF as LF.

        Raises:
            PatternError: it failed while it was evaluated.
            OutOfTime: the time of this call is used up: the answer is not known.
        """
        from feedback_gate.system import cpu

        if self.left <= 0:
            raise OutOfTime
        text = _text_for(pattern, subject if isinstance(subject, Subject) else Subject(subject))
        share = seconds = max(self.left / 2, min(self.left, LEAST_SHARE))
        try:
            answer = cpu.ask(lambda: pattern.search(text) is not None, share, apart=len(text) > SMALL_TEXT)
            seconds = answer.seconds
            return answer.yes
        except (ArithmeticError, MemoryError, RecursionError) as problem:
            raise PatternError(f"could not be evaluated: {type(problem).__name__}") from None
        finally:
            self.left -= seconds
            name = name or pattern.pattern
            self.spent[name] = self.spent.get(name, 0.0) + seconds

    def slow(self) -> list[str]:
        """The sources that alone used more than a quarter of a second in this call."""
        return [source for source, seconds in self.spent.items() if seconds > SLOW_SECONDS]


def _text_for(pattern: re.Pattern[str], subject: Subject) -> str:
    if len(subject.text) == len(subject.original):
        return subject.text
    from feedback_gate.regex.dialect import names_carriage_return

    return subject.original if names_carriage_return(pattern.pattern) else subject.text
