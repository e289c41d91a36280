"""Sixteen agents want the same thing at the same time: it is done once, everybody knows soon after."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def test_sixteen_processes_ask_for_one_command_it_runs_once(ask, tmp_path: Path) -> None:
    """The last answer comes within a second of the command's length, counted from the last start."""
    (tmp_path / "a").write_text("a")
    text = f"echo x >> {tmp_path}/ran; sleep 2; echo all fine"
    askers = [ask(text, files=["a"], logs=f"s--{number}") for number in range(16)]
    answers = [asker.answer() for asker in askers]
    assert (tmp_path / "ran").read_text() == "x\n"
    assert {(answer["status"], answer["head"]) for answer in answers} == {("passed", "all fine\n")}
    assert sum(not answer["shared"] for answer in answers) == 1
    assert len({answer["log"] for answer in answers}) == 16
    last = max(answer["answered"] for answer in answers) - max(answer["begun"] for answer in answers)
    assert last <= 2.0 + 1.0


def test_sixteen_processes_with_eight_in_each_of_two_worktrees_never_overlap(ask, tmp_path: Path) -> None:
    """One name in two worktrees: two runs, one after the other, each serving its eight."""
    askers = []
    for tree in ("one", "two"):
        (tmp_path / tree).mkdir()
        text = f"echo {tree}+ >> {tmp_path}/order; sleep 1.5; echo {tree}- >> {tmp_path}/order"
        askers += [ask(text, name="test", cwd=str(tmp_path / tree)) for _ in range(8)]
    answers = [asker.answer() for asker in askers]
    order = (tmp_path / "order").read_text().split()
    assert order in (["one+", "one-", "two+", "two-"], ["two+", "two-", "one+", "one-"])
    assert [sum(answer["shared"] for answer in half) for half in (answers[:8], answers[8:])] == [7, 7]


def test_runner_killed_in_the_middle_the_others_finish_the_work(ask, tmp_path: Path, table) -> None:
    """Its command is gone, one of the others runs it again for all, nothing of the dead run stays."""
    text = f"echo $$ >> {tmp_path}/ran; sleep 1.2; echo all fine"
    first = ask(text)
    assert table.until((tmp_path / "ran").exists)
    others = [ask(text) for _ in range(7)]
    time.sleep(0.8)
    first.kill()
    killed = time.time()
    answers = [asker.answer() for asker in others]
    groups = [int(line) for line in (tmp_path / "ran").read_text().split()]
    assert (len(groups), [table.members(group) for group in groups]) == (2, [[], []])
    assert {(answer["status"], answer["head"]) for answer in answers} == {("passed", "all fine\n")}
    assert [sum(answer["shared"] for answer in answers), sum(not answer["shared"] for answer in answers)] == [6, 1]
    assert max(answer["answered"] for answer in answers) - killed <= 1.2 + 1.0
    assert list((tmp_path / "runs").glob("*.run.json")) == []
