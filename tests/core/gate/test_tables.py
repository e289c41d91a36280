"""Rows of the gate's tables that no other file has: YAML, rules, checks, worktrees, recording, reset."""

from __future__ import annotations

import json
import os
import time

import pytest
from tests.support.product import Product, blocked, shown

from feedback_gate.changes import start
from feedback_gate.project import Project
from feedback_gate.quality import config, report
from feedback_gate.run import logs
from feedback_gate.state.session import is_agent_file
from feedback_gate.yamlfile import load

PASSING = (
    "rules:\n  - {match: '**/*.txt', run: ['true'], run_checks: [chk]}\nconsistency_checks:\n  - {name: chk, run: ['true']}\n"
)


@pytest.fixture
def product(tmp_path) -> Product:
    return Product(tmp_path / "app")


def started(product: Product, gate: str) -> Product:
    product.gate(gate)
    product.git().start()
    return product


def kept(home, name: str = "main.json") -> dict:
    """What the gate keeps for an agent."""
    found = list(home.glob(f".local/state/feedback-gate/projects/*/*/{name}"))
    return json.loads(found[0].read_text()).get("gate", {}) if found else {}


# -- Y ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "text", "value"),
    [
        ("Y01", "a: yes\nb: off\nc: On\nd: No\n", {"a": True, "b": False, "c": True, "d": False}),
        ("Y02", "a: 1\na: 2\n", {"a": 2}),
        ("Y04", "", None),
        ("Y04", "# only a comment\n", None),
        ("Y06", "run:\n- a\nnext: b\n", {"run": ["a"], "next": "b"}),
    ],
)
def test_y_the_dialect(row, text, value):
    assert load(text).value == value


