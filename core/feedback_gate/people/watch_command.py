"""`feedback-gate watch`: what the gates of all agents in this project are running, until you stop it; `--log NAME` shows one."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

from feedback_gate import messages
from feedback_gate.errors import FeedbackGateError
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.run import band, registry
from feedback_gate.run.status_home import StatusHome
from feedback_gate.system import clock, files

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.check import Call
    from feedback_gate.run.band import Entry

CLEAR = "\033[H\033[J"
TAIL = 40
SESSION = 8  # letters of a session's id


def run(arguments: Sequence[str]) -> int:
    """Show the view each second; once with `--once` or where the output is no terminal.

    Raises:
        UsageError: the command line is wrong.
        FeedbackGateError: there is no such log.
    """
    options = parser("watch")
    options.add_argument("--once", action="store_true", help="help.watch_once")
    options.add_argument("--log", metavar="NAME", help="help.watch_log")
    given = options.parse_args(arguments)
    call = call_here()
    if given.log:
        print(newest_log(call, given.log))
        return 0
    if given.once or not sys.stdout.isatty():
        print("\n".join(view(call)))
        return 0
    return _follow(call)


def _follow(call: Call) -> int:
    try:
        from rich.live import Live
        from rich.text import Text
    except ImportError:  # the archive carries no rich; the same view as plain text
        while True:
            sys.stdout.write(CLEAR + "\n".join(view(call)) + "\n")
            sys.stdout.flush()
            time.sleep(1)
    with Live(refresh_per_second=2, screen=True) as live:
        while True:
            live.update(Text("\n".join(view(call))))
            time.sleep(1)


def view(call: Call) -> list[str]:
    """The lines of the view: running commands of every session, else that nothing runs; then the newest logs."""
    home = StatusHome.of(call.project)
    now = clock.now()
    lines = _running(registry.runs_of(home, "", now), now, call.language) or [
        messages.text("watch.nothing", {"project": band.plain(call.project.root)}, call.language)
    ]
    logs = _logs(home)[:5]
    if logs:
        lines += ["", messages.text("watch.logs", {}, call.language)]
        lines += [
            f"  {time.strftime('%H:%M:%S', time.localtime(at))}  {band.plain(os.path.relpath(path, call.project.root))}"
            for at, path in logs
        ]
    return lines


def _running(runs: Sequence[tuple[str, list[Entry]]], now: float, language: str) -> list[str]:
    """The band of everything that runs; of several agents each with its name over it."""
    drawn = [(owner, band.lines(entries, now, language)) for owner, entries in runs]
    drawn = [(owner, lines) for owner, lines in drawn if lines]
    if len(drawn) < 2:
        return drawn[0][1] if drawn else []
    shown = drawn[0][1][:1]
    for owner, lines in drawn:
        session, _, agent = band.plain(owner).partition("--")
        code = "watch.agent" if agent else "watch.session"
        shown += [messages.text(code, {"session": session[:SESSION], "agent": agent}, language), *lines[1:]]
    return shown


def _logs(home: StatusHome) -> list[tuple[float, str]]:
    """(time of last write, path) of the logs, newest first; a linked folder is not followed."""
    folder = home.folder("logs")
    if folder is None:
        return []
    with folder:
        names = folder.names()
    found = []
    for name in names:
        inner = home.folder("logs", name)
        if inner is not None:
            with inner:
                for log in inner.names():
                    status = inner.status(log)
                    if log.endswith(".log") and status is not None:
                        found.append((status.st_mtime, os.path.join(home.path, "logs", name, log)))
    return sorted(found, reverse=True)


def newest_log(call: Call, name: str) -> str:
    """The end of the newest log whose file name begins with a command's name.

    Raises:
        FeedbackGateError: there is none.
    """
    from feedback_gate.run.logs import slug

    for _, path in _logs(StatusHome.of(call.project)):
        if os.path.basename(path).startswith(slug(name)):
            lines = (files.read_text(path) or "").splitlines()
            return "\n".join(map(band.plain, [path, *lines[-TAIL:]]))
    raise FeedbackGateError("usage.no_log", name=name)
