"""Proof that we are alive: the registered command of a host is run as the host runs it, and has to refuse.

Nothing of the person's is touched: project, rules, state and cache are folders made for this one proof; the launcher, its
pin, the executable and the interpreter are the real ones.
"""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import shlex
import shutil
from typing import TYPE_CHECKING, Any

from feedback_gate.check import Call
from feedback_gate.event import Event
from feedback_gate.hosts.claude import registered as of_claude
from feedback_gate.hosts.registered import PLUGIN
from feedback_gate.state import owner, places
from feedback_gate.system import clock, files, processes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feedback_gate.hosts.registered import Registered

DENIED, CLAIM = "denied", "claim"
EVENTS = {DENIED: "PreToolUse", CLAIM: "Stop"}
SECONDS = 60.0
SESSION = "00000000-0000-4000-8000-000000000000"
WORD = "feedback-gate-doctor-probe"
MESSAGE = "All tests pass and the bug is fixed."
RULE = f"""---
name: doctor-probe
description: Lives for one proof only.
count: 5
enforce:
  - event: pre_bash
    when: {WORD}
    message: Refused as it should be.
---
Made by `feedback-gate doctor`.
"""
GATE = "rules: []\nclaims:\n  checks:\n    test: exit 1\n"
ADMINISTRATORS = "/opt/feedback-gate"
# Variables of a session that the person's shell may stand in.
HOSTS_OWN = ("CLAUDE", "CODEX_", "PLUGIN_", "AI_AGENT")


class Proof:
    """What one registration did. kind: DENIED | CLAIM; refused: as it must; said: what it said instead, seconds: how long."""

    __slots__ = ("kind", "place", "refused", "said", "seconds")

    def __init__(self, kind: str, place: Registered, said: str, seconds: float, *, refused: bool) -> None:
        self.kind = kind
        self.place = place
        self.refused = refused
        self.said = said
        self.seconds = seconds


def prove(host: str, place: Registered, environ: Mapping[str, str]) -> list[Proof]:
    """Send a forbidden command and a false claim through one registration.

    Raises:
        OSError: there is no room for the proof's folders.
    """
    with stage(host, place, environ) as made:
        return [made.proof(kind) for kind in (DENIED, CLAIM) if EVENTS[kind] in place.lines]


@contextlib.contextmanager
def stage(host: str, place: Registered, environ: Mapping[str, str]) -> Iterator[Stage]:
    """Folders and environment in which one registration can be run; they go at the end.

    Raises:
        OSError: there is no room for them.
    """
    base = os.path.join(os.path.realpath(environ.get("TMPDIR", "") or "/tmp"), f"{WORD}-{os.getpid()}-{os.urandom(4).hex()}")  # noqa: S108 - a new folder of our own in it
    files.make_folder(base)
    try:
        yield Stage(host, place, environ, base)
    finally:
        shutil.rmtree(base, ignore_errors=True)


