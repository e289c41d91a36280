"""What git says of a working tree, in one read-only call: HEAD and every file that differs from it."""

from __future__ import annotations

import os

from feedback_gate.system import processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SECONDS = 30.0


class Status:
    """One `git status`.

    top: the tree's top folder; head: the commit id, "" before the first commit; present: absolute paths of modified, added,
    moved and untracked files; untracked: those of them git does not know; deleted: absolute paths git knows and the disk no
    longer has.
    """

    __slots__ = ("deleted", "head", "present", "top", "untracked")

    def __init__(
        self, top: str, head: str, present: Sequence[str], deleted: Sequence[str], untracked: Sequence[str] = ()
    ) -> None:
        self.top = top
        self.head = head
        self.present = tuple(present)
        self.deleted = tuple(deleted)
        self.untracked = frozenset(untracked)


def top_of(folder: str) -> str:
    """The top folder of the working tree around a folder, found without git; "" outside."""
    folder = os.path.normpath(folder)
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent


def run(arguments: Sequence[str], folder: str, environ: Mapping[str, str], seconds: float = SECONDS) -> bytes | None:
    """The output of one git command that changes nothing; None when there is no git or it failed."""
    git = processes.find_program("git", environ, folder)
    if git is None:
        return None
    argv = processes.git_argv(git, folder, *arguments)
    done = processes.capture(argv, env=processes.git_environment(environ), timeout=seconds)
    return done.stdout if done.status == 0 and not done.truncated else None


def status(folder: str, environ: Mapping[str, str]) -> Status | None:
    """The state of the working tree around a folder; None outside git or when git does not answer."""
    top = top_of(folder)
    if not top:
        return None
    output = run(
        ("status", "--porcelain=v2", "-z", "--untracked-files=all", "--branch", "--no-ahead-behind", "--no-renames"), top, environ
    )
    return None if output is None else parse_status(top, output)


def parse_status(top: str, output: bytes) -> Status:
    """The state in `git status --porcelain=v2 -z --branch --no-renames` (git 2.11 and later)."""
    head = ""
    present: list[str] = []
    deleted: list[str] = []
    untracked: list[str] = []
    prefix = top.rstrip("/") + "/"
    for raw in output.split(b"\0"):
        kind = raw[:1]
        if kind == b"#":
            if raw.startswith(b"# branch.oid ") and not raw.endswith(b"(initial)"):
                head = raw[13:].decode("ascii", "replace")
        elif kind == b"?":
            untracked.append(prefix + os.fsdecode(raw[2:]))
        elif kind in (b"1", b"u"):
            fields = raw.split(b" ", 8 if kind == b"1" else 10)
            gone = fields[1][1:2] == b"D" or fields[1] == b"D."
            (deleted if gone else present).append(prefix + os.fsdecode(fields[-1]))
    untracked = [path for path in untracked if not path.endswith("/")]
    return Status(top, head, [*present, *untracked], deleted, untracked)


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


def names_between(old: str, new: str, folder: str, environ: Mapping[str, str]) -> list[str] | None:
    """Absolute paths that differ between two commits of one line of history; None when `old` is no ancestor of `new`."""
    if run(("merge-base", "--is-ancestor", old, new), folder, environ) is None:
        return None
    output = run(("diff", "--name-only", "-z", "--no-renames", "--no-ext-diff", old, new), folder, environ)
    if output is None:
        return None
    top = top_of(folder)
    return [os.path.join(top, os.fsdecode(name)) for name in output.split(b"\0") if name]
