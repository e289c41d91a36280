"""The claim detector: does a message say, in the agent's own voice and without a hedge, that something is done, fixed, passing or verified?

At most 64,000 characters are examined, 16,000 from the beginning and 48,000 from the end: claims stand at either end, and a Stop must stay cheap.
"""

from __future__ import annotations

import re

from feedback_gate.claims import languages, lexing, likeness, prose
from feedback_gate.claims.clauses import hits
from feedback_gate.claims.marks import Marks
from feedback_gate.claims.voice import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from feedback_gate.claims.pack import Pack
    from feedback_gate.claims.prose import Block

    Key = tuple[str, int]
    Said = list[tuple[Block, tuple[Pack, ...]]]

EXAMINED_HEAD = 16_000
EXAMINED_TAIL = 48_000
_ACKNOWLEDGED = r"\W*ok(?:ay)?\W*"  # alone it says that something was understood
NEAR = 2_000  # how far the end of a line or a sentence is looked for
_FENCES = r"(?m)^[ \t]*(?:`{3,}|~{3,})"
# Patterns are compiled only where a message has one of their letters (`letters.any_of`).
# What a weak claim ("Added a flag", "Tested it") does not stand beside: that something fails or was not done or not run.
_ADMISSION_LETTERS = "<ENXZiω"
_ADMISSION = (
    r"x[aov]*<|(?<![ZNLEj])(?<![ZNLEj].)(?<![ZNLEj]..)i|X"  # is broken · fails · a cross
    r"|N[aovxInd]{0,3}[uyprclPQ]|u[ax]?N[dax]{0,2}(?:$|[.,;])"  # not tested, does not pass
    r"|N[aovx]{0,2}t(?![aovx]*[i<])|t[walJ]{0,2}N[xn]{0,2}(?:$|[.,;KU])"  # without tests · the build doesn't
    r"|(?:N[^.?;K]{0,9}|Z[aovdtwn]{0,4})ω|ω[^.?;,K]{0,6}N|[Vδuc]xI[aov]*N"  # nobody ran it, by the order of words of other languages
    r"|I[aov]*(?:F?x?F?N[aov]*(?!V)|xZ)|Ex{1,2}[aov]*[Dcuylr]"  # I couldn't try it · I have no device · nothing has been compiled
)
# Nor, if it is an edit report, beside a guess about its effect ("…, which probably fixes it").
_DOUBTED_LETTERS = "HM"
_DOUBTED = r"M|U[aov]*H|H[aovxd]*[sfrpgck>]|[msfrpgck>][DdAyJ]{0,2}H"


class Claim:
    """One success phrase: the words, their language, what they claim, and the 1-based line they begin on."""

    __slots__ = ("kind", "language", "line", "phrase")

    def __init__(self, phrase: str, language: str, kind: str, line: int) -> None:
        self.phrase = phrase
        self.language = language
        self.kind = kind  # passing · fixed · finished · verified
        self.line = line

    def __repr__(self) -> str:
        return f"Claim({self.phrase!r}, {self.language!r}, {self.kind!r}, {self.line})"


class _Whole:
    """What stands anywhere in a message; looked for when first asked, once."""

    __slots__ = ("_known", "_said")

    def __init__(self, said: Said) -> None:
        self._said = said
        self._known: dict[str, bool] = {}

    def admits(self) -> bool:
        """Whether the message says that something failed or was not done."""
        return self._has(_ADMISSION, _ADMISSION_LETTERS)

    def doubts(self) -> bool:
        """Whether it guesses about an effect."""
        return self._has(_DOUBTED, _DOUBTED_LETTERS)

    def _has(self, pattern: str, needed: str) -> bool:
        """Whether any block has the pattern in its classes, in its likeliest language."""
        if pattern not in self._known:
            classes = (lexing.classify(packs[0], block.text).classes for block, packs in self._said if packs)
            likely = (letters for letters in classes if not set(needed).isdisjoint(letters))
            self._known[pattern] = any(re.search(pattern, _stated(letters)) for letters in likely)
        return self._known[pattern]


def _stated(classes: str) -> str:
    """The classes of a block without its questions."""
    if "?" not in classes:
        return classes
    return "".join(sentence for sentence in re.findall(lexing.SENTENCE, classes) if "?" not in sentence)


