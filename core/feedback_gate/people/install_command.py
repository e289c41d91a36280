"""`feedback-gate install-command`: the command in its fixed place, for who has only the plugin; no hook is registered."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from feedback_gate import messages
from feedback_gate.errors import FeedbackGateError
from feedback_gate.people import payload, placing
from feedback_gate.people.arguments import call_here, parser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.check import Call


def run(arguments: Sequence[str]) -> int:
    """Place it and say where; 1 when the place is somebody else's or a newer version is there.

    Raises:
        UsageError: the command line is wrong.
        FeedbackGateError: there is no executable to place, or a file cannot be written.
    """
    parser("install-command").parse_args(arguments)
    call = call_here()
    path = placing.command(call.environ)
    if not path:
        raise FeedbackGateError("init.no_home")
    found = payload.find(call.settings)
    plan = placing.plan(found, call.environ)
    if plan[0].state == placing.KEPT:
        print(messages.text("init.newer", {"version": placing.installed_version(call.environ)}, call.language))
        return 1
    for one in plan:
        try:
            one.put()
        except OSError as problem:
            raise FeedbackGateError("init.unwritable", path=one.path, reason=problem.strerror or problem) from problem
    print("\n".join(_told(plan[-1], found.version, call)))
    return 1 if plan[-1].state == placing.KEPT else 0


def _told(command: placing.Placed, version: str, call: Call) -> list[str]:
    if command.state == placing.KEPT:
        return [messages.text("init.foreign_command", {"path": command.path}, call.language)]
    lines = [messages.text("install_command.done", {"path": command.path, "version": version}, call.language)]
    folder = os.path.dirname(command.path)
    if folder not in call.environ.get("PATH", "").split(os.pathsep):
        lines.append(messages.text("init.not_on_path", {"folder": folder}, call.language))
    return lines
