"""The rules phase: record what changed, run the rules on everything that is open, tell agent and person."""

from __future__ import annotations

from feedback_gate.changes import session
from feedback_gate.outcome import AGENT, BLOCK, NOTE, PERSON, Finding
from feedback_gate.quality import lists, report, rules
from feedback_gate.quality.keeping import Keeping
from feedback_gate.quality.runner import RULES, Runner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from feedback_gate.check import Call


def findings(found: Mapping[str, int], call: Call) -> list[Finding]:
    """What the rules say after a change.

    Args:
        found: {absolute path: ctime_ns} of what changed, 0 for a file that is gone.
        call: the hook call.
    """
    keeping = Keeping(call.state)
    lists.record(keeping, found)
    if keeping.problem:
        call.facts[session.NOT_KEPT] = True
    return _run_rules(call, keeping) + keeping.findings()


def _run_rules(call: Call, keeping: Keeping) -> list[Finding]:
    """The rules phase on everything on the list, also on what a stop gave up on."""
    spoken = call.language
    with Runner(call, RULES, spoken) as runner:
        verdict = rules.evaluate(lists.read(keeping).changed, call, runner, spoken, name_unmatched=True)
    lists.apply(keeping, verdict.difference)
    told = verdict.findings + rules.unchecked_findings(verdict.unchecked, call)
    lines = "\n".join(verdict.lines)
    if verdict.failed:
        details = report.details(verdict.ran, spoken)
        told.append(Finding("gate.rules_failed", {"lines": lines, "details": details}, BLOCK, AGENT))
    elif lines:
        told.append(Finding("gate.rules_passed", {"lines": lines}, NOTE, PERSON))
    return told
