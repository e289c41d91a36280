"""Which paths are the agent's work: none of ours, none outside the project, none that another session holds."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call


def own(present: dict[str, int], call: Call) -> dict[str, int]:
    """Without what is not the agent's work: our status folder, rule folders, and files another session holds."""
    from feedback_gate.changes import others

    if not present:
        return present
    kept = {path: ns for path, ns in present.items() if not is_ours(path, call)}
    held = others.held(call) if kept else frozenset()
    return {path: ns for path, ns in kept.items() if path not in held}


def is_ours(path: str, call: Call) -> bool:
    """Whether a path lies in the status folder or a rule folder of the project, or outside all its roots."""
    root, relative = call.project.split(path)
    if relative.startswith("../"):
        return True
    return any(
        relative.startswith(f"{config}/{own_name}/")
        for config in (".claude", ".agents")
        for own_name in (".gate-status", "feedback")
    ) and bool(root)


def is_inside(folder: str, root: str) -> bool:
    """Whether a folder is the root or lies below it."""
    return folder == root or os.path.normpath(folder).startswith(root.rstrip("/") + "/")
