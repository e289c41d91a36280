"""`feedback-gate statusline`: the client's status line JSON on standard input, one cheap line on standard output.

Works without the mod, through Claude Code's `statusLine` setting. Nothing is parsed anew and no git is started: what the hooks
keep is read as it is.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from feedback_gate import messages
from feedback_gate.check import Call
from feedback_gate.event import Event
from feedback_gate.people.arguments import LONGEST
from feedback_gate.run import band, registry
from feedback_gate.run.status_home import StatusHome
from feedback_gate.state import jsonfile, places
from feedback_gate.system import clock, files

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SHOWN = 100


def run(arguments: Sequence[str]) -> int:
    """Print the line; anything unreadable on standard input counts as an empty object."""
    del arguments
    print(line(_payload(sys.stdin.buffer.read(1 << 20)), os.environ))
    return 0


def _payload(data: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(data or b"{}")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def line(payload: Mapping[str, Any], environ: Mapping[str, str]) -> str:
    """Running commands, else the last summary; then what is open, broken, waiting for approval, or silent."""
    call = _call(payload, environ)
    parts = [part for part in (_running(call), _open(call), _broken(call), _pending(call), _silent(call)) if part]
    return band.cut(" · ".join(parts) or _say(call, "statusline.quiet"), SHOWN)


def _call(payload: Mapping[str, Any], environ: Mapping[str, str]) -> Call:
    workspace = payload.get("workspace")
    workspace = workspace if isinstance(workspace, dict) else {}
    folders = (workspace.get("project_dir"), workspace.get("current_dir"), payload.get("cwd"), os.getcwd())
    folder = next(folder for folder in folders if isinstance(folder, str) and folder)
    session = payload.get("session_id")
    event = Event("claude", "", session=session if isinstance(session, str) else "", cwd=folder, project=folder)
    return Call(event, environ, clock.monotonic() + LONGEST)


def _say(call: Call, code: str, **params: object) -> str:
    return messages.text(code, params, call.language)


def _running(call: Call) -> str:
    home = StatusHome.of(call.project)
    now = clock.now()
    entries = registry.entries_of(home, call.event.session, now)
    active = [entry for entry in entries if entry.ok is None]
    if active:
        first = min(active, key=lambda entry: entry.started)
        more = f" +{len(active) - 1}" if len(active) > 1 else ""
        return f"▶ {band.cut(band.fold(first.name or first.command), 40)} {max(0, int(now - first.started))}s{more}"
    slow = registry.checking(home, call.event.session, now)
    if slow is not None:
        return _say(call, "statusline.checking", what=" · ".join(part for part in slow if part))
    return registry.summary(home, call.event.session)


def _open(call: Call) -> str:
    failed: set[str] = set()
    for path in call.state.agents():
        try:
            gate = jsonfile.read(path).get("gate")
        except jsonfile.Unreadable:
            continue
        failed.update((gate.get("failed") or {}) if isinstance(gate, dict) else {})
    return _say(call, "statusline.open", n=len(failed)) if failed else ""


def _broken(call: Call) -> str:
    from feedback_gate.feedback import folders, store

    broken = sum(store.cached_problems(folder, call.environ) for _, folder in folders.folders(call))
    return _say(call, "statusline.broken", n=broken) if broken else ""


def _pending(call: Call) -> str:
    folder = places.trust_folder(call.environ, call.project.id)
    try:
        codes = jsonfile.read(os.path.join(folder, "codes.json")).get("codes") if folder else None
    except jsonfile.Unreadable:
        codes = None
    return _say(call, "statusline.pending") if codes else ""


def _silent(call: Call) -> str:
    """The client draws this line in a session of which no hook was ever heard: are the hooks registered?"""
    folder = places.seen_folder(call.environ)
    heard = any(entry.name.startswith("claude.") for entry in files.entries(folder)) if folder else False
    return "" if heard else _say(call, "statusline.silent")
