"""One command: how it is started, what its result says, how it is stopped."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from feedback_gate.run.command import Command, Result, command
from feedback_gate.system import children


def shown(result: Result) -> tuple[str, int | None, str]:
    return result.status, result.code, result.output


def test_command_that_ends_with_0_passed(call, tmp_path: Path) -> None:
    assert shown(command(Command("echo fine", cwd=str(tmp_path)), call)) == ("passed", 0, "fine\n")


def test_command_that_ends_otherwise_failed(call) -> None:
    assert shown(command(Command("echo no; exit 3"), call)) == ("failed", 3, "no\n")


def test_both_streams_are_one_text_in_order(call) -> None:
    assert command(Command("echo 1; echo 2 >&2; echo 3"), call).output == "1\n2\n3\n"


def test_command_killed_by_a_signal_has_the_shells_status(call) -> None:
    assert shown(command(Command("kill -9 $$"), call)) == ("failed", 137, "")


@pytest.mark.parametrize(
    ("text", "code"), [("no-such-program-here", 127), ("/etc/passwd", 126), ("exit 126", 126), ("exit 127", 127)]
)
def test_command_that_the_shell_cannot_run_could_not_start(text: str, code: int, call) -> None:
    result = command(Command(text), call)
    assert (result.status, result.code) == ("could_not_start", code)


def test_reason_why_it_could_not_start_is_the_shells_last_line(call) -> None:
    assert command(Command("no-such-program-here"), call).detail.endswith("no-such-program-here: not found")


def test_missing_folder_could_not_start(call) -> None:
    result = command(Command("true", cwd="/no/such/folder"), call)
    assert (result.status, result.code, result.detail) == ("could_not_start", None, "no such folder: /no/such/folder")


def test_text_with_a_nul_could_not_start(call) -> None:
    assert command(Command("echo \0"), call).status == "could_not_start"


def test_environment_too_large_for_the_system_could_not_start(call) -> None:
    result = command(Command("true", env={"CLAUDE_GATE_FILES": "x" * 300_000}), call)
    assert (result.status, result.detail.partition("]")[0]) == ("could_not_start", "[Errno 7")


def test_command_sees_its_folder_and_its_variables(call, tmp_path: Path) -> None:
    folder = tmp_path / "a b'c"
    folder.mkdir()
    result = command(Command('pwd; echo "$X"', cwd=str(folder), env={"X": "a b"}), call)
    assert result.output == f"{folder}\na b\n"


def test_variable_set_to_none_is_removed(call) -> None:
    """E04: an inherited CLAUDE_AGENT_ID must not reach the main agent's command."""
    call.environ["CLAUDE_AGENT_ID"] = "inherited"
    assert command(Command('echo "${CLAUDE_AGENT_ID-unset}"', env={"CLAUDE_AGENT_ID": None}), call).output == "unset\n"


def test_input_is_empty_and_there_is_no_terminal(call) -> None:
    assert command(Command("cat; (: </dev/tty) 2>/dev/null || echo none"), call).output == "none\n"


def test_command_leads_a_group_and_a_session_of_its_own(call) -> None:
    text = "cut -d' ' -f1,5,6 /proc/$$/stat"
    pid, group, session = command(Command(text), call).output.split()
    assert pid == group == session
    assert int(session) != os.getsid(0)


def test_command_inherits_no_descriptor_and_no_ignored_signal(call) -> None:
    inherited = {int(name) for name in os.listdir("/proc/self/fd") if inheritable(int(name))}
    result = command(Command("ls /proc/self/fd; grep SigIgn /proc/self/status"), call)
    *descriptors, _, ignored = result.output.split()
    assert {int(name) for name in descriptors} - inherited <= {0, 1, 2, 3}
    assert int(ignored, 16) & (1 << (signal.SIGPIPE - 1)) == 0


def inheritable(descriptor: int) -> bool:
    try:
        return os.get_inheritable(descriptor)
    except OSError:
        return False


def test_command_whose_time_is_up_is_stopped(call) -> None:
    begun = time.monotonic()
    result = command(Command("echo before; sleep 30", timeout=0.2), call)
    assert (result.status, result.code, result.output) == ("timed_out", None, "before\n")
    assert time.monotonic() - begun < 1.0


def test_command_may_tidy_up_when_its_time_is_up(call, tmp_path: Path) -> None:
    result = command(Command("trap 'echo tidy; exit 0' TERM; sleep 30 & wait", timeout=0.2), call)
    assert (result.status, result.output) == ("timed_out", "tidy\n")


def test_command_that_ignores_term_is_gone_within_two_seconds_of_its_time(call, tmp_path: Path, table) -> None:
    """B-083: grandchildren, closed output, TERM ignored: nothing is left of the group."""
    text = f"echo $$ > {tmp_path}/pid; trap '' TERM; (trap '' TERM; (sleep 30; sleep 30) & sleep 30) & exec >&- 2>&-; sleep 30; sleep 30"
    begun = time.monotonic()
    result = command(Command(text, timeout=0.3), call)
    assert result.status == "timed_out"
    assert time.monotonic() - begun < 2.3
    assert table.members(table.pid_in(tmp_path / "pid")) == []


