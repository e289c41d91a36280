"""Lists and parallel blocks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from feedback_gate.run.command import Command, Result
from feedback_gate.run.parallel import run

if TYPE_CHECKING:
    from pathlib import Path


def test_list_runs_in_order_and_goes_on_after_a_failure(call, tmp_path: Path) -> None:
    texts = (f"echo {number} >> {tmp_path}/order; exit {number}" for number in (1, 0, 2))
    results = run([Command(text) for text in texts], call)
    assert [(result.status, result.code) for result in results] == [("failed", 1), ("passed", 0), ("failed", 2)]
    assert (tmp_path / "order").read_text().split() == ["1", "0", "2"]


def test_members_of_a_block_run_at_once_and_answer_in_order_of_definition(call) -> None:
    begun = time.monotonic()
    results = run([[Command(f"sleep {pause}; echo {pause}") for pause in (0.4, 0.2, 0.3)]], call)
    assert [result.output for result in results[0]] == ["0.4\n", "0.2\n", "0.3\n"]
    assert time.monotonic() - begun < 0.8


def test_next_step_starts_when_the_whole_block_has_ended(call, tmp_path: Path) -> None:
    block = (Command(f"sleep 0.2; echo slow >> {tmp_path}/order"), Command(f"echo fast >> {tmp_path}/order"))
    run([block, Command(f"echo after >> {tmp_path}/order")], call)
    assert (tmp_path / "order").read_text().split() == ["fast", "slow", "after"]


def test_at_once_bounds_how_many_members_run(call, tmp_path: Path) -> None:
    text = f"echo + >> {tmp_path}/order; sleep 0.15; echo - >> {tmp_path}/order"
    results = run([[Command(text) for _ in range(4)]], call, at_once=2)
    running, most = 0, 0
    for mark in (tmp_path / "order").read_text().split():
        running += 1 if mark == "+" else -1
        most = max(most, running)
    assert (len(results[0]), most) == (4, 2)


def test_block_without_members_gives_an_empty_list(call) -> None:
    assert run([[]], call) == [[]]


def test_deadline_is_shared_by_all_steps(call_of) -> None:
    begun = time.monotonic()
    results = run([Command("sleep 30"), Command("echo never"), [Command("echo never")]], call_of(0.3))
    assert [results[0].status, results[1].status, results[2][0].status] == ["cancelled", "cancelled", "cancelled"]
    assert results[1].output == ""
    assert time.monotonic() - begun < 1.3


def test_one_member_that_hangs_does_not_hold_up_the_others_results(call) -> None:
    hanging, quick = run([[Command("sleep 30", timeout=0.3), Command("echo quick")]], call)[0]
    assert (hanging.status, quick.status) == ("timed_out", "passed")
    assert quick.seconds < 0.3


def test_chatty_member_does_not_starve_the_others(call) -> None:
    _, quiet = run([[Command("exec yes", timeout=1.0), Command("sleep 0.2; echo heard")]], call)[0]
    assert (quiet.status, quiet.output) == ("passed", "heard\n")
    assert quiet.seconds < 0.8


def test_watch_hears_of_every_command(call) -> None:
    heard: list[str] = []

    class Watch:
        def waiting(self, command: Command) -> None:
            heard.append(f"waiting {command.text}")

        def started(self, command: Command) -> None:
            heard.append(f"started {command.text}")

        def ended(self, command: Command, result: Result) -> None:
            heard.append(f"ended {command.text} {result.status}")

    run([Command("true"), Command("exit 2"), Command("true", cwd="/no/such")], call, watch=Watch())
    assert heard == [
        "started true",
        "ended true passed",
        "started exit 2",
        "ended exit 2 failed",
        "started true",
        "ended true could_not_start",
    ]


def test_hundred_commands_at_once(call) -> None:
    results = run([[Command(f"sleep 0.1; exit {number}") for number in range(100)]], call)[0]
    assert [result.code for result in results] == list(range(100))