def scan(text: object, *, every: bool = False) -> list[Claim]:
    """All claims of a message, in order, at most one for each pattern of a language.

    Args:
        text: the message. Anything that is not text, or is blank, holds no claim.
        every: each of them, however often a pattern occurs.
    """
    seen: set[Key] = set()
    found = []
    for key, claim in _claims(text):
        if every or key not in seen:
            seen.add(key)
            found.append(claim)
    return found


def first_claim(text: object, *, learnt: bool = True) -> Claim | None:
    """The first claim of a message, or `None`; stops reading there.

    Args:
        text: the message.
        learnt: ask the second reader too.
    """
    for _, claim in _claims(text, learnt=learnt):
        return claim
    return None


def spoken_blocks(text: str) -> tuple[Said, bool]:
    """The blocks that the agent says itself, each with the packs that apply; whether it admits that something failed or was not done."""
    blocks = _examined(text)
    said = spoken(blocks, languages.choose(blocks))
    return said, _Whole(said).admits()


def _claims(text: object, *, learnt: bool = True) -> Iterator[tuple[Key, Claim]]:
    if not isinstance(text, str) or not text.strip() or ("ok" in text.lower() and re.fullmatch(_ACKNOWLEDGED, text.lower())):
        return
    blocks = _examined(text)
    said = spoken(blocks, languages.choose(blocks))
    marked, whole = Marks([block for block, _ in said]), _Whole(said)
    claimed = False
    for block, packs in said:
        for pack in packs:
            found = False
            for one in _block_claims(text, block, pack, marked, whole):
                claimed = found = True
                yield one
            if found:
                break
    if learnt and not claimed:
        yield from _likely(text, said, whole)


def _likely(text: str, said: Said, whole: _Whole) -> Iterator[tuple[Key, Claim]]:
    """What the second reader takes for a claim."""
    one = likeness.likeliest(said, admits=whole.admits())
    if one is not None:
        block = one.block
        phrase = " ".join(text[block.start + one.start : block.start + one.end].split())
        line = block.line + text.count("\n", block.start, block.start + one.start)
        yield (one.language, -3), Claim(phrase, one.language, "finished", line)


def _block_claims(text: str, block: Block, pack: Pack, marked: Marks, whole: _Whole) -> Iterator[tuple[Key, Claim]]:
    sentence = lexing.classify(pack, block.text)
    claimed = False
    if block.kind not in (prose.ROW, prose.OPEN):
        for hit in hits(pack, sentence.classes):
            if "w" in hit.flags and (whole.admits() or ("V" in hit.flags and whole.doubts())):
                continue
            claimed = True
            phrase = text[block.start + sentence.starts[hit.start] : block.start + sentence.ends[hit.end - 1]]
            line = block.line + text.count("\n", block.start, block.start + sentence.starts[hit.start])
            yield (pack.language, hit.number), Claim(" ".join(phrase.split()), pack.language, hit.kind, line)
    kind = "" if claimed or block.kind == prose.OPEN else marked.claim(pack, block, sentence.classes)
    if kind:
        phrase = text[block.start : block.start + len(block.text)].strip()
        yield (pack.language, -2), Claim(phrase, pack.language, kind, block.line)


def _examined(text: str) -> list[Block]:
    """The blocks of the message; of a long one only those of its beginning and its end."""
    if len(text) <= EXAMINED_HEAD + EXAMINED_TAIL:
        return prose.blocks(text)
    head = _cut(text, EXAMINED_HEAD - NEAR)
    tail = _cut(text, len(text) - EXAMINED_TAIL)
    before = text[:tail]
    fenced = ("```" in before or "~~~" in before) and len(re.findall(_FENCES, before)) % 2 == 1
    line = text.count("\n", 0, tail) + 1
    return prose.blocks(text[:head]) + prose.blocks(text[tail:], line, offset=tail, fenced=fenced)


def _cut(text: str, at: int) -> int:
    """Where a long message is cut: at the next end of a line or, where the line is longer than that, of a sentence; else here."""
    near = text[at : at + NEAR]
    end = re.search("\n", near) or re.search(r"[.!?]\s|[。！？]", near)
    return at + end.end() if end else at
