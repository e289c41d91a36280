"""Once a day: markers and sessions of all projects that nobody used for a day are removed, and what killed writers left."""

from __future__ import annotations

import os

from feedback_gate.state import places, sessions
from feedback_gate.state.session import LIFETIME
from feedback_gate.system import clock, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

STAMP = "swept"
UNFINISHED = 3600.0  # seconds after which a file under construction is nobody's any more
# Files of the folder `seen` that belong to one session: what was said, that something was configured, which copy answers.
MARKERS = ("said.", "on.", "owner.")


def is_due(environ: Mapping[str, str]) -> bool:
    """Whether the last sweep is a day ago; True once, for whoever asks first."""
    folder = places.seen_folder(environ)
    if not folder:
        return False
    path = os.path.join(folder, STAMP)
    try:
        if 0 <= clock.now() - os.stat(path).st_mtime < LIFETIME:
            return False
    except OSError:
        pass
    try:
        files.write_atomically(path, b"")
    except OSError:
        return False
    return True


def run(environ: Mapping[str, str]) -> None:
    """Remove what is older than a day."""
    oldest = clock.now() - LIFETIME
    for entry in files.entries(places.seen_folder(environ)):
        if entry.name.startswith(MARKERS) and _mtime(entry) < oldest:
            files.remove(entry.path)
    for entry in files.entries(os.path.dirname(places.project_state(environ, "x"))):
        sessions.sweep(environ, entry.name)
    for base in filter(None, (places.state_home(environ), places.cache_home(environ))):
        files.sweep_unfinished(base, clock.now() - UNFINISHED)


def _mtime(entry: os.DirEntry[str]) -> float:
    try:
        return entry.stat(follow_symlinks=False).st_mtime
    except OSError:
        return clock.now()