def test_y08_a_malformed_gate_keeps_the_changed_files_and_names_the_place(product, home, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    product.gate("rules: [unclosed\n")
    assert "gate.yaml:2: line 2, column 1: " in shown(product.git().start())
    assert blocked(product.write("x.txt")) == ""
    assert list(kept(home)["changed"]) == [str(product.root / "x.txt")]


def test_y12_a_gate_without_rules_keeps_nothing_and_says_nothing_of_it(product, home):
    started(product, "rules: []\n")
    product.write("x.txt")
    assert kept(home) == {}
    assert product.stop() == {}


def test_y14_a_hook_without_a_known_event_runs_nothing(product):
    started(product, "rules: [{match: '**', run: [touch ran]}]\n")
    product.call("Notification", message="hello")
    assert not (product.root / "ran").exists()


# -- R ------------------------------------------------------------------------------------------------------------------


def test_r09_a_file_in_a_missing_folder_is_a_skip(product):
    started(product, "rules: [{match: '**/*.txt', per_file_dir: true, run: [touch ran]}]\n")
    reply = product.edited(str(product.root / "ghost" / "x.txt"))
    assert (blocked(reply), (product.root / "ran").exists()) == ("", False)


def test_r16_the_output_of_a_failing_command_reaches_the_agent(product):
    started(product, "rules: [{match: '*.txt', run: ['echo BOOM && false']}]\n")
    assert "\nBOOM\n" in blocked(product.write("x.txt"))


@pytest.mark.parametrize(("text", "expected"), [("go test ./...", "go_test"), ("日本", "cmd"), ("__.a b", "a_b")])
def test_r23_r24_the_slug_of_a_command(text, expected):
    assert logs.slug(text) == expected


def test_r25_a_long_command_is_folded_to_97_characters_and_dots():
    assert report.fold("x" * 120) == "x" * 97 + "..."
    assert report.fold("x" * 100) == "x" * 100


# -- C and F ------------------------------------------------------------------------------------------------------------


def test_c02_c04_a_pass_reserves_the_check_and_leaves_the_list(product, home):
    started(product, PASSING)
    product.write("x.txt")
    path = str(product.root / "x.txt")
    found = kept(home)
    assert (found["pending"], list(found["passed"]), found.get("changed")) == ({str(product.root): {"chk": [path]}}, [path], None)


def test_c08_empty_reservations_are_nothing(product, home):
    started(product, PASSING)
    product.write("y.md")
    path = next(home.glob(".local/state/feedback-gate/projects/*/*/")) / "main.json"
    path.write_text('{"gate": {"pending": {}}}')
    assert product.stop() == {}


def test_c26_another_agents_state_is_left_alone(product, home):
    started(product, PASSING)
    product.as_agent("a1").write("x.txt")
    agent = next(path for path in home.glob(".local/state/feedback-gate/projects/*/*/*.json") if len(path.stem) == 16)
    before = agent.read_bytes()
    product.write("y.txt")
    assert agent.read_bytes() == before


def test_c27_the_check_of_a_failed_rule_runs_all_the_same(product):
    started(
        product,
        "rules:\n  - {match: '*.txt', run: ['false'], run_checks: [chk]}\nconsistency_checks:\n  - {name: chk, run: [touch ran]}\n",
    )
    product.write("x.txt")
    product.stop()
    assert (product.root / "ran").exists()


def test_f06_the_fifth_failure_gives_up_and_keeps_the_file_on_the_list(product, home):
    started(product, "rules: [{match: '*.txt', run: ['false']}]\n")
    product.write("x.txt")
    for number in range(4):
        assert blocked(product.stop(active=number > 0))
    assert blocked(product.stop(active=True)) == ""
    found = kept(home)
    assert (list(found["changed"]), found.get("failed")) == ([str(product.root / "x.txt")], None)


# -- W and E ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def tree(product) -> Product:
    """A project with a worktree that has its own gate."""
    started(
        product,
        "rules:\n  - {match: '*.txt', run: ['test ! -f main-bad', touch main-ran], run_checks: [chk]}\n"
        "consistency_checks:\n  - {name: chk, run: [touch main-chk]}\n",
    )
    product.sh("git worktree add -q .claude/worktrees/w1 -b w1")
    return product


def own_gate(tree: Product, text: str, monkeypatch) -> None:
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    tree.file(".claude/worktrees/w1/.claude/gate.yaml", text)


def exists(tree: Product, *names: str) -> list[bool]:
    return [(tree.root / name).exists() for name in names]


def test_w03_main_and_worktree_each_run_their_rules(tree, monkeypatch):
    own_gate(tree, "rules: [{match: '*.txt', run: [touch own-ran]}]\n", monkeypatch)
    tree.bash("echo x > a.txt")
    tree.write(".claude/worktrees/w1/b.txt")
    assert exists(tree, "main-ran", ".claude/worktrees/w1/own-ran") == [True, True]


def test_w04_only_the_failing_worktrees_file_stays(tree, home, monkeypatch):
    own_gate(tree, "rules: [{match: '*.txt', run: ['false']}]\n", monkeypatch)
    tree.write("a.txt")
    assert blocked(tree.write(".claude/worktrees/w1/b.txt"))
    assert list(kept(home)["changed"]) == [str(tree.root / ".claude/worktrees/w1/b.txt")]


def test_w06_w07_a_check_runs_in_the_root_that_reserved_it_and_in_no_other(tree, monkeypatch):
    own_gate(
        tree,
        "rules: [{match: '*.txt', run: ['true']}]\nconsistency_checks:\n  - {name: chk, run: [touch own-chk]}\n",
        monkeypatch,
    )
    tree.write("a.txt")
    tree.write(".claude/worktrees/w1/b.txt")
    tree.stop()
    assert exists(tree, "main-chk", ".claude/worktrees/w1/own-chk") == [True, False]


def test_w06_both_roots_run_their_own_check_of_one_name(tree, monkeypatch):
    own_gate(
        tree,
        "rules: [{match: '*.txt', run: ['true'], run_checks: [chk]}]\nconsistency_checks:\n  - {name: chk, run: [touch own-chk]}\n",
        monkeypatch,
    )
    tree.write("a.txt")
    tree.write(".claude/worktrees/w1/b.txt")
    tree.stop()
    assert exists(tree, "main-chk", ".claude/worktrees/w1/own-chk") == [True, True]


@pytest.mark.parametrize(
    ("row", "path", "expected"),
    [
        ("W08", "/p/.claude/worktrees/w1/pkg/a.go", ("/p/.claude/worktrees/w1", "pkg/a.go")),
        ("W08", "/p/.agents/worktrees/w1/a.go", ("/p/.agents/worktrees/w1", "a.go")),
        ("W09", "./a.py", ("/p", "a.py")),
        ("W09", "../x.py", ("/p", "../x.py")),
        ("W08", "/p/.claude/worktrees/w1", ("/p", ".claude/worktrees/w1")),
    ],
)
def test_w08_w09_a_path_is_split_into_root_and_relative_path(row, path, expected):
    assert Project("/p").split(path) == expected


def test_a_worktrees_success_labels_carry_its_folder(tree):
    tree.write("a.txt")
    tree.write(".claude/worktrees/w1/b.txt")
    assert "touch main-chk ✓ / [.claude/worktrees/w1] touch main-chk ✓" in blocked(tree.stop())


def test_a_background_command_of_a_subagent_in_its_worktree_is_found_at_its_stop(tree):
    agent = tree.as_agent("a1")
    place = tree.root / ".claude/worktrees/w1"
    agent.write(".claude/worktrees/w1/seen.txt")
    tree.file(".claude/worktrees/w1/late.txt")
    (place / "main-ran").unlink()
    fields = {"stop_hook_active": False, "background_tasks": [], "cwd": str(place), "agent_id": "a1", "agent_type": "worker"}
    tree.call("SubagentStop", **fields)
    assert (place / "main-ran").exists()


@pytest.mark.parametrize(("active", "value"), [(True, "true"), (False, "false")])
def test_e01_a_command_at_the_stop_sees_whether_it_is_a_continuation(product, active, value):
    started(
        product,
        "rules: [{match: '*.txt', run: ['true'], run_checks: [c]}]\n"
        "consistency_checks:\n  - {name: c, run: ['echo $CLAUDE_STOP_HOOK_ACTIVE $CLAUDE_GATE_PHASE > seen']}\n",
    )
    product.write("x.txt")
    product.stop(active=active)
    assert product.sh("cat seen") == f"{value} checks\n"


# -- A ------------------------------------------------------------------------------------------------------------------


FAILING = "rules: [{match: '**/*.txt', run: ['false']}]\n"


def test_a01_a_file_edited_twice_is_listed_once(product, home):
    started(product, FAILING)
    for name in ("x.txt", "y.txt", "x.txt"):
        product.write(name)
    assert list(kept(home)["changed"]) == [str(product.root / name) for name in ("x.txt", "y.txt")]


def test_a02_an_agents_edits_are_on_its_own_list(product, home):
    started(product, FAILING)
    product.as_agent("agent1").write("x.txt")
    assert kept(home) == {}


def test_a03_without_a_gate_nothing_is_written(product, home):
    product.git().start()
    product.write("x.txt")
    assert kept(home) == {}
    assert not (product.root / ".claude").exists()


def test_a06_a_file_changed_just_before_the_command_is_not_taken_for_its_work(product, home):
    product.file("old.txt")
    started(product, FAILING)
    product.file("old.txt", "by a person")
    time.sleep(0.02)
    product.bash("echo x > new.md")
    assert "changed" not in kept(home)


def test_a08_a_start_of_another_tool_call_does_not_count(product, home):
    started(product, FAILING)
    bash = {"tool_name": "Bash", "tool_input": {"command": "make"}}
    product.call("PreToolUse", tool_use_id="t1", **bash)
    product.file("x.txt")
    product.call("PostToolUse", tool_use_id="t2", tool_response={}, **bash)
    assert kept(home) == {}


def test_a11_our_own_status_folder_is_never_listed(product, home):
    started(product, "rules: [{match: '**', run: ['false']}]\n")
    product.bash("mkdir -p .claude/.gate-status/logs; echo x > .claude/.gate-status/logs/a.log; echo x > new.txt")
    assert list(kept(home)["changed"]) == [str(product.root / "new.txt")]


def test_a13_a_command_that_wrote_nothing_runs_no_rule(product):
    started(product, "rules: [{match: '**', run: [touch ran]}]\n")
    product.file("x.txt")
    product.bash("true > /dev/null")
    assert not (product.root / "ran").exists()


def test_a14_the_start_noted_without_an_agent_serves_the_agents_end(product, home):
    started(product, FAILING)
    bash = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "make"}}
    product.call("PreToolUse", **bash)
    product.file("x.txt")
    assert blocked(product.as_agent("a1").call("PostToolUse", tool_response={}, **bash))
    assert kept(home) == {}


