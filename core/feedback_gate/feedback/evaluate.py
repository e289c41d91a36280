"""One call's evaluation of entries: patterns under one time budget, missing test files, check commands.

Each entry is judged in its own boundary: one that cannot be examined is kept apart, and all others still count.
"""

from __future__ import annotations

import os

from feedback_gate import messages
from feedback_gate.feedback.folders import missing_folder
from feedback_gate.feedback.selection import selects
from feedback_gate.outcome import could_not_check
from feedback_gate.regex import OutOfTime, Searcher, Subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feedback_gate.check import Call
    from feedback_gate.feedback.rule import Entry, Rule
    from feedback_gate.feedback.rules import Rules
    from feedback_gate.feedback.violation import Violation
    from feedback_gate.outcome import Finding

    Judge = Callable[[Rule, Entry], str]

# Seconds a check command may take.
PRE_BASH, ON_FILE = 10.0, 15.0


class Evaluation:
    """violations: in rule order, then entry order; unchecked: findings for what could not be examined; other: trust lines."""

    __slots__ = ("call", "other", "patterns", "rules", "searcher", "unchecked", "violations")

    def __init__(self, rules: Rules, call: Call) -> None:
        self.rules = rules
        self.call = call
        self.searcher = Searcher()
        self.violations: list[Violation] = []
        self.unchecked: list[Finding] = []
        self.other: list[Finding] = []
        # (File of a rule, its pattern) of all that was searched for.
        self.patterns: set[tuple[str, str]] = set()

    def is_quiet(self) -> bool:
        """Whether nothing at all is to be said or remembered."""
        return self.rules.is_whole() and not (self.violations or self.unchecked or self.other or self.searcher.slow())

    def not_checked(self) -> list[Finding]:
        """Everything that could not be examined, rules that were not even reached included."""
        found = list(self.unchecked)
        found += [could_not_check(record["name"], reason, record["name"], record["file"]) for record, reason in self.rules.failed]
        for folder, number in self.rules.unread():
            found.append(could_not_check(folder, f"{number} rule files are not read yet; the next calls go on"))
        for path in self.rules.unreadable():
            found.append(could_not_check(path, messages.text("feedback.unreadable", {}, self.call.language), file=path))
        missing = missing_folder(self.call)
        if missing:
            found.append(could_not_check(missing, messages.text("feedback.no_folder", {}, self.call.language)))
        return found

    def command(self, command: str) -> None:
        """Every `pre_bash` entry on a command; an empty one violates nothing."""
        if not command or not self.rules.has("pre_bash"):
            return
        subject = Subject(command)

        def judge(rule: Rule, entry: Entry) -> str:
            if not self.selects(rule, entry, subject):
                return ""
            detail = f"command matched: {entry.text('when') or entry.program}"
            if not entry.text("check"):
                return detail
            env = {"COMMAND": command, "RULE": rule.name, "EVENT": "pre_bash"}
            fails = self.check_fails(rule, entry, self.call.project.root, env, PRE_BASH)
            return f"{detail}, check failed: {entry.text('check')}" if fails else ""

        self._each("pre_bash", subject, judge)

    def edit(self, path: str, text: str) -> None:
        """Every `pre_edit` entry on the text that an edit brings into a file."""
        root, relative = self.call.project.split(path)
        full = os.path.join(root, relative) if not relative.startswith("../") else os.path.normpath(path)
        subject = Subject(text)

        def judge(rule: Rule, entry: Entry) -> str:
            if not is_about(entry, relative) or not self.selects(rule, entry, subject):
                return ""
            if not entry.text("absent_sibling") and not entry.texts("absent_glob"):
                return f"content matched: {entry.text('when')}"
            from feedback_gate.feedback import siblings

            missing = siblings.missing(entry, root, relative)
            return f"missing test file: {', '.join(missing)}" if missing else ""

        self._each("pre_edit", subject, judge, full)

    def file(self, path: str) -> None:
        """Every `post_edit` entry on a file as it is on disk; a file that cannot be read violates nothing."""
        from feedback_gate.system import files

        if not self.rules.has("post_edit"):
            return
        root, relative = self.call.project.split(path)
        text = files.read_text(path)
        if text is None:
            return
        subject = Subject(text)

        def judge(rule: Rule, entry: Entry) -> str:
            if not is_about(entry, relative) or not self.selects(rule, entry, subject):
                return ""
            parts = [f"content matched: {entry.text('when')}"] if entry.text("when") else []
            if entry.text("check"):
                env = {"FILE": path, "RULE": rule.name, "EVENT": "post_edit"}
                if not self.check_fails(rule, entry, root, env, ON_FILE):
                    return ""
                parts.append(f"check failed: {entry.text('check')}")
            return ", ".join(parts)

        self._each("post_edit", subject, judge, path)

    def changed(self, judge: Judge) -> None:
        """Every `stop_check` entry, judged by what the caller knows of the changed files."""
        self._each("stop_check", None, judge)

    def _each(self, event: str, subject: Subject | None, judge: Judge, file: str = "") -> None:
        """Keep the violation of every entry whose judge says in what it consists."""
        for rule, entry in self.rules.candidates(event, [] if subject is None else [subject]):
            try:
                detail = judge(rule, entry)
            except OutOfTime:
                self._note(rule, "its pattern ran out of time")
            except Exception as problem:  # noqa: BLE001 - the boundary of one entry
                self._note(rule, str(problem) or type(problem).__name__)
            else:
                if detail:
                    from feedback_gate.feedback.violation import Violation

                    self.violations.append(Violation(rule, entry, detail, file))

    def _note(self, rule: Rule, reason: str) -> None:
        self.unchecked.append(could_not_check(rule.name, reason, rule.name, rule.file))

    def selects(self, rule: Rule, entry: Entry, subject: Subject) -> bool:
        """Whether the entry's patterns and program let a text through.

        Raises:
            OutOfTime: a pattern took too long, now or in enough earlier calls; what it guards is not checked.
        """
        if self.rules.is_slow(rule, entry):
            raise OutOfTime
        for name in ("when", "unless"):
            if entry.text(name):
                self.patterns.add((rule.file, entry.text(name)))
        return selects(entry.values, subject, self.searcher)

    def check_fails(self, rule: Rule, entry: Entry, root: str, env: Mapping[str, str], seconds: float) -> bool:
        """Whether the entry's command ran and ended with anything but 0.

        A command that could not start or ran out of time says nothing about the work; one of a project's rule runs only
        once a person approved it.
        """
        from feedback_gate.feedback import approved_checks
        from feedback_gate.run.command import FAILED, PASSED, Command
        from feedback_gate.run.registry import Checking
        from feedback_gate.run.status_home import StatusHome

        if not approved_checks.may_run(rule, entry, self.call, self.other):
            return False
        wanted = Command(
            entry.text("check"),
            f"{rule.name}: {entry.text('check')}",
            root,
            env={"CLAUDE_PROJECT_DIR": self.call.project.root, **env},
            timeout=seconds,
            share=False,
        )
        file = os.path.relpath(env["FILE"], root) if "FILE" in env else ""
        with Checking(StatusHome.of(self.call.project), self.call.event.session, self.call.event.agent, rule.name, file):
            result = self.call.run(wanted)
        if result.status not in (PASSED, FAILED):
            self._note(rule, result.detail or f"its check did not end within {seconds:g} s")
        return bool(result.status == FAILED)


def is_about(entry: Entry, relative: str) -> bool:
    """Whether a file, by its path relative to its root, is one the entry looks at."""
    from feedback_gate import globs

    return globs.matches(entry.texts("path"), relative) and not globs.matches(entry.texts("exclude_path"), relative)
