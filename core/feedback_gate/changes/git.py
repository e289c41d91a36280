"""What git says of a working tree, in one read-only call: HEAD and every file that differs from it."""

from __future__ import annotations

import os

from feedback_gate.errors import FeedbackGateError
from feedback_gate.project import is_git_mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feedback_gate.system import processes

SECONDS = 30.0
LIMIT = 256 << 20  # bytes of output
MODULES = 32  # submodules with changes of their own that are looked into


class NoAnswerError(FeedbackGateError):
    """git is missing or did not answer, so nobody knows what changed; the text says why."""


class Status:
    """One `git status`.

    top: the tree's top folder; head: the commit id, "" before the first commit; present: absolute paths of modified, added,
    moved and untracked files; untracked: those of them git does not know; deleted: absolute paths git knows and the disk no
    longer has; modules: absolute paths of submodules that hold changes.
    """

    __slots__ = ("deleted", "head", "modules", "present", "top", "untracked")

    def __init__(
        self,
        top: str,
        head: str,
        present: Sequence[str],
        deleted: Sequence[str],
        untracked: Sequence[str] = (),
        modules: Sequence[str] = (),
    ) -> None:
        self.top = top
        self.head = head
        self.present = tuple(present)
        self.deleted = tuple(deleted)
        self.untracked = frozenset(untracked)
        self.modules = tuple(modules)

    def with_modules(self, found: Sequence[Status]) -> Status:
        """The same with what its submodules say."""
        parts = (self, *found)
        present = [path for part in parts for path in part.present]
        deleted = [path for part in parts for path in part.deleted]
        untracked = [path for part in parts for path in part.untracked]
        return Status(self.top, self.head, present, deleted, untracked)


def top_of(folder: str) -> str:
    """The top folder of the working tree around a folder, found without git; "" outside."""
    folder = os.path.normpath(folder)
    while True:
        if is_top(folder):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent


def is_top(folder: str) -> bool:
    """Whether a folder is the top of a working tree: `.git` is a file, or a folder that git would take for one."""
    return is_git_mark(os.path.join(folder, ".git"))


def run(arguments: Sequence[str], folder: str, environ: Mapping[str, str], seconds: float = SECONDS) -> bytes | None:
    """The output of one git command that changes nothing; None when there is no git or it failed."""
    try:
        return ask(arguments, folder, environ, seconds)
    except NoAnswerError:
        return None


def ask(arguments: Sequence[str], folder: str, environ: Mapping[str, str], seconds: float = SECONDS) -> bytes:
    """The output of one git command that changes nothing.

    Raises:
        NoAnswerError: there is no git, it failed, or it took too long.
    """
    done = _capture(arguments, folder, environ, seconds)
    if done.status != 0 or done.truncated:
        raise _no_answer(arguments, done, seconds)
    return done.stdout


def _capture(arguments: Sequence[str], folder: str, environ: Mapping[str, str], seconds: float) -> processes.Captured:
    from feedback_gate.system import processes

    git = processes.find_program("git", environ, folder)
    if git is None:
        raise NoAnswerError("git is missing")
    argv = processes.git_argv(git, folder, *arguments)
    return processes.capture(argv, env=processes.git_environment(environ), timeout=seconds, limit=LIMIT)


def _no_answer(arguments: Sequence[str], done: processes.Captured, seconds: float) -> NoAnswerError:
    if done.timed_out:
        return NoAnswerError(f"git {arguments[0]} took more than {seconds:g} s")
    if done.truncated:
        return NoAnswerError(f"git {arguments[0]} said more than {LIMIT >> 20} MiB")
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return NoAnswerError(f"git {arguments[0]} ended with {done.status}" + (f": {lines[-1]}" if lines else ""))


