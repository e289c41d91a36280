"""Shared and serialised runs. Each S row stands on a lock that is held, not on one that has an age."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from feedback_gate.run import notice
from feedback_gate.run.command import Command, Result
from feedback_gate.run.notice import Notice, Unit
from feedback_gate.run.parallel import run


def ran(folder: Path) -> int:
    path = folder / "ran"
    return len(path.read_text().splitlines()) if path.exists() else 0


@pytest.fixture
def slow(tmp_path: Path) -> str:
    """A command that leaves one line a run and takes 0.5 s."""
    return f"echo x >> {tmp_path}/ran; sleep 0.5; echo done"


@pytest.fixture
def two_files(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name)


def unit_of(tmp_path: Path, text: str, **command: object) -> Unit:
    return Unit.of(str(tmp_path / "runs"), Command(text, cwd=str(tmp_path), **command))


def test_s01_two_callers_at_once_one_run_same_outcome(ask, tmp_path: Path) -> None:
    text = f"echo x >> {tmp_path}/ran; sleep 0.4; echo boom; exit 3"
    answers = [asker.answer() for asker in (ask(text), ask(text))]
    assert ran(tmp_path) == 1
    assert [(answer["status"], answer["code"], answer["head"]) for answer in answers] == [("failed", 3, "boom\n")] * 2
    assert sorted(answer["shared"] for answer in answers) == [False, True]
    assert sorted(answer["said"] for answer in answers) == [["started", "ended"], ["waiting", "ended"]]


def test_s02_two_commands_run_at_the_same_time(ask, tmp_path: Path) -> None:
    first, second = (f"date +%s%N >> {tmp_path}/{name}; sleep 0.6; date +%s%N >> {tmp_path}/{name}" for name in "ab")
    for asker in (ask(first), ask(second)):
        assert asker.answer()["shared"] is False
    (a_start, a_end), (b_start, b_end) = ([int(line) for line in (tmp_path / name).read_text().split()] for name in "ab")
    assert max(a_start, b_start) < min(a_end, b_end)


def test_s03_a_finished_run_is_never_taken(call, tmp_path: Path) -> None:
    text = f"echo x >> {tmp_path}/ran"
    results = run([Command(text), Command(text)], call, runs=str(tmp_path / "runs"))
    assert [result.shared for result in results] == [False, False]
    assert ran(tmp_path) == 2


def test_s04_files_of_a_run_that_crashed_long_ago_are_taken_over(call, tmp_path: Path) -> None:
    text = f"echo x >> {tmp_path}/ran"
    unit = unit_of(tmp_path, text)
    os.makedirs(unit.folder)
    unit.announce(Notice(unit, "old", Command(text, cwd=str(tmp_path)).key, [], 1_000_000_000, 999_999, "gone"))
    Path(unit.lock.path).write_text("")
    result = run([Command(text, cwd=str(tmp_path))], call, runs=unit.folder)[0]
    assert (result.status, result.shared, ran(tmp_path)) == ("passed", False, 1)


def test_s05_a_runner_that_fails_itself_leaves_the_run_to_the_next(ask, call, tmp_path: Path, slow: str) -> None:
    class Breaks:
        def started(self, command: Command) -> None: ...

        waiting = started

        def ended(self, command: Command, result: Result) -> None:
            raise RuntimeError("the runner's own")

    asker = ask(slow)
    with pytest.raises(RuntimeError, match="the runner's own"):
        run(
            [Command("exit 0", name="other"), Command(slow, cwd=str(tmp_path))], call, runs=str(tmp_path / "runs"), watch=Breaks()
        )
    assert (asker.answer()["status"], ran(tmp_path)) == ("passed", 1)


def test_s05_error_while_running_kills_the_run_and_frees_the_unit(ask, call, tmp_path: Path, table) -> None:
    text = f"echo $$ >> {tmp_path}/ran; sleep 0.6; echo done"
    command = Command(text, cwd=str(tmp_path))

    class Breaks:
        def started(self, command: Command) -> None: ...

        waiting = started

        def ended(self, command: Command, result: Result) -> None:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        run([[command, Command("sleep 0.3", name="breaks")]], call, runs=str(tmp_path / "runs"), watch=Breaks())
    assert table.members(int((tmp_path / "ran").read_text())) == []
    assert ask(text).answer()["shared"] is False
    assert ran(tmp_path) == 2


@pytest.mark.usefixtures("two_files")
@pytest.mark.parametrize(
    ("row", "running", "asked", "shared"),
    [
        ("S06", ["a", "b"], ["a"], True),
        ("S07", ["b", "a"], ["a", "b"], True),
        ("S08", ["a"], ["a", "b"], False),
        ("S09", [], ["a"], False),
        ("4.1 empty is served by any", ["a"], [], True),
        ("4.1 empty serves empty", [], [], True),
        ("4.1 disjoint", ["a"], ["b"], False),
    ],
)
def test_s06_to_s09_file_list_of_the_run_must_hold_the_callers(
    row: str, running: list[str], asked: list[str], shared: bool, ask, call, tmp_path: Path, slow: str
) -> None:
    asker = ask(slow, files=running)
    wait_for(tmp_path / "ran")
    result = run([Command(slow, cwd=str(tmp_path), files=asked)], call, runs=str(tmp_path / "runs"))[0]
    assert (result.shared, result.output) == (shared, "done\n"), row
    assert asker.answer()["shared"] is False
    assert ran(tmp_path) == (1 if shared else 2)


def wait_for(path: Path) -> None:
    end = time.monotonic() + 10
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.01)
    time.sleep(0.05)  # the runner says what it runs right after the start


QUIET_RUNNER = """
import sys, time
from feedback_gate.run.command import Command, Result
from feedback_gate.run.notice import Notice, Unit
folder, text, cwd = sys.argv[1:]
command = Command(text, cwd=cwd)
unit = Unit.of(folder, command)
lock = unit.lock
assert lock.take()
stamp = lock.stamp()
print("locked", flush=True)
time.sleep(0.3)
unit.announce(Notice(unit, "theirs", command.key, [], stamp))
time.sleep(0.3)
unit.leave_result("theirs", Result("failed", 7, "from them\\n"), time.monotonic())
"""


def test_s10_lock_that_says_nothing_yet_is_waited_for(python, call, tmp_path: Path) -> None:
    """The runner has the lock but has not said what it runs; then it does, and its result is taken."""
    command = Command(f"echo x >> {tmp_path}/ran", cwd=str(tmp_path))
    runner = python(QUIET_RUNNER, str(tmp_path / "runs"), command.text, command.cwd)
    assert runner.stdout.readline() == b"locked\n"
    result = run([command], call, runs=str(tmp_path / "runs"))[0]
    assert (result.status, result.code, result.output, result.shared) == ("failed", 7, "from them\n", True)
    assert ran(tmp_path) == 0


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"run": 1}', b"\xff\x00", b"[" * 50_000])
def test_s11_broken_word_of_a_dead_runner_is_no_word(content: bytes, call, tmp_path: Path) -> None:
    command = Command(f"echo x >> {tmp_path}/ran", cwd=str(tmp_path))
    unit = unit_of(tmp_path, command.text)
    os.makedirs(unit.folder)
    (tmp_path / "runs" / f"{unit.stem}.run.json").write_bytes(content)
    assert run([command], call, runs=unit.folder)[0].shared is False
    assert ran(tmp_path) == 1


@pytest.mark.usefixtures("two_files")
@pytest.mark.parametrize(("row", "end", "status"), [("S12", "exit 0", "passed"), ("S13", "echo boom; exit 1", "failed")])
def test_s12_s13_two_agents_one_run_both_with_a_log(row: str, end: str, status: str, ask, tmp_path: Path) -> None:
    text = f"echo x >> {tmp_path}/ran; sleep 0.4; {end}"
    askers = [ask(text, files=["a"], env={"CLAUDE_AGENT_ID": agent}, logs=f"s--{agent}") for agent in ("a1", "a2")]
    answers = [asker.answer() for asker in askers]
    assert ([answer["status"] for answer in answers], ran(tmp_path)) == ([status, status], 1), row
    for agent, answer in zip(("a1", "a2"), answers):
        lines = Path(answer["log"]).read_text().splitlines()
        assert answer["log"].startswith(f"{tmp_path}/.claude/.gate-status/logs/s--{agent}/")
        assert lines[0] == f"$ {text}  (cwd: {tmp_path})"
    shared = next(answer for answer in answers if answer["shared"])
    own = next(answer for answer in answers if not answer["shared"])
    rest = ["boom"] if status == "failed" else []
    taken = f"[gate] result taken from a run of another agent; its log: {own['log']}"
    assert Path(shared["log"]).read_text().splitlines()[1:] == [taken, *rest]
    assert Path(own["log"]).read_text().splitlines()[1:] == rest


@pytest.mark.usefixtures("two_files")
@pytest.mark.parametrize(
    ("row", "options", "lists", "runs"),
    [
        ("S14", {"share": False}, (["a"], ["a"]), 2),
        ("S15", {"by_files": False}, (["a"], ["b"]), 1),
        ("S16", {}, (["a"], ["b"]), 2),
        ("S19", {"share": False, "by_files": False}, (["a"], ["b"]), 2),
    ],
)
def test_s14_to_s19_share_and_files(
    row: str, options: dict[str, bool], lists: tuple[list[str], list[str]], runs: int, ask, tmp_path: Path, slow: str
) -> None:
    answers = [asker.answer() for asker in [ask(slow, files=files, **options) for files in lists]]
    assert ran(tmp_path) == runs, row
    assert [answer["status"] for answer in answers] == ["passed", "passed"]


def test_s14_unshared_commands_run_at_the_same_time(ask, tmp_path: Path) -> None:
    text = f"date +%s%N >> {tmp_path}/times; sleep 0.6"
    for asker in [ask(text, share=False), ask(text, share=False)]:
        assert asker.answer()["said"] == ["started", "ended"]
    first, second = sorted(int(line) for line in (tmp_path / "times").read_text().split())
    assert second - first < 500_000_000


@pytest.mark.parametrize(("row", "other"), [("S17", {"cwd": "other"}), ("S18", {"root": "other"})])
def test_s17_s18_other_folder_or_root_is_another_run(row: str, other: dict[str, str], ask, tmp_path: Path, slow: str) -> None:
    (tmp_path / "other").mkdir()
    changed = {name: str(tmp_path / value) for name, value in other.items()}
    answers = [asker.answer() for asker in [ask(slow), ask(slow, **changed)]]
    assert [answer["shared"] for answer in answers] == [False, False], row
    assert ran(tmp_path) == 2


def test_s20_one_name_in_two_worktrees_is_serial(ask, tmp_path: Path) -> None:
    """Different commands with one name are one unit, whatever their folders."""
    texts = [f"echo {name}+ >> {tmp_path}/order; sleep 0.3; echo {name}- >> {tmp_path}/order" for name in "ab"]
    folders = []
    for text, name in zip(texts, "ab"):
        (tmp_path / name).mkdir()
        folders.append(ask(text, name="test", cwd=str(tmp_path / name)))
    answers = [asker.answer() for asker in folders]
    assert [answer["shared"] for answer in answers] == [False, False]
    assert (tmp_path / "order").read_text().split() in (["a+", "a-", "b+", "b-"], ["b+", "b-", "a+", "a-"])


def test_s21_runner_that_was_killed_is_followed_at_once(ask, tmp_path: Path, table) -> None:
    text = f"echo $$ >> {tmp_path}/ran; sleep 1; echo done"
    first = ask(text)
    wait_for(tmp_path / "ran")
    second = ask(text)
    time.sleep(0.3)
    first.kill()
    killed = time.time()
    answer = second.answer()
    assert (answer["shared"], answer["status"], ran(tmp_path)) == (False, "passed", 2)
    assert answer["answered"] - killed < 1.0 + 0.5
    assert table.members(int((tmp_path / "ran").read_text().split()[0])) == []


def test_s22_processes_of_a_dead_runner_are_gone_before_the_next_starts(call, tmp_path: Path, table) -> None:
    """Its guard was killed too: the newcomer waits a moment, then ends what is left, and only then runs."""
    command = Command(f"echo x >> {tmp_path}/ran", cwd=str(tmp_path))
    mark = f"dead-{os.getpid()}"
    left = subprocess.Popen(
        ["/bin/sh", "-c", "sleep 30; :"], env={"FEEDBACK_GATE_RUN": mark, "PATH": "/usr/bin:/bin"}, start_new_session=True
    )
    unit = unit_of(tmp_path, command.text)
    unit.announce(Notice(unit, "dead", command.key, [], 0, left.pid, mark))
    assert table.until(lambda: len(table.members(left.pid)) == 2)
    begun = time.monotonic()
    result = run([command], call, runs=unit.folder)[0]
    left.wait(5)
    assert (result.shared, ran(tmp_path), table.members(left.pid)) == (False, 1, [])
    assert 0.9 < time.monotonic() - begun < 3.0


def test_s23_two_sessions_run_one_after_the_other(ask, tmp_path: Path) -> None:
    """The session is a variable the gate gives, so it is part of what makes two runs the same."""
    text = f"echo + >> {tmp_path}/order; sleep 0.3; echo - >> {tmp_path}/order"
    askers = [ask(text, given={"CLAUDE_SESSION_ID": session}) for session in ("s1", "s2")]
    assert [asker.answer()["shared"] for asker in askers] == [False, False]
    assert (tmp_path / "order").read_text().split() == ["+", "-", "+", "-"]


def test_file_changed_after_the_start_of_a_run_is_not_covered_by_it(ask, call, tmp_path: Path, slow: str) -> None:
    """The run may have read the old text; its result would be wrong for whoever edited in between."""
    (tmp_path / "a").write_text("old")
    asker = ask(slow, files=["a"])
    wait_for(tmp_path / "ran")
    (tmp_path / "a").write_text("new")
    result = run([Command(slow, cwd=str(tmp_path), files=["a"])], call, runs=str(tmp_path / "runs"))[0]
    assert (result.shared, ran(tmp_path)) == (False, 2)
    assert asker.answer()["status"] == "passed"


def test_change_the_caller_knows_of_is_not_covered_either(ask, call, tmp_path: Path, slow: str) -> None:
    asker = ask(slow)
    wait_for(tmp_path / "ran")
    (tmp_path / "stamp").write_text("")
    changed = (tmp_path / "stamp").stat().st_ctime_ns
    result = run([Command(slow, cwd=str(tmp_path), changed_ns=changed)], call, runs=str(tmp_path / "runs"))[0]
    assert (result.shared, ran(tmp_path)) == (False, 2)
    asker.answer()


def test_deleted_file_counts_as_a_change_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    command = Command("true", cwd=str(tmp_path), files=["sub/gone/deep.py"])
    assert notice.changed_ns(command) == (tmp_path / "sub").stat().st_ctime_ns


def test_result_that_ended_before_the_caller_came_is_not_taken(tmp_path: Path) -> None:
    unit = unit_of(tmp_path, "x")
    unit.leave_result("r", Result("passed", 0), 50.0)
    assert unit.result("r", since=50.1, until=99.0) is None
    assert unit.result("r", since=1.0, until=49.0) is None
    assert unit.result("other", since=1.0, until=99.0) is None
    taken = unit.result("r", since=1.0, until=99.0)
    assert taken is not None
    assert taken.passed


def test_waiting_is_bounded_by_the_deadline(ask, call_of, tmp_path: Path, slow: str) -> None:
    asker = ask(f"echo x >> {tmp_path}/ran; sleep 2", name="unit")
    wait_for(tmp_path / "ran")
    begun = time.monotonic()
    result = run([Command("true", name="unit", cwd=str(tmp_path))], call_of(0.3), runs=str(tmp_path / "runs"))[0]
    assert (result.status, result.shared) == ("cancelled", False)
    assert 0.25 < time.monotonic() - begun < 0.8
    asker.kill()


def test_result_that_was_cut_by_the_runners_deadline_is_not_passed_on(ask, call, tmp_path: Path) -> None:
    text = f"echo x >> {tmp_path}/ran; sleep 0.6; echo done"
    short = ask(text, seconds=0.4)
    wait_for(tmp_path / "ran")
    result = run([Command(text, cwd=str(tmp_path))], call, runs=str(tmp_path / "runs"))[0]
    assert (result.status, result.shared) == ("passed", False)
    assert short.answer()["status"] == "cancelled"


def test_run_under_another_name_serves_too(ask, call, tmp_path: Path, slow: str) -> None:
    """The name is no part of what makes two runs the same."""
    asker = ask(slow, name="one")
    wait_for(tmp_path / "ran")
    assert run([Command(slow, name="two", cwd=str(tmp_path))], call, runs=str(tmp_path / "runs"))[0].shared is True
    assert asker.answer()["shared"] is False


def test_two_members_of_one_block_with_one_name_take_turns(call, tmp_path: Path) -> None:
    block = [
        Command(f"echo {mark} >> {tmp_path}/order; sleep 0.15; echo {mark} >> {tmp_path}/order", name="same") for mark in "ab"
    ]
    results = run([block], call, runs=str(tmp_path / "runs"))[0]
    assert [result.status for result in results] == ["passed", "passed"]
    assert (tmp_path / "order").read_text().split() == ["a", "a", "b", "b"]


def test_folder_that_cannot_be_written_costs_sharing_only(call, tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("a file is in the way")
    result = run([Command("echo fine", cwd=str(tmp_path))], call, runs=str(tmp_path / "runs"))[0]
    assert (result.status, result.output) == ("passed", "fine\n")


def test_nothing_stale_stays_after_a_run(call, tmp_path: Path) -> None:
    run([Command("echo hi", name="unit", cwd=str(tmp_path))], call, runs=str(tmp_path / "runs"))
    endings = sorted(
        path.name.split(".", 2)[2].partition(".")[2] or path.name.split(".")[-1] for path in (tmp_path / "runs").iterdir()
    )
    assert endings == ["lock", "result.json"]


def test_sweep_removes_old_results_and_old_locks(tmp_path: Path) -> None:
    unit = unit_of(tmp_path, "x")
    unit.leave_result("old", Result("passed", 0), 1.0)
    unit.leave_result("new", Result("passed", 0), 1.0)
    lock = unit.lock
    assert lock.take()
    lock.release()
    age(tmp_path / "runs", "*.old.result.json", 61)
    age(tmp_path / "runs", "*.new.result.json", 50)
    age(tmp_path / "runs", "*.lock", 25 * 3600)
    notice.sweep(unit.folder, time.time())
    assert [path.name for path in (tmp_path / "runs").iterdir()] == [f"{unit.stem}.new.result.json"]


def age(folder: Path, pattern: str, seconds: float) -> None:
    for path in folder.glob(pattern):
        then = time.time() - seconds
        os.utime(path, (then, then))


def test_sweep_leaves_a_lock_that_is_held(tmp_path: Path) -> None:
    unit = unit_of(tmp_path, "x")
    lock = unit.lock
    assert lock.take()
    age(tmp_path / "runs", "*.lock", 25 * 3600)
    notice.sweep(unit.folder, time.time())
    assert unit.is_running()
    lock.release()


SWEEPER = """
import sys
from feedback_gate.system import held
while True:
    held.sweep(sys.argv[1], -1.0)
