"""The files a shell command wrote: git-dirty with a ctime at or after its start, committed by it, or deleted by it."""

from __future__ import annotations

import os

from feedback_gate.changes import git, start, tree
from feedback_gate.changes.ours import is_inside, is_ours, own
from feedback_gate.event import Bash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feedback_gate.changes.git import Status
    from feedback_gate.check import Call
    from feedback_gate.event import Event


class Written:
    """present: {absolute path: ctime_ns}; deleted: paths; moment: the start, None when it is unknown; status: what git said.

    moved: (top folder, commit before, commit after) where all that was committed meanwhile is known, else three ""; named: the
    worktrees that the command names, whatever was found there.
    """

    __slots__ = ("deleted", "moment", "moved", "named", "present", "status")

    def __init__(
        self,
        present: dict[str, int] | None = None,
        deleted: tuple[str, ...] = (),
        moment: tree.Moment | None = None,
        status: Status | None = None,
        moved: tuple[str, str, str] = ("", "", ""),
        named: Iterable[str] = (),
    ) -> None:
        self.present = present or {}
        self.deleted = deleted
        self.moment = moment
        self.status = status
        self.moved = moved
        self.named = tuple(named)


NOTHING = Written()


def by_command(event: Event, call: Call) -> Written:
    """What the command of this PostToolUse or PostToolUseFailure wrote; nothing for a command that only reads.

    A pure history command (checkout, merge, …) moves files that are no edits; they are remembered as seen. Where git does not
    answer nothing is known here, and the next stop says so or finds it.
    """
    if not isinstance(event.tool, Bash):
        return NOTHING
    from feedback_gate.changes import commands

    begun = start.take(event, call)
    nothing = Written(named=start.named(event, call))
    if (begun is None and not nothing.named) or commands.is_read_only(event.tool.command):
        return NOTHING
    if begun is None:
        return nothing
    moment, heads = begun
    from feedback_gate.changes.memory import Memory

    known = Memory(call.state.folder).read()
    try:
        looks = _looks(tree.Moment(moment.ns + known.skew, moment.head), heads, event, call)
    except git.NoAnswerError:
        looks = []
    if not looks:
        return nothing
    present = {path: ns for look in looks for path, ns in look.present.items()}
    gone = [path for look in looks for path in look.deleted]
    if commands.git_history_operation(event.tool.command) == commands.WHOLE:
        _remember({**present, **dict.fromkeys(gone, 0)}, _moved(moment, looks[0]), call)
        return nothing
    before = {path for moment_of in known.trees.values() for path in moment_of.deleted}
    deleted = tuple(path for path in gone if path not in before and not is_ours(path, call))
    return Written(own(present, call), deleted, moment, looks[0].status, _moved(moment, looks[0]), nothing.named)


def _looks(moment: tree.Moment, heads: Mapping[str, str], event: Event, call: Call) -> list[tree.Changes]:
    """The tree the command ran in, the project's where that is another one (a repository inside the project), and named worktrees."""
    root = call.project.root
    inside = is_inside(event.cwd, root)
    work = call.project.split(os.path.join(event.cwd, "x"))[0] if inside else root
    folders = [work]
    nested = git.top_of(event.cwd) if inside else ""
    if nested and nested != git.top_of(work) and is_inside(nested, work):
        folders.insert(0, nested)
    moments = [(folder, moment) for folder in folders]
    named = (top for top in start.named(event, call) if top not in folders)
    moments += [(top, tree.Moment(moment.ns, heads.get(top, ""))) for top in named]
    looks = (tree.since(since, folder, call.environ, folder) for folder, since in moments)
    return [look for look in looks if look is not None]


def _moved(moment: tree.Moment, look: tree.Changes) -> tuple[str, str, str]:
    """Where history was rewritten, what lay uncommitted before may be committed now: then nobody has looked at it."""
    return (look.status.top, moment.head, look.status.head) if look.straight else ("", "", "")


def _remember(handled: dict[str, int], moved: tuple[str, str, str], call: Call) -> None:
    from feedback_gate.changes.memory import Memory

    try:
        Memory(call.state.folder).saw(handled, {}, moved)
    except OSError:  # the stop looks at them once more
        return