def status(folder: str, environ: Mapping[str, str], below: str = "") -> Status | None:
    """The state of the working tree around a folder, its submodules included; None outside git.

    Args:
        folder: absolute.
        environ: of the process.
        below: only what lies in this folder of the tree ("" = everything).

    Raises:
        NoAnswerError: git does not answer.
    """
    top = top_of(folder)
    if not top:
        return None
    limit = (":(top,literal)" + os.path.relpath(below, top),) if below and os.path.normpath(below) != top else ()
    arguments = ("status", "--porcelain=v2", "-z", "--untracked-files=all", "--branch", "--no-ahead-behind", "--no-renames")
    found = parse_status(top, ask((*arguments, "--", *limit) if limit else arguments, top, environ))
    if not found.modules:
        return found
    inside = [parse_status(module, ask(arguments, module, environ)) for module in found.modules[:MODULES]]
    return found.with_modules(inside)


def parse_status(top: str, output: bytes) -> Status:
    """The state in `git status --porcelain=v2 -z --branch --no-renames` (git 2.11 and later)."""
    head = ""
    present: list[str] = []
    deleted: list[str] = []
    untracked: list[str] = []
    modules: list[str] = []
    prefix = top.rstrip("/") + "/"
    for raw in output.split(b"\0"):
        kind = raw[:1]
        if kind == b"?":
            untracked.append(prefix + os.fsdecode(raw[2:]))
        elif kind in (b"1", b"u"):
            fields = raw.split(b" ", 8 if kind == b"1" else 10)
            path = prefix + os.fsdecode(fields[-1])
            gone = fields[1][1:2] == b"D" or fields[1] == b"D."
            (deleted if gone else present).append(path)
            if fields[2][2:3] == b"M" or fields[2][3:4] == b"U":  # `S<commit><modified><untracked>`
                modules.append(path)
        elif kind == b"#" and raw.startswith(b"# branch.oid ") and not raw.endswith(b"(initial)"):
            head = raw[13:].decode("ascii", "replace")
    untracked = [path for path in untracked if not path.endswith("/")]
    return Status(top, head, [*present, *untracked], deleted, untracked, modules)


def added_lines(base: str, paths: Sequence[str], top: str, environ: Mapping[str, str]) -> dict[str, str]:
    """{absolute path: the lines a file has that it had not in a commit}, for all paths in one call; {} when git fails."""
    arguments = (
        "-c",
        "core.quotePath=false",
        "diff",
        "-U0",
        "--no-ext-diff",
        "--no-textconv",
        "--no-color",
        "--no-renames",
        base,
        "--",
    )
    output = run((*arguments, *paths), top, environ)
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in (output or b"").decode("utf-8", "replace").split("\n"):
        if line.startswith("+++ "):
            name = line[6:].rstrip("\t") if line.startswith("+++ b/") else ""
            lines = found.setdefault(os.path.join(top, name), []) if name else []
        elif line.startswith("+"):
            lines.append(line[1:])
    return {path: "\n".join(added) for path, added in found.items()}


def is_tracked(path: str, environ: Mapping[str, str]) -> bool:
    """Whether git knows the file."""
    return bool(run(("ls-files", "-z", "--", path), os.path.dirname(path), environ))


def is_ancestor(old: str, new: str, folder: str, environ: Mapping[str, str]) -> bool:
    """Whether one commit lies behind another in one line of history; False also for one that is gone.

    Raises:
        NoAnswerError: git does not answer.
    """
    done = _capture(("merge-base", "--is-ancestor", old, new), folder, environ, SECONDS)
    if done.status is None:
        raise _no_answer(("merge-base",), done, SECONDS)
    return done.status == 0


def names_between(old: str, new: str, folder: str, environ: Mapping[str, str]) -> list[str] | None:
    """Absolute paths that differ between two commits of one line of history; None when `old` is no ancestor of `new`."""
    try:
        return names_differing(old, new, folder, environ) if is_ancestor(old, new, folder, environ) else None
    except NoAnswerError:
        return None


def names_differing(old: str, new: str, folder: str, environ: Mapping[str, str]) -> list[str] | None:
    """Absolute paths that differ between two commits; None when git cannot compare them (one of them is gone)."""
    output = run(("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", old, new), folder, environ)
    if output is None:
        return None
    top = top_of(folder)
    return [os.path.join(top, os.fsdecode(name)) for name in output.split(b"\0") if name]
