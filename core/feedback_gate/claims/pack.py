"""One language made ready for use: its words and phrases by class, its patterns, and what was already read with them."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType


class Sentence:
    """Classes of a stretch of text, with the place of each letter in it."""

    __slots__ = ("classes", "ends", "starts")

    def __init__(self, classes: str, starts: list[int], ends: list[int]) -> None:
        self.classes = classes
        self.starts = starts
        self.ends = ends


class Pack:
    """One language: words, phrases and patterns, made ready from its data module."""

    __slots__ = (
        "claims",
        "compiled",
        "final",
        "joined",
        "language",
        "lengths",
        "negation",
        "phrases",
        "read",
        "rewrites",
        "spaced",
        "suffixes",
        "variants",
        "words",
    )

    def __init__(self, language: str, data: ModuleType) -> None:
        self.language = language
        self.spaced: bool = data.SPACED
        self.negation: str = data.NEGATION  # "right": what follows · "clause": the whole clause
        self.final: bool = data.FINAL  # a condition is marked at the end of its clause
        self.variants: dict[int, str] = data.VARIANTS  # characters read as others
        self.suffixes: tuple[tuple[str, str], ...] = data.SUFFIXES
        self.joined: str = data.JOINED  # classes a compound takes from its last part
        # letters that mean something else beside certain others: (pattern, letter that replaces each of its letters)
        self.rewrites = [(re.compile(pattern), letter) for pattern, letter in data.REWRITES]
        self.read: dict[str, Sentence] = {}
        self.words: dict[str, str] = {}
        self.phrases: dict[str, list[tuple[list[str], str]]] = {}
        self.lengths: dict[str, list[int]] = {}  # first character → lengths of the entries, the longest first
        for classes, words in data.WORDS:
            for word in words.split():
                self._add(word, "" if classes == "-" else classes)
        for lengths in self.lengths.values():
            lengths.sort(reverse=True)
        for phrases in self.phrases.values():
            phrases.sort(key=_longest_first)
        # head letter → the claims that need it
        self.claims: dict[str, list[int]] = {}
        self.compiled: list[tuple[str, str, str, re.Pattern[str] | None]] = []
        for number, (kind, heads, pattern, flags) in enumerate(data.CLAIMS):
            self.compiled.append((kind, pattern, flags, None))
            for letter in heads:
                self.claims.setdefault(letter, []).append(number)

    def _add(self, word: str, classes: str) -> None:
        if not self.spaced and not word.isascii():
            lengths = self.lengths.setdefault(word[0], [])
            if len(word) not in lengths:
                lengths.append(len(word))
            self._define(word.replace("_", " "), classes)
            return
        if "_" not in word:
            self._define(word, classes)
            return
        first, *rest = word.split("_")
        self.phrases.setdefault(first, []).append((rest, classes))

    def _define(self, word: str, classes: str) -> None:
        """Take a word; its first entry counts, except that a word for intentions may also head a plan."""
        if classes in ("{", "}") and self.words.get(word) == "F":
            self.words[word] = "F" + classes
        else:
            self.words.setdefault(word, classes)

    def pattern(self, number: int) -> re.Pattern[str]:
        """The compiled pattern of a claim; compiled when first needed."""
        kind, source, flags, compiled = self.compiled[number]
        if compiled is None:
            # Bounded repetitions only, so that no pattern is quadratic in the length of a clause.
            compiled = re.compile(source.replace("]*", "]{0,8}").replace("]+", "]{1,8}").replace(".*", ".{0,40}"))
            self.compiled[number] = (kind, source, flags, compiled)
        return compiled


def _longest_first(phrase: tuple[list[str], str]) -> int:
    return -len(phrase[0])
