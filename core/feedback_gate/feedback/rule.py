"""A rule and its entries as plain JSON records, and what follows from a count."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

CONFIRMED = 3
CERTAIN = 5
BEFORE = ("pre_bash", "pre_edit")


class Entry:
    """One machine check of a rule; `values` holds its keys as read, lists made of single texts."""

    __slots__ = ("index", "values")

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.index: int = record["index"]
        self.values: Mapping[str, Any] = record

    def text(self, key: str) -> str:
        """A text key, "" when absent."""
        value = self.values.get(key, "")
        return value if isinstance(value, str) else ""

    def texts(self, key: str) -> tuple[str, ...]:
        """A list-or-text key, () when absent."""
        return tuple(self.values.get(key, ()))

    @property
    def event(self) -> str:
        """Which check this is."""
        return self.text("event")

    @property
    def program(self) -> str:
        """The program, sub-command and flags it is about, as one text; "" when it is about none."""
        named = (self.texts(key) for key in ("program", "subcommand", "flags"))
        return " ".join("|".join(texts) for texts in named if texts)

    @property
    def line(self) -> int:
        """The line of the entry in its file."""
        line = self.values.get("line", 0)
        return line if isinstance(line, int) else 0


class Rule:
    """One rule file.

    record: the JSON record of `feedback.parse`; scope: "user" | "project"; count: the number in force, which a project's
    rule of the same name may have raised.
    """

    __slots__ = ("count", "record", "scope")

    def __init__(self, record: Mapping[str, Any], scope: str, count: int | None = None) -> None:
        self.record = record
        self.scope = scope
        self.count: int = record["count"] if count is None else count

    @property
    def name(self) -> str:
        """Its identity."""
        return str(self.record["name"])

    @property
    def file(self) -> str:
        """The path it was read from."""
        return str(self.record["file"])

    @property
    def since(self) -> float:
        """Epoch seconds from which its file is what and where it is (its ctime: `cp -p` and `mv` keep the older time)."""
        return float(self.record["key"][2]) / 1e9

    @property
    def entries(self) -> list[Entry]:
        """Its usable entries, in the order of the file."""
        return [Entry(record) for record in self.record["entries"]]


def severity(entry: Entry, count: int) -> str:
    """The severity in force: the entry's own word, else what follows from the count."""
    explicit = entry.text("severity")
    if explicit:
        return explicit
    if count >= CERTAIN:
        return "deny"
    if count >= CONFIRMED:
        return "ask" if entry.event in BEFORE else "block"
    return "warn"
