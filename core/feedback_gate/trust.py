"""Which of a project's commands may run on this machine: the content a person approved, never what a repository just changed.

The user's home keeps the approved content by project id and kind. With `trust = tofu` a `gate.yaml` that is older than the
session is taken at first sight; anything that appears or changes later is pending, and the last approved content stays in
force. `strict` takes nothing at first sight, `off` takes whatever is there.
"""

from __future__ import annotations

import os

from feedback_gate.state.approvals import Approvals
from feedback_gate.system import hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call

APPROVED, FIRST, PENDING, REFUSED = "approved", "first", "pending", "refused"
# Kinds that may be taken at first sight; claim commands and project checks need a person once.
AT_FIRST_SIGHT = ("gate",)


class Effective:
    """content: the text in force, None = none; state: APPROVED | FIRST | PENDING | REFUSED; proposed: the text that waits."""

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


def effective(call: Call, kind: str, content: str | None, path: str = "") -> Effective:
    """The content in force for a kind of file.

    Args:
        call: gives the option `trust`, the project id and the home.
        kind: "gate", "claims", or "feedback:<path>".
        content: what the project holds now; None = the file is missing.
        path: the file, whose age decides about a first sight.

    Raises:
        StateError: approvals cannot be read; nothing counts as approved then.
    """
    mode = call.settings.get("trust").value
    if mode == "off":
        return Effective(content, APPROVED)
    approvals = Approvals(call.environ, call.project.id, kind)
    record = approvals.read()
    if "approved" in record:
        return _against(record["approved"], content)
    if content is None:
        return Effective(None, APPROVED)
    digest = hashing.short(content)
    if mode == "tofu" and kind in AT_FIRST_SIGHT and record.get("pending") is None and _is_old(call, path):
        approvals.approve(content, FIRST, call.project.root, kind)
        return Effective(content, FIRST)
    if record.get("pending") != digest:
        approvals.update(lambda kept: kept.update(pending=digest))
    return Effective(None, PENDING, content)


def _against(approved: str | None, content: str | None) -> Effective:
    return Effective(content, APPROVED) if content == approved else Effective(approved, PENDING, content)


def _is_old(call: Call, path: str) -> bool:
    """Whether a file was there before the session: its ctime is not after the session's first moment."""
    from feedback_gate.state import sessions

    try:
        return os.stat(path).st_ctime_ns <= sessions.began(call.environ, call.project.id, call.event.session)
    except OSError:
        return False
