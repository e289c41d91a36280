"""The process table: who belongs to a command, also those that left its group (Linux reads `/proc`, elsewhere nobody is found)."""

from __future__ import annotations

import os
import signal
import time

from feedback_gate.system import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PROC = "/proc"
# The variable every process of a command carries; its value holds one mark per level of nesting.
MARK = "FEEDBACK_GATE_RUN"


class Process:
    """One line of the table. state: letter ("Z" is a zombie); group and session: ids; started: clock ticks since boot."""

    __slots__ = ("group", "parent", "pid", "session", "started", "state")

    def __init__(self, pid: int, state: str, parent: int, group: int, session: int, started: int) -> None:
        self.pid = pid
        self.state = state
        self.parent = parent
        self.group = group
        self.session = session
        self.started = started


def table() -> list[Process]:
    """Every process that can be seen; empty where there is no `/proc`."""
    try:
        names = os.listdir(PROC)
    except OSError:
        return []
    found = (_process(int(name)) for name in names if name.isdigit())
    return [process for process in found if process is not None]


def _read(pid: int, name: str) -> bytes:
    try:
        descriptor = os.open(f"{PROC}/{pid}/{name}", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    parts = []
    try:
        part = os.read(descriptor, children.CHUNK)
        while part:
            parts.append(part)
            part = os.read(descriptor, children.CHUNK)
    except OSError:
        pass
    finally:
        os.close(descriptor)
    return b"".join(parts)


def _process(pid: int) -> Process | None:
    # `pid (name) state parent group session …`; the name may hold blanks and brackets, so look from its last bracket.
    fields = _read(pid, "stat").rpartition(b")")[2].split()
    if len(fields) < 20:
        return None
    return Process(pid, fields[0].decode(), int(fields[1]), int(fields[2]), int(fields[3]), int(fields[19]))


def is_marked(pid: int, mark: str) -> bool:
    """Whether a process was started below the command that carries this mark."""
    name = MARK.encode() + b"="
    return any(variable.startswith(name) and mark.encode() in variable for variable in _read(pid, "environ").split(b"\0"))


def family(leader: int, mark: str) -> list[int]:
    """Ids of the living processes of a command: its group, its session, its descendants and whoever carries its mark."""
    alive = [process for process in table() if process.state not in "ZX" and process.pid != os.getpid()]
    members = {process.pid for process in alive if leader in (process.group, process.session) or is_marked(process.pid, mark)}
    size = -1
    while len(members) != size:
        size = len(members)
        members.update(process.pid for process in alive if process.parent in members or process.parent == leader)
    return sorted(members)


def group_lives(group: int) -> bool:
    """Whether a group has a member that is no zombie (which a container's first process may never reap)."""
    if not children.kill_group(group, 0):
        return False
    seen = table()
    return not seen or any(process.group == group and process.state not in "ZX" for process in seen)


def marked(mark: str) -> list[int]:
    """Ids of the living processes that carry the mark."""
    return [process.pid for process in table() if process.state not in "ZX" and is_marked(process.pid, mark)]


def kill_family(leader: int, mark: str, known: Iterable[int] = (), seconds: float = 0.5) -> list[int]:
    """SIGKILL all processes of a command until none is left or the time is up; ids of those that are left.

    Args:
        leader: id of the group.
        mark: its mark.
        known: ids found earlier, which may have lost their parent since.
        seconds: how long at most.
    """
    until = time.monotonic() + seconds
    left = sorted({*known, *family(leader, mark)})
    while True:
        children.kill_group(leader, signal.SIGKILL)
        for pid in left:
            children.kill(pid, signal.SIGKILL)
        left = family(leader, mark)
        if not left or time.monotonic() >= until:
            return left
        time.sleep(0.01)
