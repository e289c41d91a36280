"""The logs: one JSON line a violation and one a broken part of a rule file, appended with one write, rotated at 1 MiB."""

from __future__ import annotations

import json

from feedback_gate.feedback import plain
from feedback_gate.state import places
from feedback_gate.system import clock, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.feedback.violation import Violation

ROTATE_AT = 1 << 20
# Broken parts noted by one prompt; a folder of thousands must not fill the log.
MOST_AT_ONCE = 200


def append(violations: Iterable[Violation], call: Call) -> None:
    """Log every violation with its count as loaded and its final severity; a failure to log changes nothing.

    All violations of one call bear the same time, by which they are known as one occasion.
    """
    path = places.log_file(call.environ, "violations")
    at = clock.timestamp(clock.now())
    try:
        for violation in violations if path else ():
            _append(path, _line(violation, call, at))
    except OSError:
        return


def _append(path: str, line: Mapping[str, Any]) -> None:
    files.append_line(path, json.dumps(line, ensure_ascii=False).encode("utf-8", "replace"), ROTATE_AT)


def _line(violation: Violation, call: Call, at: str) -> dict[str, object]:
    event = call.event
    return {
        "ts": at,
        "rule": violation.rule.name,
        "count": violation.rule.count,
        "severity": violation.severity,
        "event": violation.entry.event,
        "detail": violation.detail,
        "project": call.project.root,
        "session": event.session,
        "agent": event.agent,
        "file": violation.file,
        "scope": violation.rule.scope,
        "project_id": call.project.id,
        "rule_file": violation.rule.file,
    }


def record_problems(problems: Sequence[Sequence[Any]], hook: str, environ: Mapping[str, str]) -> None:
    """Note every broken file or entry once in the log of errors; a failure to do so changes nothing.

    Args:
        problems: [file, entry index or None, line, reason] each.
        hook: where they were found.
        environ: names the state home.
    """
    path = places.log_file(environ, "errors")
    if not path or not problems:
        return
    try:
        with files.Lock(path + ".problems.lock"):
            known = _recorded(path)
            for file, entry, _, reason in problems[:MOST_AT_ONCE]:
                line = {
                    "ts": clock.timestamp(),
                    "kind": "file" if entry is None else "entry",
                    "file": plain.path(file),
                    "entry": entry,
                    "reason": reason,
                    "hook": hook,
                }
                if _key(line) not in known:
                    _append(path, line)
    except OSError:
        return


def _recorded(path: str) -> set[str]:
    found = set()
    for line in lines(path):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            found.add(_key(value))
    return found


def _key(line: Mapping[str, Any]) -> str:
    return json.dumps([line.get(name) for name in ("kind", "file", "entry", "reason")])


def lines(path: str) -> list[bytes]:
    """All lines of both generations of a log, the older first."""
    return [line for name in (path + ".1", path) if path for line in (files.read_bytes(name) or b"").splitlines()]
