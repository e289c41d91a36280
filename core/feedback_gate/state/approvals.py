"""The approved content of one project's files: one JSON a kind under the user's state home, with the log of approvals."""

from __future__ import annotations

import json
import os

from feedback_gate.errors import StateError
from feedback_gate.state import jsonfile, places
from feedback_gate.system import clock, files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

UNREADABLE = {"pending": "the record was unreadable"}


class Approvals:
    """One project's approvals of one kind ("gate", "claims", "feedback:<path>").

    Record: {"approved": text, null for an approved deletion, absent before the first approval; "how": "first" | "terminal" |
    "prompt" | "init"; "at": ISO time; "kind"; "project"; "pending": digest of what waits; "shown": it was told; "also": {folder
    of a linked worktree: text approved for that one alone}}.
    """

    __slots__ = ("_log", "_roots", "path")

    def __init__(self, environ: Mapping[str, str], project_id: str, kind: str) -> None:
        folder = places.trust_folder(environ, project_id)
        name = kind if kind.isalnum() else hashing.short(kind)
        self.path = os.path.join(folder, name + ".json") if folder else ""
        self._log = places.log_file(environ, "approvals")
        self._roots = places.state_home(environ) + "/roots/"

    def read(self) -> dict[str, Any]:
        """The record, {} when there is none.

        An unreadable record counts as one in which nothing is approved and something waits: there is no second first sight.

        Raises:
            StateError: there is no home: then nothing counts as approved.
        """
        if not self.path:
            raise StateError("approvals cannot be kept: HOME is not set")
        try:
            return jsonfile.read(self.path)
        except jsonfile.Unreadable:
            return dict(UNREADABLE)

    def update(self, change: Callable[[dict[str, Any]], Any]) -> Any:
        """Change the record under its lock.

        Raises:
            StateError: it cannot be kept.
        """
        if not self.path:
            raise StateError("approvals cannot be kept: HOME is not set")
        try:
            return jsonfile.update(self.path, change, on_broken=UNREADABLE)
        except OSError as problem:
            raise StateError(f"approvals cannot be kept: {problem.strerror or problem}: {self.path}") from problem

    def approve(self, content: str | None, how: str, project: str, kind: str, place: str = "") -> None:
        """Put a content in force (None: there is none any more) and log it.

        Args:
            content: the approved text.
            how: "first" | "terminal" | "prompt" | "init".
            project: the root, for people.
            kind: as given to the constructor.
            place: the folder of a linked worktree when only that one is meant.

        Raises:
            StateError: it cannot be kept.
        """
        at = clock.timestamp()

        def change(kept: dict[str, Any]) -> None:
            also = {folder: text for folder, text in _mapping(kept.get("also")).items() if os.path.isdir(folder)}
            before = {"approved": kept["approved"]} if "approved" in kept else {}
            kept.clear()
            kept.update(before, how=how, at=at, kind=kind, project=project)
            if place:
                also[place] = content
            else:
                kept["approved"] = content
            if also:
                kept["also"] = also

        self.update(change)
        self._remember_root(project)
        line = {"ts": at, "project": place or project, "kind": kind, "how": how, "digest": hashing.short(content or "")}
        try:
            files.append_line(self._log, json.dumps(line, ensure_ascii=False).encode("utf-8", "replace"), rotate_at=1 << 20)
        except OSError:
            return

    def _remember_root(self, project: str) -> None:
        """Under which id this folder was approved last: a repository that is made anew there is no first sight."""
        try:
            files.write_atomically(self._roots + root_name(project), os.path.basename(os.path.dirname(self.path)).encode())
        except OSError:
            return

    def forget(self) -> bool:
        """Remove the record, so that the next session is a first sight; True when there was one."""
        return files.remove(self.path)


def root_name(root: str) -> str:
    """The file that remembers a folder's id."""
    return hashing.short(os.path.realpath(root))


def earlier_id(environ: Mapping[str, str], root: str, project_id: str) -> str:
    """The other id under which something in this folder was approved last; "" when there is none.

    Moving `.git` away or making it anew gives a folder another id; what was approved there stays in force all the same.
    """
    base = places.state_home(environ)
    known = files.read_text(os.path.join(base, "roots", root_name(root)), 200) if base else None
    return known if known and known != project_id and "/" not in known else ""


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def in_force(record: Mapping[str, Any], place: str = "") -> tuple[bool, str | None]:
    """(whether anything was ever approved, the text in force) for the project, or for one of its worktrees."""
    also = _mapping(record.get("also"))
    if place in also:
        return True, also[place]
    return "approved" in record, record.get("approved")