def test_a18_the_start_of_a_command_that_never_came_back_is_swept(product, home):
    started(product, FAILING)
    bash = {"tool_name": "Bash", "tool_input": {"command": "make"}}
    product.call("PreToolUse", tool_use_id="lost", **bash)
    left = next(home.glob(".local/state/feedback-gate/projects/*/*/start.*"))
    os.utime(left, (time.time() - start.LEFTOVER - 60,) * 2)
    product.call("PreToolUse", tool_use_id="t2", **bash)
    product.call("PostToolUse", tool_use_id="t2", tool_response={}, **bash)
    assert not left.exists()


# -- Z and H --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["startup", "clear"])
def test_z01_z02_z04_a_fresh_session_forgets_its_own_and_its_agents_lists(product, home, source):
    started(product, FAILING)
    product.write("x.txt")
    product.as_agent("a1").write("y.txt")
    assert product.start(source) == {}
    left = home.glob(".local/state/feedback-gate/projects/*/*/*.json")
    assert [path.name for path in left if is_agent_file(path.name)] == []


def test_z05_other_sessions_state_goes_after_a_day_and_ones_own_stays(product, home):
    started(product, FAILING)
    product.in_session("old").write("x.txt")
    product.write("y.txt")
    old, mine = sorted(
        home.glob(".local/state/feedback-gate/projects/*/*/main.json"), key=lambda path: "x.txt" not in path.read_text()
    )
    for entry in old.parent.iterdir():
        os.utime(entry, (1, 1))
    product.start("resume")
    assert (old.exists(), mine.exists()) == (False, True)


