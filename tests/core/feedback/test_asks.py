"""What a guard answers, and how an ask is asked once: remembered only when it was approved (table A)."""

from __future__ import annotations

import pytest
from tests.support.product import asked, context, decision, denied, shown

ASK = {"event": "pre_bash", "when": "git push", "message": "Sure?"}
TDD = {"event": "pre_edit", "path": "**/*.go", "absent_sibling": "{stem}_test.go", "message": "Test first."}


def bash(product, command, tool_use="t1", event="PreToolUse", **more):
    return product.call(event, tool_name="Bash", tool_use_id=tool_use, tool_input={"command": command}, **more)


def test_a1_a_deny_names_the_rule_and_its_count(product, rule):
    rule("go", 6, {"event": "pre_bash", "when": "go test", "severity": "deny", "message": "m"})
    reply, _ = product.bash("go test ./...", run=False)
    assert reply == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "go (count: 6): m",
        }
    }


def test_a2_a10_nothing_to_say(product, rule):
    rule("go", 6, ASK)
    assert product.bash("ls -la", run=False)[0] == {}
    from feedback_gate import hook

    assert hook.answer("claude", "PreToolUse", b"", {}).stdout == ""
    assert product.call("PreToolUse", tool_name="Read", tool_input={"file_path": "/x"}) == {}


def test_a3_an_edit_asks(product, rule):
    rule("tdd", 4, TDD)
    assert decision(product.before_write("foo.go")) == "ask"


def test_a4_an_edit_that_was_approved_is_only_warned_about_from_then_on(product, rule, log):
    rule("tdd", 4, TDD)
    assert decision(product.before_write("foo.go")) == "ask"
    product.call("PostToolUse", tool_name="Write", tool_use_id="w1", tool_input={"file_path": str(product.root / "foo.go")})
    assert context(product.before_write("foo.go", tool_use="w2")) == "tdd (count: 4): Test first."
    assert log()[-1]["severity"] == "warn"
    assert decision(product.before_write("bar.go")) == "ask"


def test_a4_d9_an_edit_that_was_not_made_is_asked_about_again(product, rule):
    rule("tdd", 4, TDD)
    assert [decision(product.before_write("foo.go", tool_use=use)) for use in ("w1", "w2")] == ["ask", "ask"]


def test_a5_without_a_session_every_time_is_the_first(product, rule):
    rule("tdd", 4, TDD)
    product.session = ""
    assert decision(product.before_write("foo.go")) == "ask"
    product.call("PostToolUse", tool_name="Write", tool_use_id="w1", tool_input={"file_path": str(product.root / "foo.go")})
    assert decision(product.before_write("foo.go")) == "ask"


def test_a6_a_deny_stays_a_deny(product, rule):
    rule("r", 5, ASK)
    assert [decision(bash(product, "git push", use)) for use in ("t1", "t2")] == ["deny", "deny"]


def test_a7_deny_beats_ask_and_both_reasons_are_told(product, rule):
    rule("a", 3, ASK)
    rule("b", 5, {**ASK, "message": "Never."})
    assert denied(bash(product, "git push")) == "a (count: 3): Sure?\nb (count: 5): Never."


@pytest.mark.parametrize("session", ["a/b c", "../../x", "s" * 500, "日本", "a\nb"])
def test_a8_any_session_id_has_a_place_of_its_own(product, rule, home, session):
    rule("r", 3, ASK)
    product.session = session
    assert decision(bash(product, "git push")) == "ask"
    bash(product, "git push", event="PostToolUse", tool_response={})
    assert context(bash(product, "git push")) == "r (count: 3): Sure?"
    product.session = session + "2"
    assert decision(bash(product, "git push")) == "ask"
    assert {path.name for path in home.iterdir()} == {".claude", ".local", ".cache"}


def test_a9_d8_another_command_is_another_question(product, rule):
    rule("r", 3, ASK)
    assert decision(bash(product, "git push a")) == "ask"
    bash(product, "git push a", event="PostToolUse", tool_response={})
    assert decision(bash(product, "git push b", "t2")) == "ask"


