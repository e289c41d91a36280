"""Small programs: found where no project can have put them, run to their end, their output kept; and how git is called."""

from __future__ import annotations

import errno
import os
import select
import stat
import time

from feedback_gate.system import meanwhile
from feedback_gate.system.children import CHUNK, SHELL, SIGKILL, exit_status, kill_group, pipe, read_available, spawn, wait

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Where programs lie that no project can have put there; looked at after PATH.
TRUSTED_FOLDERS = ("/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin")
# Commands of git that could start a program a repository names, and what keeps them from it.
GIT_DIFFS = ("diff", "log", "show", "diff-tree", "diff-index", "diff-files", "format-patch")


class Captured:
    """What a small program gave.

    status: exit status, 128 + signal number when a signal ended it, 126 or 127 when it could not be started, UNKNOWN when it
    was lost, None when it was killed at its time limit; stdout, stderr: bytes; timed_out; truncated: the limit was reached and it was killed.
    """

    __slots__ = ("status", "stderr", "stdout", "timed_out", "truncated")

    def __init__(
        self, status: int | None, stdout: bytes, stderr: bytes, *, timed_out: bool = False, truncated: bool = False
    ) -> None:
        self.status = status
        self.stdout = stdout
        self.stderr = stderr
        self.timed_out = timed_out
        self.truncated = truncated


def find_program(name: str, env: Mapping[str, str], forbidden_root: str = "") -> str | None:
    """The absolute path of a program, never from a PATH entry inside the project.

    Args:
        name: a bare name, or an absolute path (which must pass the same test).
        env: its PATH is searched, then TRUSTED_FOLDERS; empty and relative entries are skipped.
        forbidden_root: the project's root; links are followed before comparing. "" and "/" forbid nothing.
    """
    root = os.path.realpath(forbidden_root) if forbidden_root else ""
    if "/" in name:
        folder, name = os.path.split(name)
        folders = [folder]
    else:
        folders = [*env.get("PATH", "").split(os.pathsep), *TRUSTED_FOLDERS]
    for folder in folders:
        path = os.path.join(folder, name)
        if folder.startswith("/") and _is_program(path) and not _inside(folder, root):
            return path
    return None


def _is_program(path: str) -> bool:
    try:
        return stat.S_ISREG(os.stat(path).st_mode) and os.access(path, os.X_OK)
    except (OSError, ValueError):
        return False


def _inside(folder: str, root: str) -> bool:
    if root in ("", "/"):
        return False
    return (os.path.realpath(folder) + "/").startswith(root + "/")


def git_environment(env: Mapping[str, str]) -> dict[str, str]:
    """The environment for git: no inherited `GIT_*`, no index refresh, no questions, messages in English."""
    kept = {name: value for name, value in env.items() if not name.startswith("GIT_")}
    kept.update(GIT_OPTIONAL_LOCKS="0", GIT_TERMINAL_PROMPT="0", LC_ALL="C")
    return kept


def git_argv(git: str, folder: str, *args: str) -> list[str]:
    """The command line of git in a folder, with hooks, fsmonitor, pager, external diff and textconv off."""
    off = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager")
    if args and args[0] in GIT_DIFFS:
        args = (args[0], "--no-ext-diff", "--no-textconv", *args[1:])
    elif args and args[0] in ("blame", "grep"):
        args = (args[0], "--no-textconv", *args[1:])
    return [git, *off, "-C", folder, *args]


