"""The files a shell command wrote: git-dirty with a ctime at or after its start, committed by it, or deleted by it."""

from __future__ import annotations

import os

from feedback_gate.changes import start, tree
from feedback_gate.event import Bash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.changes.git import Status
    from feedback_gate.check import Call
    from feedback_gate.event import Event


class Written:
    """present: {absolute path: ctime_ns}; deleted: paths; moment: the start, None when it is unknown; status: what git said."""

    __slots__ = ("deleted", "moment", "present", "status")

    def __init__(
        self,
        present: dict[str, int] | None = None,
        deleted: tuple[str, ...] = (),
        moment: tree.Moment | None = None,
        status: Status | None = None,
    ) -> None:
        self.present = present or {}
        self.deleted = deleted
        self.moment = moment
        self.status = status


NOTHING = Written()


def by_command(event: Event, call: Call) -> Written:
    """What the command of this PostToolUse or PostToolUseFailure wrote; nothing for a command that only reads.

    A pure history command (checkout, merge, …) moves files that are no edits; they are remembered as seen.
    """
    if not isinstance(event.tool, Bash):
        return NOTHING
    from feedback_gate.changes import commands

    moment = start.take(event, call)
    if moment is None or commands.is_read_only(event.tool.command):
        return NOTHING
    folder = event.cwd if is_inside(event.cwd, call.project.root) else call.project.root
    changes = tree.since(moment, folder, call.environ)
    if changes is None:
        return NOTHING
    memory = tree.Memory(call.state.folder)
    if commands.git_history_operation(event.tool.command) == commands.WHOLE:
        memory.saw(changes.present, changes.status.head, changes.deleted)
        return NOTHING
    known = memory.read()[0]
    deleted = tuple(path for path in changes.deleted if known is None or path not in known.deleted)
    return Written(own(changes.present, call), deleted, moment, changes.status)


def own(present: dict[str, int], call: Call) -> dict[str, int]:
    """Without what is not the agent's work: our status folder, rule folders, and files another session holds."""
    from feedback_gate.changes import others

    if not present:
        return present
    kept = {path: ns for path, ns in present.items() if not is_ours(path, call)}
    held = others.held(call) if kept else frozenset()
    return {path: ns for path, ns in kept.items() if path not in held}


def is_ours(path: str, call: Call) -> bool:
    """Whether a path lies in the status folder or a rule folder of the project, or outside all its roots."""
    root, relative = call.project.split(path)
    if relative.startswith("../"):
        return True
    return any(
        relative.startswith(f"{config}/{own_name}/")
        for config in (".claude", ".agents")
        for own_name in (".gate-status", "feedback")
    ) and bool(root)


def is_inside(folder: str, root: str) -> bool:
    """Whether a folder is the root or lies below it."""
    return folder == root or os.path.normpath(folder).startswith(root.rstrip("/") + "/")
