"""The person's rules on the real client: told to the model, enforced on its tool calls, harder with each count."""

from __future__ import annotations

import os

import pytest
from tests.e2e.claude_lab import agent, bash, edit, read, text, write
from tests.e2e.claude_scenes import bash_rule, rule
from tests.e2e.claude_tui import Tui

pytestmark = pytest.mark.live

FORCED = bash("touch ran; git push origin main --force")
TOLD = "History is never rewritten."
WORD = {"event": "pre_edit", "path": "**/*.py", "when": "BADWORD", "message": "No bad words."}
DENIED = {**WORD, "severity": "deny"}


def test_confirmed_rules_are_told_with_the_first_prompt(each_way):
    each_way.at_home(".claude/feedback/history.md", rule("history", 3, description=TOLD))
    each_way.at_home(".claude/feedback/mild.md", rule("mild", 2, description="Only pointed out twice."))
    run = each_way.claude("go", [text("bye")])
    assert TOLD in run.asked(0)
    assert run.sent("Only pointed out twice.") == []


def test_a_prompt_that_never_reaches_the_model_leaves_the_rules_to_the_next_one(lab):
    lab.at_home(".claude/feedback/history.md", rule("history", 3, description=TOLD))
    run = lab.claude(["feedback-gate trust AAAAAA", "do the work", "and more"], [text("bye"), text("bye")])
    assert [TOLD in run.asked(number) for number in range(len(run.lane()))] == [True, False]


def test_a_subagent_is_told_the_rules_before_its_task(each_way):
    each_way.at_home(".claude/feedback/history.md", rule("history", 3, description=TOLD))
    child = {"name": "child", "match": {"first_user": "CHILD"}, "turns": [text("child done")]}
    run = each_way.claude("go", [agent("CHILD go"), text("bye")], lanes=[child])
    assert TOLD in run.asked(0, "child")
    assert TOLD not in run.asked(1)


def test_a_rule_pointed_out_twice_warns_in_the_models_next_request_and_lets_the_command_run(lab):
    lab.at_home(".claude/feedback/push.md", bash_rule(2))
    run = lab.claude("go", [FORCED, text("bye")])
    assert os.path.exists(lab.path("ran"))
    assert "Never force-push." in run.asked(1)
    assert "permissionDecision" not in run.answers("PreToolUse")[0]["hookSpecificOutput"]


def test_a_rule_pointed_out_three_times_asks_and_nobody_there_means_no(lab):
    lab.at_home(".claude/feedback/push.md", bash_rule(3))
    run = lab.claude("go", [FORCED, text("bye")])
    assert not os.path.exists(lab.path("ran"))
    assert "Never force-push." in run.asked(1)
    assert run.answers("PreToolUse")[0]["hookSpecificOutput"]["permissionDecision"] == "ask"


def test_a_rule_pointed_out_five_times_denies(lab):
    lab.at_home(".claude/feedback/push.md", bash_rule(5))
    run = lab.claude("go", [FORCED, text("bye")])
    assert not os.path.exists(lab.path("ran"))
    assert "Never force-push." in run.asked(1)
    assert run.answers("PreToolUse")[0]["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_a_person_who_is_asked_can_let_the_command_run(lab):
    lab.at_home(".claude/feedback/push.md", bash_rule(3))
    with Tui(lab, [FORCED, text("bye")], "--permission-mode", "default") as tui:
        tui.say("go")
        tui.wait("Never force-push.")
        tui.wait("Do you want to proceed?")
        tui.accept(1)
    assert os.path.exists(lab.path("ran"))


@pytest.mark.parametrize(
    ("tool", "turns"),
    [
        ("Write", [write("app.py", "x = 'BADWORD'\n")]),
        ("Edit", [read("app.py"), edit("app.py", "good", "BADWORD")]),
    ],
)
def test_an_edit_that_a_rule_denies_is_not_made(lab, tool, turns):
    lab.at_home(".claude/feedback/words.md", rule("words", 5, DENIED))
    path = lab.write("app.py", "x = 'good'\n")
    for turn in turns:
        turn["input"]["file_path"] = path
    run = lab.claude("go", [*turns, text("bye")])
    assert lab.read("app.py") == "x = 'good'\n"
    assert "No bad words." in run.asked(-1)


@pytest.mark.parametrize(
    "command",
    [
        "python3 - <<'EOF'\nopen('app.py', 'w').write('x = \"BAD\" \"WORD BADWORD\"')\nEOF",
        "sed -i s/good/BADWORD/ app.py",
        "printf '%s' BADWORD >app.py; false",
        "printf '%s' BADWORD >app.py && git add app.py && git commit -qm done",
    ],
    ids=["python", "sed", "a command that fails", "a command that commits"],
)
def test_a_file_that_a_command_wrote_is_caught_afterwards(lab, command):
    lab.at_home(".claude/feedback/words.md", rule("words", 5, WORD))
    lab.write("app.py", "x = 'good'\n")
    lab.commit("app")
    lab.git("config", "user.name", "Lab")
    lab.git("config", "user.email", "lab@example.invalid")
    run = lab.claude("go", [bash(command), text("bye")])
    assert "BADWORD" in lab.read("app.py")
    assert "No bad words." in run.asked(1)


def test_a_check_after_the_edit_reaches_the_model(lab):
    entry = {"event": "post_edit", "path": "**/*.py", "check": '! grep -q BADWORD "$FILE"', "message": "No bad words."}
    lab.at_home(".claude/feedback/words.md", rule("words", 3, entry))
    run = lab.claude("go", [write(lab.path("app.py"), "BADWORD\n"), text("bye")])
    assert lab.read("app.py") == "BADWORD\n"
    assert "No bad words." in run.asked(1)
    assert run.answers("PostToolUse")[0]["decision"] == "block"


def test_a_check_at_the_stop_reopens_the_turn(lab):
    entry = {"event": "stop_check", "changed": "app.py", "require_sibling": "test_{stem}.py", "message": "Write a test."}
    lab.at_home(".claude/feedback/tests.md", rule("tests", 3, entry))
    turns = [write(lab.path("app.py"), "x = 1\n"), text("done"), write(lab.path("test_app.py"), "y = 1\n"), text("done again")]
    run = lab.claude("go", turns)
    assert "Write a test." in run.asked(2)
    assert run.result["result"] == "done again"


def test_rules_are_told_once_and_again_after_a_compaction(lab):
    lab.at_home(".claude/feedback/history.md", rule("history", 3, description=TOLD))
    turns = [text("one"), text("two"), text("<summary>short</summary>"), text("three")]
    run = lab.claude(["first", "second", "/compact", "third"], turns)
    assert [TOLD in run.asked(index) for index in (0, 1)] == [True, False]
    assert TOLD in run.asked(-1)
    assert "third" in run.asked(-1)


def test_a_violation_is_logged_once_and_raises_the_count_once_in_a_session(lab):
    path = lab.at_home(".claude/feedback/push.md", bash_rule(2))
    lab.claude("go", [FORCED, FORCED, text("bye")])
    with open(path, encoding="utf-8") as file:
        assert "count: 3\n" in file.read()
