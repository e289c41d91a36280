"""UserPromptSubmit: the rules text, what is broken, and the confirmed rules, as context for the agent."""

from __future__ import annotations

from feedback_gate.feedback.rules import Rules
from feedback_gate.outcome import Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.feedback.rule import Rule


def check(event: Event, call: Call) -> list[Finding]:
    """The context of one prompt; nothing for a background task's report."""
    if event.notification:
        return []
    rules = Rules(call, thorough=True)
    if rules.loaded and event.session and not event.agent:
        from feedback_gate.feedback import asks

        asks.prompted(call)
    findings = []
    problems = rules.problems()
    if problems:
        lines = "\n".join(f"- {file}:{line}: {reason}" for file, _, line, reason in problems)
        findings.append(Finding("feedback.broken", {"lines": lines}))
    confirmed = sorted(rules.confirmed(), key=lambda rule: (-rule.count, rule.name))
    if confirmed:
        findings.append(Finding("feedback.confirmed", {"rules": _listed(confirmed)}))
    return findings


def _listed(rules: Sequence[Rule]) -> str:
    blocks = []
    for rule in rules:
        parts = [f"■ {rule.name} ({rule.count}×)", rule.record["description"], rule.record["intro"]]
        blocks.append("\n".join(part for part in parts if part))
    return "\n\n".join(blocks)
