"""How far the clock of the project's file system is behind that of our state folder; 0 on one machine."""

from __future__ import annotations

import os

from feedback_gate.changes import tree
from feedback_gate.run.status_home import StatusHome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call

# Two local file systems read one clock, a tick apart at most; a server has its own.
NOTICED = 20_000_000
MARGIN = 1_000_000_000
PROBE = "clock"


def skew(call: Call) -> int:
    """Nanoseconds to add to a moment of ours before it is compared with the project's files; never positive."""
    folder = call.state.folder
    try:
        if os.stat(folder).st_dev == os.stat(call.project.root).st_dev:
            return 0
        ours = tree.stamp(os.path.join(folder, "clock"))
        theirs = _project_clock(call)
    except OSError:
        return 0
    return 0 if theirs is None or theirs - ours > -NOTICED else theirs - ours - MARGIN


def _project_clock(call: Call) -> int | None:
    """The ctime of a file written in the project now; None where we may not write."""
    home = StatusHome.of(call.project).folder(make=True)
    if home is None:
        return None
    with home:
        home.replace(PROBE, b"\n")
        info = home.status(PROBE)
        home.remove(PROBE)
    return None if info is None else info.st_ctime_ns
