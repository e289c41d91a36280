"""Every rule as a person sees it: active, inactive, shadowed or broken and why; and what a command or file would trigger."""

from __future__ import annotations

import os

from feedback_gate.feedback import active, builtin, parse, store
from feedback_gate.feedback.evaluate import is_about
from feedback_gate.feedback.rule import severity
from feedback_gate.feedback.rules import Rules
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.feedback.rule import Entry, Rule
    from feedback_gate.regex import Searcher


class Row:
    """One rule. state: "active" | "inactive" | "shadowed" | "broken"; reason: why it is not wholly active."""

    __slots__ = ("count", "file", "name", "reason", "scope", "state")

    def __init__(self, name: str, count: int, scope: str, state: str, file: str, reason: str = "") -> None:
        self.name = name
        self.count = count
        self.scope = scope
        self.state = state
        self.file = file
        self.reason = reason

    def as_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return {name: getattr(self, name) for name in ("name", "count", "scope", "state", "file", "reason")}


class Fired:
    """One entry that fires. line: of the entry in its file; where: the line of the text that made it fire."""

    __slots__ = ("count", "detail", "event", "file", "line", "rule", "severity", "where")

    def __init__(self, rule: Rule, entry: Entry, detail: str, where: str = "") -> None:
        self.rule = rule.name
        self.count = rule.count
        self.severity = severity(entry, rule.count)
        self.event = entry.event
        self.file = rule.file
        self.line = entry.line
        self.detail = detail
        self.where = where

    def as_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return {name: getattr(self, name) for name in self.__slots__}


def rows(call: Call) -> list[Row]:
    """Every rule file of this project and user, and the built-in rule."""
    rules = Rules(call, thorough=True)
    own = builtin.rule_for(rules)
    found = [Row(own.name, own.count, "built in", "active", own.file)]
    now = call.clock.now()
    for folder in rules.loaded:
        for record in folder.records():
            if record.get("name"):
                found.append(_row(rules, folder, record, now, call))
            elif record["problems"]:
                _, line, reason = record["problems"][0]
                found.append(
                    Row(os.path.basename(record["file"]), 0, folder.scope, "broken", record["file"], f"line {line}: {reason}")
                )
    return found


def _row(rules: Rules, folder: store.Folder, record: dict[str, Any], now: float, call: Call) -> Row:
    rule = rules.rule(folder, record, now)
    problems = "; ".join(f"line {line}: {reason}" for _, line, reason in record["problems"])
    if rule is not None:
        twin = _twin(rules, folder, record["name"])
        return Row(rule.name, rule.count, folder.scope, "active", rule.file, "; ".join(filter(None, (twin, problems))))
    why = active.why_inactive(record, call.project.root, call.project.home, now)
    if why:
        return Row(record["name"], record["count"], folder.scope, "inactive", record["file"], why)
    return Row(
        record["name"],
        record["count"],
        folder.scope,
        "shadowed",
        record["file"],
        "a folder before this one has a rule of its name",
    )


def _twin(rules: Rules, folder: store.Folder, name: str) -> str:
    others = [other.folder for other in rules.loaded if other.scope != folder.scope and name in other.index["names"]]
    return f"also in {others[0]}: both are in force with the higher count" if others else ""


def problems(call: Call, paths: Sequence[str] = ()) -> list[list[Any]]:
    """[file, entry index or None, line, reason]: of these files, or of all rules here."""
    if not paths:
        return [*Rules(call, thorough=True).problems(), *_unnamed(call)]
    found: list[list[Any]] = []
    for path in paths:
        text = files.read_text(path, 4 << 20)
        if text is None:
            found.append([path, None, 1, "cannot be read"])
            continue
        try:
            record = parse.parse(text, path)
        except parse.BrokenFileError as problem:
            found.append([path, None, problem.line, problem.reason])
            continue
        found.extend(
            [path, *problem]
            for problem in (record["problems"] if record else [[None, 1, "no rule: it needs frontmatter with a name"]])
        )
    return found


def _unnamed(call: Call) -> Iterator[list[Any]]:
    """Files that begin like a rule and are none."""
    for folder in Rules(call).loaded:
        for record in folder.records():
            text = files.read_text(record["file"], 1 << 16) or ""
            if not record.get("name") and not record["problems"] and text.lstrip("\ufeff").startswith("---"):
                yield [record["file"], None, 1, "no rule: its frontmatter is not closed, or has no name"]


def explain_bash(command: str, call: Call) -> list[Fired]:
    """The `pre_bash` entries a command would trigger; checks are named, not run."""
    from feedback_gate.regex import Searcher, Subject

    searcher, subject = Searcher(), Subject(command)
    found = []
    for rule, entry in Rules(call, thorough=True).candidates("pre_bash", [subject]):
        if _matches(entry, command, searcher, multiline=False):
            check = f", if its check fails: {entry.text('check')}" if entry.text("check") else ""
            found.append(
                Fired(
                    rule,
                    entry,
                    f"command matched: {entry.text('when')}{check}",
                    _line_of(entry.text("when"), command, multiline=False),
                )
            )
    return found


def explain_edit(path: str, text: str | None, call: Call) -> list[Fired]:
    """The entries an edit of a file would trigger, with the text given or with the file as it is."""
    from feedback_gate.feedback import siblings
    from feedback_gate.regex import Searcher, Subject

    full = os.path.abspath(path)
    shown = text if text is not None else files.read_text(full) or ""
    root, relative = call.project.split(full)
    searcher, subject = Searcher(), Subject(shown)
    found = []
    rules = Rules(call, thorough=True)
    for event in ("pre_edit", "post_edit"):
        for rule, entry in rules.candidates(event, [subject]):
            if not is_about(entry, relative):
                continue
            missing = (
                siblings.missing(entry, root, relative) if entry.text("absent_sibling") or entry.texts("absent_glob") else []
            )
            if missing:
                found.append(Fired(rule, entry, f"missing test file: {', '.join(missing)}"))
            elif entry.text("when") and _matches(entry, shown, searcher, multiline=True):
                found.append(
                    Fired(
                        rule, entry, f"content matched: {entry.text('when')}", _line_of(entry.text("when"), shown, multiline=True)
                    )
                )
            elif entry.text("check") and not entry.text("when"):
                found.append(Fired(rule, entry, f"if its check fails: {entry.text('check')}"))
    return found


def _matches(entry: Entry, text: str, searcher: Searcher, *, multiline: bool) -> bool:
    from feedback_gate.regex import Subject

    subject, unless = Subject(text), entry.text("unless")
    if not searcher.matches(entry.text("when"), subject, multiline=multiline):
        return False
    return not (unless and searcher.matches(unless, subject, multiline=multiline))


def _line_of(source: str, text: str, *, multiline: bool) -> str:
    from feedback_gate import regex

    found = regex.compile_pattern(source, multiline=multiline).search(text.replace("\r\n", "\n"))
    if found is None:
        return ""
    number = text.count("\n", 0, found.start()) + 1
    lines = text.splitlines()
    return f"line {number}: {lines[number - 1].strip()[:100]}" if number <= len(lines) else f"line {number}"
