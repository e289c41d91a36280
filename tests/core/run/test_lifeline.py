"""The lifeline: no child outlives the hook, however the hook dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from feedback_gate.run.command import Command
from feedback_gate.run.parallel import run
from feedback_gate.system import lifeline, process_table

CORE = Path(__file__).resolve().parents[3] / "core"
HOOK = """
import os, sys, time
from feedback_gate.run.command import Command
from feedback_gate.run.parallel import run
class Call:
    environ = dict(os.environ)
    deadline = time.monotonic() + 60
run([[Command(text) for text in sys.argv[1:]]], Call())
"""


def hook(*texts: str, stdout: int | None = None) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": str(CORE)}
    command = [sys.executable, "-c", HOOK, *texts]
    return subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=stdout, start_new_session=True)


def die_by(process: subprocess.Popen[bytes], how: str) -> None:
    """End a hook as a host would."""
    if how == "kill":
        os.kill(process.pid, signal.SIGKILL)
    elif how == "kill group":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        os.kill(process.pid, signal.SIGTERM)
    process.wait(10)


@pytest.mark.parametrize("how", ["kill", "kill group", "terminate"])
def test_command_and_grandchildren_are_gone_at_once_when_the_hook_dies(how: str, tmp_path: Path, table) -> None:
    process = hook(f"echo $$ > {tmp_path}/pid; trap '' TERM; (trap '' TERM; sleep 30) & exec >&- 2>&-; sleep 30; sleep 30")
    group = table.pid_in(tmp_path / "pid")
    assert table.members(group) != []
    die_by(process, how)
    assert table.until(lambda: not table.members(group), 1.0)


def test_all_commands_of_a_block_are_gone_when_the_hook_dies(tmp_path: Path, table) -> None:
    process = hook(*(f"echo $$ > {tmp_path}/{name}; sleep 30" for name in "abc"))
    groups = [table.pid_in(tmp_path / name) for name in "abc"]
    die_by(process, "kill")
    assert table.until(lambda: not any(table.members(group) for group in groups), 1.0)


def test_descendant_with_its_own_session_is_gone_when_the_hook_dies(tmp_path: Path, table) -> None:
    process = hook(f"setsid sh -c 'echo $$ > {tmp_path}/pid; sleep 30' & sleep 30")
    pid = table.pid_in(tmp_path / "pid")
    die_by(process, "kill")
    assert table.until(lambda: not table.is_alive(pid), 1.0)


def test_command_and_hook_are_gone_at_once_when_nobody_reads_the_answer_any_more(tmp_path: Path, table) -> None:
    """The launcher was killed and the hook was not: its standard output has no reader any more."""
    process = hook(f"echo $$ > {tmp_path}/pid; trap '' TERM; (sleep 30 &) ; sleep 30; sleep 30", stdout=subprocess.PIPE)
    group = table.pid_in(tmp_path / "pid")
    assert process.stdout is not None
    process.stdout.close()
    assert table.until(lambda: not table.members(group), 1.0)
    assert process.wait(2) == 1


def test_guard_is_gone_after_the_hook_died(tmp_path: Path, table) -> None:
    process = hook(f"echo $$ > {tmp_path}/pid; sleep 30")
    table.pid_in(tmp_path / "pid")
    guards = [
        line.pid for line in process_table.table() if line.parent == process.pid and line.group != table.pid_in(tmp_path / "pid")
    ]
    assert len(guards) == 1
    die_by(process, "kill")
    assert table.until(lambda: not table.is_alive(guards[0]), 2.0)


def test_guard_outlives_a_command_that_kills_its_own_group(tmp_path: Path, table, call) -> None:
    results = run([Command("kill -9 0"), Command("echo next")], call)
    assert [(result.status, result.code) for result in results] == [("failed", 137), ("passed", 0)]


def test_hook_that_died_before_its_command_ran_a_line_leaves_nothing(tmp_path: Path, table) -> None:
    """Killed at many moments of the start: either the command never was, or the guard knew it."""
    for delay in range(30, 130, 5):
        process = hook(f"echo $$ >> {tmp_path}/pids; exec sleep 30")
        time.sleep(delay / 1000)
        die_by(process, "kill")
    time.sleep(0.3)
    pids = [int(line) for line in (tmp_path / "pids").read_text().split()] if (tmp_path / "pids").exists() else []
    assert [pid for pid in pids if table.members(pid)] == []


def test_nested_hook_inside_a_command_dies_with_it(tmp_path: Path, table, call) -> None:
    """A command that runs our own gate: what that gate started goes as well, also what left its session."""
    inner = f'setsid sh -c "echo \\$\\$ > {tmp_path}/pid; sleep 30" & sleep 30'
    (tmp_path / "hook.py").write_text(HOOK)
    text = f"PYTHONPATH={CORE} exec {sys.executable} {tmp_path}/hook.py '{inner}'"
    result = run([Command(text, timeout=1.0)], call)[0]
    assert result.status == "timed_out"
    assert table.until(lambda: not table.is_alive(table.pid_in(tmp_path / "pid")), 1.0)


def test_guard_that_was_killed_is_replaced_for_the_next_command(call) -> None:
    killed: list[int] = []

    class KillsTheGuard:
        def waiting(self, command: Command) -> None: ...

        started = waiting

        def ended(self, command: Command, result: object) -> None:
            for line in process_table.table():
                if (
                    line.parent == os.getpid()
                    and line.state != "Z"
                    and b"feedback-gate-guard" in Path(f"/proc/{line.pid}/cmdline").read_bytes()
                ):
                    os.kill(line.pid, signal.SIGKILL)
                    os.waitid(os.P_PID, line.pid, os.WEXITED | os.WNOWAIT)
                    killed.append(line.pid)

    results = run([Command("echo one"), Command("echo two")], call, watch=KillsTheGuard())
    assert [(result.status, result.output) for result in results] == [("passed", "one\n"), ("passed", "two\n")]
    assert len(set(killed)) == 2


def test_entry_is_forgotten_so_that_a_reused_group_id_is_safe(tmp_path: Path, table) -> None:
    bystander = subprocess.Popen(["sleep", "30"], start_new_session=True)
    reading, writing = os.pipe()
    lines = f"+ {bystander.pid} mark-a\n+ 999999 mark-b\n- {bystander.pid} mark-a\n- 999999 other\n"
    os.write(writing, lines.encode())
    os.close(writing)
    subprocess.run(
        ["/bin/sh", "-c", lifeline.GUARD], stdin=reading, check=False, env={"PATH": "/usr/bin:/bin"}, stderr=subprocess.DEVNULL
    )
    os.close(reading)
    try:
        assert table.is_alive(bystander.pid)
    finally:
        bystander.kill()
        bystander.wait()


@pytest.mark.parametrize("shell", ["dash", "bash", "busybox"])
def test_guard_kills_under_every_shell(shell: str, table) -> None:
    import shutil

    argv = {"dash": ["dash", "-c"], "bash": ["bash", "--posix", "-c"], "busybox": ["busybox", "sh", "-c"]}[shell]
    if not shutil.which(argv[0]):
        argv = ["sh", "-c"]
    victims = [subprocess.Popen(["sleep", "30"], start_new_session=True) for _ in range(3)]
    text = "".join(f"+ {victim.pid} mark-{victim.pid}\n" for victim in victims) + f"- {victims[1].pid} mark-{victims[1].pid}\n"
    subprocess.run(
        [*argv, lifeline.GUARD], input=text.encode(), check=False, env={"PATH": "/usr/bin:/bin"}, stderr=subprocess.DEVNULL
    )
    alive = [table.is_alive(victim.pid) for victim in victims]
    for victim in victims:
        victim.kill()
        victim.wait()
    assert alive == [False, True, False]
