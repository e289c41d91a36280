"""Every rule as a person sees it: active, inactive, shadowed or broken and why; and what a command or file would trigger."""

from __future__ import annotations

import os

from feedback_gate import messages
from feedback_gate.event import Bash, Edit, Edits, Event
from feedback_gate.feedback import builtin, plain, rebuild, siblings
from feedback_gate.feedback.evaluate import is_about
from feedback_gate.feedback.folders import missing_folder
from feedback_gate.feedback.rule import severity
from feedback_gate.feedback.rules import Rules
from feedback_gate.feedback.selection import selects
from feedback_gate.regex import Searcher, Subject
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.feedback import store
    from feedback_gate.feedback.rule import Entry, Rule


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
    for folder in rules.loaded:
        for record in folder.records():
            if record.get("name"):
                found.append(_row(rules, folder, record))
            elif record["problems"]:
                _, line, reason = record["problems"][0]
                name = plain.path(os.path.basename(record["file"]))
                found.append(Row(name, 0, folder.scope, "broken", record["file"], f"line {line}: {reason}"))
    return found


def _row(rules: Rules, folder: store.Folder, record: dict[str, Any]) -> Row:
    name, file = record["name"], record["file"]
    rule = rules.rule(folder, record)
    if rule is not None:
        problems = [f"line {line}: {reason}" for _, line, reason in record["problems"]]
        twins = [
            f"also in {other.folder}: both are in force with the higher count"
            for other in rules.loaded
            if other.scope != folder.scope and name in other.meta("names")
        ]
        return Row(name, rule.count, folder.scope, "active", file, "; ".join([*twins[:1], *problems]))
    if rules.is_shadowed(folder, record):
        return Row(name, record["count"], folder.scope, "shadowed", file, "a folder before this one has a rule of its name")
    return Row(name, record["count"], folder.scope, "inactive", file, rules.filters.why_not(record))


def problems(call: Call, paths: Sequence[str] = ()) -> list[list[Any]]:
    """[file, entry index or None, line, reason]: of these files, or of all rules here, whether in force or not."""
    if paths:
        return [problem for path in paths for problem in _of_file(path)]
    rules = Rules(call, thorough=True)
    found = rules.slow_entries()
    missing = missing_folder(call)
    if missing:
        found.append([missing, None, 1, messages.text("feedback.no_folder", {}, call.language)])
    for folder in rules.loaded:
        found += folder.meta("problems")
        found += [[record["file"], *hint] for record in folder.records() for hint in record["hints"]]
    return sorted(found, key=lambda problem: (problem[0], problem[2]))


def _of_file(path: str) -> list[list[Any]]:
    record = rebuild.read(path, is_file=files.is_file(path))
    found = [[path, *problem] for problem in (*record["problems"], *record["hints"])]
    if not found and not record.get("name"):
        return [[path, None, 1, "no rule: it needs frontmatter with a name"]]
    return sorted(found, key=lambda problem: problem[2])


def explain_bash(command: str, call: Call) -> list[Fired]:
    """The `pre_bash` entries a command would trigger, the built-in rule's too; checks are named, not run."""
    rules, searcher, subject = Rules(call, thorough=True), Searcher(), Subject(command)
    found = []
    for rule, entry in rules.candidates("pre_bash", [subject]):
        if not rules.is_slow(rule, entry) and selects(entry.values, subject, searcher):
            check = f", if its check fails: {entry.text('check')}" if entry.text("check") else ""
            detail = f"command matched: {entry.text('when') or entry.program}{check}"
            found.append(Fired(rule, entry, detail, _line_of(entry, command)))
    return found + _built_in(Bash(command), rules, call)


def explain_edit(path: str, text: str | None, call: Call) -> list[Fired]:
    """The entries an edit of a file would trigger, with the text given or with the file as it is."""
    full = os.path.abspath(path)
    shown = text if text is not None else files.read_text(full) or ""
    root, relative = call.project.split(full)
    rules, searcher, subject = Rules(call, thorough=True), Searcher(), Subject(shown)
    found = []
    for event in ("pre_edit", "post_edit"):
        for rule, entry in rules.candidates(event, [subject]):
            if is_about(entry, relative) and not rules.is_slow(rule, entry) and selects(entry.values, subject, searcher):
                detail = _edit_detail(entry, root, relative)
                if detail:
                    found.append(Fired(rule, entry, detail, _line_of(entry, shown)))
    kind = "update" if text is None else "add"
    return found + _built_in(Edits([Edit(kind, full, text=shown)]), rules, call)


def _edit_detail(entry: Entry, root: str, relative: str) -> str:
    if entry.text("absent_sibling") or entry.texts("absent_glob"):
        missing = siblings.missing(entry, root, relative)
        return f"missing test file: {', '.join(missing)}" if missing else ""
    parts = [f"content matched: {entry.text('when')}"] if entry.text("when") else []
    if entry.text("check"):
        parts.append(f"if its check fails: {entry.text('check')}")
    return ", ".join(parts)


def _built_in(tool: Bash | Edits, rules: Rules, call: Call) -> list[Fired]:
    event = Event(call.event.host, "PreToolUse", cwd=call.event.cwd, project=call.event.project, tool=tool)
    return [Fired(one.rule, one.entry, one.detail) for one in builtin.violations(event, rules, call)]


def _line_of(entry: Entry, text: str) -> str:
    """The line of the text that `when` matches first."""
    from feedback_gate import regex

    if not entry.text("when"):
        return ""
    found = regex.compile_pattern(entry.text("when"), multiline=entry.event != "pre_bash").search(text.replace("\r\n", "\n"))
    if found is None:
        return ""
    number = text.count("\n", 0, found.start()) + 1
    lines = text.splitlines()
    return f"line {number}: {lines[number - 1].strip()[:100]}" if number <= len(lines) else f"line {number}"
