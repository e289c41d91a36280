"""SessionStart and UserPromptSubmit: a fresh session forgets, the tree is looked at, a new turn counts anew."""

from __future__ import annotations

import os

from feedback_gate.errors import StateError
from feedback_gate.outcome import NOTE, PERSON, Finding, could_not_check
from feedback_gate.quality import configured, for_claims, lists, source
from feedback_gate.quality.keeping import Keeping
from feedback_gate.state import sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event

FRESH = ("startup", "clear")


def started(event: Event, call: Call) -> list[Finding]:
    """Look at the tree once, so that what was there before is nobody's change; say what a person must know of the gate.

    `resume`, `compact` and every other source keep the state: the same work goes on.

    Raises:
        StateError: state cannot be kept.
    """
    try:
        return _started(event, call)
    except OSError as problem:
        raise StateError(f"state cannot be kept: {problem.strerror or problem}: {call.state.folder}") from problem


def _started(event: Event, call: Call) -> list[Finding]:
    from feedback_gate.changes import git, start
    from feedback_gate.changes import session as looks
    from feedback_gate.run import registry
    from feedback_gate.run.status_home import StatusHome

    folder = call.state.folder
    if not folder:
        if configured.is_configured(call):
            raise StateError("state cannot be kept: HOME is not set")
        return []
    if os.path.isdir(folder) and event.source in FRESH:
        sessions.forget(folder)
        registry.forget_summary(StatusHome.of(call.project), event.session)
    sessions.began(call.environ, call.project.id, event.session)
    sessions.sweep(call.environ, call.project.id, folder)
    findings: list[Finding] = []
    if configured.is_configured(call):
        for_claims.tell(call)
        try:
            looks.started(call)
        except git.NoAnswerError as problem:
            findings.append(could_not_check("gate", str(problem)))
        findings += source.of_root(call.project.root, call).findings
        if not git.top_of(call.project.root):
            findings.append(Finding("gate.no_git", {"root": call.project.root}, NOTE, PERSON))
    # Also where nothing is configured yet: what appears later is newer than the session.
    sessions.looked(call.environ, call.project.id, event.session, start.head_of(call.project.root))
    return findings


def prompted(event: Event, call: Call) -> list[Finding]:
    """A person's prompt starts a new turn: blocked stops are counted from zero again."""
    if event.agent or event.notification or not os.path.exists(call.state.path):
        return []
    keeping = Keeping(call.state)
    kept = lists.read(keeping)
    if kept.attempts or kept.reported or kept.told_broken or kept.told_success:
        lists.note(keeping, attempts=0, reported=False, told_broken=False, told_success=False)
    return []
