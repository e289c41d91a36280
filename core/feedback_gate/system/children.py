"""Child processes: started through `posix_spawn` (3 ms a call where `subprocess` takes 8), waited for, signalled."""

from __future__ import annotations

import fcntl
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Mapping, Sequence

else:
    import _signal as signal  # `signal` takes half a millisecond to make enumerations of its numbers

SHELL = "/bin/sh"
SIGKILL = signal.SIGKILL
# Python ignores SIGPIPE and SIGXFSZ, a host may ignore more; a child starts with none of that.
DEFAULT_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGPIPE", "SIGXFSZ", "SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGCHLD", "SIGTSTP", "SIGTTIN", "SIGTTOU")
    if hasattr(signal, name)
)
LOWEST = 10  # descriptors of ours lie above those a child is given, so that `dup2` never meets itself
CHUNK = 1 << 16
UNKNOWN = -1  # the status of a child that somebody else reaped


def spawn(
    argv: Sequence[str],
    env: Mapping[str, str],
    *,
    stdin: int = -1,
    stdout: int = -1,
    stderr: int = -1,
    third: int = -1,
    session: bool = False,
) -> int:
    """Start a program and return its process id, which is also the id of its own new process group.

    Args:
        argv: the first is an absolute path.
        env: the whole environment.
        stdin: descriptor (at least LOWEST) it gets as 0; -1 is /dev/null.
        stdout: the same for 1.
        stderr: the same for 2.
        third: descriptor it gets as 3; -1 is none.
        session: also a session of its own, without a terminal, where the platform can do that.

    Raises:
        OSError: it could not be started.
    """
    if signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN:  # inherited so, every status would be lost
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    actions: list[tuple[int, ...] | tuple[int, int, str, int, int]] = []
    for number, descriptor in enumerate((stdin, stdout, stderr, third)):
        if descriptor >= 0:
            actions.append((os.POSIX_SPAWN_DUP2, descriptor, number))
        elif number < 3:
            actions.append((os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDONLY if number == 0 else os.O_WRONLY, 0))
    if session:
        try:
            return os.posix_spawn(
                argv[0], tuple(argv), env, file_actions=actions, setsid=True, setsigmask=(), setsigdef=DEFAULT_SIGNALS
            )
        except NotImplementedError:  # a C library without POSIX_SPAWN_SETSID
            pass
    return os.posix_spawn(argv[0], tuple(argv), env, file_actions=actions, setpgroup=0, setsigmask=(), setsigdef=DEFAULT_SIGNALS)


def pipe() -> tuple[int, int]:
    """The reading (non-blocking) and writing end of a pipe; neither is inherited, both are at least LOWEST."""
    ends = []
    for low in os.pipe():
        ends.append(fcntl.fcntl(low, fcntl.F_DUPFD_CLOEXEC, LOWEST))
        os.close(low)
    os.set_blocking(ends[0], False)
    return ends[0], ends[1]


def read_available(descriptor: int, size: int = CHUNK) -> bytes | None:
    """What lies ready in a non-blocking descriptor: b"" at its end, None when nothing is there now."""
    try:
        return os.read(descriptor, size)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def exit_status(pid: int) -> int | None:
    """The exit status (128 + number for a signal, UNKNOWN if lost) of a child that has ended, now reaped; None while it runs."""
    try:
        found, status = os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return UNKNOWN
    if found == 0:
        return None
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def wait(pid: int, seconds: float) -> int | None:
    """As `exit_status`, waiting at most so long."""
    until = time.monotonic() + seconds
    pause = 0.0002
    while True:
        status = exit_status(pid)
        if status is not None or time.monotonic() >= until:
            return status
        time.sleep(pause)
        pause = min(pause * 2, 0.02)


def kill(pid: int, number: int) -> bool:
    """Send a signal to a process; False when there is none."""
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def kill_group(group: int, number: int) -> bool:
    """Send a signal to a process group (0 only asks); False when it has no member that we may signal."""
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True
