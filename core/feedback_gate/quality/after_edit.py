"""PostToolUse: record what the tool changed, by whatever means, and run the rules on it at once."""

from __future__ import annotations

import os

from feedback_gate.changes.written import is_ours
from feedback_gate.event import edits_of
from feedback_gate.outcome import AGENT, BLOCK, NOTE, PERSON, Finding
from feedback_gate.quality import lists, report, rules, source
from feedback_gate.quality.runner import RULES, Runner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event


def check(event: Event, call: Call) -> list[Finding]:
    """Findings after an edit or a shell command: failures for the agent, one line a command for the person."""
    if event.tool is None or not source.is_configured(call):
        return []
    found = changed_by(event, call)
    if not found:
        return []
    lists.record(call.state, found)
    _remember(found, call)
    return run_rules(call)


def changed_by(event: Event, call: Call) -> dict[str, int]:
    """{absolute path: ctime_ns} of the files this tool call changed, 0 for a file that is gone."""
    found: dict[str, int] = {}
    for edit in edits_of(event.tool):
        for path in filter(None, (edit.path, edit.old_path)):
            full = call.project.absolute(path, event.cwd)
            if not is_ours(full, call):
                found[full] = _ctime(full)
    written = call.written
    found.update(written.present)
    found.update({path: 0 for path in written.deleted if not is_ours(path, call)})
    return found


def _ctime(path: str) -> int:
    try:
        return os.lstat(path).st_ctime_ns
    except OSError:
        return 0


def _remember(found: dict[str, int], call: Call) -> None:
    """What is recorded here is no news at the next stop; a memory that cannot be kept only makes that stop look again."""
    from feedback_gate.changes import tree

    status = call.written.status
    try:
        tree.Memory(call.state.folder).saw(
            found, status.head if status is not None else "", [path for path, ns in found.items() if not ns]
        )
    except OSError:
        return


def run_rules(call: Call) -> list[Finding]:
    """The rules phase on everything still open."""
    spoken = call.language
    with Runner(call, RULES, spoken) as runner:
        verdict = rules.evaluate(lists.read(call.state).open, call, runner, spoken)
    lists.apply(call.state, verdict.difference)
    findings = verdict.findings + rules.unchecked_findings(verdict.unchecked, spoken)
    lines = "\n".join(verdict.lines)
    if verdict.failed:
        details = report.details(verdict.ran, spoken)
        findings.append(Finding("gate.rules_failed", {"lines": lines, "details": details}, BLOCK, AGENT))
    elif lines:
        findings.append(Finding("gate.rules_passed", {"lines": lines}, NOTE, PERSON))
    return findings