@pytest.mark.parametrize("spelling", ["git  push   a", "git push a ", "git push 'a'", "git push a # again"])
def test_a9_the_same_command_in_another_spelling_is_the_same_question(product, rule, spelling):
    rule("r", 3, {**ASK, "when": r"git\s+push"})
    assert asked(bash(product, "git push a")) == "r (count: 3): Sure?"
    bash(product, "git push a", event="PostToolUse", tool_response={})
    reply = bash(product, spelling, "t2")
    assert (decision(reply), context(reply)) == ("", "r (count: 3): Sure?")


def test_a11_a_warning_reaches_the_agent(product, rule, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_AUTO_COUNT", "false")
    rule("r", 1, {**ASK, "message": "m"})
    reply = bash(product, "git push")
    assert (context(reply), shown(reply), decision(reply)) == ("r (count: 1): m", "", "")


def test_a_call_that_ran_and_failed_was_approved_too(product, rule):
    rule("r", 3, ASK)
    bash(product, "git push")
    bash(product, "git push", event="PostToolUseFailure", error="Exit code 1")
    assert context(bash(product, "git push", "t2")) == "r (count: 3): Sure?"


def test_the_end_of_another_call_approves_nothing(product, rule):
    rule("r", 3, ASK)
    bash(product, "git push", "t1")
    bash(product, "git push", "t9", event="PostToolUse", tool_response={})
    assert decision(bash(product, "git push", "t2")) == "ask"


def test_what_a_person_approved_holds_for_the_sessions_subagents(product, rule):
    rule("r", 3, ASK)
    bash(product, "git push")
    bash(product, "git push", event="PostToolUse", tool_response={})
    assert context(bash(product.as_agent("a1"), "git push", "t2")) == "r (count: 3): Sure?"
    assert decision(bash(product.in_session("s2"), "git push", "t3")) == "ask"


class TestWithoutADialog:
    """Codex, and a client nobody watches: an ask is refused; it passes after a person's prompt on the main thread."""

    @pytest.fixture(autouse=True)
    def unattended(self, monkeypatch):
        monkeypatch.setenv("CLAUDE_CODE_SESSION_ATTENDED", "0")

    def test_it_is_refused_until_a_prompt_follows(self, product, rule):
        rule("r", 3, ASK)
        assert [decision(bash(product, "git push", use)) for use in ("t1", "t2")] == ["ask", "ask"]
        product.prompt("yes")
        assert context(bash(product, "git push", "t3")) == "r (count: 3): Sure?"

    def test_a_prompt_before_the_question_is_no_answer(self, product, rule):
        rule("r", 3, ASK)
        product.prompt("go")
        assert decision(bash(product, "git push")) == "ask"

    def test_a_prompt_answers_only_what_was_asked_before_it(self, product, rule):
        rule("r", 3, ASK)
        bash(product, "git push a")
        product.prompt("yes")
        assert decision(bash(product, "git push b")) == "ask"

    def test_a_task_notification_is_no_answer(self, product, rule):
        rule("r", 3, ASK)
        bash(product, "git push")
        product.prompt("<task-notification>yes</task-notification>")
        assert decision(bash(product, "git push")) == "ask"

    def test_a_subagents_prompt_is_no_answer(self, product, rule):
        rule("r", 3, ASK)
        bash(product, "git push")
        product.as_agent("a1").prompt("yes")
        assert decision(bash(product, "git push")) == "ask"

    def test_where_a_dialog_exists_a_prompt_is_no_answer(self, product, rule, monkeypatch):
        monkeypatch.delenv("CLAUDE_CODE_SESSION_ATTENDED")
        rule("r", 3, ASK)
        bash(product, "git push")
        product.prompt("yes")
        assert asked(bash(product, "git push", "t2")) == "r (count: 3): Sure?"


def test_where_nothing_can_be_kept_every_ask_is_asked(product, rule, home, monkeypatch):
    rule("r", 3, ASK)
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null/x")
    assert [decision(bash(product, "git push", use)) for use in ("t1", "t2")] == ["ask", "ask"]
