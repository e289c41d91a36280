"""One JSON object in one file: read whole, changed under a sidecar lock, replaced atomically."""

from __future__ import annotations

import errno
import json
import os

from feedback_gate.errors import StateError
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Unreadable(StateError):
    """The file is there but holds no JSON object; it stays until `update` replaces it and keeps it as `<path>.broken`."""


def read(path: str) -> dict[str, Any]:
    """The object in the file, {} when there is no file.

    Raises:
        Unreadable: something else stands there.
        StateError: it cannot be read now (no descriptor left, an error of the disk); nothing is known to be broken.
    """
    try:
        data = files.load(path)
    except OSError as problem:
        if problem.errno in (errno.EFBIG, errno.EINVAL, errno.ELOOP, errno.EISDIR, errno.ENXIO):
            raise Unreadable(path) from problem
        raise StateError(f"state cannot be read now: {problem.strerror}: {path}") from problem
    if data is None:
        if os.path.lexists(path):
            raise Unreadable(path)
        return {}
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise Unreadable(path)
    return value


def _keep_broken(path: str) -> None:
    """Keep a broken file for a person to look at; the newest one stays. The file itself is still there: a crash loses nothing."""
    data = files.read_bytes(path)
    if data is None:  # no regular file, or too large to be one of ours
        os.replace(path, path + ".broken")
    else:
        files.write_atomically(path + ".broken", data)


def write(path: str, value: dict[str, Any]) -> None:
    """Replace the file.

    Raises:
        OSError: it cannot be written.
    """
    files.write_atomically(path, json.dumps(value, ensure_ascii=True, sort_keys=True).encode())


def update(path: str, change: Callable[[dict[str, Any]], Any], on_broken: dict[str, Any] | None = None) -> Any:
    """Read, change and replace under the lock `<path>.lock`.

    Args:
        path: the JSON file.
        change: alters the object in place; what it returns is returned.
        on_broken: what an unreadable file counts as (default: raise Unreadable).

    Raises:
        OSError: the folder cannot be written or locked.
    """
    with files.Lock(path + ".lock"):
        broken = False
        try:
            value = read(path)
        except Unreadable:
            if on_broken is None:
                raise
            broken, value = True, dict(on_broken)
        before = json.dumps(value, sort_keys=True)
        result = change(value)
        if broken:
            _keep_broken(path)
        if broken or json.dumps(value, sort_keys=True) != before:
            write(path, value)
        return result
