"""The rules phase: record what changed, run the rules on everything that is open, tell agent and person."""

from __future__ import annotations

from feedback_gate import messages
from feedback_gate.changes import session
from feedback_gate.outcome import AGENT, BLOCK, NOTE, PERSON, Finding
from feedback_gate.quality import differences, lists, report, rules, source
from feedback_gate.quality.keeping import Keeping
from feedback_gate.quality.policy.judge import Judge
from feedback_gate.quality.runner import RULES, Runner
from feedback_gate.state import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

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
    kept = lists.read(keeping)
    judge = Judge(call, keeping, asks=True)
    with Runner(call, RULES, spoken) as runner:
        verdict = rules.evaluate(kept.for_rules, call, runner, spoken, name_unmatched=True, judge=judge)
        if judge.allowed and kept.deferred:
            _drain(kept.deferred, verdict, call, runner, judge)
    differences.apply(keeping, verdict.difference)
    told = verdict.findings + rules.unchecked_findings(verdict.unchecked, call)
    told += without_program(judge, call)
    lines = "\n".join(verdict.lines)
    if verdict.failed:
        details = report.details(verdict.ran, spoken)
        told.append(Finding("gate.rules_failed", {"lines": lines, "details": details}, BLOCK, AGENT))
    elif lines:
        told.append(Finding("gate.rules_passed", {"lines": lines}, NOTE, PERSON))
    return told


def _drain(deferred: list[dict[str, Any]], verdict: rules.Verdict, call: Call, runner: Runner, judge: Judge) -> None:
    """Once the policy allowed something, run what it put off in earlier phases and has not put off again in this one."""
    from feedback_gate.quality import draining, put_off

    again = {put_off.key(entry) for entry in verdict.difference.put_off}
    done = {key for key, _ in verdict.difference.ran}
    old = [entry for entry in deferred if put_off.key(entry) not in again | done]
    drained = draining.drain(old, verdict.difference, runner, judge, call.language)
    verdict.lines.extend(drained.lines)
    verdict.ran.extend(drained.ran)
    verdict.unchecked.extend(drained.unchecked)
    verdict.failed = verdict.failed or bool(drained.failed)


def without_program(judge: Judge, call: Call) -> list[Finding]:
    """One warning a session when a gate names a policy and nothing is there to evaluate it."""
    if not judge.without_program or said.first_time(call.environ, call.event.session, "policy.without_program") is False:
        return []
    path = source.of_root(call.project.root, call).path
    reason = messages.text("policy.not_found", {}, call.language)
    return [Finding("policy.without_program", {"path": path, "reason": reason}, NOTE, PERSON)]
