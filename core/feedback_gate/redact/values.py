"""Where a value behind a name begins and ends: quoted, bare, or the first line of a YAML block."""

from __future__ import annotations

from feedback_gate.redact.expression import Expression

# How a quotation mark is written: plain, escaped once or more, as in HTML, in an address, in JSON.
QUOTE = r"""(?:\\{0,3}["'`]|&(?:quot|apos|#34|#39|#x27);|%22|\\{1,2}u0022)"""
QUOTED = Expression(rf"(?P<prefix>[$@rbfuRBFU]{{0,2}})(?P<quote>{QUOTE})(?P<text>(?:(?!(?P=quote))(?:\\.|[^\\\n])){{0,8192}})")
BLOCK = Expression(r"[|>][+-]?[ \t]*\r?\n[ \t]+(?P<text>[^\s]{1,4096})")
# Without brackets, so that a mark put in before is never taken for a value; a backslash before n, r, t ends it.
BARE = Expression(r"""(?:[^\s"'`,;&<>|(){}\[\]\\\x00-\x1f]{1,4096}|\\(?![nrtu"'`\\])){1,64}""")
TO_SPACE = Expression(r"[^\s\x00-\x1f]{0,4096}")
NEXT_PAIR = Expression(r"[;&,][\w.-]{1,80}=")
JUDGED = 256  # characters of a value that are looked at to judge it; it is taken whole


class Value:
    """A value at [start, end) of a text.

    text: its first 256 characters; quote: what it stands in, or ""; raw: in a raw string literal;
    after: up to 80 characters behind it on the same line.
    """

    __slots__ = ("after", "end", "quote", "raw", "start", "text")

    def __init__(self, text: str, start: int, end: int, quote: str = "", *, raw: bool = False) -> None:
        self.text = text[start : min(end, start + JUDGED)]
        self.start = start
        self.end = end
        self.quote = quote
        self.raw = raw
        self.after = text[end : end + 80].split("\n", 1)[0]


def at(text: str, place: int) -> Value | None:
    """The value that begins at `place`, or None."""
    found = QUOTED.match(text, place)
    if found:
        return Value(text, *found.span("text"), found["quote"], raw=found["prefix"].lower() == "r")
    found = BLOCK.match(text, place)
    if found:
        return Value(text, *found.span("text"))
    found = BARE.match(text, place)
    if not found:
        return None
    kept = len(found[0].rstrip(".:!?"))  # the end of a sentence, unless that is most of it
    return Value(text, place, place + kept if kept > 3 else found.end())


def to_line_end(value: Value, text: str) -> Value:
    """A bare value that goes on to the end of its line without a blank, with the commas and brackets in it."""
    rest = TO_SPACE.match(text, value.end)
    end = rest.end() if rest else value.end
    if text[end : end + 1] not in ("", "\n", "\r") or NEXT_PAIR.match(text, value.end):
        return value
    end = value.start + len(text[value.start : end].rstrip("\"'`,;)}]"))
    return Value(text, value.start, end) if end > value.end else value
