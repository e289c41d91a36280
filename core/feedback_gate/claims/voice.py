"""Which blocks the agent says itself: not its plans, acceptance criteria, drafts and proposed texts, which stand under such a heading."""

from __future__ import annotations

import re

from feedback_gate.claims import lexing, prose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.claims.pack import Pack
    from feedback_gate.claims.prose import Block

    Chosen = tuple[Block, tuple[Pack, ...]]

_INTRODUCTION = r"[{}][^.:?]*:(?![aov]*[Z0=E])"
# "To get there we need to:" introduces steps that are not done yet.
_NEEDED = r"(?![^.?]*Ix[^F])[^.?VfchDupg]*F[^.?VfchDupg]*:$"
# A heading for a plan or a draft, or for what is over ("### Before").
_UNSAID = r"[{}]|^[ad:]*_?Y[adwtk:]{0,3}$"
# A letter that was introduced goes on to its end, however many paragraphs it has.
_GREETING = r"(?i)[\s\"*_]*(?:hi|hello|hey|dear|hola|estimad[oa]|hallo|liebe[rs]?|sehr geehrte|bonjour|salut|chère?|olá|oi|prezad[oa])\b[^.?!:]{0,40},?\s*$"
_LISTED = (prose.ITEM, prose.CHECKED, prose.OPEN)


class _Skip:
    """What follows an introduction and is left out: the next block, a section, or everything to a rule."""

    __slots__ = ("gap", "given", "kind", "reach")

    def __init__(self, reach: str) -> None:
        self.reach = reach  # "next" · "section" · "rest"
        self.kind = -1  # of the block being left out; -1 before it
        self.gap = False
        self.given = False  # what was introduced came as code or as a block quote, and ends with it

    def takes(self, block: Block) -> bool:
        """Whether the block is left out too; asked of one after the other until the first that is not."""
        if self.given or (block.kind == prose.GIVEN and self.kind < 0 and self.reach != "section"):
            self.given = block.kind in (prose.GIVEN, prose.BLANK)
            return self.given
        return self._goes_on(block)

    def _goes_on(self, block: Block) -> bool:
        if block.kind == prose.RULE or self.reach != "next":
            return block.kind != prose.RULE and not (self.reach == "section" and block.kind == prose.HEADING)
        if block.kind == prose.BLANK:
            self.gap = self.kind >= 0
            return True
        if block.kind == prose.HEADING:
            self.reach = "rest"  # a text with headings of its own
            return True
        if self.kind < 0 and re.match(_GREETING, block.text):
            self.reach = "rest"
            return True
        same = block.kind in _LISTED if self.kind in _LISTED else not self.gap
        if self.kind >= 0 and not same:
            return False
        self.kind, self.gap = block.kind, False
        return True


def spoken(blocks: list[Block], chosen: list[tuple[Pack, ...]]) -> list[Chosen]:
    """The blocks that are the agent's own statements, each with the packs that apply to it."""
    kept: list[Chosen] = []
    skip: _Skip | None = None
    for block, packs in zip(blocks, chosen):
        if skip is not None and skip.takes(block):
            continue
        skip = None
        if block.kind in (prose.BLANK, prose.RULE, prose.GIVEN):
            continue
        skip, said = _introduction(block, packs)
        kept.append((said, packs))
    return kept


def _introduction(block: Block, packs: tuple[Pack, ...]) -> tuple[_Skip | None, Block]:
    """Whether the block introduces what the agent does not say itself, and what of the block is still said."""
    heading = block.kind == prose.HEADING
    if not heading and ":" not in block.text and "：" not in block.text:
        return None, block
    for pack in packs:
        sentence = lexing.classify(pack, block.text)
        match = re.search(_INTRODUCTION, sentence.classes)
        if match is None:
            if re.match(_NEEDED, sentence.classes) or (heading and re.search(_UNSAID, sentence.classes)):
                return _Skip("section" if heading else "next"), block
            continue
        rest = sentence.classes[match.end() :].strip(".") if match.end() < len(sentence.classes) else ""
        said = prose.Block(block.kind, block.level, block.line, block.start, block.text[: sentence.starts[match.end() - 1]])
        if heading:
            return _Skip("section"), said
        return None if rest else _Skip("rest" if "}" in match.group() else "next"), said
    return None, block
