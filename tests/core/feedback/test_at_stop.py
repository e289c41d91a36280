"""`stop_check` entries: files that changed, before the agent may stop (tables T and C)."""

from __future__ import annotations

import os
import time

import pytest
from tests.support.product import blocked, context, shown

from feedback_gate.feedback import evaluate

BI = {
    "event": "stop_check",
    "changed": "**/README.md",
    "require_sibling": "README_ja.md",
    "severity": "block",
    "message": "Translate.",
}
AGAIN = "[feedback-stop-check] Mend the findings above, then stop again (1 of 3)."


def check(command: str, changed: str = "**") -> dict[str, object]:
    return {"event": "stop_check", "changed": changed, "check": command, "message": "m"}


def labels(log) -> list[str]:
    """The files named by each violation."""
    return [line["detail"].removeprefix("changed files violating: ") for line in log()]


@pytest.fixture
def started(product):
    product.git().start()
    return product


def test_t1_a_missing_sibling_blocks_with_one_object(started, rule):
    rule("bi", 4, BI)
    started.write("README.md")
    assert started.stop() == {
        "decision": "block",
        "reason": f"[feedback-stop-check] bi (count: 4): Translate. (changed files violating: README.md)\n{AGAIN}",
    }


def test_t2_with_the_sibling_it_may_stop(started, rule):
    rule("bi", 4, BI)
    started.write("README.md")
    started.file("README_ja.md")
    assert started.stop() == {}


def test_t3_nothing_changed(started, rule):
    rule("bi", 4, BI)
    assert started.stop() == {}


def test_t4_two_stops_are_blocked_and_the_third_passes_loudly(started, rule):
    rule("bi", 4, BI)
    started.write("README.md")
    assert ["of 3)" in blocked(started.stop(active=active)) for active in (False, True)] == [True, True]
    third = started.stop(active=True)
    assert blocked(third) == ""
    assert "Still violated after 3 attempts" in shown(third)
    assert "bi (count: 4): Translate." in shown(third)
    assert started.stop() == {}


def test_at_the_third_attempt_a_stop_that_the_gate_refuses_is_not_said_to_be_let_through(started, rule):
    rule("bi", 4, BI)
    started.gate("rules: [{match: '*.md', run: ['test -f ok']}]\n")
    started.in_session("s0").start()
    started.start()
    started.write("README.md")
    assert ["of 3)" in blocked(started.stop(active=active)) for active in (False, True)] == [True, True]
    third = started.stop(active=True)
    assert ("bi (count: 4): Translate." in blocked(third), "let through" in str(third)) == (True, False)
    started.file("ok")
    fourth = started.stop(active=True)
    assert ("All checks passed" in blocked(fourth), "let through" in str(fourth)) == (True, False)
    fifth = started.stop(active=True)
    assert (blocked(fifth), "Still violated after 3 attempts" in shown(fifth)) == ("", True)
    assert started.stop() == {}


def test_t4_a_new_turn_counts_from_zero(started, rule):
    rule("bi", 4, BI)
    started.write("README.md")
    for _ in range(2):
        assert blocked(started.stop())
        started.prompt("go on")
    assert AGAIN in blocked(started.stop())


def test_t5_each_agent_counts_for_itself(started, rule):
    rule("bi", 4, BI)
    agent = started.as_agent("a1")
    agent.write("README.md")
    assert AGAIN in blocked(agent.stop())
    assert AGAIN in blocked(started.as_agent("").stop())


