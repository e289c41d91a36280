"""What reaches the gate: edits, commands, background work, subagents, deletions, other sessions (tables A, W, Z, H)."""

from __future__ import annotations

import os
import time

import pytest
from tests.core.gate.counting import COUNT, ran
from tests.support.product import Product, blocked, shown


@pytest.fixture
def product(tmp_path) -> Product:
    product = Product(tmp_path / "app")
    product.file("old.txt", "old\n")
    product.file("tracked.txt", "tracked\n")
    product.file(".gitignore", "ignored.txt\n")
    product.gate(COUNT)
    product.git().start()
    return product


def test_a04_a_file_changed_before_the_command_is_not_blamed_on_it(product):
    product.file("old.txt", "changed")
    time.sleep(0.02)
    product.bash("echo x > tracked.txt")
    assert ran(product) == ["tracked.txt"]


def test_a05_tracked_and_new_files_count_and_ignored_ones_do_not(product):
    product.bash("echo x > tracked.txt; echo x > new.txt; echo x > ignored.txt")
    assert ran(product) == ["new.txt tracked.txt"]


def test_a07_a_command_whose_start_was_not_noted_is_left_to_the_stop(product):
    product.file("new.txt")
    fields = {"tool_name": "Bash", "tool_use_id": "t9", "tool_input": {"command": "make"}}
    assert product.call("PostToolUse", tool_response={}, **fields) == {}
    product.stop()
    assert ran(product) == ["new.txt"]


@pytest.mark.parametrize("command", ["git checkout -q -b feature", "git stash -q && git stash pop -q"])
def test_a09_history_operations_are_no_edits(product, command):
    product.file("tracked.txt", "dirty")
    product.bash(command)
    assert ran(product) == []


def test_a10_a_file_touched_again_is_checked_again(product):
    product.bash("echo 1 > new.txt", "t1")
    product.bash("echo 2 > new.txt", "t2")
    assert ran(product) == ["new.txt", "new.txt"]


def test_a12_outside_git_edits_still_count(tmp_path):
    product = Product(tmp_path / "plain")
    product.gate(COUNT)
    product.start()
    product.bash("echo x > new.txt")
    assert ran(product) == []
    product.write("b.txt")
    assert ran(product) == ["b.txt"]


def test_a15_a_reading_command_is_not_blamed_for_what_others_write(product):
    fields = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "cat old.txt | head"}}
    product.call("PreToolUse", **fields)
    product.file("tracked.txt", "by another program")
    product.call("PostToolUse", tool_response={}, **fields)
    assert ran(product) == []


def test_a16_a_file_another_session_holds_is_left_to_it(product, monkeypatch):
    other = product.in_session("other")
    product.gate("rules:\n  - {match: '*.txt', run: ['exit 1']}\n")
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    other.write("tracked.txt")
    _, after = product.bash("echo x > tracked.txt")
    assert after == {}


def test_a17_a_failing_command_counts_as_well(product):
    product.bash("echo x > new.txt; exit 3")
    assert ran(product) == ["new.txt"]


def test_a_commit_made_by_the_command_counts(product):
    product.bash("echo x > new.txt && git add . && git commit -qm merge-parser")
    assert ran(product) == ["new.txt"]


def test_a_command_below_a_folder_that_writes_beside_it_is_seen(product):
    (product.root / "sub").mkdir()
    product.bash("echo x > ../beside.txt", cwd=product.root / "sub")
    assert ran(product) == ["beside.txt"]


def test_a_background_command_is_caught_at_stop(product):
    fields = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "sleep 1; make", "run_in_background": True}}
    product.call("PreToolUse", **fields)
    product.call("PostToolUse", tool_response={"backgroundTaskId": "b1"}, **fields)
    product.file("late.txt")
    product.stop()
    assert ran(product) == ["late.txt"]


def test_what_was_handled_is_no_news_at_stop(product):
    product.write("a.txt")
    assert ran(product) == ["a.txt"]
    assert product.stop() == {}
    assert ran(product) == []