class Stage:
    """Folders and environment of one proof."""

    def __init__(self, host: str, place: Registered, environ: Mapping[str, str], base: str) -> None:
        self.host, self.place, self.base = host, place, base
        self.project = os.path.join(base, "project")
        self.environ = {name: value for name, value in environ.items() if not name.startswith(HOSTS_OWN)}
        self.environ.update(
            CLAUDE_FEEDBACK_DIR=os.path.join(base, "rules"),
            XDG_STATE_HOME=os.path.join(base, "state"),
            XDG_CACHE_HOME=os.path.join(base, "cache"),
            FEEDBACK_GATE_CACHE_DIR=os.path.join(base, "cache", places.PRODUCT),
            FEEDBACK_GATE_NOTIFY="off",
        )
        if host == "claude":
            self.environ.update(CLAUDE_PROJECT_DIR=self.project, CLAUDE_CODE_SESSION_ID=SESSION)
        files.write_atomically(os.path.join(base, "rules", "probe.md"), RULE.encode())
        files.write_atomically(os.path.join(self.project, ".claude", "gate.yaml"), GATE.encode())
        self._lend_executables(environ)
        self._approve()
        owner.seat(owner.path_of(self.environ, host, SESSION), self._copy(environ))

    def _lend_executables(self, environ: Mapping[str, str]) -> None:
        """The real executables with their pinned interpreters, so that these are proved and nothing else is put there."""
        target = self.environ["FEEDBACK_GATE_CACHE_DIR"]
        files.make_folder(target)
        for entry in files.entries(cache_of(environ)):
            if entry.is_dir(follow_symlinks=False) and os.path.exists(os.path.join(entry.path, "python")):
                os.symlink(entry.path, os.path.join(target, entry.name))

    def _approve(self) -> None:
        from feedback_gate.people import approvable
        from feedback_gate.state.approvals import Approvals

        event = Event(self.host, "", cwd=self.project, project=self.project)
        call = Call(event, self.environ, clock.monotonic() + SECONDS)
        for item in approvable.items(call):
            if item.waits:
                kept = Approvals(self.environ, call.project.id, item.kind)
                kept.approve(item.content, "terminal", self.project, item.kind, item.place)

    def _copy(self, environ: Mapping[str, str]) -> str:
        """Which copy the registration starts; it is told that it is the one that answers."""
        if self.place.scope != PLUGIN:
            return self.place.copy
        if self.host == "claude":
            root = plugin_root(self.place, environ)
            self.environ["CLAUDE_PLUGIN_ROOT"] = root
            return os.path.join(root, "shim")
        root = codex_plugin_root(self.place, environ)
        self.environ["PLUGIN_ROOT"] = root
        own = places.data_home(environ)
        folder = ADMINISTRATORS if os.access(os.path.join(ADMINISTRATORS, owner.LAUNCHER), os.R_OK) else own
        return f"{folder} plugin"

    def proof(self, kind: str) -> Proof:
        """Run the registered line of one event."""
        done, seconds = self.run(self.place.lines[EVENTS[kind]], self._payload(kind))
        said = done.stdout.decode("utf-8", "replace").strip()
        refused = done.status == 0 and _refuses(kind, said)
        if not refused and not said:
            said = done.stderr.decode("utf-8", "replace").strip() or f"status {done.status}"
        return Proof(kind, self.place, said, seconds, refused=refused)

    def run(self, line: str, payload: Mapping[str, Any]) -> tuple[processes.Captured, float]:
        """Run a line as the host runs a hook: what came of it, and the seconds it took."""
        shell = _login_shell() if self.host == "codex" else "/bin/sh"
        argv = [shell, "-c", f"cd {shlex.quote(self.project)} && {line}"]
        began = clock.monotonic()
        done = processes.capture(argv, env=self.environ, timeout=SECONDS, stdin=json.dumps(payload).encode())
        return done, clock.monotonic() - began

    def harmless(self) -> dict[str, Any]:
        """The payload of a tool call that no rule forbids."""
        return {**self._payload(DENIED), "tool_input": {"command": "echo hello"}}

    def _payload(self, kind: str) -> dict[str, Any]:
        common = {"session_id": SESSION, "cwd": self.project, "hook_event_name": EVENTS[kind], "prompt_id": "p", "turn_id": "t"}
        if kind == DENIED:
            return {**common, "tool_name": "Bash", "tool_use_id": "u", "tool_input": {"command": f"echo {WORD}"}}
        return {**common, "stop_hook_active": False, "last_assistant_message": MESSAGE, "background_tasks": []}


def _refuses(kind: str, said: str) -> bool:
    try:
        value = json.loads(said)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict):
        return False
    if kind == CLAIM:
        return value.get("decision") == "block" and "exit 1" in str(value.get("reason"))
    specific = value.get("hookSpecificOutput")
    return isinstance(specific, dict) and specific.get("permissionDecision") == "deny" and "doctor-probe" in said


def cache_of(environ: Mapping[str, str]) -> str:
    """Where the launcher keeps executables."""
    chosen = environ.get("FEEDBACK_GATE_CACHE_DIR", "")
    return chosen if chosen.startswith("/") else places.cache_home(environ)


def plugin_root(place: Registered, environ: Mapping[str, str]) -> str:
    """The folder of an enabled Claude Code plugin, "" when it cannot be found."""
    roots = of_claude.plugin_roots(place.path, environ)
    return next((root for root in roots if os.path.exists(os.path.join(root, "shim", owner.LAUNCHER))), "")


def codex_plugin_root(place: Registered, environ: Mapping[str, str]) -> str:
    """The folder of an enabled Codex plugin (0.171.0: `plugins/cache/<market>/<plugin>/<version>`), "" when it is not there."""
    from feedback_gate.hosts.codex import registered as of_codex

    name, _, market = place.path.partition("@")
    folder = os.path.join(of_codex.config_home(environ), "plugins", "cache", market, name)
    versions = [entry.path for entry in files.entries(folder)]
    return next((path for path in reversed(versions) if os.path.exists(os.path.join(path, owner.LAUNCHER))), "")


def _login_shell() -> str:
    """The shell that Codex runs hooks with: the account's, whatever `$SHELL` says."""
    try:
        shell = pwd.getpwuid(os.getuid()).pw_shell
    except KeyError:
        shell = ""
    return shell if shell.startswith("/") and os.access(shell, os.X_OK) and "nologin" not in shell else "/bin/sh"
