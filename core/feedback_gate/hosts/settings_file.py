"""A host's settings file on the disk: read whole, edited as text, replaced at once, and never when somebody else was quicker."""

from __future__ import annotations

import os

from feedback_gate.hosts.settings_text import SettingsError
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Change = Callable[[str | None, str], str | None]

LARGEST = 16 << 20
TRIES = 3


class Edited:
    """What an edit makes of a file. before, after: its text, None = there is no file."""

    __slots__ = ("after", "before", "path")

    def __init__(self, path: str, before: str | None, after: str | None) -> None:
        self.path = path
        self.before = before
        self.after = after

    @property
    def changes(self) -> bool:
        """Whether anything has to be written."""
        return self.before != self.after


def read(path: str) -> str | None:
    """The text of a settings file, None when there is none.

    Raises:
        SettingsError: it cannot be read, or is no UTF-8.
    """
    if not os.path.exists(path):
        return None
    data = files.read_bytes(path, LARGEST)
    if data is None:
        raise SettingsError("init.settings_unreadable", path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise SettingsError("init.settings_encoding", path, data.count(b"\n", 0, problem.start) + 1) from None


def edited(path: str, change: Change) -> Edited:
    """What a change would make of a file; nothing is written.

    Args:
        path: the file.
        change: (text or None, path) → new text, None = no file.

    Raises:
        SettingsError: the file cannot be edited.
    """
    before = read(path)
    return Edited(path, before, change(before, path))


def apply(path: str, change: Change) -> Edited:
    """Change a file. The client may write it too, so that it is looked at again before it is replaced.

    Raises:
        SettingsError: it cannot be edited or written.
    """
    for _ in range(TRIES):
        made = edited(path, change)
        if not made.changes:
            return made
        if read(path) != made.before:
            continue
        _write(made)
        return made
    raise SettingsError("init.settings_busy", path)


def _write(made: Edited) -> None:
    try:
        if made.after is None:
            os.unlink(os.path.realpath(made.path))
        else:
            files.replace_content(made.path, made.after.encode("utf-8"))
    except OSError as problem:
        raise SettingsError("init.settings_unwritable", made.path, reason=problem.strerror or str(problem)) from problem
