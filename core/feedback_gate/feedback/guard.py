"""PreToolUse: the rules on a command before it runs and on an edit before it is made."""

from __future__ import annotations

import os

from feedback_gate.event import Bash, Edits, edits_of
from feedback_gate.feedback import log
from feedback_gate.feedback.rules import Rules
from feedback_gate.feedback.violation import BEFORE, Violation
from feedback_gate.outcome import could_not_check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Edit, Event
    from feedback_gate.feedback.rule import Entry, Rule
    from feedback_gate.outcome import Finding
    from feedback_gate.regex import Subject


def check(event: Event, call: Call) -> list[Finding]:
    """Findings of the entries `pre_bash` and `pre_edit`."""
    if not isinstance(event.tool, (Bash, Edits)):
        return []
    rules = Rules(call)
    guard = Guard(rules, call)
    if isinstance(event.tool, Bash):
        guard.command(event.tool.command)
    for edit in edits_of(event.tool):
        guard.edit(edit)
    log.append(guard.violations, call)
    return [violation.finding("feedback.guard", BEFORE) for violation in guard.violations] + guard.unchecked


class Guard:
    """The entries that look at a command or at the text of an edit; what could not be examined is kept apart."""

    __slots__ = ("call", "rules", "searcher", "unchecked", "violations")

    def __init__(self, rules: Rules, call: Call) -> None:
        from feedback_gate.regex import Searcher

        self.rules = rules
        self.call = call
        self.searcher = Searcher()
        self.violations: list[Violation] = []
        self.unchecked: list[Finding] = []

    def command(self, command: str) -> None:
        """Every `pre_bash` entry on a command."""
        from feedback_gate.regex import Subject

        subject = Subject(command)
        for rule, entry in self.rules.candidates("pre_bash", [subject]):
            if self.matches(rule, entry, subject, multiline=False):
                self.violations.append(Violation(rule, entry, f"command matched: {entry.text('when')}"))

    def edit(self, edit: Edit) -> None:
        """Every `pre_edit` entry on the text an edit brings in."""
        from feedback_gate.regex import Subject

        root, relative = self.call.project.split(edit.path)
        subject = Subject(edit.added)
        for rule, entry in self.rules.candidates("pre_edit", [subject]):
            if is_about(entry, relative) and entry.text("when") and self.matches(rule, entry, subject, multiline=True):
                self.violations.append(
                    Violation(rule, entry, f"content matched: {entry.text('when')}", os.path.join(root, relative))
                )

    def matches(self, rule: Rule, entry: Entry, subject: Subject, *, multiline: bool) -> bool:
        """`when` matches and `unless` does not; an entry that cannot be examined is noted and matches nothing."""
        from feedback_gate.regex import OutOfTime, PatternError

        unless = entry.text("unless")
        try:
            if not self.searcher.matches(entry.text("when"), subject, multiline=multiline):
                return False
            return not (unless and self.searcher.matches(unless, subject, multiline=multiline))
        except OutOfTime:
            reason = "its pattern ran out of time"
        except PatternError as problem:
            reason = str(problem)
        self.unchecked.append(could_not_check(rule.name, reason, rule.name, rule.file))
        return False


def is_about(entry: Entry, relative: str) -> bool:
    """Whether a file, by its path relative to its root, is one the entry looks at."""
    from feedback_gate import globs

    return globs.matches(entry.texts("path"), relative) and not globs.matches(entry.texts("exclude_path"), relative)