def capture(
    argv: Sequence[str],
    cwd: str | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = 10.0,
    limit: int = 64 << 20,
    stdin: bytes = b"",
) -> Captured:
    """Run git or another small program and keep its output.

    Args:
        argv: the first is an absolute path (`find_program`).
        cwd: where; costs a shell, so git gets `-C` instead (`git_argv`).
        env: the whole environment; None = ours.
        timeout: seconds, then its whole group is killed.
        limit: bytes of standard output, then it is killed; of standard error 64 KiB are kept.
        stdin: what it may read.
    """
    if cwd is not None:
        if not os.path.isdir(cwd):
            return Captured(126, b"", f"no such folder: {cwd}".encode("utf-8", "surrogateescape"))
        argv = [SHELL, "-c", 'cd "$0" && exec "$@"', cwd, *argv]
    streams = _Streams(stdin)
    try:
        pid = streams.start(argv, os.environ if env is None else env)
    except OSError as problem:
        streams.close()
        return Captured(127 if problem.errno == errno.ENOENT else 126, b"", str(problem).encode("utf-8", "replace"))
    return streams.follow(pid, time.monotonic() + timeout, limit)


class _Streams:
    """The three pipes of a captured program."""

    __slots__ = ("err", "held", "kept", "out", "source", "to_write")

    def __init__(self, data: bytes) -> None:
        self.out, out_end = pipe()
        self.err, err_end = pipe()
        self.kept: dict[int, list[bytes]] = {self.out: [], self.err: []}
        self.held = [out_end, err_end]  # ends that only the child keeps after the start
        self.to_write = memoryview(data)
        self.source = -1
        if data:
            read_end, self.source = pipe()
            os.set_blocking(read_end, True)
            os.set_blocking(self.source, False)
            self.held.append(read_end)

    def start(self, argv: Sequence[str], env: Mapping[str, str]) -> int:
        stdin = self.held[2] if self.source >= 0 else -1
        pid = spawn(argv, env, stdin=stdin, stdout=self.held[0], stderr=self.held[1])
        while self.held:
            os.close(self.held.pop())
        return pid

    def follow(self, pid: int, until: float, limit: int) -> Captured:
        """Read until the program has ended and nothing is left, or until its time or the limit is up."""
        open_ends = {self.out, self.err}
        size = 0
        status: int | None = None
        try:
            meanwhile.use()
            while open_ends and size <= limit and time.monotonic() < until:
                ready = self._wait(open_ends, min(0.05, until - time.monotonic()))
                size += self._read(open_ends, ready)
                if not ready and status is None:
                    status = exit_status(pid)
                if not ready and status is not None:
                    break  # it ended; somebody it started still holds the pipe
            if status is None and not open_ends:
                status = wait(pid, until - time.monotonic())
            timed_out = status is None and size <= limit
            if status is None:
                kill_group(pid, SIGKILL)
                wait(pid, 1.0)
            return Captured(status, *self._outputs(), timed_out=timed_out, truncated=size > limit)
        finally:
            self.close()

    def _outputs(self) -> tuple[bytes, bytes]:
        return b"".join(self.kept[self.out]), b"".join(self.kept[self.err])[:CHUNK]

    def _wait(self, open_ends: set[int], seconds: float) -> list[int]:
        poll = select.poll()
        for descriptor in open_ends:
            poll.register(descriptor, select.POLLIN)
        if self.source >= 0:
            poll.register(self.source, select.POLLOUT)
        return [descriptor for descriptor, _ in poll.poll(max(0, int(seconds * 1000) + 1))]

    def _read(self, open_ends: set[int], ready: list[int]) -> int:
        """Move what is ready; the number of bytes read from standard output."""
        size = 0
        for descriptor in ready:
            if descriptor == self.source:
                self._feed()
                continue
            part = read_available(descriptor)
            if part == b"":
                open_ends.discard(descriptor)
            elif part and (descriptor == self.out or len(self.kept[descriptor]) < 64):
                self.kept[descriptor].append(part)
                size += len(part) if descriptor == self.out else 0
        return size

    def _feed(self) -> None:
        try:
            self.to_write = self.to_write[os.write(self.source, self.to_write[:CHUNK]) :]
        except BlockingIOError:
            return
        except OSError:  # it does not read
            self.to_write = self.to_write[:0]
        if not self.to_write:
            os.close(self.source)
            self.source = -1

    def close(self) -> None:
        for descriptor in (*self.held, self.out, self.err, self.source):
            if descriptor >= 0:
                os.close(descriptor)
