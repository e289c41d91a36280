"""PostToolUse: the files a tool wrote, whatever the tool; for shell commands the edit entries too, which could not be asked before."""

from __future__ import annotations

from feedback_gate.event import Bash
from feedback_gate.feedback.rules import Rules
from feedback_gate.feedback.violation import AFTER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.feedback.evaluate import Evaluation
    from feedback_gate.outcome import Finding


def check(event: Event, call: Call) -> list[Finding]:
    """Findings of `post_edit` entries, and of `pre_edit` entries on what a command wrote."""
    rules = Rules(call, thorough=_touches_rules(event, call))
    if not rules.loaded:
        return []
    from feedback_gate.feedback import asks

    asks.ran(event, call)
    if not rules.has("pre_edit", "post_edit", "stop_check"):
        return []
    from feedback_gate.changes import session

    changed = session.after_tool(event, call)
    if rules.has("stop_check") and changed:
        from feedback_gate.feedback import memory

        memory.add_changed(changed, call)
    present = [path for path, ns in changed.items() if ns]
    return _evaluate(present, rules, event, call) if present else []


def _evaluate(paths: list[str], rules: Rules, event: Event, call: Call) -> list[Finding]:
    from feedback_gate.feedback import asks, report
    from feedback_gate.feedback.evaluate import Evaluation

    evaluation = Evaluation(rules, call)
    for path in paths:
        evaluation.file(path)
    if not isinstance(event.tool, Bash):
        return report.findings(evaluation, "feedback.post_edit", AFTER, call)
    if rules.has("pre_edit"):
        _written_text(paths, evaluation, call)
    for violation in evaluation.violations:
        if violation.severity == "ask" and asks.was_asked(violation, call):
            violation.approve()
    return report.findings(evaluation, "feedback.bash_edit", AFTER, call)


def _written_text(paths: list[str], evaluation: Evaluation, call: Call) -> None:
    """`pre_edit` entries on what a command wrote: the lines it added to a tracked file, the whole of an untracked one."""
    from feedback_gate.changes import git
    from feedback_gate.system import files

    written = call.written
    status = written.status
    tracked = [path for path in paths if status is not None and path not in status.untracked]
    base = written.moment.head if written.moment is not None and written.moment.head else "HEAD"
    added: dict[str, str] = {}
    if tracked and status is not None:
        if (
            status.head
            and base not in (status.head, "HEAD")
            and git.names_between(base, status.head, status.top, call.environ) is None
        ):
            base = "HEAD"  # the history was rewritten
        added = git.added_lines(base, tracked, status.top, call.environ)
    for path in paths:
        text = added.get(path, "") if path in tracked else files.read_text(path)
        if text is not None:
            evaluation.edit(path, text)


def _touches_rules(event: Event, call: Call) -> bool:
    """Whether an edit tool wrote into a rule folder: then every file is looked at."""
    from feedback_gate.event import edits_of
    from feedback_gate.feedback.folders import folders

    paths = [call.project.absolute(edit.path, event.cwd) for edit in edits_of(event.tool)]
    return bool(paths) and any(path.startswith(folder + "/") for path in paths for _, folder in folders(call))
