"""The rules in force for one call: every folder's entries that may match, merged so that a project can only tighten."""

from __future__ import annotations

import os

from feedback_gate.feedback import store
from feedback_gate.feedback.folders import folders, missing_folder
from feedback_gate.state import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.feedback.active import Filters
    from feedback_gate.feedback.rule import Entry, Rule
    from feedback_gate.regex import Subject

# Seconds in which rule files are read: where an agent waits for its tool, and elsewhere. What is left is read by the next call.
AT_A_TOOL, ELSEWHERE = 3.0, 10.0


class Rules:
    """All rule folders of one call.

    thorough: every file was looked at, not only the folders; failed: (record, reason) of rules whose filters failed.
    """

    __slots__ = ("_filters", "_learned", "_too_slow", "call", "failed", "loaded", "thorough")

    def __init__(self, call: Call, *, thorough: bool = False) -> None:
        self.call = call
        self.failed: list[tuple[dict[str, Any], str]] = []
        self._filters: Filters | None = None
        self._learned: dict[str, int] | None = None
        self._too_slow: frozenset[str] | None = None
        self._load(thorough=thorough)

    def _load(self, *, thorough: bool) -> None:
        self.thorough = thorough
        call = self.call
        now = call.clock.monotonic()
        until = min(now + (AT_A_TOOL if call.event.tool is not None else ELSEWHERE), max(call.deadline - 5.0, now))
        self.loaded = [
            store.load(folder, scope, call.environ, thorough=thorough, until=until, kept=self._kept)
            for scope, folder in folders(call)
        ]

    def _kept(self, record: dict[str, Any]) -> list[dict[str, Any]]:
        """The approved entries that a project's rule file, just read, does not hold any more."""
        if not os.path.isdir(places.trust_folder(self.call.environ, self.call.project.id)):
            return []
        from feedback_gate.feedback import approved_checks

        return list(approved_checks.kept(record, self.call))

    def has(self, *events: str) -> bool:
        """Whether any rule has an entry for one of these events."""
        return any(folder.index.has(event) for folder in self.loaded for event in events)

    def unread(self) -> list[tuple[str, int]]:
        """(folder, number of files) for which there was no time."""
        return [(folder.folder, folder.unread) for folder in self.loaded if folder.unread]

    def unreadable(self) -> list[str]:
        """Rule files and folders that are there and cannot be read."""
        return [path for folder in self.loaded for path in folder.unreadable]

    def is_whole(self) -> bool:
        """Whether every rule could be looked at."""
        return not (self.failed or self.unread() or self.unreadable() or missing_folder(self.call))

    def may_hit(self, event: str, texts: Sequence[str]) -> bool:
        """Whether any entry is worth a look at one of these texts."""
        from feedback_gate.feedback.index import Text

        subjects = [Text(text) for text in texts] if self.has(event) else []
        return bool(subjects) and any(folder.index.hits(event, subjects) for folder in self.loaded)

    def candidates(self, event: str, subjects: Sequence[Subject]) -> Iterator[tuple[Rule, Entry]]:
        """Entries of active rules whose literal occurs in one of the texts, in rule order, then entry order.

        A rule whose file changed since it was parsed, or whose record is lost, sends us back to read all files.
        """
        found = self._hits(event, subjects)
        if not self.thorough and any(record is None or not store.is_fresh(record) for _, record, _ in found):
            self._load(thorough=True)
            found = self._hits(event, subjects)
        for folder, record, indices in found:
            rule = self._examined(folder, record) if record is not None else None
            if rule is not None:
                for entry in rule.entries:
                    if entry.index in indices and entry.event == event:
                        yield rule, entry

    def _examined(self, folder: store.Folder, record: dict[str, Any]) -> Rule | None:
        """The rule, None when it is not in force; one whose filters fail is noted, and the others go on."""
        try:
            return self.rule(folder, record)
        except Exception as problem:  # noqa: BLE001 - the boundary of one rule
            self.failed.append((record, f"{type(problem).__name__}: {problem}"))
            return None

    def active(self) -> Iterator[Rule]:
        """Every active rule, user's first."""
        for folder in self.loaded:
            for record in folder.records():
                rule = self._examined(folder, record) if record.get("name") else None
                if rule is not None:
                    yield rule

    def confirmed(self) -> list[Rule]:
        """Active rules whose count in force is 3 or more, the highest count first, then by name."""
        return sorted((rule for rule in self.active() if rule.count >= 3), key=lambda rule: (-rule.count, rule.name))

    def problems(self) -> list[list[Any]]:
        """[file, entry index or None, line, reason] of everything that is broken here and now.

        Broken files are always named; broken parts of rules that are not in force are not.
        """
        found: list[list[Any]] = []
        for folder in self.loaded:
            silent = self._files_not_in_force(folder) if folder.meta("problems") else frozenset()
            found += [problem for problem in folder.meta("problems") if problem[0] not in silent]
        return found + self.slow_entries()

    def slow_entries(self) -> list[list[Any]]:
        """The entries with a pattern that was too slow too often, as problems."""
        if not self._slow():
            return []
        from feedback_gate.feedback import slow

        reason = f"a pattern of this entry took more than 0.25 s of processor time in {slow.CALLS} calls; make it simpler"
        return [
            [rule.file, entry.index, entry.line, reason]
            for rule in self.active()
            for entry in rule.entries
            if self.is_slow(rule, entry)
        ]

    def is_slow(self, rule: Rule, entry: Entry) -> bool:
        """Whether the entry counts as broken because a pattern of it was too slow too often."""
        from feedback_gate.feedback import slow

        return slow.is_slow(rule.file, entry, self._slow())

    def _files_not_in_force(self, folder: store.Folder) -> frozenset[str]:
        broken = {problem[0] for problem in folder.meta("problems")}
        records = [record for record in folder.records() if record["file"] in broken and record.get("name")]
        return frozenset(record["file"] for record in records if self._examined(folder, record) is None)

    def shadowed(self) -> list[tuple[str, str]]:
        """(name, file) of rules that a folder before theirs, in the same scope, has under the same name."""
        return [
            (record["name"], record["file"])
            for folder in self.loaded
            for record in (folder.records() if self._has_rivals(folder) else ())
            if record.get("name") and self.is_shadowed(folder, record)
        ]

    def _has_rivals(self, folder: store.Folder) -> bool:
        return any(other.scope == folder.scope and other is not folder for other in self.loaded)

    def is_shadowed(self, folder: store.Folder, record: dict[str, Any]) -> bool:
        """Whether a folder before this one has the name (in the same scope), or the very same file (in any)."""
        for other in self.loaded:
            if other is folder:
                return False
            if record["name"] in other.meta("names") and (other.scope == folder.scope or _same_file(other, record)):
                return True
        return False

    def _slow(self) -> frozenset[str]:
        if self._too_slow is None:
            from feedback_gate.feedback import slow

            self._too_slow = slow.known(self.call.environ)
        return self._too_slow

    def rule(self, folder: store.Folder, record: dict[str, Any]) -> Rule | None:
        """The rule with its count in force; None when it is inactive or shadowed.

        Within one scope the first folder in host order wins for a name. A project's rule of a user's name adds its entries
        and may raise the count, but never hides or lowers the user's (differences.md).
        """
        from feedback_gate.feedback.rule import Rule

        if self.is_shadowed(folder, record) or not self.filters.let_in(record):
            return None
        return Rule(record, folder.scope, max([self.own_count(record), *self._counts_elsewhere(folder, record["name"])]))

    @property
    def filters(self) -> Filters:
        """The activity filters of this call."""
        if self._filters is None:
            from feedback_gate.feedback.active import Filters

            self._filters = Filters(self.call, afresh=self.thorough)
        return self._filters

    def own_count(self, record: Mapping[str, Any]) -> int:
        """The written count and what was learned on top of it, up to 4."""
        if self._learned is None:
            from feedback_gate.feedback import learned

            self._learned = learned.on_top(self.call.environ)
        more = self._learned.get(os.path.realpath(record["file"]), 0) if self._learned else 0
        written = int(record["count"])
        return max(written, min(written + more, 4))

    def _counts_elsewhere(self, folder: store.Folder, name: str) -> list[int]:
        """The counts that active rules of the same name have in the other scope."""
        counts: list[int] = []
        for other in self.loaded:
            if other.scope != folder.scope and name in other.meta("names"):
                counts += [self.own_count(record) for record in other.named(name) if self.filters.let_in(record)]
        return counts

    def _hits(self, event: str, subjects: Sequence[Subject]) -> list[tuple[store.Folder, dict[str, Any] | None, set[int]]]:
        return [
            (folder, folder.record(row), indices)
            for folder in self.loaded
            for row, indices in folder.index.hits(event, subjects).items()
        ]


def _same_file(other: store.Folder, record: dict[str, Any]) -> bool:
    real = os.path.realpath(record["file"])
    return any(os.path.realpath(one["file"]) == real for one in other.named(record["name"]))
