"""The last verdict at each event of each host: one small file each, for `doctor` to show."""

from __future__ import annotations

import os

from feedback_gate.state import places
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def note(environ: Mapping[str, str], host: str, event: str, effect: str) -> None:
    """Keep an effect ("deny", "block", "ask" or "warn"); a failure to do so changes nothing."""
    path = _path(environ, host, event)
    try:
        if path:
            files.write_atomically(path, effect.encode())
    except OSError:
        return


def last(environ: Mapping[str, str], host: str, event: str) -> tuple[str, float] | None:
    """(effect, epoch seconds) of the last verdict, None when there was none."""
    path = _path(environ, host, event)
    text = files.read_text(path, 64) if path else None
    try:
        return (text.strip(), os.stat(path).st_mtime) if text else None
    except OSError:
        return None


def _path(environ: Mapping[str, str], host: str, event: str) -> str:
    folder = places.seen_folder(environ)
    return os.path.join(folder, f"verdict.{host}.{event}") if folder else ""
