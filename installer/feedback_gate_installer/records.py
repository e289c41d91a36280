"""The installer's own small JSON files and its log, all below the state folder."""

from __future__ import annotations

import os

from feedback_gate_installer import files, locks, permissions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from feedback_gate_installer.places import Places

_MAX_RECORD = 1024 * 1024  # bytes
_MAX_LOG = 1024 * 1024  # bytes, then the log becomes the older generation
_LOCK_SECONDS = 5.0


def load(path: str) -> dict[str, Any]:
    """The object in a JSON file; empty if the file is missing. An unreadable one is moved aside to ``.broken``."""
    import json

    data = files.read(path, _MAX_RECORD)
    if data is None:
        return {}
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return value
    try:
        os.replace(path, path + ".broken")
    except OSError:
        pass
    return {}


def update(places: Places, name: str, change: Callable[[dict[str, Any]], None]) -> bool:
    """Change one record under its lock; ``change`` edits the object in place.

    Returns:
        False if the record could not be kept (no room, no permission).
    """
    import json

    path = os.path.join(places.records, name)
    try:
        permissions.make_folder(places.records)
        with locks.held(path + ".lock", _LOCK_SECONDS):
            value = load(path)
            change(value)
            files.replace(path, (json.dumps(value, indent=1, sort_keys=True) + "\n").encode())
    except OSError:
        return False
    return True


def log(places: Places, event: str, **facts: object) -> None:
    """Append one line to the log, or leave it: a log that cannot be written stops nothing.

    The facts hold no secrets: addresses come through ``addresses.shown``.
    """
    import json
    import time

    line = {"time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "event": event, **facts}
    try:
        permissions.make_folder(os.path.dirname(places.journal))
        _rotate(places.journal)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(places.journal, flags, files.PRIVATE_FILE)
        try:
            os.write(descriptor, (json.dumps(line, sort_keys=True) + "\n").encode())
        finally:
            os.close(descriptor)
    except OSError:
        return


def _rotate(path: str) -> None:
    try:
        if os.lstat(path).st_size < _MAX_LOG:
            return
    except OSError:
        return
    with locks.held(path + ".lock", _LOCK_SECONDS):
        if os.lstat(path).st_size >= _MAX_LOG:
            os.replace(path, path + ".1")
