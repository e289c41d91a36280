"""The project's gate on the real client: after edits, before the stop, for whatever changed the file, approved commands only."""

from __future__ import annotations

import json
import os

import pytest
from tests.e2e.claude_lab import agent, bash, edit, read, text, write
from tests.e2e.claude_scenes import LINT, TESTS, approval_code, gate, runs
from tests.e2e.claude_tui import Tui

pytestmark = pytest.mark.live


@pytest.fixture
def gated(lab):
    """A project with a gate in its HEAD, before the first session."""
    return with_gate(lab)


def with_gate(lab, lint=LINT, tests=TESTS):
    lab.write(".claude/gate.yaml", gate(lint, tests))
    lab.write("app.py", "x = 'good'\n")
    lab.commit("app and gate")
    return lab


def test_the_main_job(each_way):
    lab = with_gate(each_way)
    app = lab.path("app.py")
    run = lab.claude(
        "go",
        [
            read(app),
            edit(app, "good", "BADWORD"),
            edit(app, "BADWORD", "WRONGRESULT"),
            text("all done"),
            edit(app, "WRONGRESULT", "right"),
            text("mended"),
            text("the end"),
        ],
    )
    assert "app.py:1:x = 'BADWORD'" in run.asked(2)  # the lint's output, after the edit that broke it
    assert "BADWORD" not in run.asked(3)  # nothing to say after the next one
    assert "WRONGRESULT" in run.asked(4)  # the tests' output, instead of the stop
    assert [answer and answer.get("decision") for answer in run.answers("Stop")] == ["block", "block", None]
    assert "[gate] All checks passed: tests ✓" in run.asked(6)  # one success report, then the end
    assert run.result["result"] == "the end"
    assert (len(run.lane()), runs(lab, "lint"), runs(lab, "test")) == (7, 3, 2)


def test_what_passes_at_the_first_stop_is_reported_once_and_then_the_turn_ends(each_way):
    lab = with_gate(each_way)
    app = lab.path("app.py")
    run = lab.claude("go", [read(app), edit(app, "good", "better"), text("done"), text("the end")])
    assert [answer and answer.get("decision") for answer in run.answers("Stop")] == ["block", None]
    assert "tests ✓" in run.asked(3)
    assert run.result["result"] == "the end"
    assert (len(run.lane()), runs(lab, "lint"), runs(lab, "test")) == (4, 1, 1)


def test_nothing_runs_for_a_session_that_changed_nothing(gated):
    run = gated.claude("go", [bash("cat app.py"), text("bye")])
    assert (len(run.lane()), runs(gated, "lint"), runs(gated, "test")) == (2, 0, 0)
    assert run.answers("Stop") == [None]


@pytest.mark.parametrize(
    "command",
    [
        "sed -i s/good/BADWORD/ app.py",
        "python3 - <<'EOF'\nopen('app.py', 'w').write('BADWORD')\nEOF",
        "cat >app.py <<'EOF'\nBADWORD\nEOF",
        "cp -p app.py old.py; sed s/good/BADWORD/ app.py >new; touch -d 2001-01-01 new; mv new app.py; false",
    ],
    ids=["sed", "python", "here-document", "moved with an old time by a command that fails"],
)
def test_a_file_that_a_command_changed_is_linted(gated, command):
    run = gated.claude("go", [bash(command), text("bye"), *[text("still")] * 8])
    assert "BADWORD" in run.asked(1)
    assert runs(gated, "lint") >= 1


def test_a_file_that_a_background_command_changed_is_linted_before_the_end(gated):
    command = bash("sleep 0.5; sed -i s/good/BADWORD/ app.py", run_in_background=True)
    run = gated.claude("go", [command, text("waiting"), *[text("still")] * 9])
    assert "BADWORD" in gated.read("app.py")
    assert any("app.py:1:x = 'BADWORD'" in run.asked(index) for index in range(1, len(run.lane())))


def test_a_subagents_edit_is_linted_and_the_subagent_is_told(gated):
    app = gated.path("app.py")
    turns = [write(app, "BADWORD\n"), write(app, "fine\n"), text("child done")]
    child = {"name": "child", "match": {"first_user": "CHILD"}, "turns": [read(app), *turns]}
    run = gated.claude("go", [agent("CHILD go"), text("bye"), text("the end")], lanes=[child])
    assert "app.py:1:BADWORD" in run.asked(2, "child")
    assert run.sent("app.py:1:BADWORD") != []