def test_t6_less_than_three_does_not_block_and_the_agent_hears_of_it_at_its_next_prompt(started, rule, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_AUTO_COUNT", "false")
    started.prompt()
    rule("r", 1, check("false", "**/*.txt"))
    started.write("a.txt")
    reply = started.stop()
    line = "[feedback-stop-check] r (count: 1): m (changed files violating: a.txt)"
    assert (blocked(reply), shown(reply)) == ("", line)
    assert context(started.prompt()) == line


def test_t7_other_files_are_not_asked_for(started, rule):
    rule("bi", 4, BI)
    started.write("main.go")
    assert started.stop() == {}


def test_t8_t13_a_file_of_a_worktree_is_named_with_it(started, rule, log):
    rule("r", 4, check("exit 1", "hooks/**/*.py"))
    started.write(".claude/worktrees/agent-abc/hooks/foo.py")
    assert "r (count: 4)" in blocked(started.stop())
    assert labels(log) == ["agent-abc/hooks/foo.py"]


def test_t9_t10_the_check_runs_in_the_files_root(started, rule, home):
    rule("r", 4, check(f'echo "$PWD $FILE $RULE $EVENT" >> {home}/seen', "hooks/*.py"))
    started.write("hooks/a.py")
    started.write(".claude/worktrees/w/hooks/b.py")
    started.stop()
    root = started.root
    assert sorted((home / "seen").read_text().splitlines()) == [
        f"{root} {root}/hooks/a.py r stop_check",
        f"{root}/.claude/worktrees/w {root}/.claude/worktrees/w/hooks/b.py r stop_check",
    ]


def test_t12_without_rules_and_input_nothing_happens(product):
    from feedback_gate import hook

    assert hook.answer("claude", "Stop", b"", dict(os.environ)).stdout == ""


def test_t14_sibling_and_check_are_both_required(started, rule, log):
    rule("r", 4, {**BI, "check": "false"})
    started.file("README_ja.md")
    started.write("README.md")
    assert blocked(started.stop())
    assert labels(log) == ["README.md"]


def test_c1_what_was_edited(started, rule, log):
    rule("r", 4, check("false"))
    for name in ("b.go", "a.go"):
        started.write(name)
    started.stop()
    assert labels(log) == ["a.go, b.go"]


def test_c2_what_git_shows_although_no_event_told_of_it(started, rule, log):
    rule("r", 4, check("false", "*.txt"))
    started.file("old.txt", "1")
    started.git().start()
    started.file("old.txt", "2")
    started.file("new.txt", "1")
    started.stop()
    assert labels(log) == ["new.txt, old.txt"]


def test_c2_what_was_dirty_before_the_session_is_nobodys_change(product, rule):
    rule("r", 4, check("false"))
    product.git()
    product.file("a.txt", "1")
    time.sleep(0.05)  # the file system's clock ticks every few milliseconds
    product.start()
    assert product.stop() == {}


def test_c3_an_agent_answers_for_its_own_files(started, rule, log):
    rule("r", 4, check("false", "*.go"))
    started.write("main.go")
    agent = started.as_agent("a1")
    agent.write("A.go")
    agent.stop()
    assert labels(log) == ["A.go"]


@pytest.mark.parametrize("where", [".claude/worktrees/agent-a1", "."])
def test_c4_without_edits_of_its_own_an_agent_answers_for_what_git_shows_in_its_worktree(started, rule, home, where):
    rule("r", 4, check('echo "$FILE" >> "$HOME/seen"; false'))
    worktree = started.root / ".claude/worktrees/agent-a1"
    started.file("main.txt", "1")
    for name in ("a.txt", "b.txt"):
        started.file(f"{worktree}/{name}", "1")
    started.sh("git init -q && git add -A && git commit -qm start", worktree)
    started.in_session("s2").start()
    time.sleep(0.05)  # the file system's clock ticks every few milliseconds
    started.file(f"{worktree}/a.txt", "2")
    agent = started.in_session("s2").as_agent("a1")
    reply = agent.call("SubagentStop", cwd=str(started.root / where), stop_hook_active=False)
    assert "(changed files violating: agent-a1/a.txt)" in blocked(reply)
    assert (home / "seen").read_text() == f"{worktree}/a.txt\n"


def test_c5_the_main_thread_answers_for_all(started, rule, log):
    rule("r", 4, check("false", "*.go"))
    started.write("main.go")
    for agent, names in (("A", ("A.go",)), ("B", ("B.go", "main.go"))):
        for name in names:
            started.as_agent(agent).write(name)
    started.as_agent("").stop()
    assert labels(log) == ["A.go, B.go, main.go"]


def test_files_that_passed_are_not_checked_again_at_the_next_stop(started, rule, home):
    rule("r", 4, check(f"echo x >> {home}/runs", "*.go"))
    started.as_agent("a1").write("a.go")
    main = started.as_agent("")
    for _ in range(3):
        assert main.stop() == {}
    assert (home / "runs").read_text() == "x\n"
    main.write("a.go", "other\n")
    main.stop()
    assert (home / "runs").read_text() == "x\nx\n"


def test_what_could_not_be_checked_is_checked_at_the_next_stop(started, rule):
    rule("r", 4, check("no-such-program", "*.go"))
    started.write("a.go")
    assert "not checked: r" in shown(started.stop())
    rule("r", 4, check("false", "*.go"))
    assert "r (count: 4)" in blocked(started.stop())


def test_d23_a_check_that_takes_too_long_is_not_checked_and_said_once_a_session(started, rule, log, monkeypatch):
    monkeypatch.setattr(evaluate, "ON_FILE", 0.2)
    rule("r", 4, check("sleep 30", "*.go"))
    said = {"systemMessage": "[feedback-gate] not checked: r (its check did not end within 0.2 s)"}
    started.write("a.go")
    assert started.stop() == said
    assert started.stop() == {}
    other = started.in_session("s2")
    other.start()
    other.write("a.go")
    assert other.stop() == said
    assert log() == []


def test_d11_an_edited_notebook_is_a_changed_file(started, rule):
    rule("r", 4, check("false", "*.ipynb"))
    path = started.file("a.ipynb", "{}")
    given = {"notebook_path": str(path), "new_source": "x", "cell_id": "1"}
    started.call("PostToolUse", tool_name="NotebookEdit", tool_use_id="e1", tool_input=given)
    assert started.stop() == {
        "decision": "block",
        "reason": f"[feedback-stop-check] r (count: 4): m (changed files violating: a.ipynb)\n{AGAIN}",
    }


def test_a_deleted_file_violates_nothing(started, rule):
    rule("bi", 4, BI)
    started.write("README.md").clear()
    (started.root / "README.md").unlink()
    assert started.stop() == {}


def test_rules_and_gate_speak_with_one_voice(started, rule):
    """D6: a block of one product hides nothing of the other."""
    rule("bi", 4, BI)
    started.gate("rules: [{match: '*.md', run: ['true'], run_checks: [c]}]\nconsistency_checks: [{name: c, run: ['false']}]\n")
    started.in_session("s2").start()
    started.in_session("s2").write("README.md")
    reason = blocked(started.in_session("s2").stop())
    assert "bi (count: 4): Translate." in reason
    assert "false" in reason


@pytest.mark.parametrize("agent_type", [""])
def test_a_stop_of_the_clients_own_making_is_let_through(started, rule, agent_type):
    rule("bi", 4, BI)
    started.write("README.md")
    assert started.call("SubagentStop", agent_id="x", agent_type=agent_type, stop_hook_active=False) == {}


def test_d6_an_attempt_counts_only_when_its_reason_was_delivered(started, rule):
    from feedback_gate.people.arguments import call_here
    from feedback_gate.state.session import AgentState

    rule("bi", 4, BI)
    started.write("README.md")
    call = call_here()
    state = AgentState(call.environ, call.project.id, "s1")
    state.update(lambda kept: kept.update(budget=7))
    reply = started.stop(active=True)
    assert blocked(reply) == ""
    assert "Translate." in shown(reply)
    assert "stop_attempts" not in state.read().get("feedback", {})
    started.prompt("go on")
    assert AGAIN in blocked(started.stop())
