"""The violation log: one JSON line a violation, appended with one write, rotated at 1 MiB."""

from __future__ import annotations

import json

from feedback_gate.state import places
from feedback_gate.system import clock, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.check import Call
    from feedback_gate.feedback.violation import Violation

ROTATE_AT = 1 << 20


def append(violations: Iterable[Violation], call: Call) -> None:
    """Log every violation with its count as loaded and its final severity; a failure to log changes nothing."""
    path = places.log_file(call.environ, "violations")
    try:
        for violation in violations if path else ():
            files.append_line(path, json.dumps(_line(violation, call), ensure_ascii=False).encode("utf-8", "replace"), ROTATE_AT)
    except OSError:
        return


def _line(violation: Violation, call: Call) -> dict[str, object]:
    event = call.event
    return {
        "ts": clock.timestamp(),
        "rule": violation.rule.name,
        "count": violation.rule.count,
        "severity": violation.severity,
        "event": violation.entry.event,
        "detail": violation.detail,
        "project": call.project.root,
        "session": event.session,
        "agent": event.agent,
        "file": violation.file,
    }
