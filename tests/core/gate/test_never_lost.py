"""Everything fails towards checking: state that cannot be kept, git that does not answer, hooks that die, odd projects."""

from __future__ import annotations

import json
import os
import time

import pytest
from tests.core.gate.counting import COUNT, ran
from tests.support.product import Product, blocked, context, shown

from feedback_gate import hook
from feedback_gate.quality import differences, lists
from feedback_gate.quality.keeping import Keeping
from feedback_gate.state.session import AgentState

FAILS = "rules:\n  - {match: '**/*.txt', run: ['test -f ok']}\n"


@pytest.fixture
def product(tmp_path) -> Product:
    product = Product(tmp_path / "app")
    product.file("old.txt", "old\n")
    product.gate(COUNT)
    product.git().start()
    return product


@pytest.fixture
def failing(tmp_path) -> Product:
    product = Product(tmp_path / "app")
    product.gate(FAILS)
    product.git().start()
    return product


def state(home, name: str = "main.json"):
    return next(home.glob(f".local/state/feedback-gate/projects/*/*/{name}"))


class Dead(BaseException):
    """A hook that is killed at this moment."""


def die(*_: object, **__: object) -> None:
    raise Dead


# -- hooks that die ---------------------------------------------------------------------------------------------------


MOMENTS = ("quality.lists.record", "quality.rules.evaluate", "quality.differences.apply")


@pytest.mark.parametrize("where", [*MOMENTS, "changes.memory.Memory.saw", "hook.decide"])
def test_an_edit_whose_hook_dies_is_checked_at_the_stop(product, monkeypatch, where):
    with monkeypatch.context() as patch:
        patch.setattr(f"feedback_gate.{where}", die)
        with pytest.raises(Dead):
            product.write("a.txt")
    ran(product)
    product.stop()
    assert ran(product) == ["a.txt"]


LATER = ("echo x > b.txt", "echo x > b.txt && git add -A && git commit -qm b", "git checkout -q -b side", "git stash -q")


@pytest.mark.parametrize("later", LATER)
def test_what_was_committed_while_a_hook_died_is_not_hidden_by_a_later_command(product, later):
    product.file("a.txt", "x\n")
    product.sh("git add -A && git commit -qm a")
    product.bash(later)
    product.stop()
    assert "a.txt" in " ".join(ran(product)).split()


def test_what_lay_uncommitted_is_not_hidden_by_a_command_that_amends_it_into_a_commit(product):
    product.file("late.txt", "x\n")
    product.bash("echo x > b.txt && git add -A && git commit -q --amend --no-edit")
    product.stop()
    assert "late.txt" in " ".join(ran(product)).split()


@pytest.mark.parametrize("where", [*MOMENTS, "changes.memory.Memory.saw"])
def test_a_command_whose_hook_dies_is_checked_at_the_stop(product, monkeypatch, where):
    with monkeypatch.context() as patch:
        patch.setattr(f"feedback_gate.{where}", die)
        with pytest.raises(Dead):
            product.bash("echo x > a.txt; git add . && git commit -qm a")
    ran(product)
    product.stop()
    assert ran(product) == ["a.txt"]


@pytest.mark.parametrize("where", [*MOMENTS, "quality.reserved.run", "changes.memory.Memory.looked", "hook.decide"])
def test_a_stop_that_dies_leaves_what_it_found_to_the_next(product, monkeypatch, where):
    product.file("late.txt")
    with monkeypatch.context() as patch:
        patch.setattr(f"feedback_gate.{where}", die)
        with pytest.raises(Dead):
            product.stop()
    ran(product)
    product.stop()
    assert ran(product) == ["late.txt"]


def test_taking_over_a_subagents_list_never_leaves_a_file_on_neither(failing, monkeypatch):
    failing.as_agent("a1").write("a.txt")
    added: list[int] = []
    real = Keeping.update

    def update(keeping, change):
        if added:
            raise Dead
        added.append(1)
        return real(keeping, change)

    with monkeypatch.context() as patch:
        patch.setattr(Keeping, "update", update)
        with pytest.raises(Dead):
            failing.stop()
    assert "attempt 1" in blocked(failing.stop())


def test_what_another_agent_knew_earlier_never_hides_what_is_known_now(product):
    mine, theirs = (Keeping(AgentState(dict(os.environ), "p", "s", agent)) for agent in ("", "a1"))
    lists.record(mine, {"/x/f.txt": 20})
    lists.record(theirs, {"/x/f.txt": 10})
    entry = {"root": "/x", "cwd": "/x", "label": ".", "item": {"cmd": "c"}, "timeout": 0, "files": {"/x/f.txt": 10}}
    theirs.update(lambda kept: kept["gate"].update(deferred=[entry]))
    differences.take_over(mine, theirs)
    assert lists.read(mine).open == {"/x/f.txt": 20}
    assert lists.read(theirs).changed == {}


