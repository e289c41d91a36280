"""Stop and SubagentStop: entries about the files that changed in the session; two stops are blocked, the third passes."""

from __future__ import annotations

import os

from feedback_gate.errors import FeedbackGateError
from feedback_gate.feedback import memory, siblings
from feedback_gate.feedback.rules import Rules
from feedback_gate.feedback.violation import AFTER
from feedback_gate.outcome import BLOCK, BOTH, NOTE, RANK, WARN, Finding, GivingUp, could_not_check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.feedback.evaluate import Evaluation
    from feedback_gate.feedback.rule import Entry, Rule
    from feedback_gate.outcome import Outcome
    from feedback_gate.state.session import AgentState

MAXIMUM = 3


def check(event: Event, call: Call) -> list[Finding]:
    """Findings of `stop_check` entries on every file changed and still there."""
    rules = Rules(call)
    if not rules.has("stop_check"):
        return []
    from feedback_gate.feedback import report
    from feedback_gate.feedback.evaluate import Evaluation

    evaluation = Evaluation(rules, call)
    found = _found_now(event, call, evaluation)
    changed = {state: memory.read(state).get("changed", {}) for state in _states(event, call)}
    changed[call.state] = {**memory.read(call.state).get("changed", {}), **found}
    present = sorted({path for paths in changed.values() for path in paths if os.path.lexists(path)})

    def judge(rule: Rule, entry: Entry) -> str:
        labels = _bad_files(rule, entry, present, evaluation, call)
        return f"changed files violating: {', '.join(labels)}" if labels else ""

    if present:
        evaluation.changed(judge)
    findings = report.findings(evaluation, "feedback.stop_check", AFTER, call)
    if any(RANK.get(finding.effect, 0) >= RANK[BLOCK] for finding in findings):
        return _blocked(findings, call, changed)
    _forget(call, "stop_attempts")
    if not evaluation.unchecked and not evaluation.other:  # what was not examined is looked at again
        _forget_files(changed)
    return findings


def _found_now(event: Event, call: Call, evaluation: Evaluation) -> dict[str, int]:
    """What the tree shows as changed since the last look, now remembered; where git does not answer, that is said."""
    from feedback_gate.changes import session

    try:
        found = dict(session.at_stop(event, call))
    except (OSError, FeedbackGateError) as problem:
        evaluation.unchecked.append(could_not_check("stop_check", str(problem)))
        return {}
    if call.facts.get(session.UNSEEN):
        evaluation.unchecked.append(could_not_check("stop_check", str(call.facts[session.UNSEEN])))
    memory.add_changed(found, call)
    return found


def _states(event: Event, call: Call) -> list[AgentState]:
    """Whose files count: this agent's; for the main thread those of all agents of the session."""
    from feedback_gate.state.session import AgentState

    others = [] if event.agent else [path for path in call.state.agents() if path != call.state.path]
    return [call.state, *map(AgentState.at, others)]


def _bad_files(rule: Rule, entry: Entry, changed: list[str], evaluation: Evaluation, call: Call) -> list[str]:
    """Labels of the files that fail one of an entry's requirements."""
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


def _blocked(findings: list[Finding], call: Call, changed: Mapping[AgentState, Mapping[str, Any]]) -> list[Finding]:
    attempt = int(memory.read(call.state).get("stop_attempts", 0)) + 1
    if attempt < MAXIMUM:
        # An attempt counts once its reason is delivered: the reopening budget of the turn may let the stop through.
        call.after.append(lambda outcome: _count(attempt, outcome, call))
        return [*findings, Finding("feedback.stop_again", {"attempt": attempt, "max": MAXIMUM}, BLOCK)]
    gave_up = GivingUp(Finding("feedback.stop_gave_up", {"max": MAXIMUM}, NOTE, BOTH))

    def give_up(outcome: Outcome) -> None:
        if gave_up in outcome.findings:
            _forget(call, "stop_attempts")
            _forget_files(changed)

    call.after.append(give_up)
    weaker = [GivingUp(finding.with_effect(WARN, BOTH), finding) if finding.effect == BLOCK else finding for finding in findings]
    return [*weaker, gave_up]


def _count(attempt: int, outcome: Outcome, call: Call) -> None:
    if RANK.get(outcome.effect, 0) >= RANK[BLOCK]:
        memory.update(call.state, lambda kept: kept.update(stop_attempts=attempt))


def _forget(call: Call, key: str) -> None:
    if key in memory.read(call.state):
        memory.update(call.state, lambda kept: kept.pop(key, None))


def _forget_files(changed: Mapping[AgentState, Mapping[str, Any]]) -> None:
    """Drop the files that were judged, as far as nobody changed them since."""
    for state, paths in changed.items():

        def drop(kept: dict[str, Any], paths: Mapping[str, Any] = paths) -> None:
            left = {path: ns for path, ns in kept.get("changed", {}).items() if paths.get(path) != ns}
            kept.update(changed=left)
            if not left:
                del kept["changed"]

        if paths:
            memory.update(state, drop)
