"""SessionStart and UserPromptSubmit: a fresh session forgets, the tree is looked at, a new turn counts anew."""

from __future__ import annotations

import os

from feedback_gate.errors import StateError
from feedback_gate.quality import lists, source
from feedback_gate.state import sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.outcome import Finding

FRESH = ("startup", "clear")


def started(event: Event, call: Call) -> list[Finding]:
    """Look at the tree once, so that what was there before is nobody's change; say what a person must know of the gate.

    `resume`, `compact` and every other source keep the state: the same work goes on.
    """
    from feedback_gate.changes import session

    folder = call.state.folder
    if folder and os.path.isdir(folder) and event.source in FRESH:
        sessions.forget(folder)
    if folder:  # also where nothing is configured yet: what appears later is newer than the session
        sessions.began(call.environ, call.project.id, event.session)
        sessions.sweep(call.environ, call.project.id)
    if not source.is_configured(call):
        return []
    if not folder:
        raise StateError("state cannot be kept: HOME is not set")
    session.started(call)
    return source.of_root(call.project.root, call).findings


def prompted(event: Event, call: Call) -> list[Finding]:
    """A person's prompt starts a new turn: blocked stops are counted from zero again."""
    if event.agent or event.notification or not os.path.exists(call.state.path):
        return []
    kept = lists.read(call.state)
    if kept.attempts or kept.reported or kept.told_success:
        lists.note(call.state, attempts=0, reported=False, told_broken=False, told_success=False)
    return []
