"""An agent's state as the gate uses it: kept on disk, or for the length of this call where that is not possible.

A verdict must never be lost because it cannot be written down: what cannot be kept is kept in memory, the call goes on, and
the person is told.
"""

from __future__ import annotations

from feedback_gate.errors import StateError
from feedback_gate.outcome import Finding, could_not_check

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from feedback_gate.state.session import AgentState


class Keeping:
    """`read` and `update` of an `AgentState`; after the first failure both work on a copy in memory. problem: why, or ""."""

    __slots__ = ("_memory", "_state", "problem")

    def __init__(self, state: AgentState) -> None:
        self._state = state
        self._memory: dict[str, Any] | None = None
        self.problem = ""

    def read(self) -> dict[str, Any]:
        """The object as it is now."""
        if self._memory is None:
            try:
                return self._state.read()
            except StateError as problem:
                self._fail(problem)
        import copy  # 1 ms that a call whose state can be kept does not pay

        return copy.deepcopy(self._memory or {})

    def update(self, change: Callable[[dict[str, Any]], Any]) -> Any:
        """Change the object; what `change` returns is returned."""
        if self._memory is None:
            try:
                return self._state.update(change)
            except StateError as problem:
                self._fail(problem)
        return change(self._memory if self._memory is not None else {})

    def _fail(self, problem: StateError) -> None:
        self.problem = str(problem)
        try:
            self._memory = self._state.read()
        except StateError:
            self._memory = {}

    def findings(self) -> list[Finding]:
        """What could not be kept, for the person."""
        return [could_not_check("gate", self.problem)] if self.problem else []