"""
HOLDER = """
import sys, time
from feedback_gate.system import held
path, count = sys.argv[1:]
for _ in range(50):
    lock = held.HeldLock(path)
    while not lock.take():
        time.sleep(0.0005)
    with open(count) as kept:
        value = int(kept.read())
    time.sleep(0.0005)
    with open(count, "w") as kept:
        kept.write(str(value + 1))
    lock.release()
"""


def test_lock_is_never_held_twice_while_sweepers_remove_it(python, tmp_path: Path) -> None:
    """Holders count in one file in turn while a sweeper removes the lock as fast as it can: no count is lost."""
    path, count = str(tmp_path / "unit.lock"), tmp_path / "count"
    count.write_text("0")
    python(SWEEPER, path)
    holders = [python(HOLDER, path, str(count)) for _ in range(3)]
    assert [holder.wait(30) for holder in holders] == [0, 0, 0]
    assert count.read_text() == "150"


def test_unit_is_readable_and_distinct(tmp_path: Path) -> None:
    named = unit_of(tmp_path, "x", name="unit tests/ü")
    assert named.stem.startswith("unit_tests_.")
    assert named.stem != unit_of(tmp_path, "x", name="unit tests/ö").stem


def test_key_holds_what_the_gate_gives_but_agent_and_files() -> None:
    def key(**env: str) -> str:
        return Command("make", cwd="/w", env=env).key

    assert key(CLAUDE_AGENT_ID="a", CLAUDE_GATE_FILES="x") == key(CLAUDE_AGENT_ID="b", CLAUDE_GATE_FILES_FILE="y") == key()
    assert key(CLAUDE_SESSION_ID="a") != key(CLAUDE_SESSION_ID="b")
    assert key(CLAUDE_GATE_PHASE="rules") != key(CLAUDE_GATE_PHASE="checks")
    assert Command("make", "name", "/w", timeout=3).key == Command("make", "", "/w", timeout=9).key


def test_files_left_by_a_run_hold_no_foreign_objects(call, tmp_path: Path) -> None:
    run([Command("echo hi", cwd=str(tmp_path))], call, runs=str(tmp_path / "runs"))
    (kept,) = (tmp_path / "runs").glob("*.result.json")
    value = json.loads(kept.read_text())
    assert (value["result"]["status"], value["result"]["head"]) == ("passed", "hi\n")
    assert kept.stat().st_mode & 0o777 == 0o600
