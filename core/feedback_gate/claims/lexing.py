"""From words to classes: each word of a message becomes one letter (or a few), which is all that the grammar looks at.

Content:      t test, build, lint …   b bug, error …      k task, feature, change …   z everything, all     e it, this    A that
              I we, I                 d the, my …         a other adverbs             v "correctly"           o "now"        oo "again"
              x be, have, become      p passes            g green, clean              f fixed, solved         s fixes, resolves
              c finished, deployed    % complete          h done                      r works                 l compiles, loads
              > working               u verified, tested  y confirmed, checked        i fails, crashes        < failing, broken
              m gone, disappeared     j stopped           R ready                     J "to merge"            * successfully
              V added, changed        D other past verb   G other gerund              ~ promise, path         ! "I fixed" in one word
              q in, on, for           n to, at, as        B by, using                 O of                    @ any more
              0 # numbers             = 12/12             / 11/12                     + ok                    w any other word
              ‰ per cent              ω to run, to try out (after a negation: what was not done)
              $ result, status, exit code                 1 2 3 4 5 phrases that say passing, fixed, finished, verified, "should work"
Operators:    N not   Z no, without   L no longer   E nothing   H probably, almost   M "I think"   P "make sure", "the goal is"
              C if, when   F will, must   S says, according to   Y yesterday   Q how, which   K but   & and   U because, which   _ after
Others:       { plan, draft (the heading of what is not said by the agent)   } the same for letters   [ no   ] yes
              . ? , ; : - ( ) | ≡  punctuation   T tick   X cross
A pack adds letters of its own where its language needs them (τ, ", Ñ, …), and says so; its REWRITES turn most of them into these.
"""

from __future__ import annotations

import re

from feedback_gate.claims.pack import Sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.claims.pack import Pack

# Operators by their scope: what follows in the clause · the clause · the rest of the sentence.
RIGHT = frozenset("NZLEFQ")
WHOLE = frozenset("HYS/")
REST = frozenset("MSCP")
OPERATORS = RIGHT | WHOLE | REST
INERT = frozenset("#0.,;:()-|&≡")  # a sentence of these alone says nothing
SENTENCE = r"[^.?|]+[.?|]*"  # in classes
TICKS = "✅✔✓☑🟢"
CROSSES = "❌✖✗✘🔴⛔🟥"
_PUNCTUATION = {
    **dict.fromkeys(".!…。！｡", "."),
    **dict.fromkeys("?？", "?"),
    **dict.fromkeys(",，、､", ","),
    **dict.fromkeys(";；", ";"),
    **dict.fromkeys(":：", ":"),
    **dict.fromkeys("-–—―→⇒", "-"),
    **dict.fromkeys("(（[【", "("),
    **dict.fromkeys(")）]】", ")"),
    **dict.fromkeys("|｜", "|"),
    **dict.fromkeys("।॥", "."),
    **dict.fromkeys("=＝", "≡"),
    **dict.fromkeys(TICKS, "T"),
    **dict.fromkeys(CROSSES, "X"),
    "\x01": "w",
    "\x02": "t",
    "\x03": "w",
}
_TOKEN = re.compile(
    r"\x01+|\x02+|\x03+|\d[\w]*(?:[.,/:]\d\w*)*(?:[ \u00a0\u202f]?%)?|[\u0900-\u0963\u0966-\u097f]+(?:-[\u0900-\u0963\u0966-\u097f]+)*"
    r"|[^\W\d]\w*(?:['./&@+-]\w+)*|\.{2,}|[^\w\s]"
)
# Compiled (and kept) by `re` when first used.
_NUMBER = r"\d+(?:[.,]\d+)*"
_FRACTION = r"(\d+)/(\d+)$"
_LATIN = r"[A-Za-z][A-Za-z0-9_]*(?:[-./']\w+)*"

_REMEMBERED = 5000  # more blocks than the examined part of a message usually has
_TOKENS: dict[str, list[tuple[str, int, int]]] = {}


