"""PreToolUse: the rules on a command before it runs and on an edit before it is made."""

from __future__ import annotations

import os

from feedback_gate.event import Bash, Edits
from feedback_gate.feedback import log
from feedback_gate.feedback.rules import Rules
from feedback_gate.feedback.violation import BEFORE, Violation
from feedback_gate.outcome import could_not_check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from feedback_gate.check import Call
    from feedback_gate.event import Edit, Event
    from feedback_gate.feedback.rule import Entry, Rule
    from feedback_gate.outcome import Finding
    from feedback_gate.regex import Searcher


def check(event: Event, call: Call) -> list[Finding]:
    """Findings of the entries `pre_bash` and `pre_edit`."""
    tool = event.tool
    if not isinstance(tool, (Bash, Edits)):
        return []
    from feedback_gate.regex import OutOfTime, Searcher

    searcher = Searcher()
    found: list[Violation] = []
    findings: list[Finding] = []
    try:
        if isinstance(tool, Bash):
            found.extend(bash_violations(tool.command, Rules(call), searcher))
        else:
            rules = Rules(call)
            for edit in tool.items:
                found.extend(edit_violations(edit, edit.added, rules, searcher, call))
    except OutOfTime as problem:
        findings.append(could_not_check("feedback rules", str(problem)))
    log.append(found, call)
    return [violation.finding("feedback.guard", BEFORE) for violation in found] + findings


def bash_violations(command: str, rules: Rules, searcher: Searcher) -> Iterator[Violation]:
    """Violations of `pre_bash` entries by a command."""
    for rule, entry in rules.candidates("pre_bash", [command]):
        if matches(entry, command, searcher, multiline=False):
            yield Violation(rule, entry, f"command matched: {entry.text('when')}")


def edit_violations(edit: Edit, text: str, rules: Rules, searcher: Searcher, call: Call) -> Iterator[Violation]:
    """Violations of `pre_edit` entries by the text an edit brings in."""
    root, relative = call.project.split(edit.path)
    for rule, entry in rules.candidates("pre_edit", [text]):
        if is_about(entry, relative):
            violation = _edit_violation(rule, entry, os.path.join(root, relative), text, searcher)
            if violation is not None:
                yield violation


def _edit_violation(rule: Rule, entry: Entry, path: str, text: str, searcher: Searcher) -> Violation | None:
    if entry.text("when") and matches(entry, text, searcher, multiline=True):
        return Violation(rule, entry, f"content matched: {entry.text('when')}", path)
    return None


def is_about(entry: Entry, relative: str) -> bool:
    """Whether a file, by its path relative to its root, is one the entry looks at."""
    from feedback_gate import globs

    return globs.matches(entry.texts("path"), relative) and not globs.matches(entry.texts("exclude_path"), relative)


def matches(entry: Entry, text: str, searcher: Searcher, *, multiline: bool) -> bool:
    """`when` matches and `unless` does not."""
    if not searcher.search(entry.text("when"), text, multiline=multiline):
        return False
    unless = entry.text("unless")
    return not (unless and searcher.search(unless, text, multiline=multiline))