def test_z06_files_of_the_older_tool_are_neither_read_nor_removed(product):
    product.file(".claude/gate_deferred.s1.json", '[{"root": "/", "cwd": "/", "cmd": "touch /tmp/x", "name": "x"}]')
    started(product, FAILING)
    product.stop()
    assert exists(product, ".claude/gate_deferred.s1.json") == [True]


def test_z07_a_start_leaves_the_gate_as_it_is(product):
    path = product.gate(PASSING)
    product.git().start()
    assert path.read_text() == PASSING


def test_z08_the_summary_of_a_fresh_session_goes_and_others_stay(product):
    started(product, "rules: [{match: '*.txt', run: ['true']}]\n")
    product.write("x.txt")
    product.in_session("s2").write("y.txt")
    folder = product.root / ".claude/.gate-status"
    assert sorted(path.name for path in folder.glob("summary.*")) == ["summary.s1.txt", "summary.s2.txt"]
    product.start("startup")
    assert sorted(path.name for path in folder.glob("summary.*")) == ["summary.s2.txt"]


def test_z09_the_start_of_a_running_command_survives_a_resume_and_no_startup(product, home):
    started(product, FAILING)
    product.call("PreToolUse", tool_name="Bash", tool_use_id="t1", tool_input={"command": "make"})
    pattern = ".local/state/feedback-gate/projects/*/*/start.*"
    product.start("resume")
    assert len(list(home.glob(pattern))) == 1
    product.start("startup")
    assert list(home.glob(pattern)) == []


def test_h04_a_report_of_an_earlier_session_is_not_handed_over(product):
    started(product, PASSING)
    agent = product.as_agent("a1")
    agent.write("x.txt")
    agent.stop()
    product.start("startup")
    assert "All checks passed" not in json.dumps(product.prompt())


def test_a_gate_is_parsed_once_for_each_content(product, monkeypatch):
    started(product, PASSING)
    product.write("x.txt")
    monkeypatch.setattr("feedback_gate.yamlfile.load", lambda *_: pytest.fail("parsed again"))
    assert len(config.load(PASSING, dict(os.environ)).rules) == 1
