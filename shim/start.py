"""Starts the executable, waits for it, and takes its answer; puts it in place first where that is needed."""

from __future__ import annotations

import os
import subprocess  # noqa: TID251 - the launcher has no core to ask
import sys

from call import Call, Unanswered
from target import Target, target

PIN = "python"
VERIFY = "import sys,hashlib;hashlib.sha256(open(sys.argv[1],'rb').read()).hexdigest()==sys.argv.pop(2) or sys.exit(65);"
NOT_STARTED = (65, 126, 127)


def answer(call: Call) -> str:
    """What the host is to read.

    Raises:
        Unanswered: why we have no answer.
    """
    found = target(call)
    if not found.boot:
        return _run(call, found, [found.source])
    python = _pinned_python(found)
    if python and not (call.event == "SessionStart" and _unsafe(found)):
        said = _start(call, found, python)
        if said is not None:
            return said
    python = put_in_place(call, found)
    said = _start(call, found, python)
    if said is None:
        raise Unanswered("executable-changed" if found.sha256 else "override-unusable")
    return said


def _start(call: Call, found: Target, python: str) -> str | None:
    """Start it; None when it has not read the event: it could not be started, or is not the pinned one."""
    command = [python, "-I", "-S", "-X", "utf8", "-c", found.boot, found.archive]
    if call.event == "SessionStart" and found.sha256:
        command[6:] = [VERIFY + found.boot, found.archive, found.sha256]
    try:
        return _run(call, found, command)
    except _NotStarted:
        return None


class _NotStarted(Exception):
    """The event was not read."""


def _run(call: Call, found: Target, command: list[str]) -> str:
    words = [call.host, call.event, *([call.copy] if found.boot and call.copy else [])]
    try:
        done = subprocess.run([*command, *words], stdout=subprocess.PIPE, check=False)
    except OSError:
        if not found.boot:
            raise Unanswered("override-unusable") from None
        raise _NotStarted from None
    status = 128 - done.returncode if done.returncode < 0 else done.returncode
    if status in NOT_STARTED:
        if not found.boot:
            raise Unanswered("override-unusable")
        raise _NotStarted
    said = done.stdout.decode("utf-8", "replace").strip("\n")
    if status == 0 and (not said or (said[0], said[-1]) == ("{", "}")):
        return said
    _distrust(found)
    raise Unanswered("answer-invalid") if status == 0 else Unanswered("process-failed", status=status)


def _pinned_python(found: Target) -> str:
    """The Python that was pinned for this archive, if neither is gone or changed since."""
    pin = os.path.join(found.folder, PIN)
    if not os.path.isfile(pin):
        return ""
    try:
        with open(pin, "rb") as file:
            python = os.fsdecode(file.readline().rstrip(b"\n"))
        fresh = os.stat(python).st_mtime_ns <= os.stat(pin).st_mtime_ns
    except (OSError, ValueError):
        return ""
    return python if fresh and os.path.isabs(python) and os.path.isfile(found.archive) and os.access(python, os.X_OK) else ""


def _unsafe(found: Target) -> tuple[str, str] | None:
    """What of its place in the cache somebody else could have changed, and why."""
    import place

    return place.unsafe(found.folder) if found.folder else None


def _distrust(found: Target) -> None:
    """Empty the pinned Python's file: the next event looks again."""
    import seen

    if found.folder:
        seen.touch(os.path.join(found.folder, PIN))


def put_in_place(call: Call, found: Target) -> str:
    """Place the executable, if need be fetch it, and settle on the Python that runs us.

    Raises:
        Unanswered: why that cannot be done.
    """
    import place

    from feedback_gate_installer import projects

    python = place.real_python(list(projects.roots(os.environ, call.cwd)))
    if python is None:
        raise Unanswered("no-python")
    if found.sha256 and not place.can_hash():
        raise Unanswered("no-sha256-tool")
    problem = _unsafe(found)
    if problem:
        raise Unanswered("cache-unsafe", path=problem[0], why=problem[1])
    if found.sha256:
        found.archive = place.place(found.source, found.sha256, found.folder) or _fetched(call, found)
    if not place.starts(python, found.boot, found.archive):
        raise Unanswered("no-python" if found.sha256 else "override-unusable")
    place.keep_pin(found.folder, python)
    return python


def _fetched(call: Call, found: Target) -> str:
    import get

    if call.event != "SessionStart" and found.source:
        raise Unanswered("executable-changed")
    if call.event != "SessionStart":
        raise Unanswered("executable-missing", command=f"{os.path.basename(sys.executable)} {sys.argv[0]} install")
    try:
        return get.get(os.path.join(call.here, "pin"), call.cache, call.policy, call.folders, call.options["language"])
    except get.Refused as refused:
        raise Unanswered(refused.code, refused.text) from None
