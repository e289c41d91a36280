"""How long things took, for `report`: one JSON line a gate run in `log/gate.jsonl`; slow hooks are in `log/hooks.jsonl`.

Names, states and seconds only: never output, never a file's name.
"""

from __future__ import annotations

import json

from feedback_gate.state import places
from feedback_gate.system import clock, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from feedback_gate.event import Event

GATE, HOOKS = "gate", "hooks"
ROTATE_AT = 1 << 20


def note_run(environ: Mapping[str, str], event: Event, project_id: str, phase: str, commands: Sequence[dict[str, Any]]) -> None:
    """Note a gate run that has ended; a history that cannot be written costs nothing but itself.

    Args:
        environ: names the state home.
        event: in which it ran.
        project_id: of the project.
        phase: "rules" or "checks".
        commands: `{"name", "status", "seconds", "shared"}` each; shared: another agent ran it.
    """
    path = places.log_file(environ, GATE)
    line = {
        "at": clock.timestamp(),
        "host": event.host,
        "event": event.name,
        "session": event.session,
        "project": project_id,
        "phase": phase,
        "commands": list(commands),
    }
    try:
        if path and commands:
            files.append_line(path, json.dumps(line, ensure_ascii=False).encode("utf-8", "replace"), ROTATE_AT)
    except OSError:
        return


def read(environ: Mapping[str, str], log: str) -> list[dict[str, Any]]:
    """The lines of a log that are whole, oldest first."""
    path = places.log_file(environ, log)
    found = []
    for name in (path + ".1", path) if path else ():
        for line in (files.read_text(name) or "").splitlines():
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict) and isinstance(value.get("at"), str):
                found.append(value)
    return sorted(found, key=lambda value: str(value["at"]))
