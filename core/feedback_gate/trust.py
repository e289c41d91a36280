"""Which of a project's commands may run on this machine: the content a person approved, never what a repository just changed.

The user's home keeps the approved content by project id and kind. With `trust = tofu` a `gate.yaml` that the start of a session
sees is taken at first sight; anything that appears or changes later is pending, and the last approved content stays in force.
`strict` takes nothing at first sight, `off` takes whatever is there.
"""

from __future__ import annotations

import os

from feedback_gate.errors import StateError
from feedback_gate.state.approvals import Approvals, earlier_id, in_force
from feedback_gate.system import hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.check import Call

APPROVED, FIRST, PENDING, REFUSED = "approved", "first", "pending", "refused"
# Kinds that may be taken at first sight; claim commands and project checks need a person once.
AT_FIRST_SIGHT = ("gate",)


class Effective:
    """content: the text in force, None = none; state: APPROVED | FIRST | PENDING | REFUSED; proposed: the text that waits.

    REFUSED: nothing was ever approved and the text means nothing; it is given back as it is, for whoever names its fault.
    """

    __slots__ = ("content", "proposed", "state")

    def __init__(self, content: str | None, state: str, proposed: str | None = None) -> None:
        self.content = content
        self.state = state
        self.proposed = proposed

    @property
    def diff(self) -> str:
        """The waiting change as a unified diff, "" when nothing waits."""
        if self.state != PENDING:
            return ""
        import difflib

        old, new = (self.content or "").splitlines(), (self.proposed or "").splitlines()
        return "\n".join(difflib.unified_diff(old, new, "approved", "proposed", lineterm=""))


def effective(call: Call, kind: str, content: str | None, path: str = "", *, usable: bool = True, place: str = "") -> Effective:
    """The content in force for a kind of file.

    Args:
        call: gives the option `trust`, the project id and the home.
        kind: "gate", "claims", or "feedback:<path>"; of a project below the top of its repository "gate:<folder>".
        content: what the project holds now; None = the file is missing.
        path: the file, whose age decides about a first sight.
        usable: whether the content can be read as what it is; a broken file is never taken at first sight.
        place: the folder of the linked worktree that holds the file ("" = the project's own checkout, see `place_of`).

    Raises:
        StateError: approvals cannot be read or kept; nothing counts as approved then.
    """
    mode = call.settings.get("trust").value
    if mode == "off":
        return Effective(content, APPROVED)
    approvals = Approvals(call.environ, call.project.id, kind)
    record = approvals.read()
    known, approved = in_force(record, place)
    earlier = "" if known else earlier_id(call.environ, call.project.root, call.project.id)
    if earlier:
        known, approved = in_force(Approvals(call.environ, earlier, kind).read(), place)
    if known:
        return _against(approved, content)
    if content is None:
        return Effective(None, APPROVED)
    if not usable:
        return Effective(content, REFUSED)
    if mode == "tofu" and kind.partition(":")[0] in AT_FIRST_SIGHT and record.get("pending") is None and _is_old(call, path):
        approvals.approve(content, FIRST, call.project.root, kind)
        return Effective(content, FIRST)
    if call.event.name:  # a person who only looks changes nothing
        _wait(approvals, record, hashing.short(content))
    return Effective(None, PENDING, content)


def place_of(root: str) -> str:
    """The real path of a root that lies in a linked git worktree, "" for every other: what is approved there is its own."""
    from feedback_gate.changes import git
    from feedback_gate.system import files

    top = git.top_of(root)
    pointer = files.read_text(os.path.join(top, ".git"), 4096) if top else None
    linked = pointer is not None and pointer.startswith("gitdir:") and "/worktrees/" in pointer
    return os.path.realpath(root) if linked else ""


def _wait(approvals: Approvals, record: dict[str, Any], digest: str) -> None:
    """Remember that something waits, so that no later session takes it for a first sight."""
    if record.get("pending") != digest:
        try:
            approvals.update(lambda kept: kept.update(pending=digest))
        except StateError:  # it waits all the same
            return


def _against(approved: str | None, content: str | None) -> Effective:
    return Effective(content, APPROVED) if content == approved else Effective(approved, PENDING, content)


def _is_old(call: Call, path: str) -> bool:
    """Whether a file was there when the session began.

    Its ctime (and that of a link that leads to it) is not after the session's first moment; and if the session's start saw
    the project, only that very event can take something at first sight: what it did not see has come since, whatever the
    ctime says (moving a folder keeps the times of what is in it).
    """
    from feedback_gate.state import sessions

    session = call.event.session
    if not call.event.name:  # no session asks, but a command for people
        return False
    if call.event.name != "SessionStart" and sessions.head_at_start(call.environ, call.project.id, session) is not None:
        return False
    try:
        changed = max(os.stat(path).st_ctime_ns, os.lstat(path).st_ctime_ns)
        return changed <= sessions.began(call.environ, call.project.id, session)
    except OSError:
        return False
