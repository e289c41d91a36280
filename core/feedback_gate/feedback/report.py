"""What follows from violations, on every event alike: asks settled, logged, counted, said."""

from __future__ import annotations

from feedback_gate.feedback import counts, log, slow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.feedback.evaluate import Evaluation
    from feedback_gate.outcome import Finding


def findings(evaluation: Evaluation, code: str, effects: dict[str, str], call: Call) -> list[Finding]:
    """The findings of an evaluation, after logging every violation and raising counts."""
    violations = evaluation.violations
    slow.note(evaluation.searcher.slow(), call.environ)
    if violations:
        log.append(violations, call)
    raised = counts.raise_for(violations, call) if violations else []
    return [violation.finding(code, effects) for violation in violations] + raised + evaluation.unchecked + evaluation.other
