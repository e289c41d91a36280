"""What is kept for one agent of one session: one JSON file, changed under its lock, gone 24 hours after its last write."""

from __future__ import annotations

import os

from feedback_gate.errors import StateError
from feedback_gate.state import jsonfile, places
from feedback_gate.system import hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

LIFETIME = 24 * 3600
MAIN = "main"


def is_agent_file(name: str) -> bool:
    """Whether a file of a session's folder is the state of an agent: `main.json`, or 16 hex digits and `.json`."""
    stem, _, ending = name.partition(".")
    return ending == "json" and (stem == MAIN or (len(stem) == 16 and all(letter in "0123456789abcdef" for letter in stem)))


def agent_name(agent: str) -> str:
    """The file stem of an agent: "main", or the hash of its id."""
    return hashing.short(agent) if agent else MAIN


class AgentState:
    """The state file of one agent.

    `read()` gives the object ({} at first); `update(change)` alters it under the lock. Keys are owned by the rooms that use
    them: `feedback`, `gate`, `claims`, `budget`, `inbox`. An unreadable file counts as `{"lost": true}` and is kept aside
    at the next change: the next stop checks everything that changed.
    """

    __slots__ = ("folder", "path")

    def __init__(self, environ: Mapping[str, str], project_id: str, session: str, agent: str = "") -> None:
        base = places.project_state(environ, project_id)
        self.folder = os.path.join(base, hashing.short(session or "unknown")) if base else ""
        self.path = os.path.join(self.folder, agent_name(agent) + ".json") if base else ""

    @classmethod
    def at(cls, path: str) -> AgentState:
        """The state in a known file."""
        state = cls({}, "", "")
        state.folder, state.path = os.path.dirname(path), path
        return state

    def read(self) -> dict[str, Any]:
        """The object as it is now; `{"lost": true}` where it could not be read.

        Raises:
            StateError: there is no home to keep state in.
        """
        self._need_home()
        try:
            return jsonfile.read(self.path)
        except jsonfile.Unreadable:
            return {"lost": True}

    def update(self, change: Callable[[dict[str, Any]], Any]) -> Any:
        """Change the object in place under the lock; what `change` returns is returned.

        Raises:
            StateError: it cannot be kept (no home, unwritable folder, no locks).
        """
        self._need_home()
        try:
            return jsonfile.update(self.path, change, on_broken={"lost": True})
        except OSError as problem:
            raise StateError(f"state cannot be kept: {problem.strerror or problem}: {self.path}") from problem

    def agents(self) -> list[str]:
        """Paths of the state files of every agent of this session."""
        from feedback_gate.system import files

        return [entry.path for entry in files.entries(self.folder) if is_agent_file(entry.name)] if self.folder else []

    def _need_home(self) -> None:
        if not self.path:
            raise StateError("state cannot be kept: HOME is not set")
