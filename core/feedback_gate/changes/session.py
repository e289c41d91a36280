"""What changed in a session, for every product alike: told by tool events, or found in the tree when the agent stops.

Answers are found once a call; both products record them for themselves.
"""

from __future__ import annotations

import os

from feedback_gate.changes import git, tree
from feedback_gate.changes.written import is_ours, own
from feedback_gate.event import edits_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event

AFTER_TOOL, AT_STOP = "changed by the tool", "changed since the last look"


def started(call: Call) -> None:
    """Look at the tree for the first time: what is dirty now is nobody's change.

    Raises:
        OSError: it cannot be kept.
    """
    memory = tree.Memory(call.state.folder)
    if memory.read()[0] is None:
        ns = memory.stamp()
        memory.look(git.status(call.project.root, call.environ), ns)


def after_tool(event: Event, call: Call) -> dict[str, int]:
    """{absolute path: ctime_ns} of the files this tool call changed, 0 for a file that is gone.

    They are remembered, so that they are no news at the next stop; a memory that cannot be kept only makes it look again.
    """
    known: dict[str, int] | None = call.facts.get(AFTER_TOOL)
    if known is not None:
        return known
    found: dict[str, int] = {}
    for edit in edits_of(event.tool):
        for path in filter(None, (edit.path, edit.old_path)):
            full = call.project.absolute(path, event.cwd)
            if not is_ours(full, call):
                found[full] = ctime(full)
    written = call.written
    found.update(written.present)
    found.update({path: 0 for path in written.deleted if not is_ours(path, call)})
    if found and call.state.folder:
        try:
            head = written.status.head if written.status is not None else ""
            tree.Memory(call.state.folder).saw(found, head, [path for path, ns in found.items() if not ns])
        except OSError:
            pass
    call.facts[AFTER_TOOL] = found
    return found


def at_stop(event: Event, call: Call) -> dict[str, int]:
    """What changed in the tree without any event of this session telling us: background commands, other tools, patches.

    Only the main thread's stop looks; a subagent's changes are told by its own events.

    Raises:
        OSError: it cannot be kept.
        StateError: there is no home.
    """
    known: dict[str, int] | None = call.facts.get(AT_STOP)
    if known is None:
        known = call.facts[AT_STOP] = {} if event.agent else _since_last_look(call)
    return known


def _since_last_look(call: Call) -> dict[str, int]:
    lost = call.state.read().get("lost") is True
    memory = tree.Memory(call.state.folder)
    moment, seen = memory.read()
    ns = memory.stamp()
    if moment is None and not lost:
        memory.look(git.status(call.project.root, call.environ), ns)
        return {}
    changes = tree.since(moment if moment is not None and not lost else tree.Moment(0), call.project.root, call.environ)
    if lost:
        call.state.update(lambda kept: kept.pop("lost", None))
    if changes is None:
        return {}
    memory.look(changes.status, ns)
    found = {path: at for path, at in own(changes.present, call).items() if lost or seen.get(path) != at}
    found.update({path: 0 for path in changes.deleted if not is_ours(path, call)})
    return found


def ctime(path: str) -> int:
    """The ctime of a file in nanoseconds, 0 when it is gone."""
    try:
        return os.lstat(path).st_ctime_ns
    except OSError:
        return 0
