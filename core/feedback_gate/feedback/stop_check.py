"""Stop and SubagentStop: entries about the files that changed in the session; two stops are blocked, the third passes."""

from __future__ import annotations

import os

from feedback_gate.feedback import memory, siblings
from feedback_gate.feedback.rules import Rules
from feedback_gate.feedback.violation import AFTER, Violation
from feedback_gate.outcome import BLOCK, BOTH, NOTE, RANK, WARN, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.feedback.evaluate import Evaluation
    from feedback_gate.feedback.rule import Entry, Rule

MAXIMUM = 3


def check(event: Event, call: Call) -> list[Finding]:
    """Findings of `stop_check` entries on every file changed and still there."""
    rules = Rules(call)
    if not rules.has("stop_check"):
        return []
    changed = _changed_files(event, call)
    if not changed:
        return _passed(call, [])
    from feedback_gate.feedback import report
    from feedback_gate.feedback.evaluate import Evaluation

    evaluation = Evaluation(rules, call)
    for rule, entry in rules.candidates("stop_check", []):
        labels = _bad_files(rule, entry, changed, evaluation, call)
        if labels:
            evaluation.violations.append(Violation(rule, entry, f"changed files violating: {', '.join(labels)}"))
    findings = report.findings(evaluation, "feedback.stop_check", AFTER, call)
    if not any(RANK.get(finding.effect, 0) >= RANK[BLOCK] for finding in findings):
        return _passed(call, findings)
    return _blocked(findings, call)


def _changed_files(event: Event, call: Call) -> list[str]:
    """This agent's changed files; for the main thread those of all agents and of the tree as well."""
    from feedback_gate.changes import session
    from feedback_gate.state.session import AgentState

    found: dict[str, Any] = dict(session.at_stop(event, call))
    if found:
        memory.update(call.state, lambda kept: kept.setdefault("changed", {}).update(found))
    states = [call.state] if event.agent else [AgentState.at(path) for path in call.state.agents()]
    for state in states:
        found.update(memory.read(state).get("changed", {}))
    return sorted(path for path in found if os.path.lexists(path))


def _bad_files(rule: Rule, entry: Entry, changed: list[str], evaluation: Evaluation, call: Call) -> list[str]:
    """Labels of the files that violate an entry."""
    from feedback_gate import globs
    from feedback_gate.feedback.evaluate import ON_FILE

    labels = []
    for path in changed:
        root, relative = call.project.split(path)
        if not globs.matches(entry.texts("changed"), relative) or globs.matches(entry.texts("exclude_path"), relative):
            continue
        sibling = entry.text("require_sibling")
        bad = bool(sibling) and not siblings.has_sibling(sibling, root, relative)
        if not bad and entry.text("check"):
            env = {"FILE": path, "RULE": rule.name, "EVENT": "stop_check"}
            bad = evaluation.check_fails(rule, entry, root, env, ON_FILE)
        if bad:
            labels.append(relative if root == call.project.root else f"{os.path.basename(root)}/{relative}")
    return sorted(dict.fromkeys(labels))


def _passed(call: Call, findings: list[Finding]) -> list[Finding]:
    if os.path.exists(call.state.path) and memory.read(call.state):
        memory.update(call.state, _forget)
    return findings


def _forget(kept: dict[str, Any]) -> None:
    kept.pop("stop_attempts", None)
    kept.pop("changed", None)


def _blocked(findings: list[Finding], call: Call) -> list[Finding]:
    def change(kept: dict[str, Any]) -> int:
        kept["stop_attempts"] = int(kept.get("stop_attempts", 0)) + 1
        return int(kept["stop_attempts"])

    attempt = memory.update(call.state, change, otherwise=1)
    if attempt < MAXIMUM:
        return [*findings, Finding("feedback.stop_again", {"attempt": attempt, "max": MAXIMUM}, BLOCK)]
    memory.update(call.state, _forget)
    weaker = [finding.with_effect(WARN, BOTH) if finding.effect == BLOCK else finding for finding in findings]
    return [*weaker, Finding("feedback.stop_gave_up", {"max": MAXIMUM}, NOTE, BOTH)]
