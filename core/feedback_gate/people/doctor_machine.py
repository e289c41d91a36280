"""What `doctor` says of this machine: version, launcher, executable, interpreter, command, options and what overrides them."""

from __future__ import annotations

import hashlib
import os
import sys
from typing import TYPE_CHECKING

import feedback_gate
from feedback_gate import setup, unreadable
from feedback_gate.feedback import inject
from feedback_gate.people import placing, probe
from feedback_gate.people.codex_hooks import NOTE, OK, PROBLEM, Line
from feedback_gate.people.payload import EXECUTABLE
from feedback_gate.settings import GUARDED_VARIABLES, LARGEST, OPTIONS, POLICY_FILE
from feedback_gate.state import places
from feedback_gate.system import clock, files, processes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feedback_gate.check import Call

DAY = 86_400.0


def diagnose(call: Call) -> Iterator[Line]:
    """Everything that does not depend on a host or a project."""
    yield Line(OK, "doctor.version", version=feedback_gate.__version__, python=sys.version.split()[0], path=sys.argv[0])
    yield from _launcher(call)
    yield from _overrides(call)
    yield from _options(call)
    yield from _errors(call)


def _launcher(call: Call) -> Iterator[Line]:
    """The launcher that user hooks start; a plugin brings its own."""
    path = placing.launcher(call.environ)
    if not files.is_file(path):
        yield Line(NOTE, "doctor.no_launcher", path=path)
        return
    version = placing.installed_version(call.environ)
    if not version:
        yield Line(PROBLEM, "doctor.no_pin", path=os.path.join(os.path.dirname(path), placing.PIN))
        return
    if version != feedback_gate.__version__:
        yield Line(NOTE, "doctor.other_version", launcher=version, here=feedback_gate.__version__)
    yield from _executable(call)
    command = placing.command(call.environ)
    if not placing.is_ours(command):
        yield Line(NOTE, "doctor.no_command", path=command)


def _executable(call: Call) -> Iterator[Line]:
    """Whether the pinned executable is there and is the pinned one, and which Python was chosen for it."""
    folder = places.data_home(call.environ)
    words = (files.read_text(os.path.join(folder, placing.PIN), 65536) or "").split()
    version, sha256 = (*words, "", "")[:2]
    kept = os.path.join(probe.cache_of(call.environ), f"{version}-{sha256[:16]}")
    found = [path for path in (os.path.join(kept, EXECUTABLE), os.path.join(folder, EXECUTABLE)) if files.is_file(path)]
    if not found:
        yield Line(PROBLEM, "doctor.no_executable", path=os.path.join(folder, EXECUTABLE))
        return
    wrong = [path for path in found if hashlib.sha256(files.read_bytes(path) or b"").hexdigest() != sha256]
    for path in wrong:
        yield Line(PROBLEM, "doctor.wrong_executable", path=path)
    if not wrong:
        yield Line(OK, "doctor.executable", version=version, path=found[0])
    yield _interpreter(os.path.join(kept, "python"), call)


def _interpreter(pin: str, call: Call) -> Line:
    python = (files.read_text(pin, 4096) or "").strip()
    if not python:
        return Line(NOTE, "doctor.no_interpreter_yet")
    code = "import sys; print('%d.%d.%d' % sys.version_info[:3])"
    done = processes.capture([python, "-I", "-S", "-c", code], env=dict(call.environ), timeout=10.0)
    if done.status != 0:
        return Line(PROBLEM, "doctor.no_interpreter", path=python, pin=pin)
    return Line(OK, "doctor.interpreter", path=python, version=done.stdout.decode("utf-8", "replace").strip())


def _overrides(call: Call) -> Iterator[Line]:
    """Variables that decide what runs or what is checked."""
    for name in GUARDED_VARIABLES:
        value = call.settings.variable(name)
        if not value:
            continue
        if name == "FEEDBACK_GATE_BIN":
            there = os.access(value, os.R_OK)
            yield Line(NOTE if there else PROBLEM, "doctor.override" if there else "doctor.override_gone", path=value)
        else:
            yield Line(NOTE, "doctor.variable", name=name, value=value)


def _options(call: Call) -> Iterator[Line]:
    """Options that are not the default, and what does not count: files that cannot be read, unknown values."""
    for finding in setup.unread(call) + inject.rules_text(call)[1]:
        yield Line(PROBLEM, "doctor.unread", **finding.params)
    for path in (POLICY_FILE, call.settings.user_file):  # what is UTF-8 in them counts
        line, why = unreadable.reason(path, LARGEST, call.language)
        if line:
            yield Line(PROBLEM, "doctor.unread", what=f"{path}:{line}", reason=why)
    for name in OPTIONS:
        setting = call.settings.get(name)
        if setting.source != "default":
            code = "doctor.option_locked" if setting.locked else "doctor.option"
            yield Line(OK, code, name=name, value=setting.value, source=setting.source)
        yield from _invalid(call, name, setting.value)
    for name in call.settings.ignored:
        yield Line(NOTE, "doctor.ignored", name=name)


def _invalid(call: Call, name: str, value: str) -> Iterator[Line]:
    """A word that somebody wrote and that the option does not know."""
    option = OPTIONS[name]
    if option.kind == "text":
        return
    written = (
        (POLICY_FILE, call.settings.administrator.get(name, "")),
        (option.variable, call.environ.get(option.variable, "")),
        (option.plugin_variable, call.environ.get(option.plugin_variable, "")),
        (call.settings.user_file, call.settings.user.get(name, "")),
    )
    for source, word in written:
        if word.strip() and word.strip().lower() not in option.choices:
            words = ", ".join(option.choices)
            yield Line(PROBLEM, "doctor.bad_option", name=name, word=word, source=source, choices=words, value=value)


def _errors(call: Call) -> Iterator[Line]:
    """Defects of ours that the last day left in the log."""
    import json

    path = places.log_file(call.environ, "errors")
    since = clock.timestamp(clock.now() - DAY)
    found = []
    for line in (files.read_text(path) or "").splitlines()[-200:] if path else ():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict) and value.get("kind") == "internal" and str(value.get("ts")) >= since:
            found.append(f"{value.get('hook')}: {value.get('reason')}")
    if found:
        yield Line(NOTE, "doctor.errors", number=len(found), last=found[-1], path=path)