def test_a_hook_that_is_late_never_hides_a_newer_change(product):
    keeping = Keeping(AgentState(dict(os.environ), "p", "s"))
    lists.record(keeping, {"/x/f.txt": 20})
    lists.record(keeping, {"/x/f.txt": 10})
    assert lists.read(keeping).open == {"/x/f.txt": 20}
    lists.record(keeping, {"/x/f.txt": 0})
    assert lists.read(keeping).open == {"/x/f.txt": 0}


# -- state that cannot be kept ----------------------------------------------------------------------------------------


@pytest.fixture
def unwritable(monkeypatch):
    """Every write of state fails from now on, as on a full disk."""

    def fail(path: str, *_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", path)

    def make() -> None:
        for name in ("write_atomically", "append_line"):
            monkeypatch.setattr(f"feedback_gate.system.files.{name}", fail)
        monkeypatch.setattr("feedback_gate.changes.tree.stamp", fail)

    return make


def test_a_failing_rule_is_told_although_state_cannot_be_kept(failing, unwritable):
    unwritable()
    reply = failing.write("a.txt")
    assert "test -f ok" in blocked(reply)
    assert "No space left on device" in shown(reply)


def test_a_stop_is_blocked_once_although_state_cannot_be_kept(failing, unwritable):
    failing.write("a.txt")
    unwritable()
    failing.file("b.txt")
    assert "attempt 1 of 5" in blocked(failing.stop())
    assert blocked(failing.stop(active=True)) == ""


def test_what_was_found_while_state_could_not_be_kept_is_found_again(failing, monkeypatch):
    with monkeypatch.context() as patch:

        def fail(path: str, *_: object, **__: object) -> None:
            raise OSError(28, "No space left on device", path)

        patch.setattr("feedback_gate.system.files.write_atomically", fail)
        failing.write("a.txt")
    assert "attempt 1" in blocked(failing.stop())


def test_state_that_is_unreadable_counts_as_nothing_checked_also_after_a_hook_that_died(product, home, monkeypatch):
    product.write("a.txt")
    ran(product)
    state(home).write_text("[broken")
    with monkeypatch.context() as patch:
        patch.setattr("feedback_gate.quality.lists.record", die)
        with pytest.raises(Dead):
            product.stop()
    product.stop()
    assert ran(product) == ["a.txt"]


def test_reading_another_sessions_broken_state_does_not_take_it_away(product, home):
    product.write("a.txt")
    ran(product)
    mine = state(home)
    mine.write_text("[broken")
    product.in_session("other").bash("echo x > b.txt")
    assert mine.read_text() == "[broken"
    ran(product)
    product.stop()
    assert ran(product) == ["a.txt b.txt"]


def test_a_lost_memory_of_the_tree_means_everything_since_the_start(product, home):
    product.write("a.txt")
    product.sh("git add a.txt && git commit -qm a")
    product.write("b.txt")
    ran(product)
    state(home, "tree.json").write_text("")
    product.stop()
    assert ran(product) == ["a.txt b.txt"]


def test_a_file_where_a_list_belongs_is_harmless(product, home):
    product.write("a.txt")
    state(home).write_text(json.dumps({"gate": {"changed": 5, "pending": [1], "attempts": "x", "failed": None}, "budget": "no"}))
    assert "attempt" not in blocked(product.stop())
    product.write("b.txt")


# -- git ----------------------------------------------------------------------------------------------------------------


def test_when_git_does_not_answer_the_stop_says_so_and_checks_what_it_knows(failing):
    failing.write("a.txt")
    (failing.root / ".git/index").write_text("broken")
    reply = failing.stop()
    assert "attempt 1" in blocked(reply)
    assert "git status ended with 128" in shown(reply)


def test_what_git_could_not_tell_is_found_once_it_can(product):
    index = product.root / ".git/index"
    good = index.read_bytes()
    index.write_bytes(b"broken")
    product.file("late.txt")
    product.stop()
    assert ran(product) == []
    index.write_bytes(good)
    product.stop()
    assert ran(product) == ["late.txt"]


def test_outside_git_the_start_says_what_is_not_seen(tmp_path):
    product = Product(tmp_path / "plain")
    product.gate(COUNT)
    assert "lies in no git working tree" in shown(product.start())


def test_changes_inside_a_submodule_are_checked(product):
    product.sh("git init -q ../lib && cd ../lib && echo x > a.txt && git add . && git commit -qm lib")
    product.sh("git -c protocol.file.allow=always submodule --quiet add ../lib lib && git commit -qm sub")
    product.stop()
    ran(product)
    product.bash("echo y >> lib/a.txt")
    assert ran(product) == ["lib/a.txt"]


def test_a_repository_inside_the_project_is_looked_at_too(tmp_path):
    product = Product(tmp_path / "space")
    product.gate(COUNT)
    product.sh("git init -q -b main inner && cd inner && echo x > a.txt && git add . && git commit -qm inner")
    product.start()
    product.bash("echo y >> a.txt", cwd=product.root / "inner")
    assert ran(product) == ["inner/a.txt"]
    product.file("inner/late.txt")
    product.stop()
    assert ran(product) == ["inner/late.txt"]


def test_an_amended_commit_does_not_hide_an_edit(product):
    product.bash("echo more >> old.txt && git commit -q -a --amend --no-edit")
    assert ran(product) == ["old.txt"]


# -- projects in odd places -----------------------------------------------------------------------------------------------


def test_a_project_reached_through_a_link_is_one_project(tmp_path):
    real = Product(tmp_path / "real")
    real.gate(COUNT)
    real.git()
    os.symlink(tmp_path / "real", tmp_path / "link")
    product = Product(tmp_path / "link")
    product.start()
    product.file("a.txt")
    product.edited(str(tmp_path / "real" / "a.txt"))
    assert ran(product) == ["a.txt"]
    assert product.stop() == {}
    assert ran(product) == []


def test_a_project_below_the_top_checks_its_own_files_and_no_others(tmp_path):
    top = Product(tmp_path / "mono")
    top.file("keep")
    top.git()
    product = Product(tmp_path / "mono" / "part")
    product.gate(COUNT.replace("/../ran", "/../../ran"))
    product.start()
    product.bash("echo x > a.txt; echo x > ../b.txt")
    top.file("c.txt")
    product.file("d.txt")
    product.stop()
    assert (tmp_path / "ran").read_text() == "a.txt\nd.txt\n"


def test_names_that_are_no_utf8_blank_quote_and_newline_arrive_as_they_are(tmp_path):
    product = Product(tmp_path / "app")
    product.gate("rules:\n  - {match: '**/*.txt', run: ['printf %s \"$CLAUDE_GATE_FILES\" > ../ran']}\n")
    product.git().start()
    product.bash("touch -- \"$(printf 'b\\377d.txt')\" 'a b.txt' \"it's.txt\" \"$(printf 'new\\nline.txt')\" '-rf.txt'")
    text = (product.root.parent / "ran").read_bytes()
    assert text == b"-rf.txt 'a b.txt' 'b\xffd.txt' 'it'\"'\"'s.txt' 'new\nline.txt'"


def test_an_unmatched_name_that_is_no_utf8_is_shown_without_an_error(product):
    _, after = product.bash("touch \"$(printf 'b\\377d.md')\"")
    reply = json.dumps(after).encode()
    assert b"no rule is about it" in reply


def test_files_outside_the_project_are_nobodys_business(product, tmp_path):
    (tmp_path / "outside.txt").write_text("x")
    assert product.edited(str(tmp_path / "outside.txt")) == {}
    assert ran(product) == []


def test_a_list_too_long_for_a_variable_comes_in_parts_and_as_a_file(tmp_path):
    product = Product(tmp_path / "app")
    product.gate(
        "rules:\n"
        "  - {match: '**', run: ['set -- $CLAUDE_GATE_FILES; echo $# >> $CLAUDE_PROJECT_DIR/../parts']}\n"
        "  - {match: '**', run: ['tr -dc \"\\000\" < $CLAUDE_GATE_FILES_FILE | wc -c >> $CLAUDE_PROJECT_DIR/../whole']}\n"
    )
    product.git().start()
    product.bash("mkdir -p some/folder && cd some/folder && seq -f 'a-name-of-some-length-%05g' 4000 | xargs touch")
    parts = [int(line) for line in (tmp_path / "parts").read_text().split()]
    assert len(parts) > 1
    assert sum(parts) == 4000
    assert (tmp_path / "whole").read_text().split() == ["4000"]


def test_a_gate_file_that_cannot_be_read_blocks_with_the_reason(tmp_path, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    monkeypatch.setattr("feedback_gate.quality.configured.LARGEST", 2 << 20)
    product = Product(tmp_path / "app")
    product.gate("rules: []\n#" + "x" * (3 << 20))
    product.git().start()
    product.write("a.txt")
    assert "cannot be read as a file of at most 2 MiB" in blocked(product.stop())


# -- what our own commands write --------------------------------------------------------------------------------------------


def test_a_formatter_is_told_to_the_agent_and_its_work_is_checked_at_the_stop(tmp_path):
    product = Product(tmp_path / "app")
    product.gate("rules:\n  - {match: '*.txt', run: ['sed -i s/a/b/ $CLAUDE_GATE_FILES; echo run >> ../runs']}\n")
    product.git().start()
    reply = product.write("x.txt", "aaa\n")
    assert "changed these files: x.txt. Read them again" in context(reply)
    assert (product.root / "x.txt").read_text() == "baa\n"
    product.stop()
    assert (tmp_path / "runs").read_text() == "run\nrun\n"


def test_a_file_that_is_only_written_anew_is_no_change(tmp_path):
    product = Product(tmp_path / "app")
    product.gate("rules:\n  - {match: '*.txt', run: ['cp x.txt y && cat y > x.txt; rm y; echo run >> ../runs']}\n")
    product.git().start()
    assert context(product.write("x.txt", "aaa\n")) == ""
    assert product.stop() == {}
    assert (tmp_path / "runs").read_text() == "run\n"


def test_commands_that_always_write_do_not_keep_every_later_stop_busy(tmp_path):
    product = Product(tmp_path / "app")
    product.gate("rules:\n  - {match: '**', run: ['date +%N > report.txt; echo run >> ../runs']}\n")
    product.git().start()
    product.write("a.md")
    for _ in range(6):
        product.prompt()
        product.stop()
        product.stop(active=True)
        time.sleep(0.02)
    runs = (tmp_path / "runs").read_text().count("run")
    assert product.stop() == {}
    assert runs <= 5
    product.write("b.md")
    assert (tmp_path / "runs").read_text().count("run") == runs + 1


# -- configuration problems ---------------------------------------------------------------------------------------------------


def test_a_tool_that_is_missing_is_asked_again_at_every_stop_until_it_is_there(tmp_path, monkeypatch):
    product = Product(tmp_path / "app")
    product.gate("rules:\n  - {match: '*.txt', run: [my-linter]}\n")
    product.git().start()
    assert "not checked: . $ my-linter" in context(product.write("a.txt"))
    for _ in range(2):
        reply = product.stop()
        assert (blocked(reply), "not checked: . $ my-linter" in shown(reply)) == ("", True)
    tool = tmp_path / "bin" / "my-linter"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\nexit 1\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")
    assert "✗ my-linter" in blocked(product.stop())


def test_a_rule_that_said_nothing_keeps_its_file_open_whatever_the_others_say(tmp_path):
    product = Product(tmp_path / "app")
    product.gate("rules:\n  - {match: '*.txt', run: ['test -f tool || exit 127']}\n  - {match: '*.txt', run: ['true']}\n")
    product.git().start()
    product.write("a.txt")
    product.file("tool")
    assert "test -f tool || exit 127 ✓" in blocked(product.stop())


def test_a_missing_directory_is_named_once_and_checked_when_it_is_there(tmp_path):
    product = Product(tmp_path / "app")
    product.gate("rules:\n  - {match: '*.txt', dir: ghost, run: ['echo run >> ../../runs']}\n")
    product.git().start()
    assert "(cwd missing)" in shown(product.write("a.txt"))
    assert shown(product.write("b.txt")) == ""
    assert product.stop() == {}
    (product.root / "ghost").mkdir()
    product.stop()
    assert (tmp_path / "runs").read_text() == "run\n"


def test_what_a_stop_gave_up_on_is_seen_again_by_the_next_edits_rules_and_stop(failing):
    failing.write("a.txt")
    for _ in range(5):
        failing.stop(active=True)
    failing.prompt()
    assert failing.stop() == {}
    assert "a.txt" not in blocked(failing.write("b.md"))
    assert "attempt 1 of 5" in blocked(failing.stop())


def test_an_answer_is_given_whatever_the_rooms_below_do(failing, monkeypatch):
    failing.write("a.txt")
    monkeypatch.setattr("feedback_gate.quality.report.details", lambda *_: 1 / 0)
    reply = hook.answer("claude", "Stop", json.dumps({"session_id": "s1", "cwd": str(failing.root)}).encode(), dict(os.environ))
    assert "ZeroDivisionError" in json.loads(reply.stdout)["systemMessage"]


def test_a_session_that_is_swept_while_another_starts_is_whole_or_gone(product, home):
    product.write("a.txt")
    folder = state(home).parent
    for entry in folder.iterdir():
        os.utime(entry, (1, 1))
    product.in_session("new").start()
    assert not folder.exists()
    assert [path for path in folder.parent.iterdir() if path.name.startswith(".gone")] == []


def test_a_session_that_comes_back_after_days_keeps_its_own_state(failing, home):
    failing.write("a.txt")
    folder = state(home).parent
    for entry in folder.iterdir():
        os.utime(entry, (1, 1))
    failing.start("resume")
    assert "attempt 1" in blocked(failing.stop())


def test_a_reports_folder_is_forgotten_with_the_session(product, home):
    agent = product.as_agent("a1")
    agent.write("x.txt")
    reports = next(home.glob(".local/state/feedback-gate/projects/*/*/")) / "reports"
    reports.mkdir()
    (reports / "x.json").write_text('{"text": "STALE", "agent": "a9", "type": "t"}')
    product.start("startup")
    assert "STALE" not in context(product.prompt())
