"""Log files: named, streamed, bounded, pruned."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from feedback_gate.run import logs
from feedback_gate.run.command import Command, Result, command
from feedback_gate.run.logs import Log, Logs
from feedback_gate.run.parallel import run
from feedback_gate.run.status_home import StatusHome


@pytest.fixture
def home(tmp_path: Path) -> StatusHome:
    return StatusHome(str(tmp_path))


def test_log_begins_with_command_and_folder_and_holds_the_output(home: StatusHome, call, tmp_path: Path) -> None:
    result = command(Command("echo hello; echo err >&2", cwd=str(tmp_path)), call, Logs(home, "s"))
    assert Path(result.log).read_text() == f"$ echo hello; echo err >&2  (cwd: {tmp_path})\nhello\nerr\n"


def test_log_name_holds_slug_time_and_process(home: StatusHome, call, tmp_path: Path) -> None:
    before = int(time.time())
    path = Path(command(Command("true", name="lint & test", cwd=str(tmp_path)), call, Logs(home, "s--a")).log)
    found = re.fullmatch(r"lint_test\.(\d+)\.(\d+)\.0\.log", path.name)
    assert found is not None
    assert before <= int(found.group(1)) <= before + 2
    assert int(found.group(2)) == os.getpid()
    assert path.parent == tmp_path / ".claude/.gate-status/logs/s--a"


def test_two_runs_of_one_command_in_one_second_have_two_logs(home: StatusHome, call) -> None:
    paths = {result.log for result in run([[Command("true"), Command("true")]], call, logs=Logs(home, "s"))[0]}
    assert len(paths) == 2


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("npm test", "npm_test"),
        ("./run.sh  --all", "run.sh_--all"),
        ("テスト", "cmd"),
        ("", "cmd"),
        ("a.b-c_d", "a.b-c_d"),
        ("__x..", "x"),
        ("x" * 100, "x" * 80),
        ("../../etc/passwd", "etc_passwd"),
    ],
)
def test_slug(text: str, slug: str) -> None:
    assert logs.slug(text) == slug


def test_output_is_in_the_log_while_the_command_runs(home: StatusHome, call, tmp_path: Path) -> None:
    """The command itself looks into its log: what it printed half a second ago is there."""
    folder = f"{tmp_path}/.claude/.gate-status/logs/s"
    result = command(Command(f"echo first; sleep 0.3; grep -c ^first {folder}/*.log"), call, Logs(home, "s"))
    assert result.output == "first\n1\n"


def test_command_that_could_not_start_says_why_in_its_log(home: StatusHome, call) -> None:
    result = command(Command("echo", env={"X": "x" * 300_000}), call, Logs(home, "s"))
    assert "Argument list too long" in Path(result.log).read_text()


def test_log_that_became_too_long_ends_with_a_note_and_the_last_part(
    home: StatusHome, monkeypatch: pytest.MonkeyPatch, call
) -> None:
    monkeypatch.setattr(logs, "LONGEST", 200_000)
    result = command(Command("seq 1 100000"), call, Logs(home, "s"))
    text = Path(result.log).read_text()
    assert len(text) < 300_000
    assert "\n[gate] output above 0 MiB is left out here; its last part follows:\n" in text
    assert text.endswith("99999\n100000\n")


def test_note_in_a_log_speaks_the_language_of_the_person(home: StatusHome) -> None:
    path = Logs(home, "s", "ja").take_over(Command("make"), "/logs/other.log", "out\n")
    assert Path(path).read_text().splitlines()[1:] == [
        "[gate] 別のエージェントが実行した結果を引き継ぎました。そのログ: /logs/other.log",
        "out",
    ]


def test_secret_in_the_command_line_is_not_in_the_log(home: StatusHome) -> None:
    secret = "ghp_" + "Zx9wQ4" * 6
    log = Logs(home, "s").open(Command(f"curl -H 'Authorization: Bearer {secret}' https://example.invalid"))
    log.finish()
    assert secret not in Path(log.path).read_text()


def test_full_disk_costs_the_log_and_not_the_run(call) -> None:
    class Full:
        language = "en"

        def open(self, command: Command) -> Log:
            return Log(os.open("/dev/full", os.O_WRONLY), "/dev/full")

    result: Result = command(Command("echo hi"), call, Full())
    assert (result.status, result.output) == ("passed", "hi\n")


def test_project_that_cannot_be_written_costs_the_log_and_not_the_run(tmp_path: Path, call) -> None:
    (tmp_path / ".claude").write_text("a file is in the way")
    result = command(Command("echo hi"), call, Logs(StatusHome(str(tmp_path)), "s"))
    assert (result.status, result.output, result.log) == ("passed", "hi\n", "")


def put(path: Path, age: float) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x")
    os.utime(path, (time.time() - age, time.time() - age))
    return path


def test_prune_keeps_every_log_for_an_hour_whoever_wrote_it(home: StatusHome) -> None:
    base = Path(home.path)
    kept = [
        put(base / "logs/s/a.log", 3500),
        put(base / "logs/other--x/b.log", 3500),
        put(base / "logs/stray.log", 3500),
        put(base / "running/s.1.json", 3500),
    ]
    gone = [
        put(base / "logs/s/c.log", 3700),
        put(base / "logs/dead/d.log", 3700),
        put(base / "logs/old.log", 3700),
        put(base / "running/s.2.json", 3700),
        put(base / ".summary.s.txt.12.0a1b2c3d.tmp", 25 * 3600),
    ]
    foreign = put(base / "logs/s/notes.txt", 99_999)
    logs.prune(home, time.time())
    assert [path for path in (*kept, foreign) if not path.exists()] == []
    assert [path for path in gone if path.exists()] == []
    assert not (base / "logs/dead").exists()


def test_prune_without_a_status_folder_does_nothing(home: StatusHome, tmp_path: Path) -> None:
    logs.prune(home, time.time())
    assert list(tmp_path.iterdir()) == []


def test_prune_follows_no_link(home: StatusHome, tmp_path: Path) -> None:
    outside = put(tmp_path / "outside/old.log", 99_999)
    base = Path(home.path)
    (base / "logs").mkdir(parents=True)
    (base / "logs/link").symlink_to(outside.parent)
    (base / "running").symlink_to(outside.parent)
    logs.prune(home, time.time())
    assert outside.exists()
