"""The reopening budget: how often one turn of one agent may be reopened, counted over all products."""

from __future__ import annotations

from feedback_gate.errors import StateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.state.session import AgentState

# Claude Code 2.1.332 overrides the ninth consecutive reopening, Codex 0.171.0 none: seven leave it one to spare.
LIMIT = 7


def spend(state: AgentState, *, active: bool) -> int | None:
    """Take one reopening from the turn's budget.

    Returns:
        None when the turn may be reopened; else the number used, and the stop must be let through. Where nothing can be
        kept, only a first stop (not `active`) may be reopened.
    """

    def change(kept: dict[str, Any]) -> int | None:
        used = _used(kept)
        if used >= LIMIT:
            return used
        kept["budget"] = used + 1
        return None

    try:
        result: int | None = state.update(change)
    except StateError:
        return LIMIT if active else None
    return result


def is_spent(state: AgentState) -> bool:
    """Whether a reopening of this turn would not be let happen any more; False where that is not known."""
    try:
        return _used(state.read()) >= LIMIT
    except StateError:
        return False


def _used(kept: Mapping[str, Any]) -> int:
    used = kept.get("budget", 0)
    return used if isinstance(used, int) else LIMIT


def new_turn(state: AgentState) -> None:
    """A person's prompt on the main thread starts a turn with a whole budget.

    Raises:
        StateError: it cannot be kept.
    """
    import os

    if os.path.exists(state.path):
        state.update(lambda kept: kept.pop("budget", None))
