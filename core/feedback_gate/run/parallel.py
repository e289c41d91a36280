"""A list of commands: one after the other, the members of a parallel block at once, all within the call's deadline."""

from __future__ import annotations

from feedback_gate.run.command import Command
from feedback_gate.run.job import Job
from feedback_gate.run.loop import drive
from feedback_gate.system.lifeline import Lifeline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    from feedback_gate.run.command import Result, Surroundings
    from feedback_gate.run.logs import Logs
    from feedback_gate.run.loop import Steps

    class Watch(Protocol):
        """Who is told what becomes of each command; see `run.registry.Registry`."""

        def waiting(self, command: Command) -> None:
            """It waits for another run of its unit; said at most once a command."""

        def started(self, command: Command) -> None:
            """It runs."""

        def ended(self, command: Command, result: Result) -> None:
            """It has ended, or was taken from another run."""

    Commands = tuple[Command, ...]
else:
    Commands = tuple


class Block(Commands):
    """Commands that run at once, at most `at_once` of them at the same time (0 = all)."""

    at_once = 0

    @classmethod
    def of(cls, commands: Iterable[Command], at_once: int = 0) -> Block:
        """A block of these commands."""
        block = cls(commands)
        block.at_once = at_once
        return block


def run(
    steps: Iterable[Command | tuple[Command, ...] | list[Command]],
    call: Surroundings,
    *,
    runs: str = "",
    logs: Logs | None = None,
    watch: Watch | None = None,
    at_once: int = 0,
) -> list[Result | list[Result]]:
    """Run steps in order; a failure does not stop the list.

    Args:
        steps: a command, or a block, list or tuple of commands that run at once.
        call: environment and deadline.
        runs: the folder in which runs are shared and serialised (`…/projects/<project id>/runs`); "" = each for itself.
        logs: where log files go.
        watch: is told when a command waits, starts and ends.
        at_once: the most members of a block that run at the same time; 0 = all.

    Returns:
        For a command its result, for a block the list of its members' results, in the order of definition. What the deadline
        left no time for is `cancelled`.
    """
    results: list[Result | list[Result]] = []
    with Lifeline() as lifeline:

        def job(command: Command) -> Steps:
            if runs and command.share:
                from feedback_gate.run.shared import SharedJob

                return SharedJob(command, call, lifeline, runs, logs, watch)
            return WatchedJob(command, call, lifeline, logs, watch)

        for step in steps:
            if isinstance(step, Command):
                results.extend(drive([job(step)]))
            else:
                most = min(filter(None, (at_once, step.at_once if isinstance(step, Block) else 0)), default=0)
                results.append(drive([job(member) for member in step], most))
    return results


class WatchedJob(Job):
    """A job that tells somebody when it starts and ends."""

    __slots__ = ("_told", "_watch")

    def __init__(self, command: Command, call: Surroundings, lifeline: Lifeline, logs: Logs | None, watch: Watch | None) -> None:
        super().__init__(command, call, lifeline, logs)
        self._watch = watch
        self._told = False

    def begin(self) -> None:
        """Start, and say so."""
        if self._watch is not None:
            self._watch.started(self.command)
        super().begin()
        self._tell_end()

    def step(self) -> None:
        """Go on, and say when it ended."""
        super().step()
        self._tell_end()

    def _tell_end(self) -> None:
        if self._watch is not None and self.result is not None and not self._told:
            self._told = True
            self._watch.ended(self.command, self.result)
