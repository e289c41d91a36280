"""How far a session's work has spread: files and areas changed since it began, committed ones included."""

from __future__ import annotations

import os

from feedback_gate.changes import git, tree
from feedback_gate.changes.ours import is_ours
from feedback_gate.state import sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call

AREAS = 4  # top folders from which on many files are wide


def spread(call: Call, root: str) -> tuple[int, int] | None:
    """(files, areas) changed since the session's start; None where git does not say."""
    project, session = call.project.id, call.event.session
    try:
        began = sessions.began(call.environ, project, session)
        head = sessions.head_at_start(call.environ, project, session) or ""
        # What was written in the very tick of the start was there before it.
        changes = tree.since(tree.Moment(began + 1, head), root, call.environ)
    except (OSError, git.NoAnswerError):
        return None
    if changes is None or not began:
        return None
    gone = [path for path in changes.deleted if _went_since(path, began)]
    names = {os.path.relpath(path, root) for path in (*changes.present, *gone) if not is_ours(path, call)}
    return len(names), len({name.split(os.sep)[0] for name in names})


def _went_since(path: str, began: int) -> bool:
    """Whether a missing file went after the session's start: its folder changed since."""
    folder = os.path.dirname(path)
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return os.lstat(folder).st_ctime_ns > began
