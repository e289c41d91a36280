"""One gate run: commands under the registry, the logs and the shared-runs folder, with the gate's environment."""

from __future__ import annotations

import os

from feedback_gate.quality import plan
from feedback_gate.quality.report import Ran
from feedback_gate.run import logs as run_logs
from feedback_gate.run import shared
from feedback_gate.run.command import Command
from feedback_gate.run.logs import Logs
from feedback_gate.run.output import redacted
from feedback_gate.run.parallel import run
from feedback_gate.run.registry import Registry
from feedback_gate.run.status_home import StatusHome, state_id
from feedback_gate.state import places, took
from feedback_gate.system import clock, files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.quality.plan import Group
    from feedback_gate.quality.policy.judge import Judged
    from feedback_gate.run.command import Result

RULES, CHECKS = "rules", "checks"


class Runner:
    """Runs lists of commands for one phase; use it as a context.

    `ran` holds everything that ran, in order; `tell` is called with each command and its result as soon as it has ended.
    """

    __slots__ = ("_call", "_home", "_language", "_logs", "_phase", "_registry", "_tell", "ran")

    def __init__(self, call: Call, phase: str, language: str, tell: Callable[[Command, Result], None] | None = None) -> None:
        event = call.event
        self._call = call
        self._phase = phase
        self._tell = tell
        self._language = language
        self._home = StatusHome.of(call.project)
        self._logs = Logs(self._home, state_id(event.session, event.agent), language)
        self._registry = Registry(self._home, event.session, event.agent, language)
        self.ran: list[Ran] = []

    def __enter__(self) -> Runner:
        run_logs.prune(self._home, clock.now())
        shared.sweep(self._runs)
        self._registry.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        self._registry.__exit__(*problem)
        took.note_run(self._call.environ, self._call.event, self._call.project.id, self._phase, list(map(_taken, self.ran)))

    @property
    def _runs(self) -> str:
        folder = places.project_state(self._call.environ, self._call.project.id)
        return os.path.join(folder, "runs") if folder else ""

    def run(
        self, items: Sequence[dict[str, Any]], group: Group, root: str, timeout: int, judged: Judged | None = None
    ) -> list[Ran]:
        """Run one list of items for a group of files; every member, whatever the others do, but for what a policy puts off."""
        steps = plan.steps(items, group, root, timeout, self.environment(group.files))
        if judged is not None:
            steps = judged.may_start(steps)
        watch = self._registry if self._tell is None else _Telling(self._registry, self._tell)
        results = run(steps, self._call, runs=self._runs, logs=self._logs, watch=watch)
        ran: list[Ran] = []
        for step, result in zip(steps, results):
            if isinstance(step, Command):
                ran.append(Ran(step, result))  # type: ignore[arg-type]
            else:
                ran.extend(Ran(member, one, parallel=True) for member, one in zip(step, result))  # type: ignore[arg-type]
        if judged is not None:
            judged.note(ran)
        self.ran.extend(ran)
        self._call.ran.extend((one.command, one.result) for one in ran)
        return ran

    def environment(self, listed: Sequence[str]) -> dict[str, str | None]:
        """What a command gets besides the hook's own environment (None removes an inherited variable)."""
        event, stop = self._call.event, self._call.event.stop
        return {
            "CLAUDE_PROJECT_DIR": self._call.project.root,
            "CLAUDE_SESSION_ID": event.session,
            "CLAUDE_STOP_HOOK_ACTIVE": "true" if stop is not None and stop.active else "false",
            "CLAUDE_GATE_PHASE": self._phase,
            "CLAUDE_AGENT_ID": event.agent or None,
            "CLAUDE_GATE_FILES_FILE": self._names_file(listed),
        }

    def _names_file(self, listed: Sequence[str]) -> str | None:
        """A file with the NUL-separated paths: no quoting, no limit of size."""
        folder = self._call.state.folder
        if not folder:
            return None
        data = b"".join(os.fsencode(path) + b"\0" for path in sorted(set(listed)))
        path = os.path.join(folder, f"files.{hashing.digest(data)[:16]}")
        try:
            if not os.path.exists(path):
                files.write_atomically(path, data)
        except OSError:
            return None
        return path


def _taken(ran: Ran) -> dict[str, Any]:
    """What the history keeps of one command."""
    result = ran.result
    return {
        "name": redacted(ran.title),
        "status": result.status,
        "seconds": round(result.seconds, 2),
        "shared": result.shared,
    }


class _Telling:
    """A `Watch` that passes everything on to the registry and tells somebody about each end."""

    __slots__ = ("_registry", "_tell")

    def __init__(self, registry: Registry, tell: Callable[[Command, Result], None]) -> None:
        self._registry = registry
        self._tell = tell

    def waiting(self, command: Command) -> None:
        self._registry.waiting(command)

    def started(self, command: Command) -> None:
        self._registry.started(command)

    def ended(self, command: Command, result: Result) -> None:
        self._registry.ended(command, result)
        self._tell(command, result)
