"""How like a claim a sentence is: a second reader, learnt from labelled lines, for what the grammar has no form for.

A linear classifier: the weights of a sentence's features are added up, and from zero on it counts as a claim. Features are runs of up to
five classes (see lexing) and of up to two words, and what its neighbours hold. `release/learn.py` makes the weights of `learnt/`.
"""

from __future__ import annotations

import re

from feedback_gate.claims import lexing, prose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from feedback_gate.claims.pack import Pack
    from feedback_gate.claims.prose import Block

    Said = list[tuple[Block, tuple[Pack, ...]]]

LEARNT = ("en",)  # the languages with weights
CLASSES = 5  # letters of the longest run
AROUND = 2  # sentences before and after that count as neighbours
AROUND_CLASSES = 3
MOST = 300  # sentences: agents end with what they claim
ADMITS = " <admits>"  # something in the message failed or was not done
# Somebody else's words, a belief, a question: the grammar knows how far they reach.
_NOT_OURS = frozenset("SM?")
_DENIED_LETTERS = frozenset("#<AELNbi")  # `letters.any_of`
_DENIED = (
    r"[NLE][aovx]*[pgrl>]|Nk[aov]*[@.]"  # "no longer passing" · "don't work any more"
    r"|^[^ZENL]*[i<][aov]*[.]?$|#[twk]{0,2}[i<]"  # "I wrote a test and it fails." · "5 tests failing"
    r"|(?<!L)(?<!L.)[wlx]q?db(?!.*[fmsj])|AxL"  # "the page shows an error" · "items that are no longer needed"
)

_WEIGHTS: dict[str, tuple[int, dict[str, int]]] = {}


class Sentence:
    """A sentence of a message and what the second reader looks at."""

    __slots__ = ("block", "end", "features", "judged", "language", "near", "start")

    def __init__(self, block: Block, language: str, start: int, end: int, classes: str, words: list[str]) -> None:
        self.block = block
        self.language = language
        self.start = start  # in the text of the block, as `end`
        self.end = end
        self.judged = True  # whether it may be a claim of the agent's own
        self.near = _runs(classes, 1, AROUND_CLASSES)
        self.near.update(words)
        self.features = _runs(classes, AROUND_CLASSES + 1, CLASSES)
        self.features |= self.near
        self.features.update([left + right for left, right in zip([" <s>", *words], [*words, " </s>"])])


def likeliest(said: Said, *, admits: bool) -> Sentence | None:
    """The sentence of a message that is most like a claim, if it is as good as one.

    Args:
        said: the blocks that the agent says itself, each with the packs that apply.
        admits: whether the message says that something failed or was not done.
    """
    best, found = -1, None
    for language in LEARNT:
        known = sentences(said, language)
        begin, weights = _weights(language) if known else (0, {})
        for sentence, features in zip(known, features_of(known, admits=admits)):
            likeness = begin + sum([weights[one] for one in features if one in weights])
            if sentence.judged and likeness > best:
                best, found = likeness, sentence
    return found


def sentences(said: Said, language: str) -> list[Sentence]:
    """The sentences of the blocks that are likeliest in that language, in order; of very many the last ones."""
    found: list[Sentence] = []
    for block, packs in said:
        if packs and packs[0].language == language and block.kind not in (prose.ROW, prose.OPEN):
            found.extend(_of_block(block, packs[0]))
    return found[-MOST:]


def features_of(found: list[Sentence], *, admits: bool) -> Iterator[set[str]]:
    """The features of each of these sentences: its own, and those of its neighbours behind "<"."""
    for at, sentence in enumerate(found):
        features = set(sentence.features)
        for other in found[max(at - AROUND, 0) : at] + found[at + 1 : at + 1 + AROUND]:
            features.update(["<" + one for one in other.near])
        if admits:
            features.add(ADMITS)
        yield features


def _of_block(block: Block, pack: Pack) -> Iterator[Sentence]:
    read = lexing.classify(pack, block.text)
    words = [(_word(word), start) for word, start, _ in lexing.tokens(block.text)]
    asked, at = False, 0
    for match in re.finditer(lexing.SENTENCE, read.classes):
        letters, end = match.group(), read.ends[match.end() - 1]
        if lexing.INERT.issuperset(letters):
            continue
        begin = at
        while at < len(words) and words[at][1] < end:
            at += 1
        classes = ("~" if match.start() else "^") + letters.rstrip(".") + "$"
        sentence = Sentence(block, pack.language, read.starts[match.start()], end, classes, [word for word, _ in words[begin:at]])
        sentence.judged = not asked and _NOT_OURS.isdisjoint(letters) and not _denies(letters)
        asked = "?" in letters
        yield sentence


def _denies(letters: str) -> bool:
    return not _DENIED_LETTERS.isdisjoint(letters) and re.search(_DENIED, letters) is not None


def _runs(letters: str, shortest: int, longest: int) -> set[str]:
    return {letters[at : at + length] for length in range(shortest, longest + 1) for at in range(len(letters) - length + 1)}


def _word(token: str) -> str:
    """A token as a feature: numbers and code are alike."""
    first = token[0]
    return " 0" if first.isdigit() else " `" if first < " " else " " + token


def _weights(language: str) -> tuple[int, dict[str, int]]:
    """(what every sentence begins with, feature → weight), in hundredths; loaded at the first call."""
    if language not in _WEIGHTS:
        tables = __import__(f"feedback_gate.claims.learnt.{language}", fromlist=("TABLES",)).TABLES
        weights: dict[str, int] = {}
        for weight, lines in tables["features"].items():
            weights.update(dict.fromkeys(lines.split("\n"), weight))
        _WEIGHTS[language] = tables["begin"], weights
    return _WEIGHTS[language]
