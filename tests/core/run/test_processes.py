"""Small programs: finding, capturing, and how git is called."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from feedback_gate.system import children, meanwhile, processes


def sh(text: str, **options: object) -> processes.Captured:
    return processes.capture([children.SHELL, "-c", text], **options)


def test_capture_keeps_status_and_both_streams() -> None:
    got = sh("echo out; echo err >&2; exit 3")
    assert (got.status, got.stdout, got.stderr, got.timed_out) == (3, b"out\n", b"err\n", False)


def test_capture_reads_more_than_a_pipe_holds() -> None:
    got = sh("head -c 3000000 /dev/zero; head -c 200000 /dev/zero >&2")
    assert (got.status, len(got.stdout), len(got.stderr)) == (0, 3_000_000, 65_536)


def test_capture_gives_input_larger_than_a_pipe() -> None:
    assert sh("wc -c", stdin=b"x" * 1_000_000).stdout.strip() == b"1000000"


def test_capture_survives_a_program_that_does_not_read_its_input() -> None:
    assert sh("exec <&-; echo done", stdin=b"x" * 1_000_000).stdout == b"done\n"


def test_what_is_planned_is_done_while_the_next_program_runs_and_once(tmp_path: Path) -> None:
    done: list[str] = []
    meanwhile.plan(lambda: done.append("replaced"))
    meanwhile.plan(lambda: done.append((tmp_path / "there").write_text("x") and "done"))
    assert sh(f"until test -e {tmp_path}/there; do sleep 0.01; done", timeout=10).status == 0
    assert sh("true").status == 0
    assert done == ["done"]


def test_what_goes_wrong_meanwhile_harms_no_program() -> None:
    meanwhile.plan(lambda: done[0])
    done: list[str] = []
    assert sh("echo out").stdout == b"out\n"


def test_captured_program_without_input_reads_nothing() -> None:
    assert sh("cat").stdout == b""


def test_capture_runs_in_a_folder_with_blanks_and_quotes(tmp_path: Path) -> None:
    folder = tmp_path / 'a "b" $c'
    folder.mkdir()
    assert sh("pwd -P", cwd=str(folder)).stdout == f"{folder}\n".encode()


def test_capture_in_a_missing_folder_is_126() -> None:
    got = sh("true", cwd="/no/such/folder")
    assert (got.status, got.stderr) == (126, b"no such folder: /no/such/folder")


def test_capture_of_a_missing_program_is_127() -> None:
    assert processes.capture(["/no/such/program"]).status == 127


def test_capture_of_a_file_that_is_no_program_is_126(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("x")
    assert processes.capture([str(plain)]).status == 126


def test_capture_reports_a_signal_as_the_shell_does() -> None:
    assert sh("kill -9 $$").status == 128 + signal.SIGKILL


def test_capture_kills_the_whole_group_at_its_time_limit(tmp_path: Path, table) -> None:
    begun = time.monotonic()
    got = sh(f"trap '' TERM; sleep 30 & echo $! > {tmp_path}/pid; wait", timeout=0.3)
    assert (got.status, got.timed_out) == (None, True)
    assert time.monotonic() - begun < 1.0
    assert table.until(lambda: not table.is_alive(table.pid_in(tmp_path / "pid")), 1.0)


def test_capture_does_not_wait_for_a_stranger_that_holds_the_pipe() -> None:
    begun = time.monotonic()
    got = sh("sleep 2 & echo $!")
    os.kill(int(got.stdout), signal.SIGKILL)
    assert got.status == 0
    assert time.monotonic() - begun < 1.0


def test_capture_stops_at_its_limit() -> None:
    got = sh("exec yes", limit=100_000, timeout=5)
    assert (got.truncated, got.timed_out) == (True, False)
    assert len(got.stdout) < 300_000


def test_captured_program_has_default_signals_and_only_three_descriptors() -> None:
    inherited = {name for name in os.listdir("/proc/self/fd") if name.isdigit() and is_inheritable(int(name))}
    got = processes.capture([children.SHELL, "-c", "grep SigIgn /proc/self/status; ls /proc/self/fd"])
    ignored = int(got.stdout.split()[1], 16)
    assert ignored & (1 << (signal.SIGPIPE - 1)) == 0
    assert set(got.stdout.decode().split()[2:]) - inherited <= {"0", "1", "2", "3"}


def is_inheritable(descriptor: int) -> bool:
    try:
        return os.get_inheritable(descriptor)
    except OSError:
        return False


def test_status_is_known_although_the_host_ignores_sigchld() -> None:
    text = "from feedback_gate.system import processes; print(processes.capture(['/bin/sh', '-c', 'exit 5']).status)"
    done = subprocess.run(
        ["/bin/sh", "-c", 'trap \'\' CHLD; exec "$0" -c "$1"', sys.executable, text],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[3] / "core")},
        stdout=subprocess.PIPE,
        check=True,
    )
    assert done.stdout == b"5\n"


def program(folder: Path, name: str = "tool") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_program_is_found_in_path_order(tmp_path: Path) -> None:
    first, second = program(tmp_path / "one"), program(tmp_path / "two")
    assert processes.find_program("tool", {"PATH": f"{first.parent}:{second.parent}"}) == str(first)


def test_program_inside_the_project_is_passed_over(tmp_path: Path) -> None:
    inside, outside = program(tmp_path / "project/bin"), program(tmp_path / "bin")
    path = {"PATH": f"{inside.parent}:{outside.parent}"}
    assert processes.find_program("tool", path, str(tmp_path / "project")) == str(outside)


def test_program_behind_a_link_into_the_project_is_passed_over(tmp_path: Path) -> None:
    inside = program(tmp_path / "project/bin")
    (tmp_path / "link").symlink_to(inside.parent)
    assert processes.find_program("tool", {"PATH": f"{tmp_path}/link"}, str(tmp_path / "project")) is None


def test_folder_that_only_begins_like_the_project_is_not_inside(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    beside = program(tmp_path / "project-tools")
    assert processes.find_program("tool", {"PATH": str(beside.parent)}, str(tmp_path / "project")) == str(beside)


@pytest.mark.parametrize("path", ["", ".", "bin", "::"])
def test_program_is_never_found_through_a_relative_path_entry(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "bin")
    program(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert processes.find_program("tool", {"PATH": path}) is None


def test_program_that_may_not_be_executed_is_passed_over(tmp_path: Path) -> None:
    program(tmp_path / "one").chmod(0o644)
    (tmp_path / "two/tool").mkdir(parents=True)
    assert processes.find_program("tool", {"PATH": f"{tmp_path}/one:{tmp_path}/two"}) is None


def test_program_is_found_in_the_trusted_folders_without_a_path() -> None:
    assert processes.find_program("sh", {}) in ("/usr/bin/sh", "/bin/sh")


def test_root_as_project_forbids_nothing() -> None:
    assert processes.find_program("sh", {"PATH": "/bin"}, "/") == "/bin/sh"


def test_absolute_program_inside_the_project_is_refused(tmp_path: Path) -> None:
    inside = program(tmp_path / "project/bin")
    assert processes.find_program(str(inside), {}, str(tmp_path / "project")) is None
    assert processes.find_program(str(inside), {}) == str(inside)


def test_git_environment_drops_everything_of_git_but_ours() -> None:
    env = processes.git_environment({"GIT_DIR": "/x", "GIT_SSH_COMMAND": "evil", "HOME": "/h"})
    assert env == {"HOME": "/h", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


def git(folder: Path, *args: str) -> processes.Captured:
    found = processes.find_program("git", os.environ)
    assert found is not None
    return processes.capture(processes.git_argv(found, str(folder), *args), env=processes.git_environment(os.environ))


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A repository whose configuration names programs; each leaves a file when it runs."""
    repository = tmp_path / "repository"
    evil = program(tmp_path / "evil")
    evil.write_text(f"#!/bin/sh\necho ran >> {tmp_path}/ran\n")
    repository.mkdir()
    (repository / "a.txt").write_text("one\n")
    (repository / ".gitattributes").write_text("*.txt diff=evil\n")
    for args in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=T", "-c", "user.email=t@example.invalid", "commit", "-qm", "one"),
    ):
        subprocess.run(["git", *args], cwd=repository, check=True)
    for key in ("core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command", "core.pager", "pager.diff"):
        subprocess.run(["git", "config", key, str(evil)], cwd=repository, check=True)
    program(repository / ".git/hooks", "post-index-change").write_text(evil.read_text())
    (repository / "a.txt").write_text("two\n")
    return repository


@pytest.mark.parametrize(
    "args", [("status", "--porcelain=v2", "-z", "-uall"), ("diff", "HEAD"), ("log", "-p"), ("show", "HEAD"), ("grep", "one")]
)
def test_git_runs_no_program_that_a_repository_names(hostile: Path, args: tuple[str, ...]) -> None:
    got = git(hostile, *args)
    assert got.status in (0, 1)
    assert not (hostile.parent / "ran").exists()


def test_git_would_run_those_programs_if_called_plainly(hostile: Path) -> None:
    subprocess.run(["git", "diff", "HEAD"], cwd=hostile, check=True, stdout=subprocess.DEVNULL)
    assert (hostile.parent / "ran").exists()


def test_git_status_leaves_the_index_alone(hostile: Path) -> None:
    os.utime(hostile / ".gitattributes")
    before = (hostile / ".git/index").stat().st_mtime_ns
    assert git(hostile, "status", "--porcelain=v2").status == 0
    assert (hostile / ".git/index").stat().st_mtime_ns == before
