"""A language's words, phrases and patterns in the form they are used in: plain values, which the build makes once for all Pythons."""

from __future__ import annotations

from feedback_gate.claims import letters
from feedback_gate.claims.pack import multiplied

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Phrase = tuple[list[str], str]


def made(data: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a pack.

    Args:
        data: the names of its module.

    Returns:
        spaced, negation, final, variants, suffixes, shapes, joined: as the module has them.
        products: (classes, lefts, rights), each a line: every left followed by every right; of a word that several make the
        first counts. words: classes → the words that no product makes so, sorted, a line each. phrases: first word → lines of
        its other words, a tab and their classes, the longest first. lengths: first character → lengths of the entries that
        begin with it, the longest first.
        claims: (kind, pattern, flags) of each; heads: letter → numbers of the claims that need it.
        rewrites: (letters of which the classes must have one, pattern, the letter that replaces each of its letters).
    """
    words, phrases, lengths = _Entries(spaced=data["SPACED"]).sorted(data["WORDS"], data.get("PLAIN", {}))
    products = tuple((entry[0], _lines(entry[1]), _lines(entry[2])) for entry in data["WORDS"] if len(entry) > 2)
    made_so = multiplied(products)
    heads: dict[str, list[int]] = {}
    for number, (_, wanted, _, _) in enumerate(data["CLAIMS"]):
        for letter in wanted:
            heads.setdefault(letter, []).append(number)
    return {
        "spaced": data["SPACED"],
        "negation": data["NEGATION"],  # "right": what follows · "clause": the whole clause
        "final": data["FINAL"],  # a condition is marked at the end of its clause
        "variants": data["VARIANTS"],  # characters read as others
        "suffixes": data["SUFFIXES"],
        "shapes": data.get("SHAPES", ()),  # (beginnings, endings, classes) of words that are in no list
        "joined": data["JOINED"],  # classes a compound takes from its last part
        "products": products,
        "words": _by_classes({word: classes for word, classes in words.items() if made_so.get(word) != classes}),
        "phrases": {
            first: "\n".join(f"{' '.join(rest)}\t{classes}" for rest, classes in phrases[first]) for first in sorted(phrases)
        },
        "lengths": lengths,
        "claims": tuple((kind, _bounded(pattern), flags) for kind, _, pattern, flags in data["CLAIMS"]),
        "heads": heads,
        "rewrites": tuple((letters.any_of(pattern), pattern, letter) for pattern, letter in data["REWRITES"]),
    }


class _Entries:
    """The entries of a pack's word lists."""

    def __init__(self, *, spaced: bool) -> None:
        self.spaced = spaced
        self.words: dict[str, str] = {}
        self.phrases: dict[str, list[Phrase]] = {}
        self.lengths: dict[str, list[int]] = {}

    def sorted(
        self, lists: tuple[tuple[str, ...], ...], plain: dict[int, str]
    ) -> tuple[dict[str, str], dict[str, list[Phrase]], dict[str, list[int]]]:
        """Words, phrases and lengths of these (classes, words) or (classes, lefts, rights); `-` is no class, `_` a space.

        Args:
            lists: the word lists of a pack; a word's first entry counts.
            plain: how letters are spelt by those who leave out the accents ("migracion"); not at the end of a word, where it
                is another form ("paso", "pasó").
        """
        for classes, words, *rights in lists:
            for word in words.split():
                for right in rights[0].split() if rights else ("",):
                    self._add(word + right, "" if classes == "-" else classes)
        for classes, words, *_ in lists if plain else ():
            for word in words.split():
                if not word.isascii() and word[-1].isascii():
                    self._add(word.translate(plain), classes)
        for lengths in self.lengths.values():
            lengths.sort(reverse=True)
        for phrases in self.phrases.values():
            phrases.sort(key=_longest_first)
        return self.words, self.phrases, self.lengths

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


def _lines(words: str) -> str:
    return "\n".join(words.split()).replace("_", " ")


def _by_classes(words: dict[str, str]) -> dict[str, str]:
    """Thousands of words are read faster, and take less room, as a few texts."""
    found: dict[str, list[str]] = {}
    for word in sorted(words):
        found.setdefault(words[word], []).append(word)
    return {classes: "\n".join(found[classes]) for classes in sorted(found)}


def _longest_first(phrase: Phrase) -> int:
    return -len(phrase[0])


def _bounded(pattern: str) -> str:
    """Bounded repetitions only, so that no pattern is quadratic in the length of a clause."""
    return pattern.replace("]*", "]{0,8}").replace("]+", "]{1,8}").replace(".*", ".{0,40}")
