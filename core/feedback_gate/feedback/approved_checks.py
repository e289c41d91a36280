"""Shell commands in rules: the user's own run, a project's only in the version a person approved."""

from __future__ import annotations

import json
import os

from feedback_gate import messages, trust
from feedback_gate.outcome import NOTE, PERSON, Finding
from feedback_gate.state import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.feedback.rule import Rule


def kind_of(rule: Rule, call: Call) -> str:
    """The kind under which a rule's commands are approved: its path in the project, the same in every worktree."""
    return "feedback:" + os.path.relpath(rule.file, call.project.root)


def content_of(rule: Rule) -> str:
    """What is approved: the entries that hold a command, without prose and count."""
    entries = [
        {key: value for key, value in entry.values.items() if key not in ("index", "line", "literal", "message")}
        for entry in rule.entries
        if entry.text("check")
    ]
    return json.dumps(entries, sort_keys=True, ensure_ascii=False)


def may_run(rule: Rule, call: Call, findings: list[Finding]) -> bool:
    """Whether the rule's commands may run now; when not, one line a session says how to approve them.

    Raises:
        StateError: approvals cannot be read.
    """
    if rule.scope == "user":
        return True
    content = content_of(rule)
    effective = trust.effective(call, kind_of(rule, call), content, rule.file)
    if effective.content == content:
        return True
    if said.first_time(call.environ, call.event.session, f"check\n{rule.file}\n{content}") is not False:
        how = messages.text("trust.how_terminal", {}, call.language)
        findings.append(Finding("feedback.check_not_approved", {"rule": rule.name, "file": rule.file, "how": how}, NOTE, PERSON))
    return False
