"""Results of subagents on their way to whoever started them: one file an agent, taken at the caller's next event.

A subagent's stop reaches only itself and the person. Agents run in the background by default (Claude Code 2.1.332), so the
caller's PostToolUse is long over when the result is there; it gets it at its next prompt, task notification or tool call.
Who started an agent is told by the call that did; until it is known, the result waits a moment before it counts as the main
thread's.
"""

from __future__ import annotations

import os

from feedback_gate.state import jsonfile
from feedback_gate.state.session import AgentState, agent_name
from feedback_gate.system import clock, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FOLDER = "reports"
# An agent that ran in the foreground stops before the call that started it returns to its caller (Claude Code 2.1.332).
UNKNOWN_FOR = 5.0


class Handover:
    """The reports of one session's subagents."""

    __slots__ = ("folder",)

    def __init__(self, state: AgentState) -> None:
        self.folder = os.path.join(state.folder, FOLDER) if state.folder else ""

    def launched(self, agent: str, caller: str) -> None:
        """Remember who started an agent ("" = the main thread).

        Raises:
            OSError: it cannot be kept.
        """
        if self.folder and agent:
            jsonfile.update(self._path(agent), lambda kept: kept.update(caller=caller), on_broken={})

    def put(self, agent: str, agent_type: str, text: str) -> None:
        """Keep what came of an agent's last stop; a later round replaces it.

        Raises:
            OSError: it cannot be kept.
        """
        if self.folder:
            report = {"agent": agent, "type": agent_type, "text": text, "at": clock.now()}
            jsonfile.update(self._path(agent), lambda kept: kept.update(report), on_broken={})

    def take(self, caller: str, *, patient: bool = False) -> list[dict[str, Any]]:
        """The reports for a caller, {agent, type, text} each, which are gone then; costs one `stat` when there are none.

        Args:
            caller: agent id, "" = the main thread.
            patient: the host tells who started an agent, so a fresh report of an unknown caller is left for a moment.

        Raises:
            OSError: they cannot be taken.
        """
        if not self.folder or not os.path.isdir(self.folder):
            return []
        found = []
        for entry in files.entries(self.folder):
            if entry.name.endswith(".json"):
                report = jsonfile.update(entry.path, lambda kept: _taken(kept, caller, patient=patient), on_broken={})
                if report is not None:
                    found.append(report)
        return found

    def _path(self, agent: str) -> str:
        return os.path.join(self.folder, agent_name(agent) + ".json")


def _taken(kept: dict[str, Any], caller: str, *, patient: bool) -> dict[str, Any] | None:
    if not kept.get("text") or kept.get("caller", "") != caller:
        return None
    at = kept.get("at")
    fresh = isinstance(at, (int, float)) and 0 <= clock.now() - at < UNKNOWN_FOR
    if patient and fresh and "caller" not in kept:
        return None
    report = {name: kept.get(name, "") for name in ("agent", "type", "text")}
    kept.pop("text")
    return report
