"""`.gate-status`: ignored by git, never through a link, never believed."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from feedback_gate.project import Project
from feedback_gate.run.command import Command, command
from feedback_gate.run.logs import Logs
from feedback_gate.run.registry import Registry
from feedback_gate.run.status_home import StatusHome, state_id
from feedback_gate.system import below

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("existing", "host", "config"),
    [
        ([], "claude", ".claude"),
        ([], "codex", ".claude"),
        ([".agents"], "claude", ".agents"),
        ([".claude", ".agents"], "claude", ".claude"),
        ([".claude", ".agents"], "codex", ".agents"),
        ([".claude"], "codex", ".claude"),
    ],
)
def test_home_is_in_the_first_folder_that_exists_in_host_order(
    existing: list[str], host: str, config: str, tmp_path: Path
) -> None:
    for name in existing:
        (tmp_path / name).mkdir()
    assert StatusHome.of(Project(str(tmp_path), host)).path == f"{tmp_path}/{config}/.gate-status"


def test_git_does_not_see_what_is_written(call, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    home = StatusHome(str(tmp_path))
    with Registry(home, "s") as registry:
        registry.started(Command("true"))
        command(Command("true", cwd=str(tmp_path)), call, Logs(home, "s"))
        seen = subprocess.run(["git", "status", "--porcelain", "-uall"], cwd=tmp_path, check=True, stdout=subprocess.PIPE).stdout
    assert seen == b""
    assert (tmp_path / ".claude/.gate-status/.gitignore").read_text() == "*\n"


def test_existing_ignore_file_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".claude/.gate-status").mkdir(parents=True)
    (tmp_path / ".claude/.gate-status/.gitignore").write_text("logs\n")
    folder = StatusHome(str(tmp_path)).folder("logs", make=True)
    assert folder is not None
    with folder:
        assert (tmp_path / ".claude/.gate-status/.gitignore").read_text() == "logs\n"


@pytest.mark.parametrize(
    "link",
    [
        ".claude",
        ".claude/.gate-status",
        ".claude/.gate-status/logs",
        ".claude/.gate-status/logs/s",
        ".claude/.gate-status/running",
    ],
)
def test_link_on_the_way_makes_us_write_nowhere(link: str, call, tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    outside.mkdir()
    (project / link).parent.mkdir(parents=True, exist_ok=True)
    (project / link).symlink_to(outside)
    home = StatusHome(str(project))
    with Registry(home, "s") as registry:
        registry.started(Command("true"))
        result = command(Command("echo hi", cwd=str(project)), call, Logs(home, "s"))
        assert list(outside.iterdir()) == []
    assert (result.status, result.output) == ("passed", "hi\n")
    assert list(outside.iterdir()) == []


def test_link_in_place_of_the_ignore_file_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / ".claude/.gate-status").mkdir(parents=True)
    (tmp_path / ".claude/.gate-status/.gitignore").symlink_to(tmp_path / "victim")
    folder = StatusHome(str(tmp_path)).folder("logs", make=True)
    assert folder is not None
    folder.__exit__()
    assert not (tmp_path / "victim").exists()


def test_project_reached_through_a_link_is_fine(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    folder = StatusHome(str(tmp_path / "link")).folder("logs", make=True)
    assert folder is not None
    folder.__exit__()
    assert (tmp_path / "real/.claude/.gate-status/logs").is_dir()


@pytest.mark.parametrize("step", ["", ".", "..", "a/b", "/etc"])
def test_step_that_is_no_single_component_is_refused(step: str, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Invalid argument"):
        below.enter(str(tmp_path), (step,), make=True)


def test_failed_entering_leaves_no_descriptor_open(tmp_path: Path) -> None:
    before = sorted(os.listdir("/proc/self/fd"))
    for steps in (("missing",), ("a", ".."), ("..",)):
        with pytest.raises(OSError, match=r"Errno"):
            below.enter(str(tmp_path), steps)
    assert sorted(os.listdir("/proc/self/fd")) == before


def test_fifo_in_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with below.enter(str(tmp_path), ()) as folder:
        assert folder.read("pipe", 100) is None


def test_file_above_the_limit_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * 101)
    with below.enter(str(tmp_path), ()) as folder:
        assert (folder.read("big", 100), folder.read("big", 101)) == (None, b"x" * 101)


@pytest.mark.parametrize(
    ("session", "agent", "expected"),
    [
        ("abc-1", "", "abc-1"),
        ("abc-1", "x9", "abc-1--x9"),
        ("", "", "unknown"),
        ("../../etc", "a/b", "______etc--a_b"),
        ("s.1", "", "s_1"),
        ("x" * 300, "", "x" * 100),
    ],
)
def test_state_id_is_fit_for_a_file_name(session: str, agent: str, expected: str) -> None:
    assert state_id(session, agent) == expected
