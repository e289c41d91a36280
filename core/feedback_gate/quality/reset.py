"""Forgetting what is open: a person's way out when a failing check is no longer of interest."""

from __future__ import annotations

import os

from feedback_gate.state import jsonfile, sessions
from feedback_gate.state.session import AgentState, is_agent_file
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.check import Call

LISTS = ("changed", "passed", "failed")


def reset(call: Call) -> tuple[int, int]:
    """Forget the gate's lists of every session of the project: (files, agents) that had something open.

    Raises:
        StateError: they cannot be written.
    """
    paths: set[str] = set()
    agents = 0
    for folder in sessions.folders(call.environ, call.project.id):
        for entry in files.entries(folder):
            if is_agent_file(entry.name) and _open(entry.path, paths):
                agents += 1
                AgentState.at(os.path.join(folder, entry.name)).update(_forget)
    return len(paths), agents


def _open(path: str, paths: set[str]) -> bool:
    """Whether an agent has anything kept by the gate; its files are added to `paths`."""
    try:
        gate = jsonfile.read(path).get("gate")
    except jsonfile.Unreadable:
        return False
    if not isinstance(gate, dict) or not gate:
        return False
    for name in LISTS:
        paths.update(gate.get(name) or ())
    return any(gate.get(name) for name in (*LISTS, "pending", "deferred", "attempts"))


def _forget(kept: dict[str, Any]) -> None:
    kept.pop("gate", None)
