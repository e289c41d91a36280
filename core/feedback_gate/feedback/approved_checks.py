"""Shell commands in rules: the user's own run, a project's only in the version a person approved."""

from __future__ import annotations

import json
import os

from feedback_gate import messages, trust
from feedback_gate.feedback import plain
from feedback_gate.outcome import NOTE, PERSON, Finding
from feedback_gate.state import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.feedback.rule import Entry, Rule

# Keys of an entry that say nothing about what runs.
BESIDE = ("index", "line", "literal", "message", "examples", "severity")


def kind_of(rule: Rule, call: Call) -> str:
    """The kind under which a rule's commands are approved: its path in the project, the same in every worktree."""
    return "feedback:" + os.path.relpath(rule.file, call.project.root)


def content_of(rule: Rule) -> str:
    """What is approved: the entries that hold a command, without prose and count."""
    return json.dumps(
        [essence(entry) for entry in rule.entries if entry.text("check")], sort_keys=True, ensure_ascii=False, indent=2
    )


def essence(entry: Entry) -> dict[str, Any]:
    """What decides about when and what an entry runs."""
    return {key: value for key, value in entry.values.items() if key not in BESIDE}


def may_run(rule: Rule, entry: Entry, call: Call, findings: list[Finding]) -> bool:
    """Whether the entry's command may run now; when not, one line a session says how to approve it.

    An entry that is the same as in the approved version runs, whatever else changed in the file.

    Raises:
        StateError: approvals cannot be kept.
    """
    if rule.scope == "user":
        return True
    content = content_of(rule)
    effective = trust.effective(call, kind_of(rule, call), content, rule.file)
    if effective.content == content or essence(entry) in _entries(effective.content):
        return True
    if said.first_time(call.environ, call.event.session, f"check\n{rule.file}\n{content}") is not False:
        how = messages.text("trust.how_terminal", {}, call.language)
        params = {"rule": rule.name, "file": plain.path(rule.file), "how": how}
        findings.append(Finding("feedback.check_not_approved", params, NOTE, PERSON))
    return False


def _entries(content: str | None) -> list[Any]:
    try:
        found = json.loads(content or "[]")
    except ValueError:
        return []
    return found if isinstance(found, list) else []
