"""What the gate keeps for one agent: files changed, passed and failed, reserved checks, attempts.

All of it lies under the key `gate` of the agent's state. Files are absolute paths with the ctime they were recorded with, so
that a file written again meanwhile is never taken for the one that was checked. What a phase changes is in `differences`.
"""

from __future__ import annotations

from feedback_gate.state import shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.quality.keeping import Keeping

# Each {path: ctime}.
FILE_LISTS = ("changed", "passed", "failed", "gave_up")
SHAPE: dict[str, Any] = {**{name: {shape.ANY: int} for name in FILE_LISTS}, "pending": {shape.ANY: {shape.ANY: [str]}}}


class Lists:
    """A reading of one agent's lists."""

    __slots__ = (
        "attempts",
        "changed",
        "deferred",
        "failed",
        "gave_up",
        "passed",
        "pending",
        "reported",
        "told_broken",
        "told_success",
        "waiting",
    )

    def __init__(self, kept: Mapping[str, Any]) -> None:
        gate: Any = kept.get("gate")
        gate = gate if is_whole(gate) else {}
        self.changed: dict[str, int] = mapping(gate.get("changed"))
        self.passed: dict[str, int] = mapping(gate.get("passed"))
        self.failed: dict[str, int] = mapping(gate.get("failed"))
        self.gave_up: dict[str, int] = mapping(gate.get("gave_up"))
        self.pending: dict[str, dict[str, list[str]]] = mapping(gate.get("pending"))
        self.deferred: list[dict[str, Any]] = []
        self.waiting: dict[str, set[int]] = {}
        if gate.get("deferred"):
            from feedback_gate.quality import put_off

            self.deferred, self.waiting = put_off.entries(gate), put_off.waiting(gate)
        attempts = gate.get("attempts")
        self.attempts: int = attempts if isinstance(attempts, int) else 0
        self.reported: bool = gate.get("reported") is True
        self.told_success: bool = gate.get("told_success") is True
        self.told_broken: bool = gate.get("told_broken") is True

    @property
    def open(self) -> dict[str, int]:
        """Changed files that a stop must still check: those given up on count again once an edit's rules have seen them."""
        return {path: ns for path, ns in self.for_rules.items() if self.gave_up.get(path) != ns}

    @property
    def for_rules(self) -> dict[str, int]:
        """Changed files that an edit's rules look at: all but those that only wait for a command that was put off."""
        return {path: ns for path, ns in self.changed.items() if ns not in self.waiting.get(path, ())}


def mapping(value: Any) -> dict[str, Any]:
    """The value where it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def read(state: Keeping) -> Lists:
    """The lists as they are now."""
    return Lists(state.read())


def record(state: Keeping, found: Mapping[str, int]) -> None:
    """Add changed files, or note that known ones changed again."""
    if found:
        state.update(lambda kept: newest(gate_of(kept).setdefault("changed", {}), found))


def newest(into: dict[str, int], found: Mapping[str, int]) -> None:
    """Add times to a list; of two times of a file the later one counts, and that it is gone (0) counts always."""
    for path, ns in found.items():
        into[path] = max(ns, into.get(path, 0)) if ns else 0


def note(state: Keeping, **values: Any) -> None:
    """Set single values (`reported`, `attempts`) of the gate's state."""
    state.update(lambda kept: gate_of(kept).update(values))


def is_whole(gate: Any) -> bool:
    """Whether the gate's part of a state is of the shape we write: what was put off is judged one by one (`put_off.entries`)."""
    return shape.fits(gate, SHAPE)


def gate_of(kept: dict[str, Any]) -> dict[str, Any]:
    """The gate's part of an agent's state, made where it is missing; one that is not whole counts as lost, and all is checked."""
    gate: Any = kept.get("gate")
    if not is_whole(gate):
        if gate is not None:
            kept["lost"] = True
        gate = kept["gate"] = {}
    whole: dict[str, Any] = gate
    return whole
