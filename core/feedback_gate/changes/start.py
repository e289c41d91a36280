"""The start of a shell command: the moment and commit its changes are measured from, kept from PreToolUse to PostToolUse."""

from __future__ import annotations

import os

from feedback_gate.changes import git
from feedback_gate.errors import StateError
from feedback_gate.event import Bash
from feedback_gate.project import worktrees_named
from feedback_gate.system import clock, files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.changes import tree
    from feedback_gate.check import Call
    from feedback_gate.event import Event

LEFTOVER = 2 * 3600.0  # seconds after which the start of a command that never came back is removed


def begin(event: Event, call: Call) -> None:
    """Note the start of this call's command; twice is the same as once.

    Raises:
        StateError: it cannot be kept.
    """
    path = _path(event, call)
    if not path or os.path.exists(path):
        return
    try:
        files.make_folder(os.path.dirname(path))
        lines = [head_of(event.cwd or call.project.root), *(f"{head_of(top)} {top}" for top in named(event, call))]
        files.write_atomically(path, os.fsencode("\n".join(lines)) + b"\n")
    except OSError as problem:
        raise StateError(f"the start of a command cannot be kept: {problem.strerror or problem}: {path}") from problem


def named(event: Event, call: Call) -> list[str]:
    """The worktrees that this call's command names."""
    command = event.tool.command if isinstance(event.tool, Bash) else ""
    return worktrees_named(call.project, command) if "worktrees/" in command else []


def take(event: Event, call: Call) -> tuple[tree.Moment, dict[str, str]] | None:
    """The start of this call's command, which is gone then, and {worktree it names: its commit}; None when none was noted."""
    path = _path(event, call)
    text = files.read_text(path, 1 << 16) if path else None
    if text is None:
        return None
    try:
        ns = os.stat(path).st_ctime_ns
    except OSError:
        return None
    files.remove(path)
    _sweep(os.path.dirname(path))
    from feedback_gate.changes import tree

    head, *others = text.rstrip("\n").split("\n")
    heads = (line.partition(" ") for line in others)
    return tree.Moment(ns, head), {top: commit for commit, _, top in heads}


def head_of(folder: str) -> str:
    """The commit id of HEAD, read from git's files (a process would cost 3 ms a command); "" when that is not possible."""
    top = git.top_of(folder)
    if not top:
        return ""
    directory = os.path.join(top, ".git")
    pointer = files.read_text(directory, 4096)
    if pointer is not None and pointer.startswith("gitdir:"):
        directory = os.path.join(top, pointer[7:].strip())
    head = (files.read_text(os.path.join(directory, "HEAD"), 4096) or "").strip()
    if not head.startswith("ref: "):
        return head
    common = files.read_text(os.path.join(directory, "commondir"), 4096)
    shared = os.path.join(directory, common.strip()) if common else directory
    reference = head[5:]
    value = files.read_text(os.path.join(directory, reference), 4096) or files.read_text(os.path.join(shared, reference), 4096)
    return value.strip() if value else _packed(shared, reference)


def _packed(directory: str, reference: str) -> str:
    for line in (files.read_text(os.path.join(directory, "packed-refs")) or "").splitlines():
        commit, _, name = line.partition(" ")
        if name == reference:
            return commit
    return ""


def _path(event: Event, call: Call) -> str:
    folder = call.state.folder
    return os.path.join(folder, "start." + hashing.short(event.tool_use or event.agent or "main")) if folder else ""


def _sweep(folder: str) -> None:
    for entry in files.entries(folder):
        if entry.name.startswith("start."):
            try:
                if entry.stat(follow_symlinks=False).st_mtime < clock.now() - LEFTOVER:
                    files.remove(entry.path)
            except OSError:
                continue
