"""What one session remembers of its working trees: the moment of the last whole look at each, and what was handled since."""

from __future__ import annotations

import os

from feedback_gate.changes import git, tree
from feedback_gate.state import jsonfile, shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

SHAPE: dict[str, Any] = {
    "trees": {shape.ANY: {"ns": int, "head": str, "deleted": [str]}},
    "seen": {shape.ANY: int},
    "ran": [int],
    "products": [str],
    "skew": int,
}
KEPT_DELETIONS = 10_000
KEPT_PRODUCTS = 1_000


class Known:
    """A reading of the memory.

    trees: {top folder of a tree: moment of its last look}; seen: {path: ctime with which it was handled}; ran: (first, last)
    nanoseconds of the commands of the last stop; products: paths those commands write; skew: nanoseconds by which the
    project's file system clock is behind ours, never positive; lost: the memory was unreadable.
    """

    __slots__ = ("lost", "products", "ran", "seen", "skew", "trees")

    def __init__(self, kept: Mapping[str, Any], *, lost: bool = False) -> None:
        self.trees = {top: _moment(value) for top, value in kept.get("trees", {}).items()}
        self.seen: dict[str, int] = kept.get("seen", {})
        ran = kept.get("ran", ())
        self.ran: tuple[int, int] = (ran[0], ran[1]) if len(ran) == 2 else (0, -1)
        self.products = frozenset(kept.get("products", ()))
        self.skew = min(kept.get("skew", 0), 0)
        self.lost = lost


def _moment(value: Mapping[str, Any]) -> tree.Moment:
    return tree.Moment(value.get("ns", 0), value.get("head", ""), value.get("deleted", ()))


class Memory:
    """The file `tree.json` of a session's state folder; every change is one under its lock."""

    __slots__ = ("folder", "path")

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.path = os.path.join(folder, "tree.json")

    def read(self) -> Known:
        """What is remembered now."""
        try:
            kept = jsonfile.read(self.path)
        except jsonfile.Unreadable:
            return Known({}, lost=True)
        return Known(kept) if shape.fits(kept, SHAPE) else Known({}, lost=True)

    def looked(self, ns: int, statuses: Iterable[git.Status], skew: int | None = None) -> None:
        """Start anew from a moment: what is dirty now is known. What was handled after that moment stays known.

        Raises:
            OSError: it cannot be kept.
        """

        def change(kept: dict[str, Any]) -> None:
            trees = kept.setdefault("trees", {})
            for status in statuses:
                trees[status.top] = {"ns": ns, "head": status.head, "deleted": sorted(status.deleted)[:KEPT_DELETIONS]}
            kept["seen"] = {path: at for path, at in kept.get("seen", {}).items() if at >= ns}
            if skew is not None:
                kept["skew"] = skew

        self._update(change)

    def saw(self, found: Mapping[str, int], tops: Mapping[str, tree.Moment], moved: tuple[str, str, str] = ("", "", "")) -> None:
        """Remember files as handled with the ctime they have (0: known to be gone).

        Args:
            found: {absolute path: ctime_ns}.
            tops: {top folder of a tree: moment from which it is to be looked at if it was never looked at}.
            moved: (top folder, commit id before, commit id after) of what made commits that are handled. What was committed
                before that, by something nobody told us of, stays to be looked at.

        Raises:
            OSError: it cannot be kept.
        """

        def change(kept: dict[str, Any]) -> None:
            kept.setdefault("seen", {}).update({path: ns for path, ns in found.items() if ns})
            trees = kept.setdefault("trees", {})
            for top, moment in tops.items():
                trees.setdefault(top, {"ns": moment.ns, "head": moment.head, "deleted": []})
            top, before, after = moved
            if after and trees.setdefault(top, {"ns": 0, "head": before, "deleted": []}).get("head", "") == before:
                trees[top]["head"] = after
            for path in (path for path, ns in found.items() if not ns):
                for top in trees:
                    if path.startswith(top + "/"):
                        trees[top]["deleted"] = sorted({*trees[top].get("deleted", ()), path})[:KEPT_DELETIONS]

        self._update(change)

    def ran(self, first: int, last: int, products: Iterable[str]) -> None:
        """Remember when a stop's commands ran, and which files such runs are known to write.

        Raises:
            OSError: it cannot be kept.
        """

        def change(kept: dict[str, Any]) -> None:
            kept["ran"] = [first, last]
            kept["products"] = sorted({*kept.get("products", ()), *products})[:KEPT_PRODUCTS]

        self._update(change)

    def _update(self, change: Callable[[dict[str, Any]], None]) -> None:
        def whole(kept: dict[str, Any]) -> None:
            if not shape.fits(kept, SHAPE):
                kept.clear()
            change(kept)

        jsonfile.update(self.path, whole, on_broken={})

    def stamp(self) -> int:
        """The present moment.

        Raises:
            OSError: it cannot be written.
        """
        return tree.stamp(os.path.join(self.folder, "clock"))
