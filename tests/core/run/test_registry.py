"""The running registry: written by each gate run, read for a session."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from feedback_gate.run import band, registry
from feedback_gate.run.command import Command, Result
from feedback_gate.run.parallel import run
from feedback_gate.run.registry import Registry, entries_of
from feedback_gate.run.status_home import StatusHome

NOW = 1_700_000_000.0


@pytest.fixture
def home(tmp_path: Path) -> StatusHome:
    return StatusHome(str(tmp_path))


def put(home: StatusHome, name: str, *items: tuple[str, float]) -> Path:
    value = [{"cmd": text, "started": int((NOW + offset) * 1000)} for text, offset in items]
    return put_text(home, name, json.dumps(value))


def put_text(home: StatusHome, name: str, text: str) -> Path:
    path = Path(home.path) / "running" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def commands(home: StatusHome, session: str) -> list[str]:
    return [entry.command for entry in entries_of(home, session, NOW + 10)]


def running_file(home: StatusHome) -> list[dict[str, object]]:
    (path,) = (Path(home.path) / "running").iterdir()
    value: list[dict[str, object]] = json.loads(path.read_text())
    return value


def summary_file(home: StatusHome) -> Path:
    return Path(home.path) / "summary.s.txt"


def test_b01_runs_are_ordered_by_their_first_start(home: StatusHome) -> None:
    put(home, "s.b.json", ("b", 5))
    put(home, "s.a.json", ("a1", 0), ("a2", 1))
    assert commands(home, "s") == ["a1", "a2", "b"]


def test_b02_withdrawn_run_leaves_the_others(home: StatusHome) -> None:
    put(home, "s.other.json", ("other", 0))
    with Registry(home, "s") as mine:
        mine.started(Command("mine"))
        assert len(list((Path(home.path) / "running").iterdir())) == 2
    assert commands(home, "s") == ["other"]


def test_b03_run_that_started_long_ago_is_a_leftover(home: StatusHome) -> None:
    put(home, "s.old.json", ("old", -3600))
    put(home, "s.new.json", ("long", -3600), ("still", -600))
    assert commands(home, "s") == ["long", "still"]


def test_b04_session_sees_itself_and_its_subagents_only(home: StatusHome) -> None:
    for number, name in enumerate(("sess.x", "sess--agent.y", "other.z", "sess2.w")):
        put(home, f"{name}.json", (name, number))
    assert commands(home, "sess") == ["sess.x", "sess--agent.y"]
    assert commands(home, "") == ["sess.x", "sess--agent.y", "other.z", "sess2.w"]


@pytest.mark.parametrize(
    "text", ["not json", "{}", "[]", "", "[" * 100_000, "[1, null, {}]", "\x00", '[{"cmd": "x", "started": 1e400}]']
)
def test_b05_broken_files_are_passed_over(text: str, home: StatusHome) -> None:
    put_text(home, "s.bad.json", text)
    put(home, "s.good.json", ("good", 0))
    assert commands(home, "s") == ["good"]


def test_file_that_is_too_large_is_passed_over(home: StatusHome) -> None:
    put(home, "s.huge.json", *[("x" * 1000, 0)] * 300)
    assert commands(home, "s") == []


def test_link_in_place_of_a_file_is_passed_over(home: StatusHome, tmp_path: Path) -> None:
    put(StatusHome(str(tmp_path / "elsewhere")), "s.x.json", ("theirs", 0))
    (Path(home.path) / "running").mkdir(parents=True)
    (Path(home.path) / "running/s.x.json").symlink_to(tmp_path / "elsewhere/.claude/.gate-status/running/s.x.json")
    assert commands(home, "s") == []


def test_b12_summary_appears_after_each_command_and_goes_when_the_next_starts(home: StatusHome, call) -> None:
    seen: list[str] = []

    class Looks(Registry):
        __slots__ = ()

        def started(self, command: Command) -> None:
            super().started(command)
            seen.append(registry.summary(home, "s"))

        def ended(self, command: Command, result: Result) -> None:
            super().ended(command, result)
            seen.append(registry.summary(home, "s").partition(" (")[0])

    with Looks(home, "s") as watch:
        run([Command("true"), Command("false")], call, watch=watch)
    assert seen == ["", "[gate] done: ✓ 1", "", "[gate] done: ✓ 1 / ✗ 1"]


def test_b13_two_agents_one_summary_at_the_end(home: StatusHome) -> None:
    """The band stays after the first agent ended; only the last end writes the summary."""
    quick, slow = Command("quick"), Command("slow")
    with Registry(home, "s", "a1") as first, Registry(home, "s", "a2") as second:
        first.started(quick)
        second.started(slow)
        first.ended(quick, Result("passed", 0))
        assert not summary_file(home).exists()
        assert band.lines(entries_of(home, "s", time.time()), time.time())[1:] == ["  quick ✓ (0.0s)", "  slow (0s)"]
        second.ended(slow, Result("failed", 1))
        assert registry.summary(home, "s") == "[gate] done: ✓ 1 / ✗ 1 (0.0s)"


def test_waiting_mark_goes_when_the_command_runs(home: StatusHome) -> None:
    command = Command("make", name="unit")
    with Registry(home, "s") as watch:
        watch.waiting(command)
        assert [(item["name"], item["cmd"], item.get("waiting")) for item in running_file(home)] == [("unit", "make", True)]
        watch.started(command)
        assert [item.get("waiting") for item in running_file(home)] == [False]
        watch.ended(command, Result("timed_out"))
        assert [(item["waiting"], item["result"]) for item in running_file(home)] == [(False, "fail")]


def test_every_command_has_an_entry_of_its_own_although_the_caller_lets_go_of_it(home: StatusHome) -> None:
    with Registry(home, "s") as watch:
        for number in range(5):
            command = Command(f"make {number}")
            watch.started(command)
            watch.ended(command, Result("passed", 0))
            del command
        assert [item["cmd"] for item in running_file(home)] == [f"make {number}" for number in range(5)]


def test_file_is_withdrawn_after_an_error(home: StatusHome) -> None:
    def fails() -> None:
        with Registry(home, "s") as watch:
            watch.started(Command("make"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails()
    assert list((Path(home.path) / "running").iterdir()) == []


def test_file_is_named_after_session_and_agent(home: StatusHome) -> None:
    with Registry(home, "s1", "a/9") as watch:
        watch.started(Command("make"))
        (path,) = (Path(home.path) / "running").iterdir()
        assert path.name.startswith("s1--a_9.")
        assert len(path.name) == len("s1--a_9.") + 8 + len(".json")


def test_secret_in_a_command_is_not_in_the_registry(home: StatusHome) -> None:
    secret = "ghp_" + "Zx9wQ4" * 6
    with Registry(home, "s") as watch:
        watch.started(Command(f"curl -H 'Authorization: Bearer {secret}' x"))
        assert secret not in json.dumps(running_file(home))


def test_reading_without_a_folder_gives_nothing(home: StatusHome, tmp_path: Path) -> None:
    assert entries_of(home, "s", NOW) == []
    assert registry.summary(home, "s") == ""
    assert list(tmp_path.iterdir()) == []


def test_summary_of_a_stranger_cannot_steer_the_terminal(home: StatusHome) -> None:
    os.makedirs(home.path)
    summary_file(home).write_text("\x1b[2J[gate] done\nmore")
    assert registry.summary(home, "s") == "�[2J[gate] done"


def test_registry_of_a_project_that_cannot_be_written_is_silent(tmp_path: Path, call) -> None:
    (tmp_path / ".claude").write_text("in the way")
    with Registry(StatusHome(str(tmp_path)), "s") as watch:
        assert run([Command("true")], call, watch=watch)[0].status == "passed"


def checking_after(home: StatusHome, seconds: float) -> tuple[str, str] | None:
    (path,) = (Path(home.path) / "running").iterdir()
    return registry.checking(home, "s", json.loads(path.read_text())["started"] / 1000 + seconds)


def test_a_rules_check_is_named_after_three_seconds_and_forgotten_after_eleven_minutes(home: StatusHome) -> None:
    os.mkdir(os.path.dirname(home.path))
    with registry.Checking(home, "s", "", "no-print", "src/a.py"):
        assert [checking_after(home, seconds) for seconds in (2.9, 3.0, 660.0, 661.0)] == [
            None,
            ("no-print", "src/a.py"),
            ("no-print", "src/a.py"),
            None,
        ]
    assert os.listdir(os.path.join(home.path, "running")) == []


def test_a_rules_check_is_no_entry_of_the_band_and_belongs_to_its_session(home: StatusHome) -> None:
    os.mkdir(os.path.dirname(home.path))
    with registry.Checking(home, "s", "agent", "no-print", "a.py"):
        now = time.time() + 5
        assert entries_of(home, "s", now) == []
        assert [registry.checking(home, session, now) for session in ("s", "", "other")] == [
            ("no-print", "a.py"),
            ("no-print", "a.py"),
            None,
        ]


def test_a_rules_check_makes_no_configuration_folder(home: StatusHome) -> None:
    with registry.Checking(home, "s", "", "no-print", "a.py"):
        assert os.listdir(home.root) == []


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"started": "x", "rule": 1, "file": 2}', "[" * 20_000])
def test_a_file_that_is_no_check_is_passed_over(home: StatusHome, text: str) -> None:
    put_text(home, "s.x.check", text)
    assert registry.checking(home, "s", NOW) is None
