"""What the tests of running commands share: a call, a look at the process table, and askers in processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from feedback_gate.system import process_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CORE = Path(__file__).resolve().parents[3] / "core"
ASKER = """
import json, os, sys, time
from feedback_gate.run.command import Command
from feedback_gate.run.parallel import run
from feedback_gate.run import status_home, logs, registry

class Call:
    environ = dict(os.environ)
    deadline = time.monotonic() + 60

class Watch:
    said = []
    def waiting(self, command): self.said.append("waiting")
    def started(self, command): self.said.append("started")
    def ended(self, command, result): self.said.append("ended")

wanted = json.loads(sys.argv[1])
Call.deadline = time.monotonic() + wanted.get("seconds", 60)
log = logs.Logs(status_home.StatusHome(wanted["project"]), wanted["state_id"]) if "project" in wanted else None
begun = time.time()
result = run([Command(**wanted["command"])], Call(), runs=wanted["runs"], logs=log, watch=Watch())[0]
kept = {name: getattr(result, name) for name in result.__slots__}
print(json.dumps({**kept, "said": Watch.said, "begun": begun, "answered": time.time()}))
"""


class Call:
    """As much of a hook call as running needs."""

    def __init__(self, seconds: float = 30.0) -> None:
        self.environ = dict(os.environ)
        self.deadline = time.monotonic() + seconds


@pytest.fixture
def call() -> Call:
    return Call()


@pytest.fixture
def call_of() -> Callable[[float], Call]:
    return Call


class Asker:
    """A process that asks for one command, as a hook would."""

    def __init__(self, wanted: dict[str, Any], env: dict[str, str] | None = None) -> None:
        environment = {**os.environ, "PYTHONPATH": str(CORE), **(env or {})}
        self.process = subprocess.Popen(
            [sys.executable, "-c", ASKER, json.dumps(wanted)],
            env=environment,
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    def answer(self) -> dict[str, Any]:
        out, _ = self.process.communicate(timeout=60)
        assert self.process.returncode == 0
        answer: dict[str, Any] = json.loads(out)
        return answer

    def kill(self) -> None:
        """SIGKILL to it and its whole group."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Callable[..., Asker]]:
    """A function that starts an asker for a command; all share one runs folder.

    env: its own environment; given: the command's additions; logs: state id, if it writes logs.
    """
    started: list[Asker] = []

    def start(
        text: str,
        *,
        seconds: float = 60,
        logs: str = "",
        env: dict[str, str] | None = None,
        given: dict[str, str] | None = None,
        **command: Any,
    ) -> Asker:
        command = {"text": text, "cwd": str(tmp_path), "env": given or {}, **command}
        wanted: dict[str, Any] = {"runs": str(tmp_path / "runs"), "seconds": seconds, "command": command}
        if logs:
            wanted.update(project=str(tmp_path), state_id=logs)
        started.append(Asker(wanted, env))
        return started[-1]

    yield start
    for asker in started:
        if asker.process.poll() is None:
            asker.kill()
        if asker.process.stdout is not None:
            asker.process.stdout.close()


@pytest.fixture
def python() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """A function that starts Python on a text with our packages; what still runs at the end is killed."""
    started: list[subprocess.Popen[bytes]] = []

    def start(text: str, *arguments: str) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": str(CORE)}
        started.append(subprocess.Popen([sys.executable, "-c", text, *arguments], env=environment, stdout=subprocess.PIPE))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait(10)
        if process.stdout is not None:
            process.stdout.close()


def members(group: int) -> list[int]:
    """The processes of a group that are alive; a zombie is not, though `kill(pid, 0)` says so."""
    return [process.pid for process in process_table.table() if process.group == group and process.state != "Z"]


def is_alive(pid: int) -> bool:
    return any(process.pid == pid and process.state != "Z" for process in process_table.table())


def until(true: Callable[[], object], seconds: float = 5.0) -> bool:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@pytest.fixture
def table() -> Any:
    """`members(group)`, `is_alive(pid)`, `until(true, seconds)`, `pid_in(file)`."""

    class Table:
        members = staticmethod(members)
        is_alive = staticmethod(is_alive)
        until = staticmethod(until)

        @staticmethod
        def pid_in(path: Path) -> int:
            assert until(lambda: path.exists() and path.read_text().strip())
            return int(path.read_text())

    return Table
