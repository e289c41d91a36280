"""When each session began, on the file system clock; and the end of what is older than a day."""

from __future__ import annotations

import os

from feedback_gate.state import places
from feedback_gate.state.session import LIFETIME, AgentState
from feedback_gate.system import clock, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

BEGAN, LOOKED = "began", "looked"
GONE = ".gone-"


def began(environ: Mapping[str, str], project_id: str, session: str) -> int:
    """The first moment of a session that we saw, in nanoseconds of the file system clock: the first call that asks sets it.

    Raises:
        OSError: it cannot be kept.
    """
    folder = AgentState(environ, project_id, session).folder
    if not folder:
        return 0
    path = os.path.join(folder, BEGAN)
    files.make_folder(folder)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        pass
    return os.stat(path).st_ctime_ns


def looked(environ: Mapping[str, str], project_id: str, session: str, head: str) -> None:
    """Note that the session's start saw the project, and at which commit; what appears later is new.

    Raises:
        OSError: it cannot be kept.
    """
    folder = AgentState(environ, project_id, session).folder
    if folder:
        files.write_atomically(os.path.join(folder, LOOKED), head.encode() + b"\n")


def head_at_start(environ: Mapping[str, str], project_id: str, session: str) -> str | None:
    """The commit id at the session's start, "" for none; None when its start did not see the project."""
    folder = AgentState(environ, project_id, session).folder
    text = files.read_text(os.path.join(folder, LOOKED), 4096) if folder else None
    return None if text is None else text.strip()


def folders(environ: Mapping[str, str], project_id: str) -> list[str]:
    """The state folders of every session of a project; other folders beside them are not meant."""
    base = places.project_state(environ, project_id)
    names = [entry.path for entry in files.entries(base) if entry.is_dir(follow_symlinks=False)] if base else []
    return [path for path in names if _is_session(os.path.basename(path))]


def _is_session(name: str) -> bool:
    return len(name) == 16 and all(letter in "0123456789abcdef" for letter in name)


def forget(folder: str) -> None:
    """Remove what one session kept, but not the marks of its beginning."""
    import shutil

    for entry in files.entries(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path, ignore_errors=True)
        elif entry.name not in (BEGAN, LOOKED) and not entry.name.endswith(".lock"):
            files.remove(entry.path)


def sweep(environ: Mapping[str, str], project_id: str, own: str = "") -> None:
    """Remove session folders whose newest file is older than a day, and never `own`.

    A folder leaves its place in one step, so that a session that comes back at that moment begins with a whole new one.
    """
    import shutil

    for folder in folders(environ, project_id):
        if folder == own or _newest(folder) >= clock.now() - LIFETIME:
            continue
        aside = os.path.join(os.path.dirname(folder), f"{GONE}{os.path.basename(folder)}.{os.getpid()}")
        try:
            os.rename(folder, aside)
        except OSError:  # somebody else was faster
            continue
        shutil.rmtree(aside, ignore_errors=True)
    _sweep_leftovers(environ, project_id)


def _sweep_leftovers(environ: Mapping[str, str], project_id: str) -> None:
    """What a sweep that was killed left behind."""
    import shutil

    base = places.project_state(environ, project_id)
    for entry in files.entries(base) if base else ():
        if entry.name.startswith(GONE):
            shutil.rmtree(entry.path, ignore_errors=True)


def _newest(folder: str) -> float:
    newest = 0.0
    for entry in files.entries(folder):
        try:
            newest = max(newest, entry.stat(follow_symlinks=False).st_mtime)
        except OSError:
            continue
    return newest


def is_lost(path: str) -> bool:
    """Whether an agent's state was unreadable and not everything was looked at since."""
    return AgentState.at(path).read().get("lost") is True


def found_again(path: str) -> None:
    """Everything was looked at: what an unreadable state held is made good.

    Raises:
        StateError: it cannot be kept.
    """
    if is_lost(path):
        AgentState.at(path).update(lambda kept: kept.pop("lost", None))
