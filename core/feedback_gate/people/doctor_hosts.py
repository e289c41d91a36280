"""What `doctor` says of a host: who registers us there, whether it works, what each event did last, and what stands in the way."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from feedback_gate import ownership
from feedback_gate.hosts import file_traps, registered
from feedback_gate.hosts.claude import registered as of_claude
from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registered as of_codex
from feedback_gate.hosts.codex import registration as codex
from feedback_gate.hosts.registered import MANAGED, PLUGIN
from feedback_gate.hosts.settings_text import SettingsError
from feedback_gate.people import codex_hooks, probe, targets
from feedback_gate.people.codex_hooks import NOTE, OK, PROBLEM, Line
from feedback_gate.state import places, verdicts
from feedback_gate.system import clock, files

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feedback_gate.check import Call
    from feedback_gate.hosts.registered import Registered

CAVEATS = {
    "claude": ("doctor.caveat_claude_switches", "doctor.caveat_claude_tools"),
    "codex": ("doctor.caveat_codex_silent", "doctor.caveat_codex_edits", "doctor.caveat_codex_exit"),
}
LARGEST = 16 << 20


class Seen:
    """One event: is it registered, when was it last seen and what was last decided ("" = nothing; seconds ago, None = never)."""

    __slots__ = ("ago", "decided_ago", "event", "registered", "verdict")

    def __init__(self, event: str, ago: float | None, verdict: str, decided_ago: float | None, *, registered: bool) -> None:
        self.event = event
        self.registered = registered
        self.ago = ago
        self.verdict = verdict
        self.decided_ago = decided_ago


def diagnose(host: str, call: Call) -> Iterator[Line]:
    """Everything about one host."""
    root = call.project.root
    found = registered.in_order(ownership.places(host, call.environ, root))
    if not found:
        yield Line(PROBLEM, "doctor.not_registered", host=targets.TITLES[host], name=host)
    for place in found:
        yield from _place(place, host)
    yield from _duplicates([place for place in found if place.is_there], host)
    yield from _traps(host, call)
    if host == "claude":
        yield from _managed_only(call)
    for place in found:
        if place.is_there:
            yield from _proofs(host, place, call)
    if host == "codex":
        yield from codex_hooks.diagnose(call.environ, root)
    for code in CAVEATS[host]:
        yield Line(NOTE, code)


def events(host: str, call: Call) -> list[Seen]:
    """Each event of a host, in the order of its registration."""
    now = clock.now()
    named = {event for place in ownership.places(host, call.environ, call.project.root) for event in place.events}
    rows = []
    for entry in claude.REGISTRATIONS if host == "claude" else codex.REGISTRATIONS:
        event = entry.event
        decided = verdicts.last(call.environ, host, event)
        rows.append(
            Seen(
                event,
                _ago(os.path.join(places.seen_folder(call.environ), f"{host}.{event}"), now),
                decided[0] if decided else "",
                max(0.0, now - decided[1]) if decided else None,
                registered=event in named,
            )
        )
    return rows


def _ago(path: str, now: float) -> float | None:
    try:
        return max(0.0, now - os.stat(path).st_mtime)
    except OSError:
        return None


def _place(place: Registered, host: str) -> Iterator[Line]:
    params = {"scope": place.scope, "path": place.path, "host": targets.TITLES[host], "name": host}
    if not place.is_there:
        yield Line(PROBLEM, "doctor.launcher_gone", launcher=os.path.join(place.folder, "hook.sh"), **params)
        return
    yield Line(OK, "doctor.registered", number=len(place.events), **params)
    wanted = claude.REGISTRATIONS if host == "claude" else codex.REGISTRATIONS
    missing = [entry.event for entry in wanted if entry.event not in place.events]
    if missing:
        yield Line(PROBLEM, "doctor.events_missing", events=", ".join(missing), **params)


def _duplicates(found: Sequence[Registered], host: str) -> Iterator[Line]:
    """Several places for one event: one answers; only equal copies that Codex starts twice cannot tell who they are."""
    if len(found) < 2:
        return
    names = ", ".join(f"{place.scope} ({place.path})" for place in found)
    yield Line(NOTE, "doctor.several", number=len(found), first=found[0].scope, places=names)
    copies = [place.copy for place in found]
    if host == "codex" and len(set(copies)) < len(copies):
        twice = [place.path for place in found if copies.count(place.copy) > 1]
        yield Line(PROBLEM, "doctor.twins", paths=", ".join(twice))


def _traps(host: str, call: Call) -> Iterator[Line]:
    """What keeps the host from reading a file that registers us, and what switches hooks off wherever it stands."""
    root, environ = call.project.root, call.environ
    paths = of_claude.settings_paths(environ, root) if host == "claude" else of_codex.hook_paths(environ, root)
    for _, path in paths:
        text = files.read_text(path, LARGEST) if path.endswith(".json") else None
        if text is None:
            continue
        ours = claude.LAUNCHER_NAME in text
        try:
            found = file_traps.find(host, text, path)
        except SettingsError as problem:
            if ours:
                yield Line(PROBLEM, problem.code, **problem.params)
            continue
        for trap in found:
            if ours or trap.code == "init.trap_disabled":
                yield Line(PROBLEM, trap.code, place=f"{path}:{trap.line}", host=targets.TITLES[host], **trap.params)


def _managed_only(call: Call) -> Iterator[Line]:
    for one in of_claude.all_settings(call.environ, call.project.root):
        if one.scope == MANAGED and one.value.get("allowManagedHooksOnly") is True:
            yield Line(NOTE, "doctor.managed_only", path=one.path)


def _proofs(host: str, place: Registered, call: Call) -> Iterator[Line]:
    """A forbidden command and a false claim through this registration."""
    if place.scope == PLUGIN:
        root = (probe.plugin_root if host == "claude" else probe.codex_plugin_root)(place, call.environ)
        if not root:
            yield Line(NOTE, "doctor.plugin_not_found", name=place.path)
            return
    params = {"scope": place.scope, "host": targets.TITLES[host]}
    try:
        proofs = probe.prove(host, place, call.environ)
    except OSError as problem:
        yield Line(PROBLEM, "doctor.not_proved", reason=problem.strerror or str(problem), **params)
        return
    for proof in proofs:
        if proof.refused:
            yield Line(OK, f"doctor.proof_{proof.kind}", milliseconds=round(proof.seconds * 1000), **params)
        else:
            yield Line(PROBLEM, f"doctor.fails_{proof.kind}", said=proof.said[:600], **params)
