"""Which parts of a message are the agent's own prose: everything but code, quotations, links and markup.

What is not prose is replaced by placeholder characters of the same length, so every position still belongs to the original text.
"""

from __future__ import annotations

import re

CODE_SPAN, TOOL_SPAN, QUOTATION = "\x01", "\x02", "\x03"

# Patterns are compiled (and kept) by `re` when first used: a quiet Stop needs few of them.
_FENCE = r"[ \t]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})"
_BULLETS = "-*+•·▪◦‣"
# A set of characters from many ranges takes 0.2 ms to compile.
_MARKER = r"[ \t]*(?:[-*+·][ \t]+|[•‣][ \t]+|[▪◦][ \t]+|\d{1,3}(?:[.)]|、[ \t]*)[ \t]*)(\[(?:( )|[xX]|[✓✔])\][ \t]*)?"
_HEADING = r"[ \t]*(#{1,6})[ \t]+|[ \t]*(?:\*\*|__)[^*_]{1,120}(?:\*\*[ \t]*[:：]?|__[ \t]*[:：]?|[:：]\*\*)[ \t]*$"
# Every repetition is bounded, so that no line costs more than a constant for each of its characters.
_CODE = r"(`{1,3})(?!`)[^\n]{1,400}?(?<!`)\1(?!`)"
_TOOL = (
    r"(?i)\b(?:test|tests|spec|lint|check|typecheck|build|ci|e2e|pytest|jest|vitest|mocha|rspec|tox|nox|phpunit|mypy|pyright|ruff|flake8"
    r"|eslint|biome|prettier|tsc|clippy|cargo|make|gradle|mvn|go vet|verify|compile)\b"
)
_QUOTE = (
    r'"[^"\n]{1,400}"|“[^”\n]{1,400}”|„[^“”\n]{1,400}[“”]|«[^»\n]{1,400}»|「[^」\n]{1,400}」|『[^』\n]{1,400}』|‘[^’\n]{1,400}’'
    r"|(?<![^\s(])'[^'\n]{1,300}'(?![^\s.,;:!?)])"
)
_LINK = r"\]\([^)\n]{0,300}\)|\b(?:https?|file)://[^\s)>\]]{1,600}"
_MARKUP = r"~~[^~\n]{1,400}~~|\*{1,3}|(?<!\w)_{1,3}(?=\w)|(?<=\w)_{1,3}(?!\w)|</?[a-zA-Z][^<>\n]{0,200}>|[\[\]]"

TEXT, ITEM, HEADING, CHECKED, OPEN, ROW, BLANK, RULE, GIVEN = range(9)


class Block:
    """One line of the agent's own prose (or several, if the line was wrapped)."""

    __slots__ = ("kind", "level", "line", "start", "text")

    def __init__(self, kind: int, level: int, line: int, start: int, text: str) -> None:
        self.kind = kind
        self.level = level  # of a heading; 0 for anything else
        self.line = line  # 1-based, in the whole message
        self.start = start  # where `text` begins in the whole message
        self.text = text  # masked, as long as what it stands for


def blocks(text: str, line: int = 1, *, offset: int = 0, fenced: bool = False) -> list[Block]:
    """Cut a message into blocks; of code fences, indented code and block quotes only that they are there (`GIVEN`).

    Args:
        text: the message, or its part that is examined.
        line: number of the first line of `text`.
        offset: where `text` begins in the whole message.
        fenced: whether `text` begins inside a code fence.

    Returns:
        The blocks in order. Positions count from the start of the whole message.
    """
    found: list[Block] = []
    fence = "```" if fenced else ""
    start, listed, blank = offset, False, True
    for raw in text.split("\n"):
        here, start = start, start + len(raw) + 1
        number, line = line, line + 1
        opening = re.match(_FENCE, raw) if "```" in raw or "~~~" in raw else None
        if fence:
            if opening and opening.group(1).startswith(fence):
                fence = ""
            continue
        if opening and not (opening.group(1)[0] == "`" and "`" in raw[opening.end() :]):
            fence, blank = opening.group(1), True
            found.append(Block(GIVEN, 0, number, here, ""))
            continue
        stripped = raw.strip()
        if not stripped:
            found.append(Block(BLANK, 0, number, here, ""))
            blank = True
            continue
        if stripped[0] == ">":
            found.append(Block(GIVEN, 0, number, here, ""))
            continue
        block = _block(raw, stripped, number, here)
        indented = raw[:1] == "\t" or raw[:4] == "    "
        if indented and block.kind == TEXT and blank and not listed:
            found.append(Block(GIVEN, 0, number, here, ""))
            continue  # `blank` stays true, so the next line is code too
        if block.kind == TEXT and found and not blank and _wrapped(found[-1], stripped):
            found[-1].text += " " * (here - found[-1].start - len(found[-1].text)) + block.text
            continue
        listed = block.kind in (ITEM, CHECKED, OPEN) or (listed and (indented or raw[:1] == " "))
        blank = False
        found.append(block)
    return found


def _wrapped(last: Block, stripped: str) -> bool:
    """Whether this line goes on with the one before: that was long and ended in the middle, or it answers its question."""
    if last.text.rstrip()[-1:] in "?？" and last.text.strip():
        return last.kind == TEXT and len(stripped) <= 60
    return last.kind in (TEXT, ITEM) and len(last.text) >= 60 and stripped[0].islower() and last.text.rstrip()[-1:] not in ".!?:;"


def _block(raw: str, stripped: str, line: int, start: int) -> Block:
    if stripped[0] == "|" or raw.count("|") >= 2:
        return Block(ROW, 0, line, start, mask(raw))
    heading = re.match(_HEADING, raw) if stripped[0] in "#*_" else None
    if heading:
        level = len(heading.group(1)) if heading.group(1) else 7
        return Block(HEADING, level, line, start, mask(raw))
    if len(stripped) >= 3 and not stripped.strip("-*_ "):
        return Block(RULE, 0, line, start, "")
    marker = re.match(_MARKER, raw) if stripped[0] in _BULLETS or stripped[0].isdecimal() else None
    if not marker:
        return Block(TEXT, 0, line, start, mask(raw))
    kind = ITEM if marker.group(1) is None else CHECKED if marker.group(2) is None else OPEN
    return Block(kind, 0, line, start + marker.end(), mask(raw[marker.end() :]))


def mask(line: str) -> str:
    """Replace code spans, quotations, links and emphasis marks of one line by placeholders of the same length."""
    if "`" in line:
        line = re.sub(_CODE, _code, line)
    if not line.isascii() or '"' in line or "'" in line:
        line = re.sub(_QUOTE, _quotation, line)
    if "://" in line or "](" in line:
        line = re.sub(_LINK, _blank, line)
    if "*" in line or "_" in line or "~" in line or "<" in line or "[" in line:
        line = re.sub(_MARKUP, _blank, line)
    return line


def _code(match: re.Match[str]) -> str:
    span = match.group()
    return (TOOL_SPAN if re.search(_TOOL, span) else CODE_SPAN) * len(span)


def _quotation(match: re.Match[str]) -> str:
    return QUOTATION * len(match.group())


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())
