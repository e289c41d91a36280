"""One shell command and what came of it: the two values everybody who runs something deals in, and `command` itself."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Protocol

    from feedback_gate.run.logs import Logs

    class Surroundings(Protocol):
        """What running needs of a `Call`."""

        @property
        def environ(self) -> Mapping[str, str]:
            """The hook's own environment."""

        @property
        def deadline(self) -> float:
            """Monotonic seconds at which everything must have ended."""


PASSED = "passed"
FAILED = "failed"
TIMED_OUT = "timed_out"
COULD_NOT_START = "could_not_start"
CANCELLED = "cancelled"

DEFAULT_TIMEOUT = 300.0
# What differs between two agents without making their runs different.
NOT_IN_KEY = ("CLAUDE_AGENT_ID", "CLAUDE_GATE_FILES", "CLAUDE_GATE_FILES_FILE")


class Command:
    """A command to run.

    text: what `sh -c` gets; name: identity for log, band and serialising, "" = the text; cwd: absolute folder; root: the root
    its files are relative to; env: additions to the environment, None removes a variable; timeout: seconds; share: False =
    never shared, never serialised; files: the files it is about, relative to root; by_files: False = the list counts as empty
    when runs are compared; changed_ns: newest change (file system clock) the result must cover, besides that of `files`;
    label: for one-line records.
    """

    __slots__ = ("by_files", "changed_ns", "cwd", "env", "files", "label", "name", "root", "share", "text", "timeout")

    def __init__(
        self,
        text: str,
        name: str = "",
        cwd: str = "",
        *,
        root: str = "",
        env: Mapping[str, str | None] | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        share: bool = True,
        files: Sequence[str] = (),
        by_files: bool = True,
        changed_ns: int = 0,
        label: str = ".",
    ) -> None:
        self.text = text
        self.name = name
        self.cwd = cwd or root or os.getcwd()
        self.root = root or self.cwd
        self.env = dict(env or {})
        self.timeout = timeout
        self.share = share
        self.files = tuple(sorted(set(files)))
        self.by_files = by_files
        self.changed_ns = changed_ns
        self.label = label

    @property
    def unit(self) -> str:
        """What may run only once at a time within one project id."""
        return self.name or self.text

    @property
    def key(self) -> str:
        """What two runs must have in common for one to serve the other."""
        own = sorted((name, value) for name, value in self.env.items() if value is not None and name not in NOT_IN_KEY)
        return repr((self.root, self.cwd, self.text, own))

    @property
    def compared_files(self) -> tuple[str, ...]:
        """The file list that counts when runs are compared."""
        return self.files if self.by_files else ()

    def environment(self, environ: Mapping[str, str]) -> dict[str, str]:
        """The whole environment of the command."""
        merged: dict[str, str | None] = {**environ, **self.env}
        return {name: value for name, value in merged.items() if value is not None}


class Result:
    """What came of a command.

    status: PASSED, FAILED, TIMED_OUT (its own time was up), COULD_NOT_START (exit 126 or 127, missing folder, no process) or
    CANCELLED (the call's deadline came first: before the start, while waiting for another run, or while it ran);
    code: exit status (128 + number for a signal), None where there is none; head, tail: first and last part of the output,
    redacted; omitted: lines left out between them; log: path of the log file or ""; seconds: run time; shared: another
    agent ran it; detail: why it could not start, for people.
    """

    __slots__ = ("code", "detail", "head", "log", "omitted", "seconds", "shared", "status", "tail")

    def __init__(
        self,
        status: str,
        code: int | None = None,
        head: str = "",
        tail: str = "",
        log: str = "",
        seconds: float = 0.0,
        *,
        omitted: int = 0,
        shared: bool = False,
        detail: str = "",
    ) -> None:
        self.status = status
        self.code = code
        self.head = head
        self.tail = tail
        self.log = log
        self.seconds = seconds
        self.omitted = omitted
        self.shared = shared
        self.detail = detail

    @property
    def passed(self) -> bool:
        """Whether it ended with 0 in its time; every other status is no pass."""
        return self.status == PASSED

    @property
    def output(self) -> str:
        """Head and tail as one text; where lines are left out between them, a line `[…]` stands."""
        return self.head + ("\n[…]\n" if self.omitted else "") + self.tail

    def as_shared(self, log: str) -> Result:
        """The same result as another agent receives it, with that agent's own log."""
        return Result(
            self.status,
            self.code,
            self.head,
            self.tail,
            log,
            self.seconds,
            omitted=self.omitted,
            shared=True,
            detail=self.detail,
        )


def command(wanted: Command, call: Surroundings, logs: Logs | None = None) -> Result:
    """Run one command, alone and unshared, under the call's deadline.

    Args:
        wanted: the command.
        call: gives environment and deadline.
        logs: where its log file goes; None writes none.
    """
    from feedback_gate.run.parallel import run

    results: list[Any] = run((wanted,), call, logs=logs)
    first: Result = results[0]
    return first
