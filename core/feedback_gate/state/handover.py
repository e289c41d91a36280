"""Results of subagents on their way to whoever started them: one file an agent, taken at the caller's next event.

A subagent's stop reaches only itself and the person. Agents run in the background by default (Claude Code 2.1.332), so the
caller's PostToolUse is long over when the result is there; it gets it at its next prompt, task notification or tool call.
"""

from __future__ import annotations

import os

from feedback_gate.state import jsonfile
from feedback_gate.state.session import AgentState, agent_name
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDER = "reports"


class Handover:
    """The reports of one session's subagents."""

    __slots__ = ("folder",)

    def __init__(self, state: AgentState) -> None:
        self.folder = os.path.join(state.folder, FOLDER) if state.folder else ""

    def launched(self, agent: str, caller: str) -> None:
        """Remember who started an agent; the main thread ("") needs no memory.

        Raises:
            OSError: it cannot be kept.
        """
        if self.folder and agent and caller:
            jsonfile.update(self._path(agent), lambda kept: kept.update(caller=caller), on_broken={})

    def put(self, agent: str, agent_type: str, text: str) -> None:
        """Keep what came of an agent's last stop; a later round replaces it.

        Raises:
            OSError: it cannot be kept.
        """
        if self.folder:
            jsonfile.update(self._path(agent), lambda kept: kept.update(agent=agent, type=agent_type, text=text), on_broken={})

    def take(self, caller: str) -> list[dict[str, Any]]:
        """The reports for a caller, {agent, type, text} each, which are gone then; costs one `stat` when there are none."""
        if not self.folder or not os.path.isdir(self.folder):
            return []
        found = []
        for entry in files.entries(self.folder):
            if entry.name.endswith(".json"):
                report = jsonfile.update(entry.path, lambda kept: _taken(kept, caller), on_broken={})
                if report is not None:
                    found.append(report)
        return found

    def _path(self, agent: str) -> str:
        return os.path.join(self.folder, agent_name(agent) + ".json")


def _taken(kept: dict[str, Any], caller: str) -> dict[str, Any] | None:
    if not kept.get("text") or kept.get("caller", "") != caller:
        return None
    report = dict(kept)
    kept.pop("text")
    return report
