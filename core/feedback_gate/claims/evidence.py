"""What our own runs proved of a working tree: (tree, command, folder) → it passed then; one changed byte makes it void.

A tree is HEAD and the size, times and inode of every dirty or untracked file that git lists. Files git ignores, files marked
`assume-unchanged` and what lies outside the tree are not seen. Nothing is reused outside git, nor where a submodule or a
repository inside the tree has changes git does not list one by one.

The variables that only say who asks, and `CI`, do not make a run another one: what the gate has just run is evidence here.
"""

from __future__ import annotations

import os

from feedback_gate.changes import git, tree
from feedback_gate.changes.start import head_of
from feedback_gate.claims import counts
from feedback_gate.state import jsonfile, places
from feedback_gate.system import clock, files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.run.command import Command, Result

LIFETIME = 24 * 3600.0  # seconds a pass counts; what git does not see may have changed by then
TREES = 8  # trees remembered for one command
TICKS = 5  # clock ticks waited for a file that was written in this very one
TICK = 0.012  # seconds; one tick of the kernel's coarse clock is at most 10 ms
# What says who asks, not what is run.
NOT_IN_KEY = (
    "CI",
    "CLAUDE_AGENT_ID",
    "CLAUDE_GATE_FILES",
    "CLAUDE_GATE_FILES_FILE",
    "CLAUDE_GATE_PHASE",
    "CLAUDE_PROJECT_DIR",
    "CLAUDE_SESSION_ID",
    "CLAUDE_STOP_HOOK_ACTIVE",
)
FILE_LIST = "CLAUDE_GATE_FILES"
STATUS = ("status", "--porcelain=v2", "-z", "--untracked-files=all", "--branch", "--no-ahead-behind", "--no-renames")
BEGAN = "gate.began"


class Tree:
    """A look at a working tree. digest: "" = it cannot be told apart from another; newest: ctime_ns of its newest dirty file."""

    __slots__ = ("deleted", "digest", "head", "newest")

    def __init__(self, digest: str = "", head: str = "", newest: int = 0, deleted: tuple[str, ...] = ()) -> None:
        self.digest = digest
        self.head = head
        self.newest = newest
        self.deleted = deleted


UNKNOWN = Tree()


def look(root: str, call: Call) -> Tree:
    """The tree around a root as it is now.

    A file written in the same clock tick as our look could be written once more without a trace, so the look waits it out.
    """
    folder = _folder(call)
    top = git.top_of(root)
    if not top or not folder:
        return UNKNOWN
    try:
        for _ in range(TICKS):
            began = moment(call)
            found = _look(top, git.ask(STATUS, top, call.environ))
            if found.newest < began:
                return found
            clock.sleep(TICK)
    except (OSError, git.NoAnswerError):
        return UNKNOWN
    return UNKNOWN


def moment(call: Call) -> int:
    """The present moment on the file system clock of our state; 0 where nothing can be kept."""
    folder = _folder(call)
    try:
        return tree.stamp(os.path.join(folder, "clock")) if folder else 0
    except OSError:
        return 0


def _look(top: str, output: bytes) -> Tree:
    if _hides_changes(output):
        return UNKNOWN
    status = git.parse_status(top, output)
    parts = [top, status.head, *("gone " + path for path in sorted(status.deleted))]
    newest = 0
    for path in sorted(status.present):
        info = os.lstat(path)
        newest = max(newest, info.st_ctime_ns)
        parts.append(f"{info.st_mode} {info.st_size} {info.st_mtime_ns} {info.st_ctime_ns} {info.st_ino} {path}")
    return Tree(hashing.short("\0".join(parts), 40), status.head, newest, status.deleted)


def _hides_changes(output: bytes) -> bool:
    """Whether git names a folder whose content it does not list: a submodule that differs, a repository inside the tree."""
    return any(
        (raw[:1] == b"?" and raw.endswith(b"/")) or (raw[:1] in (b"1", b"u") and raw.split(b" ", 3)[2][:1] == b"S")
        for raw in output.split(b"\0")
    )


class Pass:
    """A pass that is remembered. at: epoch seconds; tests: (passed, all), None where the run did not say."""

    __slots__ = ("at", "tests")

    def __init__(self, at: float, tests: tuple[int, int] | None) -> None:
        self.at = at
        self.tests = tests


