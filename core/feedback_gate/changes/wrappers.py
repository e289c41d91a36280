"""Programs that run other programs: what stands behind `sudo -u x`, `env A=1`, `find -exec`."""

from __future__ import annotations

from itertools import islice

from feedback_gate.changes.wrapper_tables import (
    ASSIGNING,
    EXECUTES,
    GIT_RUNNERS,
    MARKS,
    MAX_LAYERS,
    OPERANDS,
    PYTHON,
    RUNNERS,
    TEXT_OPTIONS,
    WRAPPERS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence


def name_of(word: str) -> str:
    """A program's name without its folder."""
    return word.rpartition("/")[2]


def unwrapped(words: Sequence[str]) -> list[str]:
    """The words of the command behind all wrappers: `/usr/bin/env X=1 nice -n 5 git status` → `git status`."""
    rest = list(words)
    for _ in range(MAX_LAYERS):
        if not rest or name_of(rest[0]) not in WRAPPERS:
            break
        rest = behind(name_of(rest[0]), rest, 1, WRAPPERS)
    return rest


def layers(words: Sequence[str]) -> Iterator[list[str]]:
    """A simple command's words, then those of each command that it runs, wrappers, runners, xargs and `find -exec` included."""
    yield from unpacked(words)[0]


def unpacked(words: Sequence[str]) -> tuple[list[list[str]], bool]:
    """(the layers, whether that is all of them)."""
    found: list[list[str]] = []
    waiting = [list(words)]
    while waiting and len(found) < MAX_LAYERS:
        words = waiting.pop()
        if words:
            found.append(words)
            waiting += inner(words)
    return found, not any(waiting)


def inner(words: list[str]) -> list[list[str]]:
    """The commands one layer further in; [] when there is none."""
    name = name_of(words[0])
    pair = " ".join((name, *words[1:2]))
    found: list[list[str]] = []
    if name == "find":
        starts = islice((at + 1 for at, word in enumerate(words) if word in EXECUTES), MAX_LAYERS)
        found = [_until_end(words[at:]) for at in starts]
    elif name == "git":
        found = [words[3:]] if tuple(words[1:3]) in GIT_RUNNERS else []
    elif PYTHON.fullmatch(name):
        found = [_module(words)]
    elif pair in MARKS:
        at = next((at for at, word in enumerate(words) if at > 1 and word in MARKS[pair]), len(words))
        found = [words[at + 1 :]]
    elif name in WRAPPERS:
        found = [behind(name, words, 1, WRAPPERS)]
    elif pair in RUNNERS:
        found = [behind(pair, words, 2, RUNNERS)]
    elif name in RUNNERS:
        found = [behind(name, words, 1, RUNNERS)]
    return found


def _module(words: list[str]) -> list[str]:
    """The module that Python runs, as if it were a program, and what it is given; [] when it runs none."""
    position = 1
    while position < len(words) and words[position].startswith("-") and "c" not in words[position]:
        if words[position].endswith("m"):
            return words[position + 1 :]
        position += 2 if takes_next(words[position], ("-W", "-X")) else 1
    return []


def _until_end(words: list[str]) -> list[str]:
    """The words of a command inside `find`, up to `;` or `{} +`."""
    end = next((at for at, word in enumerate(words) if word == ";" or (word == "+" and words[at - 1] == "{}")), len(words))
    return words[:end]


def behind(name: str, words: list[str], start: int, table: Mapping[str, str]) -> list[str]:
    """What is left of the words behind a program's options, their values, operands and assignments."""
    values = frozenset(table[name].split())
    operands = OPERANDS.get(name, 0)
    position = start
    while position < len(words):
        word = words[position]
        if word == "--":
            position += 1 + operands
            break
        if word.startswith("-"):
            position += 2 if takes_next(word, values) else 1
            if name == "env" and word.startswith(TEXT_OPTIONS[name]):  # what follows is added to its text
                break
        elif (name in ASSIGNING and "=" in word) or (name == "time" and word in ("!", "{")):
            position += 1
        elif operands:
            operands -= 1
            position += 1
        else:
            break
    return words[position:]


def takes_next(word: str, values: Collection[str]) -> bool:
    """Whether an option's value is the word after it: `-u x`, `-iu x`, `--user x`; not `-n5`, `--user=x`."""
    if len(word) == 2 or word.startswith("--"):
        return word in values
    first = next((at for at, letter in enumerate(word) if at and "-" + letter in values), 0)
    return bool(first) and first == len(word) - 1
