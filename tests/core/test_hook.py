"""One hook call: broken input, checks in their own boundaries, fail mode, reopening budget, what waits for the agent."""

from __future__ import annotations

import json
import os

import pytest

from feedback_gate import hook
from feedback_gate.outcome import BLOCK, DENY, WARN, Finding, could_not_check

PAYLOAD = b'{"session_id": "s1", "tool_name": "Bash", "tool_input": {"command": "ls"}}'


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch, tmp_path):
    """Replace the table of checks by functions given as {event: [function]}."""
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(tmp_path))

    def use(table):
        functions = {}
        names = {}
        for event, listed in table.items():
            names[event] = tuple(f"tests_of_hook.made_up:f{id(function)}" for function in listed)
            functions.update({f"f{id(function)}": function for function in listed})
        monkeypatch.setattr(hook, "CHECKS", names)
        import sys
        import types

        package = types.ModuleType("tests_of_hook")
        module = types.ModuleType("tests_of_hook.made_up")
        for name, function in functions.items():
            setattr(module, name, function)
        monkeypatch.setitem(sys.modules, "tests_of_hook", package)
        monkeypatch.setitem(sys.modules, "tests_of_hook.made_up", module)

    return use


def answer(event: str, data: bytes = PAYLOAD):
    reply = hook.answer("claude", event, data, dict(os.environ))
    assert reply.exit_code == 0
    return json.loads(reply.stdout) if reply.stdout else None


def deny(event, call):
    return [Finding("hook.text", {"text": "no"}, DENY)]


def fail(event, call):
    raise ValueError("broken check")


def test_a_call_without_findings_says_nothing(checks):
    checks({})
    assert answer("PreToolUse") is None


def test_a_deny_is_a_permission_decision_with_its_reason(checks):
    checks({"PreToolUse": [deny]})
    assert answer("PreToolUse") == {
        "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}
    }


def test_a_check_that_raises_does_not_silence_the_others(checks):
    checks({"PreToolUse": [fail, deny]})
    reply = answer("PreToolUse")
    assert reply["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert "ValueError: broken check" in reply["systemMessage"]


def test_what_could_not_be_checked_is_said_once_per_session_and_reason(checks):
    checks({"PreToolUse": [lambda event, call: [could_not_check("rules", "no time")]]})
    assert answer("PreToolUse") == {"systemMessage": "[feedback-gate] not checked: rules (no time)"}
    assert answer("PreToolUse") is None


def test_fail_mode_closed_denies_what_could_not_be_checked(checks, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
    checks({"PreToolUse": [lambda event, call: [could_not_check("rules", "no time")]]})
    assert answer("PreToolUse")["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_a_warning_reaches_the_agent_as_context(checks):
    checks({"PreToolUse": [lambda event, call: [Finding("hook.text", {"text": "careful"}, WARN)]]})
    assert answer("PreToolUse") == {"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "careful"}}


def test_a_warning_at_stop_waits_for_the_next_prompt_and_does_not_reopen_the_turn(checks):
    checks({"Stop": [lambda event, call: [Finding("hook.text", {"text": "careful"}, WARN)]]})
    assert answer("Stop") == {"systemMessage": "careful"}
    assert answer("UserPromptSubmit", b'{"session_id": "s1", "prompt": "go on"}') == {
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "careful"}
    }
    assert answer("UserPromptSubmit", b'{"session_id": "s1", "prompt": "go on"}') is None


def test_one_turn_is_reopened_seven_times_and_then_the_rest_is_said(checks):
    checks({"Stop": [lambda event, call: [Finding("hook.text", {"text": "not yet"}, BLOCK)]]})
    replies = [answer("Stop") for _ in range(8)]
    assert [reply.get("decision") for reply in replies] == ["block"] * 7 + [None]
    assert "not yet" in replies[7]["systemMessage"]


def test_without_a_home_a_stop_is_reopened_once_only(checks, monkeypatch):
    monkeypatch.delenv("HOME")
    checks({"Stop": [lambda event, call: [Finding("hook.text", {"text": "not yet"}, BLOCK)]]})
    assert answer("Stop")["decision"] == "block"
    assert "decision" not in answer("Stop", b'{"session_id": "s1", "stop_hook_active": true}')


@pytest.mark.parametrize("data", [b"[" * 20000, b"[1]", b"nonsense", b'{"a": ', b"\xff\xfe\x00"])
def test_input_that_is_no_object_is_named_and_never_raises(checks, data):
    checks({"PreToolUse": [deny]})
    assert answer("PreToolUse", data) == {
        "systemMessage": "[feedback-gate] not checked: the hook's input (it is not one JSON object)"
    }


def test_empty_input_says_nothing(checks):
    checks({"PreToolUse": [deny]})
    assert answer("PreToolUse", b"") is None


@pytest.mark.parametrize("data", [b"", b" \n", b"{}"])
def test_fail_mode_closed_denies_a_tool_call_that_came_without_its_input(checks, monkeypatch, data):
    monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
    checks({})
    refusal = answer("PreToolUse", data)["hookSpecificOutput"]
    assert refusal["permissionDecision"] == "deny"
    assert refusal["permissionDecisionReason"] == (
        "[feedback-gate] refused, because it could not be checked and failMode is closed: the hook's input (it is empty)."
        " Next step: run `feedback-gate doctor`."
    )
    assert answer("Stop", data) is None


def test_a_failure_outside_the_checks_loses_no_verdict(checks, monkeypatch):
    def broken(*arguments):
        raise OSError("disk on fire")

    monkeypatch.setattr(hook, "_settle", broken)
    checks({"PreToolUse": [deny]})
    reply = answer("PreToolUse")
    assert reply["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert reply["systemMessage"] == "[feedback-gate] not checked: hook (OSError: disk on fire)"


def test_a_long_reason_is_cut_and_says_so(checks):
    checks({"PreToolUse": [lambda event, call: [Finding("hook.text", {"text": "x" * 60000}, DENY)]]})
    reason = answer("PreToolUse")["hookSpecificOutput"]["permissionDecisionReason"]
    assert reason == "x" * 44940 + "\n[cut here: 15060 more characters]"
