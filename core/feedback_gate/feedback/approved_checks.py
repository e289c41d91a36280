"""Shell commands in rules: the user's own run, a project's only in the version a person approved, which holds until the next."""

from __future__ import annotations

import json
import os

from feedback_gate import messages, trust
from feedback_gate.errors import StateError
from feedback_gate.feedback import plain
from feedback_gate.feedback.rule import Rule
from feedback_gate.outcome import NOTE, PERSON, Finding
from feedback_gate.state import said
from feedback_gate.state.approvals import Approvals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.feedback.rule import Entry

# The key of an entry that the file does not hold any more, and that is in force all the same.
KEPT = "kept"
# Keys of an entry that say nothing about what runs.
BESIDE = ("index", "line", "literal", "message", "examples", "severity", KEPT)


def kind_of(rule: Rule, call: Call) -> str:
    """The kind under which a rule's commands are approved: its path in the project, the same in every worktree."""
    return "feedback:" + os.path.relpath(rule.file, call.project.root)


def content_of(rule: Rule) -> str:
    """What is approved: the file's entries that hold a command, without prose and count."""
    held = [essence(entry) for entry in rule.entries if entry.text("check") and KEPT not in entry.values]
    return json.dumps(held, sort_keys=True, ensure_ascii=False, indent=2)


def essence(entry: Entry) -> dict[str, Any]:
    """What decides about when and what an entry runs."""
    return {key: value for key, value in entry.values.items() if key not in BESIDE}


def kept(record: Mapping[str, Any], call: Call) -> Iterator[dict[str, Any]]:
    """The approved entries of a project's rule that its file has changed or dropped: they count until a person agrees to that.

    What they say and how severe they are follows the entry that has taken their place.
    """
    from feedback_gate.feedback import entries

    rule = Rule(record, "project")
    kind = kind_of(rule, call)
    try:
        if not os.path.exists(Approvals(call.environ, call.project.id, kind).path):
            return
        approved = _entries(trust.effective(call, kind, content_of(rule), rule.file).content)
    except StateError:  # then nothing is approved
        return
    held = [essence(entry) for entry in rule.entries]
    instead = [entry for entry in rule.entries if entry.text("check") and essence(entry) not in approved]
    gone = [(index, values) for index, values in enumerate(approved) if values not in held]
    for number, (index, values) in enumerate(gone):
        words = instead[number].values if number < len(instead) else {"message": record["description"]}
        beside = {key: words[key] for key in ("message", "severity") if key in words}
        entry = {**values, **beside, "index": entries.MOST + index, "line": 0, KEPT: True}
        if not entries.unusable(entry)[1]:
            yield entry


def may_run(rule: Rule, entry: Entry, call: Call, findings: list[Finding]) -> bool:
    """Whether the entry's command may run now; where something waits, one line a session says how to approve it.

    An entry that is the same as in the approved version runs, whatever else changed in the file.

    Raises:
        StateError: approvals cannot be kept.
    """
    if rule.scope == "user":
        return True
    content = content_of(rule)
    effective = trust.effective(call, kind_of(rule, call), content, rule.file)
    if effective.content == content:
        return KEPT not in entry.values
    approved = essence(entry) in _entries(effective.content)
    if approved and KEPT not in entry.values:
        return True
    if said.first_time(call.environ, call.event.session, f"check\n{rule.file}\n{content}") is not False:
        code = "feedback.check_not_approved" if effective.content is None else "feedback.check_changed"
        how = messages.text("trust.how_terminal", {}, call.language)
        findings.append(Finding(code, {"rule": rule.name, "file": plain.path(rule.file), "how": how}, NOTE, PERSON))
    return approved


def _entries(content: str | None) -> list[Any]:
    try:
        found = json.loads(content or "[]")
    except ValueError:
        return []
    return found if isinstance(found, list) else []
