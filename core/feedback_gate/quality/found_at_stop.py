"""What a stop finds that no tool event told us: the tree since the last look, and what subagents left open."""

from __future__ import annotations

from feedback_gate.changes import session
from feedback_gate.quality import lists
from feedback_gate.state.session import AgentState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.event import Event


def record(event: Event, call: Call) -> None:
    """Put everything that changed unseen on the agent's list.

    Only the main thread's stop looks at the tree: a subagent's changes are told by its own events, and what it left is taken
    over here once nothing runs in the background any more.

    Raises:
        StateError: it cannot be kept.
    """
    if event.agent:
        return
    lists.record(call.state, session.at_stop(event, call))
    if event.stop is not None and not event.stop.background:
        _adopt(call)


def _adopt(call: Call) -> None:
    """Take over the open lists of subagents that ended without a stop of their own, or gave up."""
    for path in call.state.agents():
        if path == call.state.path:
            continue
        other = AgentState.at(path)
        left = other.update(_take)
        if left:
            call.state.update(_merging(left))


def _take(kept: dict[str, Any]) -> dict[str, Any]:
    gate = kept.pop("gate", None)
    return gate if isinstance(gate, dict) and any(gate.get(name) for name in ("changed", "passed", "failed", "pending")) else {}


def _merging(left: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    return lambda kept: _merge(kept, left)


def _merge(kept: dict[str, Any], left: dict[str, Any]) -> None:
    gate = kept.setdefault("gate", {})
    for name in ("changed", "passed", "failed"):
        gate.setdefault(name, {}).update(left.get(name) or {})
    pending = gate.setdefault("pending", {})
    for root, checks in (left.get("pending") or {}).items():
        for name, paths in checks.items():
            known = pending.setdefault(root, {}).get(name, [])
            pending[root][name] = sorted({*known, *paths})
