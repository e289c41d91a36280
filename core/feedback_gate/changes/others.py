"""Files that another session of the same project has recorded: its gate is responsible for them."""

from __future__ import annotations

import os

from feedback_gate.state import jsonfile, sessions
from feedback_gate.state.session import is_agent_file
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call

LISTS = ("changed", "passed", "failed")


def held(call: Call) -> frozenset[str]:
    """Absolute paths in the lists of every other session; an unreadable list holds nothing."""
    mine = call.state.folder
    paths: set[str] = set()
    for folder in sessions.folders(call.environ, call.project.id):
        if os.path.basename(folder) != os.path.basename(mine):
            for entry in files.entries(folder):
                if is_agent_file(entry.name):
                    paths.update(_listed(entry.path))
    return frozenset(paths)


def _listed(path: str) -> list[str]:
    try:
        gate = jsonfile.read(path).get("gate")
    except jsonfile.Unreadable:
        return []
    if not isinstance(gate, dict):
        return []
    return [name for key in LISTS for name in (gate.get(key) or ())]
