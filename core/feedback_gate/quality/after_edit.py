"""PostToolUse: record what the tool changed, by whatever means, and run the rules on it at once."""

from __future__ import annotations

from feedback_gate.changes import session
from feedback_gate.outcome import AGENT, BLOCK, NOTE, PERSON, Finding
from feedback_gate.quality import lists, report, rules, source
from feedback_gate.quality.keeping import Keeping
from feedback_gate.quality.runner import RULES, Runner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event


def check(event: Event, call: Call) -> list[Finding]:
    """Findings after an edit or a shell command: failures for the agent, one line a command for the person."""
    if event.tool is None or not source.is_configured(call):
        return []
    found = session.after_tool(event, call)
    if not found:
        return []
    keeping = Keeping(call.state)
    lists.record(keeping, found)
    if keeping.problem:
        call.facts[session.NOT_KEPT] = True
    return run_rules(call, keeping) + keeping.findings()


def run_rules(call: Call, keeping: Keeping) -> list[Finding]:
    """The rules phase on everything on the list, also on what a stop gave up on."""
    spoken = call.language
    with Runner(call, RULES, spoken) as runner:
        verdict = rules.evaluate(lists.read(keeping).changed, call, runner, spoken, name_unmatched=True)
    lists.apply(keeping, verdict.difference)
    findings = verdict.findings + rules.unchecked_findings(verdict.unchecked, call)
    lines = "\n".join(verdict.lines)
    if verdict.failed:
        details = report.details(verdict.ran, spoken)
        findings.append(Finding("gate.rules_failed", {"lines": lines, "details": details}, BLOCK, AGENT))
    elif lines:
        findings.append(Finding("gate.rules_passed", {"lines": lines}, NOTE, PERSON))
    return findings