def test_what_was_dirty_before_the_session_is_nobodys_change(tmp_path):
    product = Product(tmp_path / "app")
    product.gate(COUNT)
    product.git()
    product.file("mine.txt")
    time.sleep(0.02)
    product.start()
    assert product.stop() == {}
    assert ran(product) == []


def test_a_deletion_reserves_the_checks_of_the_rules_it_matches(product, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    product.gate(
        "rules:\n  - {match: '*.txt', run: ['exit 1'], run_checks: [all]}\nconsistency_checks:\n  - {name: all, run: [touch ../checked]}\n"
    )
    product.bash("rm tracked.txt")
    product.stop()
    assert (product.root.parent / "checked").exists()


def test_w01_w02_a_worktree_uses_the_gate_and_runs_in_its_own_folder(product):
    product.sh("git worktree add -q .claude/worktrees/w1 -b w1")
    product.write(".claude/worktrees/w1/pkg/a.txt")
    assert ran(product) == ["pkg/a.txt"]


@pytest.mark.parametrize(
    "command",
    [
        "echo x > .claude/worktrees/w1/a.txt",
        "cd .claude/worktrees/w1 && echo x > a.txt && git add -A && git commit -qm a",
        "git -C .claude/worktrees/w1 rm -q old.txt && echo x > '.claude/worktrees/w1/a.txt'",
    ],
)
def test_a_command_that_writes_into_a_worktree_from_outside_is_seen(product, command):
    product.sh("git worktree add -q .claude/worktrees/w1 -b w1")
    product.bash(command)
    assert "a.txt" in ran(product)


def test_what_comes_later_into_a_worktree_that_a_command_has_named_is_found_at_the_stop(product):
    product.bash("git worktree add -q .claude/worktrees/w1 -b w1")
    product.file(".claude/worktrees/w1/late.txt")
    product.stop()
    assert ran(product) == ["late.txt"]


def test_a_worktree_that_a_command_only_reads_is_left_to_others(product):
    product.sh("git worktree add -q .claude/worktrees/w1 -b w1")
    product.bash("ls .claude/worktrees/w1")
    product.file(".claude/worktrees/w1/late.txt")
    product.stop()
    assert ran(product) == []


def test_w05_a_worktree_that_is_gone_leaves_the_list(product):
    product.sh("git worktree add -q .claude/worktrees/w1 -b w1")
    path = product.root / ".claude/worktrees/w1/a.txt"
    product.sh("rm -rf .claude/worktrees/w1")
    product.edited(str(path))
    assert product.stop() == {}


def test_z03_resume_and_compact_keep_the_open_work(product, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    product.gate("rules:\n  - {match: '*.txt', run: ['exit 1']}\n")
    product.write("a.txt")
    for source in ("resume", "compact", "unknown"):
        product.start(source)
        assert blocked(product.stop())
    product.start("startup")
    assert product.stop() == {}


def test_what_a_subagent_left_open_is_checked_when_the_main_thread_stops(product, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    product.gate("rules:\n  - {match: '*.txt', run: ['exit 1']}\n")
    product.as_agent("a1").write("a.txt")
    assert product.stop(background="a1") == {}
    assert "(attempt 1 of 5)" in blocked(product.stop())


def test_a_compaction_stop_is_no_stop_of_an_agent(product):
    product.write("a.txt")
    assert product.call("SubagentStop", agent_id="f1", agent_type="", stop_hook_active=False) == {}


def test_state_that_was_destroyed_makes_the_next_stop_check_everything(product, home):
    product.write("a.txt")
    ran(product)
    state = next(home.glob(".local/state/feedback-gate/projects/*/*/main.json"))
    state.write_text("{broken")
    product.stop()
    assert ran(product) == ["a.txt"]
    assert state.with_name("main.json.broken").exists()


def test_the_status_folder_is_not_gated_and_a_link_there_is_not_followed(product, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    os.symlink(outside, product.root / ".claude/.gate-status")
    product.write("a.txt")
    assert list(outside.iterdir()) == []
    assert "ok" in shown(product.write("b.txt"))
