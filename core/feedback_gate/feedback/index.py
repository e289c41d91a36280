r"""The index of a rule folder: what a tool call must know to find the records worth a look, in a form that costs it nothing.

One line of JSON (`head`), then plain text that is cut by position, so that a tool call takes apart only what it needs:

- rows: for each record its offset and length, ten digits each;
- for each event: the literals of its entries, one a line, those that ignore case apart; then for each of these entries, and
  for each that has no literal, six digits of the row and three of the entry's index.

`head`: {"version", "folder", "stat": of the folder when it was read, "racy": something was too young to be sure of, "unread":
number of files for which there was no time, "unreadable": names of what is there and cannot be read, "again": whether that may
be otherwise at the next call, "build": digest of the records, "meta": [offset, length] of the last record,
"rows": number, "events": {event: [literals, case-blind literals, entries without, offset, length, length, offset of the
entries]}, "digest": of the text, "size": of it}.
"""

from __future__ import annotations

import json

from feedback_gate.system import hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from feedback_gate.regex import Subject

ROW, REFERENCE, DIGITS = 20, 9, 6
KINDS = {
    "folder": str,
    "stat": list,
    "racy": bool,
    "unread": int,
    "unreadable": list,
    "again": bool,
    "build": str,
    "meta": list,
    "rows": int,
    "events": dict,
}


class Text:
    """A text as the literals are looked for in it: CRLF as LF, lower case made once and only when asked for."""

    __slots__ = ("_lowered", "text")

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self._lowered: str | None = None

    @property
    def lowered(self) -> str:
        """The text in lower case."""
        if self._lowered is None:
            self._lowered = self.text.lower()
        return self._lowered


class Index:
    """An index as it was read, or made."""

    __slots__ = ("_text", "head")

    def __init__(self, head: dict[str, Any], text: bytes) -> None:
        self.head = head
        self._text = text

    @classmethod
    def read(cls, data: bytes, version: str) -> Index | None:
        """The index in a file's content; None when it is another version's, cut off, or damaged."""
        line, _, text = data.partition(b"\n")
        try:
            head = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(head, dict) or head.get("version") != version or head.get("size") != len(text):
            return None
        fits = all(isinstance(head.get(name), kind) for name, kind in KINDS.items())
        return cls(head, text) if fits and head.get("digest") == _digest(text) else None

    @classmethod
    def made(cls, head: Mapping[str, Any], rows: Sequence[tuple[int, int]], entries: Mapping[str, Sequence[Entry]]) -> Index:
        """The index of records.

        Args:
            head: "version", "folder", "stat", "racy", "unread", "unreadable", "again", "build" and "meta".
            rows: (offset, length) of each record.
            entries: event → (literal or None, row, entry index) each.
        """
        parts = [b"".join(b"%010d%010d" % place for place in rows)]
        events = {}
        for event, listed in entries.items():
            plain, folded, always = _sorted(listed)
            texts = [_lines(plain), _lines(folded)]
            start = sum(map(len, parts))
            events[event] = [
                len(plain),
                len(folded),
                len(always),
                start,
                len(texts[0]),
                len(texts[1]),
                start + sum(map(len, texts)),
            ]
            parts += [*texts, b"".join(b"%06d%03d" % (row, index) for _, row, index in (*plain, *folded, *always))]
        text = b"".join(parts)
        return cls({**head, "rows": len(rows), "events": events, "size": len(text), "digest": _digest(text)}, text)

    def data(self) -> bytes:
        """The content of its file."""
        return json.dumps(self.head, ensure_ascii=True).encode() + b"\n" + self._text

    def has(self, event: str) -> bool:
        """Whether any entry is for this event."""
        return event in self.head["events"]

    def place(self, row: int) -> tuple[int, int]:
        """(offset, length) of a record."""
        digits = self._text[row * ROW : row * ROW + ROW]
        return int(digits[:10]), int(digits[10:])

    def hits(self, event: str, subjects: Sequence[Text | Subject]) -> dict[int, set[int]]:
        """Row → entry indices of every entry whose literal occurs in one of the texts, or that has none."""
        wanted = self.head["events"].get(event)
        if not wanted:
            return {}
        plain, folded, always, start, plain_size, folded_size, references = wanted
        numbers = list(range(plain + folded, plain + folded + always))
        for first, count, offset, size, blind in (
            (0, plain, start, plain_size, False),
            (plain, folded, start + plain_size, folded_size, True),
        ):
            if count:
                literals = self._text[offset : offset + size].decode("utf-8", "surrogatepass").split("\n")
                for subject in subjects:
                    text = subject.lowered if blind else subject.text
                    numbers += [first + number for number, literal in enumerate(literals) if literal in text]
        found: dict[int, set[int]] = {}
        for number in numbers:
            digits = self._text[references + number * REFERENCE : references + (number + 1) * REFERENCE]
            found.setdefault(int(digits[:DIGITS]), set()).add(int(digits[DIGITS:]))
        return dict(sorted(found.items()))


if TYPE_CHECKING:
    Literal = tuple[str, bool] | None
    Entry = tuple[Literal, int, int]


def _sorted(entries: Iterable[Entry]) -> tuple[list[Entry], list[Entry], list[Entry]]:
    """Entries with a literal, with one that ignores case, and those that must always be looked at."""
    plain: list[Entry] = []
    folded: list[Entry] = []
    always: list[Entry] = []
    for entry in entries:
        literal = entry[0]
        if not literal or "\n" in literal[0]:
            always.append(entry)
        else:
            (folded if literal[1] else plain).append(entry)
    return plain, folded, always


def _lines(entries: Iterable[Entry]) -> bytes:
    return "\n".join(literal[0] for literal, _, _ in entries if literal).encode("utf-8", "surrogatepass")


def _digest(text: bytes) -> str:
    return hashing.digest(text)[:12]
