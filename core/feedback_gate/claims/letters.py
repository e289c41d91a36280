"""Letters of which every match of a pattern has one, so that most patterns need not even be compiled."""

from __future__ import annotations

from feedback_gate.regex.literal import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


# Letters that stand in most messages, and how many of the rarer ones count as much as one of them.
USUAL = frozenset("DIVadnqtwx.,")
USUAL_WEIGHT = 3


def any_of(pattern: str) -> str:
    """The letters, sorted: in whatever the pattern matches, or looks at beside it, stands one of them; empty when none can be named.

    Of several such sets the one whose letters the fewest texts have.
    """
    return "".join(sorted(_rarest(_sets(parse(pattern))) or ()))


def _rarest(sets: Iterator[frozenset[str]]) -> frozenset[str]:
    return min(sets, key=lambda letters: (sum(map(_commonness, letters)), len(letters), sorted(letters)), default=frozenset())


def _commonness(letter: str) -> int:
    return USUAL_WEIGHT if letter in USUAL else int(letter.isascii())


def _sets(tree: Any) -> Iterator[frozenset[str]]:
    """For each step of a sequence the letters of which it takes or wants one, if they can be named."""
    for operation, argument in tree:
        name = str(operation)
        if name == "LITERAL":
            yield frozenset(chr(argument))
        elif name == "IN" and all(str(kind) == "LITERAL" for kind, _ in argument):
            yield frozenset(chr(code) for _, code in argument)
        elif name == "BRANCH":
            sets = [_rarest(_sets(branch)) for branch in argument[1]]
            if all(sets):
                yield frozenset().union(*sets)
        elif name == "SUBPATTERN":
            yield from _sets(argument[3])
        elif name == "ASSERT" or (name in {"MAX_REPEAT", "MIN_REPEAT"} and argument[0] > 0):
            yield from _sets(argument[-1])
