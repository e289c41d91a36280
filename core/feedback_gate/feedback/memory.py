"""What feedback keeps for an agent: files changed, asks and their fate, attempts, names already raised (key `feedback`).

State that cannot be kept must never cost a verdict: reading then gives nothing and changing does nothing; asks are asked again
and attempts are not counted, which the reopening budget of the turn bounds.
"""

from __future__ import annotations

from feedback_gate.errors import StateError
from feedback_gate.state import shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.state.session import AgentState


SHAPE: dict[str, Any] = {
    "asks": {"open": {shape.ANY: [str]}, "approved": {shape.ANY: bool}, "refused": {shape.ANY: int}},
    "changed": {shape.ANY: int},
    "raised": [str],
    "prompts": int,
    "stop_attempts": int,
    "injected": {"text": str, "rules": {shape.ANY: str}, "rest": str},
}


def read(state: AgentState) -> dict[str, Any]:
    """The feedback part of an agent's state, {} when there is none."""
    try:
        found = state.read().get("feedback")
    except StateError:
        return {}
    return _whole(found)


def _whole(part: Any) -> dict[str, Any]:
    """Of the feedback part what has its shape."""
    found = part if isinstance(part, dict) else {}
    return {name: value for name, value in found.items() if shape.fits(value, SHAPE.get(name, object))}


def update(state: AgentState, change: Callable[[dict[str, Any]], Any], otherwise: Any = None) -> Any:
    """Change the feedback part under the lock; what `change` returns is returned, `otherwise` when it cannot be kept."""

    def whole(kept: dict[str, Any]) -> Any:
        part = kept["feedback"] = _whole(kept.get("feedback"))
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
