"""One language made ready for use: its words and phrases by class, its patterns, and what was already read with them."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Sentence:
    """Classes of a stretch of text, with the place of each letter in it."""

    __slots__ = ("classes", "ends", "starts")

    def __init__(self, classes: str, starts: list[int], ends: list[int]) -> None:
        self.classes = classes
        self.starts = starts
        self.ends = ends


class Pack:
    """One language; all but `language`, `read` and the compiled patterns are the tables of its data module (see `tables`)."""

    __slots__ = (
        "_claims",
        "_phrases",
        "_rewrites",
        "claims",
        "final",
        "heads",
        "joined",
        "language",
        "lengths",
        "negation",
        "phrases",
        "read",
        "rewrites",
        "shapes",
        "spaced",
        "suffixes",
        "variants",
        "words",
    )

    def __init__(self, language: str, tables: Mapping[str, Any]) -> None:
        self.language = language
        self.spaced: bool = tables["spaced"]
        self.negation: str = tables["negation"]
        self.final: bool = tables["final"]
        self.variants: dict[int, str] = tables["variants"]
        self.suffixes: tuple[tuple[str, str], ...] = tables["suffixes"]
        self.shapes: tuple[tuple[tuple[str, ...], tuple[str, ...], str], ...] = tables["shapes"]
        self.joined: str = tables["joined"]
        self.words = multiplied(tables["products"])  # word → classes
        for classes, words in tables["words"].items():
            self.words.update(dict.fromkeys(words.split("\n"), classes))
        self.phrases: dict[str, str] = tables["phrases"]
        self.lengths: dict[str, list[int]] = tables["lengths"]
        self.heads: dict[str, list[int]] = tables["heads"]
        self.claims: tuple[tuple[str, str, str], ...] = tables["claims"]
        self.rewrites: tuple[tuple[str, str, str], ...] = tables["rewrites"]
        self.read: dict[str, Sentence] = {}
        self._phrases: dict[str, list[tuple[list[str], str]]] = {}
        self._claims: dict[int, re.Pattern[str]] = {}
        self._rewrites: dict[str, re.Pattern[str]] = {}

    def phrases_from(self, first: str) -> list[tuple[list[str], str]]:
        """(other words, classes) of the phrases that begin with a word, the longest first."""
        if first not in self._phrases:
            entries = (line.split("\t") for line in self.phrases[first].split("\n"))
            self._phrases[first] = [(words.split(" "), classes) for words, classes in entries]
        return self._phrases[first]

    def pattern(self, number: int) -> re.Pattern[str]:
        """The compiled pattern of a claim; compiled when first needed."""
        if number not in self._claims:
            self._claims[number] = re.compile(self.claims[number][1])
        return self._claims[number]

    def rewritten(self, classes: str) -> str:
        """The classes after letters that mean something else beside certain others were replaced."""
        present = set(classes)
        for needed, pattern, letter in self.rewrites:
            if needed and present.isdisjoint(needed):
                continue
            if pattern not in self._rewrites:
                self._rewrites[pattern] = re.compile(pattern)
            classes = self._rewrites[pattern].sub(lambda match, letter=letter: letter * len(match.group()), classes)  # type: ignore[misc]
            present.add(letter)
        return classes


def multiplied(products: tuple[tuple[str, str, str], ...]) -> dict[str, str]:
    """Word → classes of every left followed by every right; the first product that makes a word counts."""
    words: dict[str, str] = {}
    for classes, lefts, rights in reversed(products):
        ends = rights.split("\n")
        words.update(dict.fromkeys([left + right for left in lefts.split("\n") for right in ends], classes))
    return words
