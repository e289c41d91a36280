"""`doctor --perf`: how long a hook takes here, how much of that is the machine and how much is ours."""

from __future__ import annotations

import shlex
import statistics
import sys
from typing import TYPE_CHECKING

from feedback_gate import ownership
from feedback_gate.people import probe, targets
from feedback_gate.people.codex_hooks import NOTE, OK, PROBLEM, Line
from feedback_gate.state import took
from feedback_gate.system import clock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feedback_gate.check import Call
    from feedback_gate.hosts.registered import Registered

ROUNDS = 20
EVENT = "PreToolUse"
SLOW = 300  # milliseconds of the median from which on a person feels it
DAY = 86_400.0
# What every hook in Python costs at least; the difference is ours.
REFERENCE = 'exec {python} -I -S -c "import json, re"'


def diagnose(hosts: Sequence[str], call: Call) -> Iterator[Line]:
    """One line a registration, and one for hooks that were slow of late."""
    for host in hosts:
        found = [place for place in ownership.places(host, call.environ, call.project.root) if EVENT in place.lines]
        if not found:
            yield Line(NOTE, "doctor.not_registered", host=targets.TITLES[host], name=host)
        for place in found:
            yield _line(host, place, call)
    yield from _slow_of_late(call)


def _line(host: str, place: Registered, call: Call) -> Line:
    try:
        return verdict(host, place.scope, *measured(host, place, call))
    except OSError as problem:
        return Line(PROBLEM, "doctor.not_proved", reason=problem.strerror or str(problem), scope=place.scope)


def verdict(host: str, scope: str, shell: Sequence[float], python: Sequence[float], hook: Sequence[float]) -> Line:
    """What the seconds of a process that does nothing, of a bare Python and of a hook say; each part in milliseconds."""
    parts = [round(1000 * statistics.median(times)) for times in (shell, python, hook)]
    code = "doctor.speed"
    if parts[2] > SLOW:
        code = "doctor.speed_machine" if 2 * parts[1] > parts[2] else "doctor.speed_ours"
    return Line(
        OK if code == "doctor.speed" else NOTE,
        code,
        host=targets.TITLES[host],
        scope=scope,
        rounds=len(hook),
        hook=parts[2],
        slowest=round(1000 * max(hook)),
        shell=parts[0],
        python=max(0, parts[1] - parts[0]),
        ours=max(0, parts[2] - parts[1]),
    )


def measured(host: str, place: Registered, call: Call, rounds: int = ROUNDS) -> tuple[list[float], list[float], list[float]]:
    """Seconds of a process that does nothing, of a bare Python and of a tool call's hook, taken in turns.

    Raises:
        OSError: there is no room for the folders.
    """
    python = REFERENCE.format(python=shlex.quote(str(getattr(sys, "_base_executable", sys.executable))))
    times: tuple[list[float], list[float], list[float]] = ([], [], [])
    with probe.stage(host, place, call.environ) as stage:
        payload = stage.harmless()
        for number in range(rounds + 1):
            for kept, line in zip(times, (":", python, place.lines[EVENT])):
                seconds = stage.run(line, payload)[1]
                if number:  # the first round only warms up
                    kept.append(seconds)
    return times


def _slow_of_late(call: Call) -> Iterator[Line]:
    """Hooks of the last day that took a second or longer."""
    since = clock.timestamp(clock.now() - DAY)
    found = [line for line in took.read(call.environ, took.HOOKS) if line["at"] >= since]
    if found:
        slowest = max(found, key=_seconds)
        params = {"number": len(found), "seconds": f"{_seconds(slowest):g}", "event": str(slowest.get("event"))}
        yield Line(NOTE, "doctor.slow_hooks", **params)


def _seconds(line: dict[str, object]) -> float:
    seconds = line.get("seconds")
    return float(seconds) if isinstance(seconds, (int, float)) else 0.0