def tokens(text: str) -> list[tuple[str, int, int]]:
    """Words, numbers and punctuation of a text whose words are separated by spaces: lower case, start, end."""
    found = _TOKENS.get(text)
    if found is not None:
        return found
    if len(_TOKENS) >= _REMEMBERED:
        _TOKENS.clear()
    lower = text.lower().replace("’", "'")
    if len(lower) != len(text):  # "İ" becomes two characters; positions must stay
        lower = "".join(char.lower() if len(char.lower()) == 1 else char for char in text).replace("’", "'")
    found = _TOKENS[text] = [(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(lower)]
    return found


def classify(pack: Pack, text: str) -> Sentence:
    """The classes of one masked block in the given language; remembered, since a block is looked at more than once."""
    found = pack.read.get(text)
    if found is None:
        if len(pack.read) >= _REMEMBERED:
            pack.read.clear()
        if pack.spaced:
            found = _Spaced(pack).run(tokens(text))
        else:
            found = _Unspaced(pack).run(text.translate(pack.variants) if pack.variants else text)
        pack.read[text] = found
    return found


class _Builder:
    """What both ways of reading share: collecting letters, numbers and "x of y"."""

    __slots__ = ("ends", "letters", "number", "pack", "starts")

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.letters: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.number = (-9, "")  # index of the last number's letter, its digits

    def add(self, classes: str, start: int, end: int) -> None:
        for letter in classes:
            self.letters.append(letter)
            self.starts.append(start)
            self.ends.append(end)

    def add_number(self, text: str, start: int, end: int) -> None:
        fraction = re.match(_FRACTION, text)
        if fraction:
            letter = "=" if fraction.group(1) == fraction.group(2) else "/"
        elif text in ("100%", "100 %", "100\u00a0%", "100\u202f%"):
            letter = "="
        elif text[0].isdigit() and not re.fullmatch(_NUMBER, text.rstrip("% \u00a0\u202f")):
            letter = "w"
        else:
            letter = "0" if not text.strip("0.,%") else "‰" if text.endswith("%") else "#"
            index, digits = self.number
            if letter == "#" and "O" in self.letters[index + 1 :][:6] and len(self.letters) - index <= 7:
                self.letters[index] = "=" if digits == text else "Z" if digits == "0" else "/"  # "0 of 40 tests fail"
                letter = "a"
            elif (
                letter == "#" and index > 0 and "O" in self.letters[max(index - 2, 0) : index] and len(self.letters) - index <= 7
            ):
                self.letters[index] = letter = "=" if digits == text else "/"  # "of the four, two …"
            self.number = (len(self.letters), text)
        self.add(letter, start, end)

    def sentence(self) -> Sentence:
        return Sentence(self.pack.rewritten("".join(self.letters)), self.starts, self.ends)


class _Spaced(_Builder):
    __slots__ = ()

    def run(self, words: list[tuple[str, int, int]]) -> Sentence:
        at, count = 0, len(words)
        plain = [word for word, _, _ in words]
        phrases = self.pack.phrases
        while at < count:
            word, start, end = words[at]
            taken = self._phrase(words, plain, at) if word in phrases else 0
            at += taken or self._word(word, start, end)
        return self.sentence()

    def _phrase(self, words: list[tuple[str, int, int]], plain: list[str], at: int) -> int:
        """How many words a phrase starting here takes; 0 if there is none."""
        for rest, classes in self.pack.phrases_from(plain[at]):
            if plain[at + 1 : at + 1 + len(rest)] == rest:
                self.add(classes, words[at][1], words[at + len(rest)][2])
                return len(rest) + 1
        return 0

    def _word(self, word: str, start: int, end: int) -> int:
        first = word[0]
        if first.isdigit():
            year = len(word) == 4 and word[:2] in ("19", "20") and self.letters[-1:] in (["q"], ["x"], ["n"])
            self.add("Y", start, end) if year else self.add_number(word, start, end)
        elif first in _PUNCTUATION:
            self.add("." if word[:2] == ".." else _PUNCTUATION[first], start, end)
        elif first.isalnum():
            classes = self._classes(word)
            if classes == "#":
                self.add_number(word, start, end)
            else:
                self.add(classes, start, end)
        return 1

    def _classes(self, word: str) -> str:
        words = self.pack.words
        if word not in words and "\u0900" <= word[0] <= "\u097f":
            word = word.translate(_NUKTA)
        if word in words:
            return words[word]
        if "'" in word:
            left, _, right = word.partition("'")
            known = words.get(left, "")
            bare = known if known and known in self.pack.joined else "w"
            right = "'" + right if bare != "w" and "'" + right in words else right
            return words.get(left + "'", bare) + self._classes(right) if right else "w"
        if "-" in word or "/" in word:
            return self._compound(word)
        return self._ending(word)

    def _compound(self, word: str) -> str:
        words = self.pack.words
        first, _, last = word.replace("/", "-").rpartition("-")
        part = words.get(last, "")
        if part and part in self.pack.joined:
            return part
        if part == "e" and first in words:  # "passent-ils"
            return words[first] + part
        return self._ending(word)

    def _ending(self, word: str) -> str:
        for suffix, classes in self.pack.suffixes:
            if word.endswith(suffix) and len(word) > len(suffix) + 1:
                return classes
        for beginnings, endings, classes in self.pack.shapes:
            if word.endswith(endings) and word.startswith(beginnings):
                return classes
        return "w"


# Letters with a dot below, written as one character or as two: both become the bare letter.
_NUKTA = {0x93C: None, **dict(zip(range(0x958, 0x960), "कखगजडढफय"))}


class _Unspaced(_Builder):
    __slots__ = ()

    def run(self, text: str) -> Sentence:
        at, count = 0, len(text)
        while at < count:
            char = text[at]
            if char.isspace():
                at += 1
            elif char.isdecimal():
                at = self._digits(text, at)
            elif char in _PUNCTUATION:
                self._mark(char, at)
                at += 1
            elif char.isascii() and char.isalpha():
                at = self._latin(text, at)
            else:
                at = self._entry(text, at, char)
        return self.sentence()

    def _digits(self, text: str, at: int) -> int:
        end = at + 1
        while end < len(text) and (text[end].isdecimal() or (text[end] in ".,/%" and text[end - 1].isdecimal())):
            end += 1
        digits = text[at:end].rstrip(".,/")
        year = end + text.startswith(" ", end)  # "2019 年"
        if text[year : year + 1] in ("年", "년"):
            self.add("Y" if len(digits) == 4 else "a", at, year + 1)
            return year + 1
        self.add_number("".join(str(int(c)) if c.isdecimal() else c for c in digits), at, at + len(digits))
        return at + len(digits)

    def _mark(self, char: str, at: int) -> None:
        letter = _PUNCTUATION[char]
        if char in "\x01\x02\x03" and self.letters and self.ends[-1] == at and self.letters[-1] == letter:
            self.ends[-1] = at + 1
        else:
            self.add(letter, at, at + 1)

    def _latin(self, text: str, at: int) -> int:
        match = re.compile(_LATIN).match(text, at)
        end = match.end() if match else at + 1
        self.add(self.pack.words.get(text[at:end].lower(), "w"), at, end)
        return end

    def _entry(self, text: str, at: int, char: str) -> int:
        words = self.pack.words
        for length in self.pack.lengths.get(char, ()):
            entry = text[at : at + length]
            if entry in words:
                classes, end = words[entry], at + len(entry)
                self.add_number(entry, at, end) if classes == "#" else self.add(classes, at, end)
                return at + len(entry)
        if self.letters and self.letters[-1] == "w" and self.ends[-1] == at:
            self.ends[-1] = at + 1
        elif char.isalnum():
            self.add("w", at, at + 1)
        return at + 1