def test_a_subagent_may_not_stop_while_the_tests_fail_and_its_caller_is_told_the_result(gated):
    app = gated.path("app.py")
    turns = [read(app), write(app, "WRONGRESULT\n"), text("child done"), write(app, "fine\n"), text("child done again")]
    child = {"name": "child", "match": {"first_user": "CHILD"}, "turns": turns}
    run = gated.claude("go", [agent("CHILD go"), text("bye"), text("the end")], lanes=[child])
    assert "WRONGRESULT" in run.asked(3, "child")
    assert [answer and answer.get("decision") for answer in run.answers("SubagentStop")] == ["block", None]
    assert "tests" in run.answers("PostToolUse")[-1]["hookSpecificOutput"]["additionalContext"]
    assert run.answers("PostToolUse")[-1]["hookSpecificOutput"]["additionalContext"] in run.asked(1)


def test_the_caller_of_a_background_subagent_is_told_its_result_with_the_next_thing_it_reads(gated):
    app = gated.path("app.py")
    turns = [read(app), write(app, "fine\n"), text("child done")]
    child = {"name": "child", "match": {"first_user": "CHILD"}, "turns": turns}
    run = gated.claude("go", [agent("CHILD go", background=True), text("waiting"), *[text("ok")] * 4], lanes=[child])
    told = [answer["hookSpecificOutput"]["additionalContext"] for answer in run.answers("UserPromptSubmit") if answer]
    assert any("tests" in words for words in told)


@pytest.fixture
def on_a_branch(gated):
    """The gate is known on this machine; a branch that is checked out now changes one of its commands."""
    gated.claude("go", [text("bye")])
    gated.git("checkout", "-q", "-b", "helpful")
    gated.write(".claude/gate.yaml", gate(LINT, "touch PWNED"))
    gated.commit("better tests")
    return gated


def test_a_branch_that_changes_one_command_does_not_get_it_run(on_a_branch):
    lab = on_a_branch
    run = lab.claude("go", [read(lab.path("app.py")), write(lab.path("app.py"), "WRONGRESULT\n"), *[text("bye")] * 9])
    assert not os.path.exists(lab.path("PWNED"))
    assert "WRONGRESULT" in run.answers("Stop")[0]["reason"]  # the approved tests ran instead
    assert lab.path(".claude/gate.yaml") in run.said_to_the_person()


def test_a_person_approves_a_changed_command_by_a_code_that_no_model_sees(on_a_branch):
    lab = on_a_branch
    turns = [bash("echo fine >app.py"), text("bye"), text("reported"), bash("echo better >app.py"), text("bye"), text("the end")]
    with Tui(lab, turns, "--permission-mode", "acceptEdits", "--allowedTools", "Bash") as tui:
        tui.say("go")
        code = approval_code(tui)
        tui.wait("reported")
        tui.wait("· done ")
        assert not os.path.exists(lab.path("PWNED"))
        tui.say(f"feedback-gate trust {code}")
        tui.wait("Approved:")
        tui.say("again")
        tui.wait("the end")
        assert os.path.exists(lab.path("PWNED"))
        assert [row["seq"] for row in tui.server.records if code in json.dumps(row["body"])] == []


def test_a_gate_that_appears_during_the_session_is_not_run(lab):
    lab.write("app.py", "x = 1\n")
    lab.commit("app")
    lab.git("config", "user.name", "Lab")
    lab.git("config", "user.email", "lab@example.invalid")
    policy = gate("touch PWNED", "touch PWNED")
    appears = bash(f"mkdir -p .claude && cat >.claude/gate.yaml <<'EOF'\n{policy}\nEOF\ngit add -A; git commit -qm gate")
    run = lab.claude("go", [appears, bash("echo x = 2 >app.py"), text("bye"), text("still")])
    assert lab.git("log", "--format=%s", "-1").strip() == "gate"
    assert not os.path.exists(lab.path("PWNED"))
    assert lab.path(".claude/gate.yaml") in run.said_to_the_person()
