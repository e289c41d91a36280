"""When each session began, on the file system clock; and the end of what is older than a day."""

from __future__ import annotations

import os

from feedback_gate.state import places
from feedback_gate.state.session import LIFETIME, AgentState
from feedback_gate.system import clock, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def began(environ: Mapping[str, str], project_id: str, session: str) -> int:
    """The first moment of a session that we saw, in nanoseconds of the file system clock: the first call that asks sets it.

    Raises:
        OSError: it cannot be kept.
    """
    folder = AgentState(environ, project_id, session).folder
    if not folder:
        return 0
    path = os.path.join(folder, "began")
    files.make_folder(folder)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        pass
    return os.stat(path).st_ctime_ns


def folders(environ: Mapping[str, str], project_id: str) -> list[str]:
    """The state folders of every session of a project."""
    base = places.project_state(environ, project_id)
    names = [entry.path for entry in files.entries(base) if entry.is_dir(follow_symlinks=False)] if base else []
    return [path for path in names if os.path.basename(path) not in ("runs", "evidence")]


def forget(folder: str) -> None:
    """Remove what one session kept, but not the mark of its beginning."""
    for entry in files.entries(folder):
        if entry.name != "began" and not entry.name.endswith(".lock"):
            files.remove(entry.path)


def sweep(environ: Mapping[str, str], project_id: str) -> None:
    """Remove session folders whose newest file is older than a day."""
    import shutil

    for folder in folders(environ, project_id):
        newest = max((entry.stat(follow_symlinks=False).st_mtime for entry in files.entries(folder)), default=0.0)
        if newest < clock.now() - LIFETIME:
            shutil.rmtree(folder, ignore_errors=True)
