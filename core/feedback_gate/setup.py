"""SessionStart: what a person should know of the set-up itself, and the mark that keeps the shim awake in this session."""

from __future__ import annotations

import os
import re

from feedback_gate.outcome import NOTE, PERSON, Finding
from feedback_gate.settings import GUARDED_VARIABLES, OPTIONS
from feedback_gate.state import places, said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event

# What the shim takes for a session id in a path.
SESSION = re.compile(r"[A-Za-z0-9-]{1,64}")


def started(event: Event, call: Call) -> list[Finding]:
    """Name variables of the project's own settings that were set aside, once a session and set of names."""
    _keep_awake(event, call)
    for name in OPTIONS:
        call.settings.get(name)
    for name in GUARDED_VARIABLES:
        call.settings.variable(name)
    names = ", ".join(sorted(call.settings.ignored))
    if not names or said.first_time(call.environ, event.session, "ignored\n" + names) is False:
        return []
    return [Finding("hook.ignored_variables", {"names": names}, NOTE, PERSON)]


def _keep_awake(event: Event, call: Call) -> None:
    """Where something was approved, its files may be deleted: without this mark the shim would then start no Python."""
    if not os.path.isdir(places.trust_folder(call.environ, call.project.id)):
        return
    session = event.session if event.host == "claude" else event.host
    folder = places.seen_folder(call.environ)
    if folder and SESSION.fullmatch(session):
        try:
            os.close(os.open(os.path.join(folder, f"on.{session}"), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
        except OSError:
            return
