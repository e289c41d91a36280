"""The matcher for any pattern: it reads a path once, however many stars the pattern has."""

from __future__ import annotations

from feedback_gate.globs import GlobError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.globs import Matcher


class Automaton:
    """A pattern as a machine whose set of states is one integer: bit n = "the first n steps have been taken".

    A step takes one character. `star`, `deep` and `folders` are the states that may also stay where they are: on anything
    but a slash, on anything, or on anything up to and including a slash.
    """

    __slots__ = ("classes", "deep", "folders", "letters", "star", "steps", "wild")

    def __init__(self, pattern: str) -> None:
        self.steps = self.star = self.deep = self.folders = self.wild = 0
        self.letters: dict[str, int] = {}
        self.classes: list[tuple[int, Matcher]] = []
        position = 0
        while position < len(pattern):
            position = self._add(pattern, position)

    def _add(self, pattern: str, position: int) -> int:
        """Add what stands at a position; the position behind it."""
        letter = pattern[position]
        state = 1 << self.steps
        if letter == "*":
            end = position
            while pattern.startswith("*", end):
                end += 1
            if end - position == 1:
                self.star |= state
            elif pattern.startswith("/", end):
                self.folders |= state
                end += 1
            else:
                self.deep |= state
            return end
        self.steps += 1
        if letter == "[":
            end, members = _class(pattern, position)
            self.classes.append((state, members))
            return end
        if letter == "?":
            self.wild |= state
        else:
            self.letters[letter] = self.letters.get(letter, 0) | state
        return position + 1

    def accepts(self, path: str) -> bool:
        """Whether the pattern stands for the whole path."""
        states, inside = 1, 0
        taken: dict[str, int] = {}
        for letter in path:
            step = taken.get(letter)
            if step is None:
                step = taken[letter] = self._taken_by(letter)
            inside |= states & self.folders
            if letter == "/":
                states = ((states & step) << 1) | (states & self.deep) | inside
            else:
                states = ((states & step) << 1) | (states & (self.deep | self.star))
            if not states | inside:
                return False
        return bool(states >> self.steps & 1)

    def _taken_by(self, letter: str) -> int:
        """The states from which this character is a step."""
        step = self.letters.get(letter, 0)
        if letter != "/":
            step |= self.wild
        for state, members in self.classes:
            if members(letter):
                step |= state
        return step


def _class(pattern: str, start: int) -> tuple[int, Matcher]:
    """(the position behind the class that opens at `start`, whether a character belongs to it)."""
    first = start + 1
    negated = pattern[first : first + 1] in {"!", "^"}
    first += negated
    end = pattern.find("]", first + 1)
    if end < 0:
        raise GlobError(f"unclosed [ at position {start}")
    singles: set[str] = set()
    ranges: list[tuple[str, str]] = []
    position = first
    while position < end:
        if position + 2 < end and pattern[position + 1] == "-":
            low, high = pattern[position], pattern[position + 2]
            if low > high:
                raise GlobError(f"reversed range at position {position}")
            ranges.append((low, high))
            position += 3
        else:
            singles.add(pattern[position])
            position += 1
    return end + 1, lambda letter: negated != (letter in singles or any(low <= letter <= high for low, high in ranges))
