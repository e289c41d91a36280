"""The rules in force for one call: every folder's entries that may match, merged so that a project can only tighten."""

from __future__ import annotations

import os

from feedback_gate.feedback import active, slow, store
from feedback_gate.feedback.folders import folders
from feedback_gate.feedback.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.feedback.rule import Entry
    from feedback_gate.regex import Subject


class Rules:
    """All rule folders of one call.

    thorough: every file was looked at, not only the folders.
    """

    __slots__ = ("_learned", "_too_slow", "call", "loaded", "thorough")

    def __init__(self, call: Call, *, thorough: bool = False) -> None:
        self.call = call
        self.thorough = thorough
        self._learned: dict[str, int] | None = None
        self._too_slow: frozenset[str] | None = None
        self.loaded = [store.load(folder, scope, call.environ, thorough=thorough) for scope, folder in folders(call)]

    def has(self, *events: str) -> bool:
        """Whether any rule has an entry for one of these events."""
        return any(folder.index["entries"].get(event) for folder in self.loaded for event in events)

    def candidates(self, event: str, subjects: Sequence[Subject]) -> Iterator[tuple[Rule, Entry]]:
        """Entries of active rules whose literal occurs in one of the texts, in rule order, then entry order.

        A rule whose file changed since it was parsed sends us back to read all files.
        """
        found = self._hits(event, subjects)
        if not self.thorough and any(record is None or not store.is_fresh(folder, record) for folder, record, _ in found):
            self.__init__(self.call, thorough=True)  # type: ignore[misc]
            found = self._hits(event, subjects)
        now = self.call.clock.now()
        for folder, record, indices in found:
            rule = self.rule(folder, record, now) if record is not None else None
            if rule is not None:
                for entry in rule.entries:
                    if entry.index in indices and entry.event == event and not slow.is_slow(entry, self._slow()):
                        yield rule, entry

    def active(self) -> Iterator[Rule]:
        """Every active rule, user's first."""
        now = self.call.clock.now()
        for folder in self.loaded:
            for record in folder.records():
                rule = self.rule(folder, record, now) if record.get("name") else None
                if rule is not None:
                    yield rule

    def confirmed(self) -> Iterator[Rule]:
        """Active rules whose count in force is 3 or more."""
        return (rule for rule in self.active() if rule.count >= 3)

    def problems(self) -> list[list[Any]]:
        """[file, entry index or None, line, reason] of everything that is broken, too slow patterns included."""
        found = [problem for folder in self.loaded for problem in folder.index["problems"]]
        if self._slow():
            reason = f"a pattern of this entry took more than 0.25 s of processor time in {slow.CALLS} calls; make it simpler"
            found += [
                [rule.file, entry.index, entry.line, reason]
                for rule in self.active()
                for entry in rule.entries
                if slow.is_slow(entry, self._slow())
            ]
        return found

    def _slow(self) -> frozenset[str]:
        if self._too_slow is None:
            self._too_slow = slow.known(self.call.environ)
        return self._too_slow

    def rule(self, folder: store.Folder, record: dict[str, Any], now: float) -> Rule | None:
        """The rule with its count in force; None when it is inactive or shadowed.

        Within one scope the first folder in host order wins for a name. A project's rule of a user's name adds its entries
        and may raise the count, but never hides or lowers the user's (differences.md).
        """
        name = record["name"]
        for other in self.loaded:
            if other is folder:
                break
            if other.scope == folder.scope and name in other.index["names"]:
                return None
        if not active.is_active(record, self.call.project.root, self.call.project.home, now):
            return None
        return Rule(record, folder.scope, max(self._count(record), self._count_elsewhere(folder, name, now)))

    def _count(self, record: dict[str, Any]) -> int:
        """The written count and what was learned on top of it, up to 4."""
        if self._learned is None:
            from feedback_gate.feedback import counts

            self._learned = counts.learned(self.call.environ)
        more = self._learned.get(os.path.realpath(record["file"]), 0) if self._learned else 0
        written = int(record["count"])
        return max(written, min(written + more, 4))

    def _count_elsewhere(self, folder: store.Folder, name: str, now: float) -> int:
        """The highest count an active rule of the same name has in the other scope."""
        counts = [0]
        for other in self.loaded:
            if other.scope != folder.scope and name in other.index["names"]:
                counts += [
                    self._count(record)
                    for record in other.records()
                    if record.get("name") == name
                    and active.is_active(record, self.call.project.root, self.call.project.home, now)
                ]
        return max(counts)

    def _hits(self, event: str, subjects: Sequence[Subject]) -> list[tuple[store.Folder, dict[str, Any] | None, set[int]]]:
        found: list[tuple[store.Folder, dict[str, Any] | None, set[int]]] = []
        for folder in self.loaded:
            rows: dict[int, set[int]] = {}
            for literal, row, index in folder.index["entries"].get(event, ()):
                if literal is None or any(subject.may_match(literal) for subject in subjects):
                    rows.setdefault(row, set()).add(index)
            found.extend((folder, folder.record(row), rows[row]) for row in sorted(rows))
        return found
