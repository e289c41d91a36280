"""Which folders are the project's: no program is taken from there, and what lies there is a stranger's."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def roots(env: Mapping[str, str], folder: str) -> tuple[str, ...]:
    """The repositories that a session works in, links resolved: no program is taken from them.

    The home folder and those above it do not count: all programs of the person may lie there. In a home folder that is itself
    a repository only the session's own folder counts.
    """
    home = os.path.realpath(env.get("HOME") or os.sep)
    found = set()
    for start in (env.get("CLAUDE_PROJECT_DIR", ""), folder):
        place = os.path.realpath(start) if os.path.isabs(start) else os.sep
        found |= set([top for top in (_top(place), place) if not holds(top, home)][:1])
    return tuple(sorted(found))


def holds(folder: str, path: str) -> bool:
    """Whether the path is the folder or lies below it; both with links resolved."""
    return (path + os.sep).startswith(folder.rstrip(os.sep) + os.sep)


def is_repository(folder: str) -> bool:
    """Whether a working tree begins there; an empty ``.git``, as sandboxes leave one, is passed over, as git does."""
    mark = os.path.join(folder, ".git")
    return os.path.isfile(mark) or os.path.lexists(os.path.join(mark, "HEAD"))


def _top(folder: str) -> str:
    found = folder
    while not is_repository(found):
        parent = os.path.dirname(found)
        if parent == found:
            return folder
        found = parent
    return found
