"""One command while it runs: started, read, stopped at its time, wound up; never waits itself, so that many run at once."""

from __future__ import annotations

import os
import signal

from feedback_gate.run.command import CANCELLED, COULD_NOT_START, FAILED, PASSED, TIMED_OUT, Result
from feedback_gate.run.output import Output
from feedback_gate.system import children, clock, process_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.run.command import Command, Surroundings
    from feedback_gate.run.logs import Log, Logs
    from feedback_gate.system.lifeline import Lifeline

GRACE = 0.5  # seconds between SIGTERM and SIGKILL
ABANDON = 1.0  # seconds after SIGKILL that we wait for a process the kernel holds
LOOK = 0.05  # seconds between two looks at a process whose output does not wake us
SOON = 0.003  # seconds in which a command that closed its output usually ends
PER_STEP = 1 << 20  # bytes read in one step, so that one chatty command does not starve the others
NOT_RUN = (126, 127)  # what the shell says of a command it could not run


class Job:
    """A running command.

    begin() starts it; then step() whenever `descriptor` is readable or `wake` (monotonic seconds) has come, until `result` is
    set. stop() kills it at once.
    """

    __slots__ = (
        "_call",
        "_ended",
        "_family",
        "_kill_at",
        "_limit",
        "_log",
        "_logs",
        "_output",
        "_started",
        "_status",
        "command",
        "descriptor",
        "lifeline",
        "mark",
        "pid",
        "result",
        "wake",
    )

    def __init__(self, command: Command, call: Surroundings, lifeline: Lifeline, logs: Logs | None = None) -> None:
        self.command = command
        self.lifeline = lifeline
        self.mark = f"{os.getpid()}-{os.urandom(6).hex()}"
        self.pid = 0
        self.descriptor = -1
        self.wake = 0.0
        self.result: Result | None = None
        self._call = call
        self._logs = logs
        self._log: Log | None = None
        self._output = Output(None)
        self._started = 0.0
        self._limit = 0.0
        self._kill_at = 0.0
        self._ended = ""  # TIMED_OUT or CANCELLED once we stop it
        self._family: set[int] = set()
        self._status: int | None = None

    def begin(self) -> None:
        """Start the command, or set a result that says why not."""
        self._started = clock.monotonic()
        deadline = self._call.deadline
        if self._started >= deadline:
            self.result = Result(CANCELLED)
            return
        if not os.path.isdir(self.command.cwd):
            self.result = Result(COULD_NOT_START, detail=f"no such folder: {self.command.cwd}")
            return
        self._limit = min(self._started + self.command.timeout, deadline)
        self._log = self._logs.open(self.command) if self._logs is not None else None
        self._output = Output(self._log)
        self._start()

    def _start(self) -> None:
        command = self.command
        self.descriptor, writing = children.pipe()
        try:
            environment = command.environment(self._call.environ)
            self.pid = self.lifeline.start(command.text, command.cwd, environment, writing, self.mark)
        except (OSError, ValueError) as problem:  # ValueError: a NUL in text or environment
            self._close(COULD_NOT_START, None, str(problem))
        finally:
            os.close(writing)
        self.wake = min(self._started + LOOK, self._limit)

    def step(self) -> None:
        """Read what is there, look whether it ended, stop it when its time is up."""
        now = clock.monotonic()
        had_pipe = self.descriptor >= 0
        self._read(PER_STEP)
        self._output.flush(now)
        if self._status is None:
            self._status = children.wait(self.pid, SOON if had_pipe and self.descriptor < 0 else 0.0)
        if self._status is not None and (not self._ended or self._is_over(now)):
            self._wind_up()
        elif not self._ended:
            if now >= self._limit:
                self._ask_to_end(now)
        elif now >= self._kill_at:
            self._kill(now)
        self.wake = min(now + LOOK, self._limit if not self._ended else self._kill_at) if self.descriptor >= 0 else now + LOOK / 5

    def _read(self, most: int) -> None:
        while most > 0 and self.descriptor >= 0:
            part = children.read_available(self.descriptor)
            if part is None:
                return
            if not part:
                self._close_pipe()
                return
            self._output.feed(part)
            most -= len(part)

    def _is_over(self, now: float) -> bool:
        """After SIGTERM: whether the whole group has gone, or had its grace."""
        return now >= self._kill_at or not process_table.group_lives(self.pid)

    def _ask_to_end(self, now: float) -> None:
        self._ended = TIMED_OUT if self._limit < self._call.deadline else CANCELLED
        self._kill_at = now + GRACE
        self._family.update(process_table.family(self.pid, self.mark))
        children.kill_group(self.pid, signal.SIGTERM)
        for pid in self._family:
            children.kill(pid, signal.SIGTERM)

    def _kill(self, now: float) -> None:
        process_table.kill_family(self.pid, self.mark, self._family, seconds=0.2)
        self._family.clear()
        if now >= self._kill_at + ABANDON:
            self._status = children.UNKNOWN

    def _wind_up(self) -> None:
        """The command has ended: end what it left in its group (all it left anywhere, if we stopped it), keep the result."""
        if self._ended:
            process_table.kill_family(self.pid, self.mark, self._family)
            self._family.clear()
        else:
            children.kill_group(self.pid, signal.SIGKILL)
        self._read(4 * PER_STEP)
        status = self._status
        if self._ended:
            self._close(self._ended, None)
        elif status == 0:
            self._close(PASSED, 0)
        elif status in NOT_RUN or status == children.UNKNOWN:
            self._close(COULD_NOT_START, status if status in NOT_RUN else None)
        else:
            self._close(FAILED, status)

    def _close(self, status: str, code: int | None, detail: str = "") -> None:
        """Let go of pipe, log and lifeline and set the result."""
        self._close_pipe()
        now = clock.monotonic()
        self._output.flush(now, last=True)
        output = self._output
        if self.pid:
            self.lifeline.forget(self.pid, self.mark)
        if self._log is not None:
            self._log.write(detail)
            self._log.finish(output.tail, self._logs.language if self._logs is not None else "en")
        path = self._log.path if self._log is not None else ""
        self.result = Result(
            status,
            code,
            output.head,
            output.tail,
            path,
            now - self._started,
            omitted=output.omitted,
            detail=detail or self._detail(status),
        )

    def _detail(self, status: str) -> str:
        """What the shell said of a command it could not run: its last line."""
        lines = (self._output.head + self._output.tail).strip().splitlines() if status == COULD_NOT_START else []
        return lines[-1] if lines else ""

    def _close_pipe(self) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def stop(self) -> None:
        """Kill it now, because we are about to fail ourselves."""
        if self.result is None and self.pid:
            process_table.kill_family(self.pid, self.mark, self._family)
            children.wait(self.pid, ABANDON)
            self._close(CANCELLED, None)
