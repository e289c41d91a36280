"""Log files of commands: `.gate-status/logs/<state id>/<slug>.<unit>.log`, streamed, bounded and pruned."""

from __future__ import annotations

import os
import re

from feedback_gate import messages
from feedback_gate.system import clock, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.run.command import Command
    from feedback_gate.run.status_home import StatusHome
    from feedback_gate.system.below import Folder

LONGEST = 4 << 20  # bytes of output streamed into one log; what comes later is only there as its last part
MAX_AGE = 3600.0  # seconds after its last write that a log is kept
SUMMARY_AGE = 24 * 3600.0  # the same for a session's last summary line


class Log:
    """One open log file. path: "" when there is none, then everything written is dropped."""

    __slots__ = ("_descriptor", "_left", "path")

    def __init__(self, descriptor: int = -1, path: str = "") -> None:
        self._descriptor = descriptor
        self._left = LONGEST
        self.path = path

    @property
    def is_full(self) -> bool:
        """Whether output was dropped because the log is long enough."""
        return self._left < 0

    def write(self, text: str) -> None:
        """Append a text; a disk that is full costs the log, not the run."""
        data = text.encode("utf-8", "replace")
        self._left -= len(data)
        if self._left >= 0:
            self._append(data)

    def finish(self, tail: str = "", language: str = "en") -> None:
        """Close the file; one that became too long gets a note and the last part of the output."""
        if self.is_full and tail:
            self._append(
                ("\n" + messages.text("run.log_cut", {"size": LONGEST >> 20}, language) + "\n" + tail).encode("utf-8", "replace")
            )
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _append(self, data: bytes) -> None:
        if self._descriptor < 0:
            return
        try:
            files.write_all(self._descriptor, data)
        except OSError:
            os.close(self._descriptor)
            self._descriptor = -1


class Logs:
    """Where the logs of one agent go, and in which language their notes are."""

    __slots__ = ("home", "language", "state_id")

    def __init__(self, home: StatusHome, state_id: str, language: str = "en") -> None:
        self.home = home
        self.state_id = state_id
        self.language = language

    def open(self, command: Command) -> Log:
        """A new log whose first line names command and folder."""
        folder = self.home.folder("logs", self.state_id, make=True)
        if folder is None:
            return Log()
        with folder:
            log = _create(folder, slug(command.name or command.text))
        log.write(first_line(command))
        return log

    def take_over(self, command: Command, other: str, output: str) -> str:
        """Write the log of a result that another agent's run gave; its path or ""."""
        log = self.open(command)
        log.write(messages.text("run.shared_result", {"log": other or "-"}, self.language) + "\n" + output)
        log.finish()
        return log.path


def first_line(command: Command) -> str:
    """`$ <command>  (cwd: <folder>)`, redacted."""
    from feedback_gate.run.output import redacted

    return redacted(f"$ {command.text}  (cwd: {command.cwd})") + "\n"


def slug(text: str) -> str:
    """A name or command as part of a file name: at most 80 of `A-Za-z0-9._-`, "cmd" when nothing is left."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", text).strip("_.")[:80] or "cmd"


def _create(folder: Folder, stem: str) -> Log:
    unit = f"{int(clock.now())}.{os.getpid()}"
    for attempt in range(1000):
        name = f"{stem}.{unit}.{attempt}.log"
        try:
            return Log(folder.create(name), os.path.join(folder.path, name))
        except FileExistsError:
            continue
        except OSError:
            break
    return Log()


def prune(home: StatusHome, now: float) -> None:
    """Remove logs older than an hour, the folders they leave empty, what crashed runs left in `running`, old summaries."""
    logs = home.folder("logs")
    if logs is not None:
        with logs:
            for name in logs.names():
                _prune_folder(home, logs, name, now)
    running = home.folder("running")
    if running is not None:
        with running:
            _prune_files(running, now, "")
    top = home.folder()
    if top is not None:
        with top:
            for name in top.names():
                if name.startswith(("summary.", ".summary.")):  # with a dot: what a writer that was killed left
                    _prune_one(top, name, now, "", SUMMARY_AGE)


def _prune_folder(home: StatusHome, logs: Folder, name: str, now: float) -> None:
    folder = home.folder("logs", name)
    if folder is None:
        _prune_one(logs, name, now, ".log")
        return
    with folder:
        _prune_files(folder, now, ".log")
        empty = not folder.names()
    if empty:
        logs.remove(name)


def _prune_files(folder: Folder, now: float, ending: str) -> None:
    for name in folder.names():
        _prune_one(folder, name, now, ending)


def _prune_one(folder: Folder, name: str, now: float, ending: str, age: float = MAX_AGE) -> None:
    status = folder.status(name)
    if status is not None and name.endswith(ending) and now - status.st_mtime > age:
        folder.remove(name)
