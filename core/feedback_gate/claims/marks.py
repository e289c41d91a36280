"""Ticks, check boxes and tables of checks: success that is shown rather than said."""

from __future__ import annotations

import re

from feedback_gate.claims import lexing, prose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.claims.pack import Pack
    from feedback_gate.claims.prose import Block

_TICK_LINE = r"T[^T]|.*[^T]T+[.,]?$"
_DOUBT = r"[NFCHMQSX≡?/]|[#]{1}[twk]{0,2}[i<]"
_CELL = r"[aovz#=0tw&(),]*T[aov#=0tw&(),:pgchu%]*|x?#?[aovz]{0,2}[pgfch%u>13mrJdyB+]{1,3}[aov#=()]*"
_LACKING = r"[aovx]*[NFX<iL][\w$%]{0,3}"
_SEPARATOR = r"[\s|:-]+$"


class Marks:
    """The marks of one message: whether there are crosses and open boxes, the header of every table, and its other rows."""

    __slots__ = ("_lacking", "crossed", "headers", "opened", "rows")

    def __init__(self, blocks: list[Block]) -> None:
        self.crossed = any(cross in block.text for block in blocks if not block.text.isascii() for cross in lexing.CROSSES)
        self.opened = any(block.kind == prose.OPEN for block in blocks)
        self.headers: dict[int, Block] = {}
        self.rows: dict[int, list[Block]] = {}  # by the line of their header
        self._lacking: dict[tuple[int, str], bool] = {}
        header: Block | None = None
        for block in blocks:
            header = (header or block) if block.kind == prose.ROW else None
            if header is not None:
                self.headers[block.line] = header
                self.rows.setdefault(header.line, []).append(block)

    def claim(self, pack: Pack, block: Block, classes: str) -> str:
        """The kind of claim that the block makes by a mark: "passing", "finished", or empty for none."""
        if self.crossed:
            return ""
        if block.kind == prose.ROW:
            return self._row(pack, block, classes)
        if block.kind != prose.CHECKED and "T" not in classes:
            return ""
        if re.search(_DOUBT, classes) or not classes.strip("T"):
            return ""
        if (block.kind == prose.CHECKED and not self.opened) or re.match(_TICK_LINE, classes):
            return "passing" if "t" in classes else "finished"
        return ""

    def _row(self, pack: Pack, block: Block, classes: str) -> str:
        header = self.headers[block.line]
        if header is block or re.match(_SEPARATOR, block.text):
            return ""
        titles, cells = _cells(pack, header, classes)
        short = self._falls_short(pack, header)
        if not short and _counts(titles, cells):
            return "passing"
        about = "$" in "".join(titles) or "t" in "".join(titles[1:]) or not {"t", "b", "k"}.isdisjoint(cells[0])
        if (
            not about
            or cells[0] in ("0", "#")
            or "{" in "".join(titles)
            or not any(re.fullmatch(_CELL, cell) for cell in cells[1:])
        ):
            return ""
        if any(re.search(_DOUBT, cell) for cell in cells[1:]):
            return ""
        if "t" in cells[0] or not any(re.search("[hcf%]", cell) for cell in cells[1:]):
            return "" if short else "passing" if "t" in cells[0] else "finished"
        return "finished"  # of several tasks one that is done is a claim; of several checks one that passed is a part

    def _falls_short(self, pack: Pack, header: Block) -> bool:
        """Whether a row of the table says that something failed or is not done: the others are a part then."""
        key = (header.line, pack.language)
        if key not in self._lacking:
            rows = (_cells(pack, header, lexing.classify(pack, row.text).classes) for row in self.rows[header.line][1:])
            self._lacking[key] = any(_lacks(titles, cells) for titles, cells in rows)
        return self._lacking[key]


def _cells(pack: Pack, header: Block, classes: str) -> tuple[list[str], list[str]]:
    """The classes of the titles, and of the cells of a row that count."""
    titles = lexing.classify(pack, header.text).classes.strip("|").split("|")
    cells = classes.strip("|").split("|")
    if titles[-1].startswith("_"):  # before and after: the last column is how it is now
        cells = [cells[0], cells[-1]]
    return titles, cells


def _lacks(titles: list[str], cells: list[str]) -> bool:
    if any(re.fullmatch(_LACKING, cell) or re.search("#[wtk]?[i<]", cell) for cell in cells[1:]):
        return True
    return any(cell == "#" and not {"i", "<"}.isdisjoint(title) for title, cell in zip(titles, cells))


def _counts(titles: list[str], cells: list[str]) -> bool:
    """Whether a row of numbers has some under "passed" and none under "failed"."""
    passed = failed = False
    for title, cell in zip(titles, cells):
        if not {"i", "<", "b"}.isdisjoint(title):
            if cell != "0":
                return False
            failed = True
        elif not {"p", "g"}.isdisjoint(title):
            passed = cell in ("#", "=")
    return passed and failed
