"""What the gate keeps for one agent: files changed, passed and failed, reserved checks, attempts; always changed by difference.

All of it lies under the key `gate` of the agent's state. Files are absolute paths with the ctime they were recorded with, so
that a file written again meanwhile is never taken for the one that was checked.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from feedback_gate.state.session import AgentState

FILE_LISTS = ("changed", "passed", "failed", "gave_up")


class Lists:
    """A reading of one agent's lists."""

    __slots__ = ("attempts", "changed", "failed", "gave_up", "lost", "passed", "pending", "reported", "told_success")

    def __init__(self, kept: Mapping[str, Any]) -> None:
        gate = kept.get("gate")
        gate = gate if isinstance(gate, dict) else {}
        self.changed: dict[str, int] = _mapping(gate.get("changed"))
        self.passed: dict[str, int] = _mapping(gate.get("passed"))
        self.failed: dict[str, int] = _mapping(gate.get("failed"))
        self.gave_up: dict[str, int] = _mapping(gate.get("gave_up"))
        self.pending: dict[str, dict[str, list[str]]] = _mapping(gate.get("pending"))
        attempts = gate.get("attempts")
        self.attempts: int = attempts if isinstance(attempts, int) else 0
        self.reported: bool = gate.get("reported") is True
        self.told_success: bool = gate.get("told_success") is True
        self.lost: bool = kept.get("lost") is True

    @property
    def open(self) -> dict[str, int]:
        """Changed files that must still be checked: those given up on count again only when they change again."""
        return {path: ns for path, ns in self.changed.items() if self.gave_up.get(path) != ns}


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def read(state: AgentState) -> Lists:
    """The lists as they are now.

    Raises:
        StateError: there is no home.
    """
    return Lists(state.read())


def record(state: AgentState, found: Mapping[str, int]) -> None:
    """Add changed files, or note that known ones changed again.

    Raises:
        StateError: they cannot be kept.
    """
    if found:
        state.update(lambda kept: _gate(kept).setdefault("changed", {}).update(found))


class Difference:
    """What one phase found out, to be applied to whatever the lists hold by then.

    passed, failed: {path: ctime} as they were when the phase began; reserved: {root: {check: paths}}; dropped: paths no rule
    is about.
    """

    __slots__ = ("dropped", "failed", "keeps", "passed", "reserved")

    def __init__(self) -> None:
        self.passed: dict[str, int] = {}
        self.failed: dict[str, int] = {}
        self.dropped: dict[str, int] = {}
        self.keeps: set[str] = set()
        self.reserved: dict[str, dict[str, set[str]]] = {}

    def reserve(self, root: str, names: Iterable[str], paths: Iterable[str]) -> None:
        """Reserve checks for a root because of these files."""
        for name in names:
            self.reserved.setdefault(root, {}).setdefault(name, set()).update(paths)
            self.keeps.update(paths)


def apply(state: AgentState, difference: Difference) -> None:
    """Take what passed off the changed list (unless it changed again meanwhile), note failures, merge reservations.

    Raises:
        StateError: it cannot be kept.
    """

    def change(kept: dict[str, Any]) -> None:
        gate = _gate(kept)
        changed, failed, passed = (gate.setdefault(name, {}) for name in ("changed", "failed", "passed"))
        for path, ns in {**difference.passed, **difference.dropped}.items():
            if path in difference.failed:
                continue
            failed.pop(path, None)
            if changed.get(path) == ns:
                del changed[path]
                if path in difference.keeps:
                    passed[path] = ns
        failed.update(difference.failed)
        pending = gate.setdefault("pending", {})
        for root, checks in difference.reserved.items():
            for name, paths in checks.items():
                known = pending.setdefault(root, {}).get(name, [])
                pending[root][name] = sorted({*known, *paths})
        _tidy(gate)

    state.update(change)


def settle(state: AgentState, reserved: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
    """All reserved checks passed: they, their files and the attempts are done; what was reserved meanwhile stays.

    Raises:
        StateError: it cannot be kept.
    """

    def change(kept: dict[str, Any]) -> None:
        gate = _gate(kept)
        _unreserve(gate, reserved)
        gate["attempts"] = 0
        _tidy(gate)

    state.update(change)


def give_up(state: AgentState, reserved: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
    """Stop blocking: the files go back to the changed list, unverified, and count again when they change again.

    Raises:
        StateError: it cannot be kept.
    """

    def change(kept: dict[str, Any]) -> None:
        gate = _gate(kept)
        changed, passed = gate.setdefault("changed", {}), gate.get("passed", {})
        for checks in reserved.values():
            for paths in checks.values():
                changed.update({path: passed[path] for path in paths if path in passed and path not in changed})
        _unreserve(gate, reserved)
        gate["failed"] = {}
        gate["attempts"] = 0
        gate["gave_up"] = dict(changed)
        _tidy(gate)

    state.update(change)


def attempt(state: AgentState) -> int:
    """Count one blocked stop of this turn and say which it is.

    Raises:
        StateError: it cannot be kept.
    """

    def change(kept: dict[str, Any]) -> int:
        gate = _gate(kept)
        known = gate.get("attempts")
        gate["attempts"] = (known if isinstance(known, int) else 0) + 1
        return int(gate["attempts"])

    result: int = state.update(change)
    return result


def note(state: AgentState, **values: Any) -> None:
    """Set single values (`reported`, `attempts`) of the gate's state.

    Raises:
        StateError: they cannot be kept.
    """
    state.update(lambda kept: _gate(kept).update(values))


def _unreserve(gate: dict[str, Any], reserved: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
    pending, passed = gate.get("pending", {}), gate.get("passed", {})
    for root, checks in reserved.items():
        for name, paths in checks.items():
            known = pending.get(root, {}).pop(name, [])
            left = sorted(set(known) - set(paths))
            if left:
                pending[root][name] = left
    still = {path for checks in pending.values() for paths in checks.values() for path in paths}
    for checks in reserved.values():
        for paths in checks.values():
            for path in paths:
                if path not in still:
                    passed.pop(path, None)


def _gate(kept: dict[str, Any]) -> dict[str, Any]:
    gate = kept.get("gate")
    if not isinstance(gate, dict):
        gate = kept["gate"] = {}
    return gate


def _tidy(gate: dict[str, Any]) -> None:
    """Empty lists are absent, so that an agent with nothing open has next to nothing on disk."""
    gate["pending"] = {
        root: {name: paths for name, paths in checks.items() if paths} for root, checks in gate.get("pending", {}).items()
    }
    gate["pending"] = {root: checks for root, checks in gate["pending"].items() if checks}
    gate["gave_up"] = {path: ns for path, ns in gate.get("gave_up", {}).items() if gate.get("changed", {}).get(path) == ns}
    for name in (*FILE_LISTS, "pending", "attempts"):
        if name in gate and not gate[name]:
            del gate[name]
