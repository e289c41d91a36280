"""The history of verified claims: one line of JSON an event in `log/history.jsonl`, never command output, never sent anywhere."""

from __future__ import annotations

import json
import os

import feedback_gate
from feedback_gate.claims import words
from feedback_gate.run.output import redacted
from feedback_gate.state import places
from feedback_gate.system import clock, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.claims.verify import Checked

PASSED, BLOCKED, WARNED, STOOD_DOWN = "passed", "blocked", "warned", "stoodDown"
UNTRUSTED, SKIPPED, UNCHECKED = "untrusted", "skipped", "unchecked"
OUTCOMES = (PASSED, BLOCKED, WARNED, STOOD_DOWN, UNTRUSTED, SKIPPED, UNCHECKED)
ROTATE_AT = 1 << 20
OLD_FILE = os.path.join(".shoot", "history.jsonl")


def record(call: Call, outcome: str, claim: str, checked: Sequence[Checked] = (), drift: int | None = None) -> None:
    """Append one event; a history that cannot be written costs nothing but itself."""
    path = places.log_file(call.environ, "history")
    line: dict[str, Any] = {"at": clock.timestamp(), "outcome": outcome, "sessionId": call.event.session}
    line["checks"] = [redacted(one.name) for one in checked]
    if checked:
        line["summary"] = words.summary(checked, "en")
        line["failed"] = [redacted(one.name) for one in checked if one.failed]
        line["seconds"] = round(max((one.result.seconds for one in checked if one.result is not None), default=0.0), 2)
    line["claim"] = claim
    if drift is not None:
        line["driftFiles"] = drift
    line.update(project=call.project.id, host=call.event.host, agent=call.event.agent_type, version=feedback_gate.__version__)
    try:
        if path:
            files.append_line(path, json.dumps(line, ensure_ascii=False).encode("utf-8", "replace"), rotate_at=ROTATE_AT)
    except OSError:
        return


def read(environ: Mapping[str, str], project_id: str = "", root: str = "") -> list[dict[str, Any]]:
    """All events, oldest first: of one project with its older tool's `.shoot/history.jsonl`, or of every project ("")."""
    path = places.log_file(environ, "history")
    found: list[dict[str, Any]] = []
    if root:
        found.extend(_events(os.path.join(root, OLD_FILE)))
    for name in (path + ".1", path) if path else ():
        found.extend(event for event in _events(name) if not project_id or event.get("project") == project_id)
    return sorted(found, key=lambda event: str(event["at"]))


def _events(path: str) -> Iterator[dict[str, Any]]:
    for line in (files.read_text(path) or "").splitlines():
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict) and isinstance(event.get("at"), str) and isinstance(event.get("outcome"), str):
            yield event
