"""What a phase changes in the lists: always by difference, under the lock, whatever the lists hold by then."""

from __future__ import annotations

from feedback_gate.quality import put_off
from feedback_gate.quality.lists import FILE_LISTS, gate_of, mapping, newest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from feedback_gate.quality.keeping import Keeping
    from feedback_gate.quality.lists import Lists


class Difference:
    """What one phase found out, to be applied to whatever the lists hold by then.

    passed, failed: {path: ctime} as they were when the phase began; reserved: {root: {check: paths}}; dropped: paths no rule
    is about; held: paths on which a command said nothing, so that they stay open whatever the others said; put_off: entries of
    commands that were put off; ran: (key, files) of commands that ran, also of those that had been put off.
    """

    __slots__ = ("dropped", "failed", "held", "keeps", "passed", "put_off", "ran", "reserved")

    def __init__(self) -> None:
        self.passed: dict[str, int] = {}
        self.failed: dict[str, int] = {}
        self.dropped: dict[str, int] = {}
        self.held: set[str] = set()
        self.put_off: list[dict[str, Any]] = []
        self.ran: list[tuple[put_off.Key, Mapping[str, int]]] = []
        self.keeps: set[str] = set()
        self.reserved: dict[str, dict[str, set[str]]] = {}

    def reserve(self, root: str, names: Iterable[str], paths: Iterable[str]) -> None:
        """Reserve checks for a root because of these files."""
        for name in names:
            self.reserved.setdefault(root, {}).setdefault(name, set()).update(paths)
            self.keeps.update(paths)


def apply(state: Keeping, difference: Difference) -> None:
    """Take what passed off the changed list (unless it changed again meanwhile), note failures, merge reservations."""

    def change(kept: dict[str, Any]) -> None:
        gate = gate_of(kept)
        put_off.ran(gate, difference.ran)
        put_off.add(gate, difference.put_off, {*difference.failed, *difference.held})
        waiting = put_off.waiting(gate)
        changed, failed, passed = (gate.setdefault(name, {}) for name in ("changed", "failed", "passed"))
        reserved = {*difference.keeps, *_reserved(gate)}
        for path, ns in {**difference.passed, **difference.dropped}.items():
            if path in difference.failed or path in difference.held or ns in waiting.get(path, ()):
                continue
            failed.pop(path, None)
            if changed.get(path) == ns:
                del changed[path]
                if path in reserved:
                    passed[path] = ns
        failed.update(difference.failed)
        for path in difference.failed:
            gate.get("gave_up", {}).pop(path, None)
        pending = gate.setdefault("pending", {})
        for root, checks in difference.reserved.items():
            for name, paths in checks.items():
                known = pending.setdefault(root, {}).get(name, [])
                pending[root][name] = sorted({*known, *paths})
        _tidy(gate)

    state.update(change)


def _reserved(gate: Mapping[str, Any]) -> set[str]:
    """Paths for which a check is reserved."""
    checks = mapping(gate.get("pending")).values()
    return {path for names in checks if isinstance(names, dict) for paths in names.values() for path in paths}


