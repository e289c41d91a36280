"""The empty files by which hooks know what happened before: heartbeats, markers, what was said, and who answers for a session."""

from __future__ import annotations

import os
import time

OFTEN = ("SessionStart", "UserPromptSubmit")


class Seen:
    """The folder of markers, empty text where there is none; one event of one session."""

    __slots__ = ("event", "folder", "host", "session")

    def __init__(self, folder: str, host: str, event: str, session: str) -> None:
        self.folder = folder
        self.host = host
        self.event = event
        self.session = session

    @property
    def marker(self) -> str:
        """The file that says: something was configured in this session."""
        return self._path(f"on.{self.session or self.host}")

    def beat(self) -> None:
        """Leave a trace of the event; only the start of a session makes the folder."""
        if self.folder and self.event == "SessionStart":
            _make(self.folder)
        touch(self._path(f"{self.host}.{self.event}"))

    def is_first(self, code: str) -> bool:
        """Whether this was not yet said in this session; where the session is unknown, in this hour.

        Where nothing can be kept, it may be said at events that come once a prompt at most.
        """
        hour = time.strftime("%Y%m%d%H")
        path = self._path(f"said.launcher-{code}.{self.session or f'{self.host}.{hour}'}")
        if path:
            if os.path.exists(path):
                return False
            _make(self.folder)
            if touch(path):
                return True
        return self.event in OFTEN

    def answerer(self, copy: str) -> str:
        """Who answers in this session: "=" this copy, "-" another one, "" where it is not settled.

        The file's format is described in core/feedback_gate/state/owner.py.
        """
        path = self._path(f"owner.claude.{self.session}") if self.session else ""
        found = ""
        for line in _lines(path):
            sign, _, rest = line.partition(" ")
            if line == ".":
                break
            if sign in ("=", "-") and rest == copy:
                found = sign
            elif (sign == "+" and not _is_older(rest, path)) or (sign == "!" and os.path.exists(rest)):
                return ""
        return found

    def _path(self, name: str) -> str:
        return os.path.join(self.folder, name) if self.folder else ""


def touch(path: str) -> bool:
    """Make the file, or its time new; False where that cannot be, as where a FIFO lies there, which would have to be waited for."""
    try:
        with open(path, "wb", opener=_at_once):
            pass
    except (OSError, ValueError):
        return False
    return True


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def _make(folder: str) -> None:
    import place

    try:
        place.make_private(folder)
    except OSError:
        return


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape", newline="\n", opener=_at_once) as file:
            return file.read().split("\n")
    except (OSError, ValueError):
        return []


def _is_older(path: str, than: str) -> bool:
    try:
        return os.stat(path).st_mtime_ns <= os.stat(than).st_mtime_ns
    except OSError:
        return False
