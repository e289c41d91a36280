"""PreToolUse: the rules on a command before it runs and on an edit before it is made."""

from __future__ import annotations

from feedback_gate.event import Bash, Edits, edits_of
from feedback_gate.feedback import concern
from feedback_gate.feedback.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.outcome import Finding


def check(event: Event, call: Call) -> list[Finding]:
    """Findings of the entries `pre_bash` and `pre_edit`; the start of a command is noted when its files will be looked at."""
    if not isinstance(event.tool, (Bash, Edits)):
        return []
    rules = Rules(call)
    if not rules.loaded and rules.is_whole() and not _is_anything_configured(call):
        return []
    findings = _evaluated(event, rules, call) if _is_worth_it(event, rules, call) else []
    if isinstance(event.tool, Bash) and rules.has("pre_edit", "post_edit", "stop_check"):
        findings += _note_start(event, call)  # after a count may have been written, which is none of the command's work
    return findings


def _is_worth_it(event: Event, rules: Rules, call: Call) -> bool:
    """Whether any entry may be violated; what evaluates them is loaded only then."""
    if concern.may_concern(event, call) or not rules.is_whole():
        return True
    command = event.tool.command if isinstance(event.tool, Bash) else ""
    if command and rules.may_hit("pre_bash", [command]):
        return True
    added = [edit.added for edit in edits_of(event.tool) if edit.kind != "delete"]
    return bool(added) and rules.may_hit("pre_edit", added)


def _evaluated(event: Event, rules: Rules, call: Call) -> list[Finding]:
    from feedback_gate.feedback import builtin
    from feedback_gate.feedback.evaluate import Evaluation

    evaluation = Evaluation(rules, call)
    if isinstance(event.tool, Bash):
        evaluation.command(event.tool.command)
    for edit in edits_of(event.tool):
        if edit.kind != "delete":
            evaluation.edit(call.project.absolute(edit.path, event.cwd), edit.added)
    evaluation.violations.extend(builtin.violations(event, rules, call))
    if evaluation.violations:
        from feedback_gate.feedback import asks

        asks.settle(evaluation.violations, event, call)
    if evaluation.is_quiet():
        return []
    from feedback_gate.feedback import report
    from feedback_gate.feedback.violation import BEFORE

    return report.findings(evaluation, "feedback.guard", BEFORE, call)


def _note_start(event: Event, call: Call) -> list[Finding]:
    """The files this command will write are looked at afterwards; that it cannot be noted must not cost a verdict now."""
    from feedback_gate.changes import start
    from feedback_gate.errors import StateError
    from feedback_gate.outcome import could_not_check

    try:
        start.begin(event, call)
    except StateError as problem:
        return [could_not_check("files this command writes", str(problem))]
    return []


def _is_anything_configured(call: Call) -> bool:
    """Whether there is anything that could be disarmed: a gate, claims, an approval, an administrator's file."""
    import os

    from feedback_gate.project import is_configured
    from feedback_gate.state import places

    settings = call.settings
    if is_configured(call.project.root) or settings.administrator or settings.unreadable:
        return True
    return os.path.isdir(places.trust_folder(call.environ, call.project.id))