def settle(state: Keeping, seen: Lists, reserved: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
    """Reserved checks passed: they, their files and the attempts are done; what was reserved meanwhile stays.

    Args:
        state: of the agent.
        seen: the lists as they were before the checks ran.
        reserved: the checks that are done, with their files.
    """

    def change(kept: dict[str, Any]) -> None:
        gate = gate_of(kept)
        _unreserve(gate, seen, reserved)
        gate["attempts"] = 0
        _tidy(gate)

    state.update(change)


def give_up(
    state: Keeping,
    seen: Lists,
    evaluated: Mapping[str, int],
    reserved: Mapping[str, Mapping[str, Iterable[str]]],
    failed: Iterable[put_off.Key] = (),
) -> None:
    """Stop blocking: the files are unverified and no stop looks at them again before an edit does; what came meanwhile stays.

    Args:
        state: of the agent.
        seen: the lists as they were before the checks ran.
        evaluated: {path: ctime} of the files this stop looked at.
        reserved: the checks it ran; their files go back to the changed list.
        failed: keys of commands that had been put off and failed now.
    """

    def change(kept: dict[str, Any]) -> None:
        gate = gate_of(kept)
        changed, passed = gate.setdefault("changed", {}), gate.get("passed", {})
        gave_up = gate.setdefault("gave_up", {})
        for paths in (paths for checks in reserved.values() for paths in checks.values()):
            for path in paths:
                if path not in changed:
                    changed[path] = gave_up[path] = passed.get(path, 0)
        _unreserve(gate, seen, reserved)
        for entry in put_off.entries(gate):
            if put_off.key(entry) in failed:
                gave_up.update({path: ns for path, ns in entry["files"].items() if changed.get(path) == ns})
        put_off.remove(gate, failed)
        for path, ns in evaluated.items():
            if changed.get(path) == ns:
                gave_up[path] = ns
            gate.get("failed", {}).pop(path, None)
        gate["attempts"] = 0
        _tidy(gate)

    state.update(change)


def attempt(state: Keeping) -> int:
    """Count one blocked stop of this turn and say which it is."""

    def change(kept: dict[str, Any]) -> int:
        gate = gate_of(kept)
        known = gate.get("attempts")
        gate["attempts"] = (known if isinstance(known, int) else 0) + 1
        return int(gate["attempts"])

    result: int = state.update(change)
    return result


def _unreserve(gate: dict[str, Any], seen: Lists, reserved: Mapping[str, Mapping[str, Iterable[str]]]) -> None:
    """Take reservations off, but not those of files that passed their rules anew since `seen`."""
    pending, passed = gate.get("pending", {}), gate.get("passed", {})
    done: set[str] = set()
    for root, checks in reserved.items():
        for name, paths in checks.items():
            settled = {path for path in paths if passed.get(path) == seen.passed.get(path)}
            left = sorted(set(pending.get(root, {}).pop(name, ())) - settled)
            if left:
                pending[root][name] = left
            done |= settled
    still = {path for checks in pending.values() for paths in checks.values() for path in paths}
    for path in done - still:
        passed.pop(path, None)


def _tidy(gate: dict[str, Any]) -> None:
    """Empty lists are absent, so that an agent with nothing open has next to nothing on disk."""
    gate["pending"] = {
        root: {name: paths for name, paths in checks.items() if paths} for root, checks in gate.get("pending", {}).items()
    }
    gate["pending"] = {root: checks for root, checks in gate["pending"].items() if checks}
    gate["gave_up"] = {path: ns for path, ns in gate.get("gave_up", {}).items() if gate.get("changed", {}).get(path) == ns}
    for name in (*FILE_LISTS, "pending", "attempts", put_off.LIST):
        if name in gate and not gate[name]:
            del gate[name]


def take_over(into: Keeping, state: Keeping) -> None:
    """Give one agent's open lists to another: added there first, then taken off here, so that nothing is ever on neither."""
    left = state.read().get("gate")
    if not isinstance(left, dict) or not any(left.get(name) for name in ("changed", "passed", "failed", "pending", put_off.LIST)):
        return

    def add(kept: dict[str, Any]) -> None:
        gate = gate_of(kept)
        for name in ("changed", "passed", "failed"):
            newest(gate.setdefault(name, {}), mapping(left.get(name)))
        pending = gate.setdefault("pending", {})
        for root, checks in mapping(left.get("pending")).items():
            for name, paths in checks.items():
                pending.setdefault(root, {})[name] = sorted({*pending.get(root, {}).get(name, ()), *paths})
        put_off.add(gate, put_off.entries(left))
        _tidy(gate)

    def remove(kept: dict[str, Any]) -> None:
        if kept.get("gate") == left:
            del kept["gate"]

    into.update(add)
    if not into.problem:
        state.update(remove)