def passed(command: Command, now: Tree, call: Call) -> Pass | None:
    """When a command last passed on this very tree; None when it has not, or that is not known."""
    return _passes(command, call).get(now.digest) if now.digest else None


def tests_before(command: Command, now: Tree, call: Call) -> int | None:
    """How many tests passed when the command last passed on another tree, before it did on this one; None = not known."""
    kept = _passes(command, call)
    here = kept.pop(now.digest, None)
    earlier = [one for one in kept.values() if one.tests is not None and (here is None or one.at < here.at)]
    newest = max(earlier, key=_at, default=None)
    return None if newest is None or newest.tests is None else newest.tests[0]


def _at(one: Pass) -> float:
    return one.at


def _passes(command: Command, call: Call) -> dict[str, Pass]:
    """{tree: its pass} of the last day."""
    path = _path(command, call)
    try:
        kept = jsonfile.read(path) if path else {}
    except jsonfile.Unreadable:
        return {}
    found = {}
    for digest, value in kept.items():
        at = value.get("at") if isinstance(value, dict) else None
        if isinstance(at, (int, float)) and 0 <= clock.now() - at < LIFETIME:
            tests = value.get("tests")
            whole = isinstance(tests, list) and len(tests) == 2 and all(isinstance(number, int) for number in tests)
            found[digest] = Pass(at, (tests[0], tests[1]) if whole else None)
    return found


def keep(command: Command, result: Result, now: Tree, call: Call) -> None:
    """Remember that a command passed on a tree that did not change while it ran."""
    path = _path(command, call)
    if not now.digest or not path or not result.passed or result.shared:
        return

    def change(kept: dict[str, Any]) -> None:
        kept[now.digest] = {"at": clock.now(), "seconds": round(result.seconds, 3), "tests": counts.of(result)}
        for digest in sorted(kept, key=lambda name: kept[name]["at"])[:-TREES]:
            del kept[digest]

    try:
        jsonfile.update(path, change, on_broken={})
    except (OSError, TypeError, KeyError):
        return


def keep_what_the_gate_ran(call: Call) -> None:
    """Remember what passed in this call before us, if nothing in the tree changed since the gate began."""
    began = call.facts.get(BEGAN)
    fit = [(command, result) for command, result in call.ran if result.passed and FILE_LIST not in command.text]
    if began is None or not fit:
        return
    since, head = began
    looks: dict[str, Tree] = {}
    for command, result in fit:
        top = git.top_of(command.root)
        if top not in looks:
            looks[top] = look(command.root, call)
        now = looks[top]
        if now.newest < since and now.head == head == head_of(command.root) and not _deleted_since(now, since):
            keep(command, result, now, call)


def _deleted_since(now: Tree, moment: int) -> bool:
    """Whether something was deleted since a moment: it leaves its trace in the folder it lay in."""
    for path in now.deleted:
        folder = os.path.dirname(path)
        while not os.path.isdir(folder):
            folder = os.path.dirname(folder)
        if os.lstat(folder).st_ctime_ns >= moment:
            return True
    return False


def is_same(one: Command, other: Command) -> bool:
    """Whether two commands are the same run: text, folder and what we set."""
    return _key(one) == _key(other)


def _key(command: Command) -> str:
    own = sorted((name, value) for name, value in command.env.items() if value is not None and name not in NOT_IN_KEY)
    return repr((command.text, os.path.normpath(command.cwd), own))


def _folder(call: Call) -> str:
    base = places.project_state(call.environ, call.project.id)
    return os.path.join(base, "evidence") if base else ""


def _path(command: Command, call: Call) -> str:
    folder = _folder(call)
    return os.path.join(folder, hashing.short(_key(command)) + ".json") if folder and FILE_LIST not in command.text else ""


def sweep(call: Call) -> None:
    """Remove what is too old to count."""
    for entry in files.entries(_folder(call)):
        try:
            if entry.name.endswith(".json") and entry.stat().st_mtime < clock.now() - LIFETIME:
                files.remove(entry.path)
        except OSError:
            continue
