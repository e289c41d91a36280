"""Whether a project has a gate at all: what every event asks first, and most leave it at."""

from __future__ import annotations

import os

from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call

KIND = "gate"
NAME = "gate.yaml"
MISSPELT = "gate.yml"
LARGEST = 4 << 20  # bytes of a gate.yaml


def read(path: str) -> str | None:
    """The text of a `gate.yaml`; None when it is missing, cannot be read, or is not UTF-8."""
    return files.read_utf8(path, LARGEST)


def kind_of(call: Call) -> str:
    """The kind under which the gate is approved: a project below the top of its repository has one of its own."""
    from feedback_gate.changes import git

    root = call.project.root
    top = git.top_of(root)
    return KIND if top in ("", os.path.normpath(root)) else f"{KIND}:{os.path.relpath(root, top)}"


def is_configured(call: Call) -> bool:
    """Whether there is anything a gate could be made of: a file, or an approval of one."""
    if call.project.config_file(NAME) or call.project.config_file(MISSPELT):
        return True
    from feedback_gate.state.approvals import Approvals

    return os.path.exists(Approvals(call.environ, call.project.id, kind_of(call)).path)