def test_descendant_with_a_session_of_its_own_is_found_and_killed(call, tmp_path: Path, table) -> None:
    text = f"setsid sh -c 'trap \"\" TERM; echo $$ > {tmp_path}/pid; sleep 30; sleep 30' & sleep 30"
    assert command(Command(text, timeout=0.3), call).status == "timed_out"
    assert not table.is_alive(table.pid_in(tmp_path / "pid"))


def test_orphan_with_a_session_of_its_own_is_found_by_its_mark(call, tmp_path: Path, table) -> None:
    """Its parent has ended, so only the variable it inherited tells where it comes from."""
    text = f"(setsid sh -c 'echo $$ > {tmp_path}/pid; sleep 30' &) ; sleep 30"
    assert command(Command(text, timeout=0.3), call).status == "timed_out"
    assert not table.is_alive(table.pid_in(tmp_path / "pid"))


def test_job_in_a_group_of_its_own_without_a_mark_is_found_by_its_session(call, tmp_path: Path, table) -> None:
    text = f"set -m; env -i /bin/sh -c 'echo $$ > {tmp_path}/pid; /bin/sleep 30' & sleep 30"
    assert command(Command(text, timeout=0.3), call).status == "timed_out"
    assert not table.is_alive(table.pid_in(tmp_path / "pid"))


def test_what_a_command_leaves_in_its_group_ends_with_it(call, tmp_path: Path, table) -> None:
    begun = time.monotonic()
    result = command(Command(f"sleep 30 & echo $! > {tmp_path}/pid; echo bye"), call)
    assert shown(result) == ("passed", 0, "bye\n")
    assert time.monotonic() - begun < 1.0
    assert table.until(lambda: not table.is_alive(table.pid_in(tmp_path / "pid")), 1.0)


def test_server_that_a_command_started_in_its_own_session_stays(call, tmp_path: Path, table) -> None:
    """A build daemon that left on purpose is not ours to kill when the command ended well."""
    command(Command(f"setsid sh -c 'echo $$ > {tmp_path}/pid; exec sleep 30' >/dev/null 2>&1 & sleep 0.2"), call)
    pid = table.pid_in(tmp_path / "pid")
    assert table.is_alive(pid)
    os.kill(pid, signal.SIGKILL)


def test_command_that_closes_its_output_is_waited_for(call) -> None:
    begun = time.monotonic()
    result = command(Command("exec >&- 2>&-; sleep 0.3; exit 4"), call)
    assert (result.status, result.code) == ("failed", 4)
    assert time.monotonic() - begun < 0.6


def test_calls_deadline_cancels_a_command(call_of) -> None:
    begun = time.monotonic()
    result = command(Command("echo some; sleep 30"), call_of(0.3))
    assert (result.status, result.code, result.output) == ("cancelled", None, "some\n")
    assert time.monotonic() - begun < 1.3


def test_nothing_starts_after_the_calls_deadline(call_of, tmp_path: Path) -> None:
    result = command(Command(f"touch {tmp_path}/ran"), call_of(-1.0))
    assert (result.status, result.seconds) == ("cancelled", 0.0)
    assert not (tmp_path / "ran").exists()


def test_path_without_any_program_still_stops_a_command(call, tmp_path: Path, table) -> None:
    """B-085: no pkill, timeout or setsid is needed."""
    call.environ["PATH"] = "/nowhere"
    result = command(Command(f"echo $$ > {tmp_path}/pid; while :; do :; done", timeout=0.2), call)
    assert result.status == "timed_out"
    assert table.members(table.pid_in(tmp_path / "pid")) == []


def test_seconds_are_those_of_the_run(call) -> None:
    assert 0.2 <= command(Command("sleep 0.2"), call).seconds < 0.6


def test_error_in_the_middle_of_a_run_leaves_nothing_behind(call, tmp_path: Path, table) -> None:
    from feedback_gate.run.parallel import run

    class Breaks:
        def waiting(self, command: Command) -> None: ...

        def ended(self, command: Command, result: Result) -> None:
            raise RuntimeError(command.text)

        started = waiting

    with pytest.raises(RuntimeError, match=r"^sleep 0\.1$"):
        run([[Command(f"echo $$ > {tmp_path}/pid; sleep 30"), Command("sleep 0.1")]], call, watch=Breaks())
    assert table.members(table.pid_in(tmp_path / "pid")) == []


def test_no_descriptor_is_left_open(call) -> None:
    before = sorted(os.listdir("/proc/self/fd"))
    command(Command("true"), call)
    command(Command("no-such-program"), call)
    command(Command("sleep 5", timeout=0.05), call)
    command(Command("true", cwd="/no/such"), call)
    assert sorted(os.listdir("/proc/self/fd")) == before


def test_no_zombie_is_left(call) -> None:
    before = own_children()
    command(Command("sleep 5", timeout=0.05), call)
    command(Command("true"), call)
    assert own_children() <= before


def own_children() -> set[str]:
    """The process ids of all children, dead ones that nobody waited for included."""
    return {pid for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()}


def test_lost_status_is_no_pass(call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else reaped the child: nobody knows how it ended."""
    signal.signal(signal.SIGCHLD, reap_all)
    try:
        assert command(Command("sleep 0.2; exit 1"), call).status in {"could_not_start", "failed"}  # whoever reaps first
    finally:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    assert children.UNKNOWN == -1


def reap_all(*_: object) -> None:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return
