"""SessionStart: what a person should know of the set-up itself, and the mark that keeps the shim awake in this session."""

from __future__ import annotations

import os
import re

from feedback_gate import messages
from feedback_gate.outcome import NOTE, PERSON, Finding, could_not_check
from feedback_gate.project import is_configured
from feedback_gate.settings import GUARDED_VARIABLES, LARGEST, OPTIONS
from feedback_gate.state import places, said
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event

# What the shim takes for a session id in a path.
SESSION = re.compile(r"[A-Za-z0-9-]{1,64}")


def started(event: Event, call: Call) -> list[Finding]:
    """What cannot be kept or read; once a session, variables of the project's own settings that were set aside."""
    problems = unkept(call) + unread(call)
    _keep_awake(event, call)
    for name in OPTIONS:
        call.settings.get(name)
    for name in GUARDED_VARIABLES:
        call.settings.variable(name)
    names = ", ".join(sorted(call.settings.ignored))
    if not names or said.first_time(call.environ, event.session, "ignored\n" + names) is False:
        return problems
    return [*problems, Finding("hook.ignored_variables", {"names": names}, NOTE, PERSON)]


def prompted(event: Event, call: Call) -> list[Finding]:
    """UserPromptSubmit: what cannot be kept or read; what came since the session's start keeps the shim awake too."""
    problems = unkept(call) + unread(call)
    _keep_awake(event, call)
    return problems


def before_tool(event: Event, call: Call) -> list[Finding]:
    """PreToolUse under `failMode` closed: state that cannot be kept and options that cannot be read refuse the call."""
    del event
    return unkept(call) + unread(call)


def unkept(call: Call) -> list[Finding]:
    """Why the person's rules are not seen, or nothing can be remembered; [] when all is well."""
    if not call.project.home:
        return [could_not_check("rules, approvals and state of the person", "HOME is not set, relative, or no folder")]
    folder = places.state_home(call.environ)
    try:
        files.write_atomically(os.path.join(folder, "writable"), b"")
    except OSError as problem:
        return [could_not_check("what must be remembered", f"{problem.strerror or problem}: {folder}")]
    return []


def unread(call: Call) -> list[Finding]:
    """Which files of options are there and cannot be read; [] when all is well."""
    return [could_not_check(path, _why_unread(path, call)) for path in call.settings.unreadable]


def _why_unread(path: str, call: Call) -> str:
    code = "hook.settings_unreadable" if path == call.settings.user_file else "hook.policy_unreadable"
    return messages.text(code, {"size": LARGEST >> 20}, call.language)


def _keep_awake(event: Event, call: Call) -> None:
    """Without this mark the shim starts no Python where what was approved is deleted, or what is there is no file or folder."""
    own = [os.path.join(folder, "feedback") for folder in call.project.home_config_folders()]
    configured = is_configured(call.project.root) or any(map(os.path.lexists, own)) or call.settings.unreadable
    if not configured and not os.path.isdir(places.trust_folder(call.environ, call.project.id)):
        return
    session = event.session if event.host == "claude" else event.host
    folder = places.seen_folder(call.environ)
    if folder and SESSION.fullmatch(session):
        try:
            os.close(files.open_ours(os.path.join(folder, f"on.{session}")))
        except OSError:
            return
