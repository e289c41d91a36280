"""Where a PEM private key begins and ends: whole, cut off at either end, on one line, behind the margin of a log."""

from __future__ import annotations

import re

from feedback_gate.redact.expression import Expression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.redact.pattern import Span

LABEL = r"(?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}"
HEAD = rf"-{{4,5}} ?BEGIN {LABEL}"
FOOT = rf"-{{4,5}} ?END {LABEL}"
FOOTER = Expression(FOOT, ignorecase=True)
# Between the words of a key: blanks, quotes, margins and quote signs; line feeds, real or written `\n`.
BLANKS = Expression(r"""(?:\\{1,3}[rt]|[ \t\r>|"',]|\\+(?!n))*""")
LINE_FEED = Expression(r"\\{1,3}n|\n")
FIELD = Expression(
    r"(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID|Subject|x-[a-z-]{1,20}):[^\n\\]{0,200}", ignorecase=True
)
WORD = Expression(r"=?[A-Za-z0-9+/]{1,20000}={0,2}")
LINE = Expression(r"[ \t>|\"'+]{0,40}(?P<word>=?[A-Za-z0-9+/]{1,20000}={0,2})[\\\"',+ \t]{0,8}\r?$")
STRAYS = 2  # words that cannot be key before a mention of a header is taken for a sentence
MARGIN = 80  # columns a log may put before each line


def below(found: re.Match[str]) -> Iterable[Span]:
    """The block from a header on: to its footer, or to the last word that must be key; a mere mention of a header is none."""
    text, place, sure, strays, words = found.string, found.end(), 0, 0, 0
    margin = _margin(text, found.start())
    while strays <= STRAYS:
        place, fed = _gap(text, place, margin)
        foot = FOOTER.match(text, place)
        if foot:
            return ((found.start(), foot.end()),) if sure or (words and not strays) else ()
        word = FIELD.match(text, place) or WORD.match(text, place)
        if not word:
            break
        place = word.end()
        alone = fed and (_gap(text, place, margin)[1] or place == len(text))
        words += 1
        if _is_key(word[0], alone=alone):
            sure = place
        elif not alone:
            strays += 1
    return ((found.start(), sure),) if sure else ()


def above(found: re.Match[str]) -> Iterable[Span]:
    """A footer whose header is missing: the lines of key above it go too."""
    text = found.string
    margin = _margin(text, found.start())
    if margin.strip(" \t>|\"'+") and not _is_log_margin(margin):
        return ()
    line = found.start() - len(margin)
    first = 0
    while line:
        start = text.rfind("\n", 0, line - 1) + 1
        begin = start + len(margin) if margin and _alike(text[start : start + len(margin)], margin) else start
        shown = LINE.match(text[begin : line - 1])
        last = line == found.start() - len(margin)  # the last line of a key may be short
        if not shown or not (last or _is_key(shown["word"], alone=True)):
            break
        if _is_key(shown["word"], alone=True):
            first = begin + shown.start("word")
        line = start
    return ((first, found.end()),) if first or _begins_with_key(text, margin) else ()


def _begins_with_key(text: str, margin: str) -> bool:
    shown = LINE.match(text[len(margin) if _alike(text[: len(margin)], margin) else 0 :].split("\n", 1)[0])
    return shown is not None and shown.start("word") == 0 and _is_key(shown["word"], alone=True)


def _is_key(word: str, *, alone: bool) -> bool:
    """Whether a word can only be part of a key; one that has its line for itself needs less."""
    if ":" in word or len(word) < 4:
        return False
    digit = re.search("[0-9]", word)
    mixed = digit and re.search("[a-z]", word) and re.search("[A-Z]", word)
    if len(word) > 31 or "=" in word or (mixed and len(word) > 15):
        return True
    return alone and (len(word) > 15 or (len(word) > 7 and digit is not None))


def _gap(text: str, place: int, margin: str) -> tuple[int, bool]:
    """The place of the next word, and whether line feeds stand before it; the margin of each line is passed over."""
    fed = False
    while True:
        blanks = BLANKS.match(text, place)
        place = blanks.end() if blanks else place
        feed = LINE_FEED.match(text, place)
        if not feed:
            return place, fed
        fed, place = True, feed.end()
        if margin and _alike(text[place : place + len(margin)], margin):
            place += len(margin)


def _margin(text: str, place: int) -> str:
    """What stands before a header or footer on its line, if it is short."""
    start = text.rfind("\n", 0, place) + 1
    return text[start:place] if place - start <= MARGIN else ""


def _is_log_margin(margin: str) -> bool:
    """`web_1  | `, `12:00:01 INFO `: something that ends in a blank and is not part of a key."""
    return margin[-1:] in (" ", "\t") and not re.search("[A-Za-z0-9+/]{32}", margin)


def _alike(one: str, other: str) -> bool:
    """Whether two margins differ in nothing but their digits, as times do."""
    return re.sub("[0-9]", "0", one) == re.sub("[0-9]", "0", other)
