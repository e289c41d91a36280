"""What parallel hooks tell each other about a unit's run: that it is on (while the lock is held), and what came of it."""

from __future__ import annotations

import json
import os
import re

from feedback_gate.run.command import Result
from feedback_gate.system import files, hashing, held

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.run.command import Command

LIMIT = 1 << 20
RESULT_AGE = 60.0  # seconds that a result lies ready for those who waited for it; they look 30 times a second
LOCK_AGE = 24 * 3600.0  # seconds after which the lock of a unit nobody runs any more is removed


class Unit:
    """The files of one unit in the runs folder: `<stem>.lock`, `<stem>.run.json`, `<stem>.<run id>.result.json`."""

    __slots__ = ("folder", "stem")

    def __init__(self, folder: str, stem: str) -> None:
        self.folder = folder
        self.stem = stem

    @classmethod
    def of(cls, folder: str, command: Command) -> Unit:
        """The unit of a command."""
        readable = re.sub(r"[^A-Za-z0-9_-]+", "_", command.unit)[:40]
        return cls(folder, f"{readable}.{hashing.short(command.unit)}")

    def _path(self, ending: str) -> str:
        return os.path.join(self.folder, self.stem + ending)

    @property
    def lock(self) -> held.HeldLock:
        """The lock that means: it runs."""
        return held.HeldLock(self._path(".lock"))

    def is_running(self) -> bool:
        """Whether somebody holds the lock now; where there are no locks nobody does."""
        lock = self.lock
        try:
            if not lock.take():
                return True
        except OSError:
            return False
        lock.release()
        return False

    def running(self) -> Notice | None:
        """What the last runner said of its run; it lives only if the lock is held."""
        return Notice.of(self, _read(self._path(".run.json")))

    def announce(self, notice: Notice) -> None:
        """Say what runs. Raises OSError."""
        value = {
            "run": notice.run,
            "key": notice.key,
            "files": notice.files,
            "started_ns": notice.started_ns,
            "group": notice.group,
        }
        _write(self._path(".run.json"), {**value, "mark": notice.mark})

    def clear(self) -> None:
        """The run is over."""
        files.remove(self._path(".run.json"))

    def leave_result(self, run: str, result: Result, ended: float) -> None:
        """Put the result where those who wait for this run look. Raises OSError."""
        value: dict[str, Any] = {
            name: getattr(result, name) for name in ("status", "code", "head", "tail", "log", "seconds", "omitted", "detail")
        }
        _write(self._path(f".{run}.result.json"), {"run": run, "ended": ended, "result": value})

    def result(self, run: str, *, since: float, until: float) -> Result | None:
        """The result of a run that ended between two monotonic times; None when there is none (yet)."""
        value = _read(self._path(f".{run}.result.json"))
        ended = value.get("ended")
        if value.get("run") != run or not isinstance(ended, (int, float)) or not since <= ended <= until:
            return None
        kept = value.get("result")
        return Result(**kept) if isinstance(kept, dict) else None


class Notice:
    """A run that is on: run: its id; key, files: what it covers; started_ns: file system time of its start; group, mark: its processes."""

    __slots__ = ("files", "group", "key", "mark", "run", "started_ns", "unit")

    def __init__(self, unit: Unit, run: str, key: str, files: list[str], started_ns: int, group: int = 0, mark: str = "") -> None:
        self.unit = unit
        self.run = run
        self.key = key
        self.files = files
        self.started_ns = started_ns
        self.group = group
        self.mark = mark

    @classmethod
    def of(cls, unit: Unit, value: dict[str, Any]) -> Notice | None:
        """From what was read; None when it is not whole."""
        try:
            listed = [str(name) for name in value["files"]]
            numbers = int(value["started_ns"]), int(value["group"])
            return cls(unit, str(value["run"]), str(value["key"]), listed, *numbers, str(value["mark"]))
        except (KeyError, TypeError, ValueError):
            return None

    def serves(self, command: Command, changed_ns: int) -> bool:
        """Whether this run's result is the command's: same key, all its files, started after the last change to them."""
        covered = self.key == command.key and set(command.compared_files) <= set(self.files)
        return covered and changed_ns < self.started_ns


def units(folder: str) -> list[Unit]:
    """The units of which something is announced."""
    ending = ".run.json"
    return [Unit(folder, entry.name[: -len(ending)]) for entry in files.entries(folder) if entry.name.endswith(ending)]


def changed_ns(command: Command) -> int:
    """The newest change (`ctime`) among the command's files; a deleted one counts as the change of its folder."""
    newest = command.changed_ns
    for name in command.files:
        path = os.path.join(command.root, name)
        while path:
            try:
                newest = max(newest, os.lstat(path).st_ctime_ns)
                break
            except OSError:
                upper = os.path.dirname(path)
                path = upper if upper != path else ""
    return newest


def sweep(folder: str, now: float) -> None:
    """Remove results nobody waits for any more and locks nobody took for a day; what is in use stays."""
    for entry in files.entries(folder):
        if entry.name.endswith(".lock"):
            held.sweep(entry.path, LOCK_AGE)
            continue
        try:
            if entry.name.endswith(".result.json") and now - entry.stat(follow_symlinks=False).st_mtime > RESULT_AGE:
                files.remove(entry.path)
        except OSError:  # somebody else removed it
            continue


def _read(path: str) -> dict[str, Any]:
    data = files.read_bytes(path, LIMIT)
    if data is None:
        return {}
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _write(path: str, value: dict[str, Any]) -> None:
    files.write_atomically(path, json.dumps(value).encode())
