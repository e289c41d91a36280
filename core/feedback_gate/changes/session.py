"""What changed in a session, for every product alike: told by tool events, or found in the tree when the agent stops.

Answers are found once a call; both products record them for themselves. Only when all of them have is the look remembered,
so that a hook that dies in between has lost nothing: the next stop finds the same again.
"""

from __future__ import annotations

import os

from feedback_gate.changes import git, tree
from feedback_gate.changes.memory import Known, Memory
from feedback_gate.changes.ours import is_inside, is_ours, own
from feedback_gate.errors import StateError
from feedback_gate.event import Bash, edits_of
from feedback_gate.state import sessions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feedback_gate.check import Call
    from feedback_gate.event import Event

# Names of facts of one call.
AFTER_TOOL, AT_STOP = "changed by the tool", "changed since the last look"
NOT_KEPT = "a product could not keep what changed, so the look must not count"
UNSEEN = "why a tree could not be looked at"
PRODUCED = "files that changed only while the commands of the last stop ran"


def started(call: Call) -> None:
    """Look at the tree for the first time: what is dirty now is nobody's change.

    Raises:
        OSError: it cannot be kept.
        git.NoAnswerError: git does not answer.
    """
    memory = Memory(call.state.folder)
    top = git.top_of(call.project.root)
    if top and top not in memory.read().trees:
        from feedback_gate.changes.skew import skew

        ns = memory.stamp()
        status = git.status(call.project.root, call.environ, call.project.root)
        memory.looked(ns, [status] if status is not None else [], skew(call))


def after_tool(event: Event, call: Call) -> dict[str, int]:
    """{absolute path: ctime_ns} of the files this tool call changed, 0 for a file that is gone."""
    known: dict[str, int] | None = call.facts.get(AFTER_TOOL)
    if known is not None:
        return known
    found: dict[str, int] = {}
    for edit in edits_of(event.tool):
        for path in filter(None, (edit.path, edit.old_path)):
            full = call.project.absolute(path, event.cwd)
            if not is_ours(full, call):
                found[full] = ctime(full)
    moved, named = ("", "", ""), frozenset[str]()
    if isinstance(event.tool, Bash):
        written = call.written
        found.update(written.present)
        found.update({path: 0 for path in written.deleted if not is_ours(path, call)})
        moved, named = written.moved, frozenset(written.named)
    if (found or named) and call.state.folder:
        later(call, lambda: saw(found, call, moved, named))
    call.facts[AFTER_TOOL] = found
    return found


def saw(
    found: dict[str, int], call: Call, moved: tuple[str, str, str] = ("", "", ""), trees: frozenset[str] = frozenset()
) -> None:
    """Remember files as handled, so that they are no news at the next stop; `moved` as in `Memory.saw`.

    The trees they lie in, and `trees`, are looked at by every stop from now on.

    Raises:
        OSError: it cannot be kept.
    """
    Memory(call.state.folder).saw(found, {top: _first(top, call) for top in _tops(found) | trees}, moved)


def _tops(paths: Iterable[str]) -> set[str]:
    """The top folders of the trees that the paths lie in."""
    folders = {os.path.dirname(path) for path in paths}
    tops: set[str] = set()
    for folder in sorted(folders):
        if not any(folder == top or folder.startswith(top + "/") for top in tops) or "/worktrees/" in folder:
            top = git.top_of(folder)
            if top:
                tops.add(top)
    return tops


def _first(top: str, call: Call) -> tree.Moment:
    """The moment from which a tree is to be looked at that was never looked at: the start of the session."""
    session, root = call.event.session, call.project.root
    head = sessions.head_at_start(call.environ, call.project.id, session) if is_inside(root, top) else ""
    return tree.Moment(sessions.began(call.environ, call.project.id, session), head or "")


def later(call: Call, remember: Callable[[], None]) -> None:
    """Remember something once every product has kept what it needs; a failure only means that it is looked at again."""

    def after(_: object) -> None:
        if not call.facts.get(NOT_KEPT):
            try:
                remember()
            except (OSError, StateError):
                return

    call.after.append(after)


def at_stop(event: Event, call: Call) -> dict[str, int]:
    """What changed in the tree without any event of this session telling us: background commands, other tools, patches.

    The main thread's stop looks at every tree the session has to do with, a subagent's only at the worktree it works in.
    What could not be looked at stands in the fact UNSEEN.

    Raises:
        StateError: there is no home.
    """
    known: dict[str, int] | None = call.facts.get(AT_STOP)
    if known is None:
        known = call.facts[AT_STOP] = _Look(event, call).found()
    return known


class _Look:
    """One look at every tree of a session."""

    def __init__(self, event: Event, call: Call) -> None:
        self.event = event
        self.call = call
        self.memory = Memory(call.state.folder)
        self.known: Known = self.memory.read()
        self.lost = self.known.lost or any(sessions.is_lost(path) for path in call.state.agents())
        self.statuses: list[git.Status] = []

    def found(self) -> dict[str, int]:
        tops = self._folders()
        if not tops or not self.call.state.path:
            return {}
        try:
            ns = self.memory.stamp()
        except OSError:  # nothing can be kept: the look itself still counts, and is made again at every stop
            ns = -1
        found: dict[str, int] = {}
        for top in tops:
            try:
                found.update(self._look(top))
            except git.NoAnswerError as problem:
                self.call.facts[UNSEEN] = str(problem)
        made = {path for path, at in found.items() if at and self.known.ran[0] <= at <= self.known.ran[1]}
        if not self._others_work():
            for path in made & self.known.products:
                del found[path]
            self.call.facts[PRODUCED] = made
        if ns >= 0 and self.statuses:
            later(self.call, lambda: self._keep(ns))
        return found

    def _folders(self) -> list[str]:
        """The top folders to look at."""
        root = self.call.project.root
        if self.event.agent:
            work = self.call.project.split(os.path.join(self.event.cwd, "x"))[0] if is_inside(self.event.cwd, root) else root
            own = [work] if work != root else self.call.project.worktrees_of(self.event.agent)
            return [folder for folder in own if os.path.isdir(folder)]
        main = git.top_of(root)
        busy = self.event.stop is not None and self.event.stop.background
        others = [top for top in self.known.trees if top != main and not (busy and "/worktrees/" in top) and os.path.isdir(top)]
        return [*filter(None, [main]), *others]

    def _others_work(self) -> bool:
        """Whether somebody else of this session may be writing (Codex does not say, so it counts as yes)."""
        return self.event.host != "claude" or self.event.stop is None or self.event.stop.background

    def _look(self, top: str) -> dict[str, int]:
        call, root = self.call, self.call.project.root
        moment = self.known.trees.get(top) or _first(top, call)
        if self.lost:
            moment = tree.Moment(0, moment.head)
        changes = tree.since(
            tree.Moment(moment.ns + self.known.skew, moment.head, moment.deleted),
            top,
            call.environ,
            root if is_inside(root, top) else "",
        )
        if changes is None:
            return {}
        self.statuses.append(changes.status)
        seen = {} if self.lost else self.known.seen
        found = {path: at for path, at in own(changes.present, call).items() if seen.get(path) != at}
        found.update({path: 0 for path in changes.deleted if not is_ours(path, call)})
        return found

    def _keep(self, ns: int) -> None:
        self.memory.looked(ns, self.statuses)
        if self.lost:
            for path in self.call.state.agents():
                sessions.found_again(path)


def ctime(path: str) -> int:
    """The ctime of a file in nanoseconds, 0 when it is gone."""
    try:
        return os.lstat(path).st_ctime_ns
    except (OSError, ValueError):
        return 0
