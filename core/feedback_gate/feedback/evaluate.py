"""One call's evaluation of entries: patterns under one time budget, missing test files, check commands; what could not be examined is kept apart."""

from __future__ import annotations

import os

from feedback_gate.feedback import siblings
from feedback_gate.feedback.violation import Violation
from feedback_gate.outcome import could_not_check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from feedback_gate.check import Call
    from feedback_gate.feedback.rule import Entry, Rule
    from feedback_gate.feedback.rules import Rules
    from feedback_gate.outcome import Finding
    from feedback_gate.regex import Subject

# Seconds a check command may take.
PRE_BASH, ON_FILE = 10.0, 15.0


class Evaluation:
    """violations: in rule order, then entry order; unchecked: findings for what could not be examined; other: trust lines."""

    __slots__ = ("call", "other", "rules", "searcher", "unchecked", "violations")

    def __init__(self, rules: Rules, call: Call) -> None:
        from feedback_gate.regex import Searcher

        self.rules = rules
        self.call = call
        self.searcher = Searcher()
        self.violations: list[Violation] = []
        self.unchecked: list[Finding] = []
        self.other: list[Finding] = []

    def command(self, command: str) -> None:
        """Every `pre_bash` entry on a command."""
        from feedback_gate.regex import Subject

        subject = Subject(command)
        for rule, entry in self.rules.candidates("pre_bash", [subject]):
            if not self.matches(rule, entry, subject, multiline=False):
                continue
            detail = f"command matched: {entry.text('when')}"
            if entry.text("check"):
                env = {"COMMAND": command, "RULE": rule.name, "EVENT": "pre_bash"}
                if not self.check_fails(rule, entry, self.call.project.root, env, PRE_BASH):
                    continue
                detail += f", check failed: {entry.text('check')}"
            self.violations.append(Violation(rule, entry, detail))

    def edit(self, path: str, text: str) -> None:
        """Every `pre_edit` entry on the text that an edit brings into a file."""
        from feedback_gate.regex import Subject

        root, relative = self.call.project.split(path)
        full = os.path.join(root, relative) if not relative.startswith("../") else os.path.normpath(path)
        subject = Subject(text)
        for rule, entry in self.rules.candidates("pre_edit", [subject]):
            if is_about(entry, relative):
                detail = self._edit_detail(rule, entry, root, relative, subject)
                if detail:
                    self.violations.append(Violation(rule, entry, detail, full))

    def _edit_detail(self, rule: Rule, entry: Entry, root: str, relative: str, subject: Subject) -> str:
        if entry.text("absent_sibling") or entry.texts("absent_glob"):
            missing = siblings.missing(entry, root, relative)
            if missing:
                return f"missing test file: {', '.join(missing)}"
            if not entry.text("when"):
                return ""
        if entry.text("when") and self.matches(rule, entry, subject, multiline=True):
            return f"content matched: {entry.text('when')}"
        return ""

    def file(self, path: str) -> None:
        """Every `post_edit` entry on a file as it is on disk; a file that cannot be read violates nothing."""
        from feedback_gate.regex import Subject
        from feedback_gate.system import files

        if not self.rules.has("post_edit"):
            return
        root, relative = self.call.project.split(path)
        text = files.read_text(path)
        if text is None:
            return
        subject = Subject(text)
        for rule, entry in self.rules.candidates("post_edit", [subject]):
            if is_about(entry, relative):
                detail = self._file_detail(rule, entry, root, path, subject)
                if detail:
                    self.violations.append(Violation(rule, entry, detail, path))

    def _file_detail(self, rule: Rule, entry: Entry, root: str, path: str, subject: Subject) -> str:
        parts = []
        if entry.text("when"):
            if not self.matches(rule, entry, subject, multiline=True):
                return ""
            parts.append(f"content matched: {entry.text('when')}")
        if entry.text("check"):
            env = {"FILE": path, "RULE": rule.name, "EVENT": "post_edit"}
            if not self.check_fails(rule, entry, root, env, ON_FILE):
                return ""
            parts.append(f"check failed: {entry.text('check')}")
        return ", ".join(parts)

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

    def check_fails(self, rule: Rule, entry: Entry, root: str, env: Mapping[str, str], seconds: float) -> bool:
        """Whether the entry's command ran and ended with anything but 0.

        A command that could not start or ran out of time says nothing about the work; one of a project's rule runs only
        once a person approved it.
        """
        from feedback_gate.feedback import approved_checks
        from feedback_gate.run.command import FAILED, PASSED, Command

        if not approved_checks.may_run(rule, self.call, self.other):
            return False
        wanted = Command(
            entry.text("check"),
            f"{rule.name}: {entry.text('check')}",
            root,
            env={"CLAUDE_PROJECT_DIR": self.call.project.root, **env},
            timeout=seconds,
            share=False,
        )
        result = self.call.run(wanted)
        if result.status not in (PASSED, FAILED):
            reason = result.detail or f"its check did not end within {seconds:g} s"
            self.unchecked.append(could_not_check(rule.name, reason, rule.name, rule.file))
        return bool(result.status == FAILED)


def is_about(entry: Entry, relative: str) -> bool:
    """Whether a file, by its path relative to its root, is one the entry looks at."""
    from feedback_gate import globs

    return globs.matches(entry.texts("path"), relative) and not globs.matches(entry.texts("exclude_path"), relative)
