"""Once a day, at a session's start: what feedback keeps and nobody needs any more goes; counts that rose by themselves lapse."""

from __future__ import annotations

import json
import os

from feedback_gate.feedback import active, cache, learned, log, plain, slow
from feedback_gate.outcome import NOTE, PERSON, Finding
from feedback_gate.state import places, sweep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call


def daily(call: Call) -> list[Finding]:
    """Do it when it is due; a line for each count that lapsed. What cannot be done now is done another day."""
    if not sweep.is_due(call.environ):
        return []
    try:
        sweep.run(call.environ)
        cache.sweep(call.environ)
        slow.sweep(call.environ)
        last = _last_violations(call)
        lapsed = learned.lapse(call.environ, call.clock.now(), lambda path: last.get(path, 0.0))
    except OSError:
        return []
    days = int(learned.QUIET // 86400)
    return [
        Finding("feedback.count_lapsed", {"file": plain.path(path), "from": old, "to": new, "days": days}, NOTE, PERSON)
        for path, old, new in lapsed
    ]


def _last_violations(call: Call) -> dict[str, float]:
    """Real path of a rule file → epoch seconds of the last violation in the log."""
    found: dict[str, float] = {}
    path = places.log_file(call.environ, "violations")
    for line in log.lines(path) if path else ():
        try:
            value = json.loads(line)
            file, at = os.path.realpath(str(value["rule_file"])), active.end_of(str(value["ts"]))
        except (ValueError, TypeError, KeyError, AttributeError):
            continue
        found[file] = max(found.get(file, 0.0), at or 0.0)
    return found
