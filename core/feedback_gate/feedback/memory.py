"""What feedback keeps for an agent: files changed, asks and their fate, attempts, names already raised (key `feedback`).

State that cannot be kept must never cost a verdict: reading then gives nothing and changing does nothing; asks are asked again
and attempts are not counted, which the reopening budget of the turn bounds.
"""

from __future__ import annotations

from feedback_gate.errors import StateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.state.session import AgentState


def read(state: AgentState) -> dict[str, Any]:
    """The feedback part of an agent's state, {} when there is none."""
    try:
        found = state.read().get("feedback")
    except StateError:
        return {}
    return found if isinstance(found, dict) else {}


def update(state: AgentState, change: Callable[[dict[str, Any]], Any], otherwise: Any = None) -> Any:
    """Change the feedback part under the lock; what `change` returns is returned, `otherwise` when it cannot be kept."""

    def whole(kept: dict[str, Any]) -> Any:
        part = kept.get("feedback")
        if not isinstance(part, dict):
            part = kept["feedback"] = {}
        result = change(part)
        if not part:
            del kept["feedback"]
        return result

    try:
        return state.update(whole)
    except StateError:
        return otherwise


def add_changed(found: Mapping[str, int], call: Call) -> None:
    """Remember changed files (path → ctime) until a stop has judged them; when that fails, the next look finds them again."""
    from feedback_gate.changes import session

    def change(kept: dict[str, Any]) -> bool:
        kept.setdefault("changed", {}).update(found)
        return True

    if found and not update(call.state, change, otherwise=False):
        call.facts[session.NOT_KEPT] = True
