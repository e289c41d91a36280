"""The gate that `init` offers: which commands, into which file, and the approval of what the person just chose."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from feedback_gate import approval, messages
from feedback_gate.errors import FeedbackGateError
from feedback_gate.people import gate_text, terminal
from feedback_gate.people.suggest import KINDS, suggestions
from feedback_gate.quality import configured
from feedback_gate.system import files

if TYPE_CHECKING:
    from feedback_gate.check import Call

SHOOT = ".shoot.config.json"
NEW, CHANGED = "new", "changed"


class FirstGate:
    """A gate to write. path; text: whole; before: what stands there, None = nothing; shown: what is new in it; approved."""

    __slots__ = ("approved", "before", "path", "shown", "text")

    def __init__(self, path: str, text: str, before: str | None, shown: str) -> None:
        self.path = path
        self.text = text
        self.before = before
        self.shown = shown
        self.approved = False

    @property
    def state(self) -> str:
        """NEW or CHANGED."""
        return NEW if self.before is None else CHANGED

    def write(self, call: Call) -> None:
        """Write it, and put it in force: the person has just chosen it. An agent's session cannot approve anything.

        Raises:
            FeedbackGateError: it cannot be written, or it changed since it was shown.
        """
        was_in_force = self.before is None or not _waits(call, self.path)
        if configured.read(self.path) != self.before:
            raise FeedbackGateError("init.gate_changed", path=self.path)
        try:
            files.replace_content(self.path, self.text.encode("utf-8"))
        except OSError as problem:
            raise FeedbackGateError("init.unwritable", path=self.path, reason=problem.strerror or problem) from problem
        if was_in_force and not approval.is_agent(call.environ):
            _approve(call, self.path)
            self.approved = True


def plan(call: Call, *, asks: bool, only_codex: bool) -> FirstGate | None:
    """The gate to offer here; None where there is nothing to suggest, or all of it is there.

    Args:
        call: the project.
        asks: whether a person may change the commands.
        only_codex: whether no other host's folder should be made.
    """
    root = call.project.root
    if root == call.project.home:
        return None
    path = call.project.config_file(configured.NAME)
    before = configured.read(path) if path else None
    if path and before is None:  # what cannot be read is not replaced either
        return None
    if before is not None and (has_shoot(call) or gate_text.with_claims(before, {"test": "x"}) is None):
        return None
    chosen = _chosen(call, asks=asks)
    if not chosen:
        return None
    if before is not None:
        text = gate_text.with_claims(before, chosen)
        return None if text is None else FirstGate(path, text, before, gate_text.claims(chosen))
    present = frozenset(entry.name for entry in files.entries(root))
    text = gate_text.whole(chosen, present, claimed=not has_shoot(call))
    folder = ".agents" if only_codex else ".claude"
    return FirstGate(os.path.join(root, folder, configured.NAME), text, None, text)


def has_shoot(call: Call) -> bool:
    """Whether the older tool's file says how claims are verified; it is read as it is and never rewritten."""
    return files.is_file(shoot_path(call))


def shoot_path(call: Call) -> str:
    """Where the older tool's file would lie."""
    return os.path.join(call.project.root, SHOOT)


def _chosen(call: Call, *, asks: bool) -> dict[str, str]:
    """Kind → command: as suggested, or as the person says."""
    found = {one.kind: one for one in suggestions(call.project.root)}
    if not asks:
        return {kind: found[kind].cmd for kind in KINDS if kind in found}
    print(messages.text("init.commands", {"root": call.project.root}, call.language))
    chosen = {}
    for kind in KINDS:
        offered = found[kind].cmd if kind in found else ""
        command = terminal.text(f"  {kind}" + (f" ({found[kind].source})" if kind in found else ""), offered)
        if command:
            chosen[kind] = command
    return chosen


def _waits(call: Call, path: str) -> bool:
    """Whether a file that is there holds something that nobody approved; that is not for `init` to approve."""
    from feedback_gate.people import approvable

    return any(item.waits for item in approvable.items(call) if item.path == path)


def _approve(call: Call, path: str) -> None:
    from feedback_gate.people import approvable
    from feedback_gate.people.arguments import call_here

    fresh = call_here(call.environ)
    for item in approvable.items(fresh):
        if item.path == path and item.waits:
            item.approve(fresh, "init")
