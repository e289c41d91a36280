"""What follows from violations, on every event alike: logged, counted, said."""

from __future__ import annotations

from feedback_gate.feedback import counts, log, slow
from feedback_gate.feedback.violation import BEFORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.feedback.evaluate import Evaluation
    from feedback_gate.outcome import Finding


def findings(evaluation: Evaluation, code: str, effects: dict[str, str], call: Call) -> list[Finding]:
    """The findings of an evaluation, after logging every violation and raising counts."""
    violations = evaluation.violations
    spent = evaluation.searcher.slow()
    slow.note(((file, source) for file, source in sorted(evaluation.patterns) if source in spent), call.environ)
    if violations:
        log.append(violations, call)
    raised = counts.raise_for(violations, call, before=effects is BEFORE) if violations else []
    found = [violation.finding(code, effects) for violation in violations]
    return found + raised + evaluation.not_checked() + evaluation.other
