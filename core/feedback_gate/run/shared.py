"""Shared and serialised runs: one run of a unit at a time per project id, and its result for all who asked for the same."""

from __future__ import annotations

import os

from feedback_gate.run import notice
from feedback_gate.run.command import CANCELLED, Result
from feedback_gate.run.job import Job
from feedback_gate.system import clock, process_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.run.command import Command, Surroundings
    from feedback_gate.run.logs import Logs
    from feedback_gate.run.notice import Notice
    from feedback_gate.run.parallel import Watch
    from feedback_gate.system.held import HeldLock
    from feedback_gate.system.lifeline import Lifeline

POLL = 0.03  # seconds between two looks at somebody else's run
CLEARING = 1.0  # seconds that the processes of a runner that died are given to go by themselves


class SharedJob:
    """A command that may wait for, or be answered by, the run of another agent.

    The unit's lock is held exactly while its run lives: the kernel lets it go when the runner dies, and the next one takes
    over. A finished run serves only those who began to wait while it ran, and only if it started after their files changed.
    """

    __slots__ = (
        "_call",
        "_changed_ns",
        "_clear_by",
        "_job",
        "_lock",
        "_logs",
        "_run",
        "_since",
        "_told",
        "_unit",
        "_watch",
        "_watched",
        "command",
        "result",
        "wake_at",
    )

    def __init__(
        self,
        command: Command,
        call: Surroundings,
        lifeline: Lifeline,
        runs: str,
        logs: Logs | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.command = command
        self.result: Result | None = None
        self.wake_at = 0.0
        self._call = call
        self._logs = logs
        self._watch = watch
        self._job = Job(command, call, lifeline, logs)
        self._unit = notice.Unit.of(runs, command)
        self._lock: HeldLock = self._unit.lock
        self._run = os.urandom(8).hex()
        self._since = 0.0
        self._changed_ns = -1
        self._told = False
        self._watched: Notice | None = None
        self._clear_by = 0.0

    @property
    def descriptor(self) -> int:
        """The output of our own run; -1 while we wait."""
        return self._job.descriptor

    @property
    def wake(self) -> float:
        """Monotonic seconds of the next look."""
        return self._job.wake if self._job.pid else self.wake_at

    def begin(self) -> None:
        """Look for a run that can serve us, else run, else wait."""
        self._since = clock.monotonic()
        self.step()

    def step(self) -> None:
        """Go on running, waiting or clearing up."""
        if self._job.pid:
            self._job.step()
        elif self._lock.held:
            self._clear()
        else:
            self._ask()
        if self._job.result is not None and self.result is None:
            self._finish(self._job.result)

    def _ask(self) -> None:
        now = clock.monotonic()
        self.wake_at = now + POLL
        if now >= self._call.deadline:
            self._end(Result(CANCELLED, seconds=now - self._since))
            return
        if self._watched is not None and self._await(self._watched):
            return
        try:
            self._watched = self._find()
            taken = self._watched is None and self._lock.take()
        except OSError:  # no folder or no locks there: each for itself
            self._start()
            return
        if taken:
            self._clear_by = now + CLEARING
            self._clear()
        elif not self._told:
            self._told = True
            if self._watch is not None:
                self._watch.waiting(self.command)

    def _await(self, running: Notice) -> bool:
        """Whether we are served, or go on waiting for that run; False when it ended without a result for us."""
        now_said = running.unit.running()
        alive = now_said is not None and now_said.run == running.run and running.unit.is_running()
        result = running.unit.result(running.run, since=self._since, until=clock.monotonic())
        if result is not None:
            log = self._logs.take_over(self.command, result.log, result.output) if self._logs is not None else ""
            self._end(result.as_shared(log))
        return alive or result is not None

    def _find(self) -> Notice | None:
        """A living run, of whatever unit, that can serve us."""
        for unit in notice.units(self._unit.folder):
            running = unit.running()
            if running is None or running.key != self.command.key:
                continue
            if self._changed_ns < 0:
                self._changed_ns = notice.changed_ns(self.command)
            if running.serves(self.command, self._changed_ns) and unit.is_running():
                return running
        return None

    def _clear(self) -> None:
        """Wait until nothing of a runner that died is left (its guard sees to that), then run."""
        leftover = self._unit.running()
        if leftover is not None and leftover.mark and process_table.marked(leftover.mark):
            now = clock.monotonic()
            self.wake_at = now + POLL
            if now < self._clear_by:
                return
            process_table.kill_family(leftover.group, leftover.mark)
        self._unit.clear()
        self._start()

    def _start(self) -> None:
        stamp = self._lock.stamp()
        if self._watch is not None:
            self._watch.started(self.command)
        self._job.begin()
        if self._job.pid and self._lock.held:
            files = list(self.command.compared_files)
            running = notice.Notice(self._unit, self._run, self.command.key, files, stamp, self._job.pid, self._job.mark)
            try:
                self._unit.announce(running)
            except OSError:  # not shared then, but still one at a time
                return

    def _finish(self, result: Result) -> None:
        """Leave the result first, then let go of the lock: who finds the lock free finds the result."""
        if self._lock.held:
            try:
                if result.status != CANCELLED:
                    self._unit.leave_result(self._run, result, clock.monotonic())
            except OSError:  # those who wait run it themselves
                pass
            self._unit.clear()
            self._lock.release()
        self._end(result)

    def _end(self, result: Result) -> None:
        self.result = result
        if self._watch is not None:
            self._watch.ended(self.command, result)

    def stop(self) -> None:
        """Kill our run and let go, because we are about to fail ourselves."""
        self._job.stop()
        if self._lock.held:
            self._unit.clear()
            self._lock.release()


def sweep(runs: str) -> None:
    """Remove what is old from a runs folder; to be called at the start of a gate run."""
    notice.sweep(runs, clock.now())
