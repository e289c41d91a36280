"""The lab itself: the facts of the real client that every other live test leans on."""

from __future__ import annotations

import os

import pytest
from tests.e2e.claude_lab import agent, bash, text

pytestmark = pytest.mark.live


def denied(reason):
    verdict = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason}
    return {"event": "PreToolUse", "stdout": {"hookSpecificOutput": verdict}}


def test_the_client_is_the_pinned_version(bare):
    assert bare.cli("--version").stdout.strip() == "2.1.332 (Claude Code)"


def test_a_plain_run_fires_its_events_in_order_and_ends_with_the_models_words(bare):
    bare.settings("project", bare.probe_hooks())
    run = bare.claude("go", [bash("echo hi"), text("bye")])
    fired = [hook["event"] for hook in run.hooks]
    assert fired == ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolBatch", "Stop", "SessionEnd"]
    assert run.result["result"] == "bye"


def test_a_hook_sees_no_variable_of_the_surrounding_shell(bare, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_BIN", "/surrounding")
    bare.settings("project", bare.probe_hooks(["SessionStart"]))
    run = bare.claude("go", [text("bye")])
    assert "FEEDBACK_GATE_BIN" not in run.hooks[0]["env"]
    assert run.hooks[0]["env"]["HOME"] == bare.home


def test_a_deny_keeps_the_command_from_running_and_the_model_reads_the_reason(bare):
    bare.settings("project", bare.probe_hooks())
    bare.rules([denied("no such thing")])
    run = bare.claude("go", [bash("touch made"), text("bye")])
    assert not os.path.exists(bare.path("made"))
    assert "no such thing" in run.asked(-1)


def test_a_blocked_stop_reopens_the_turn_and_the_model_reads_the_reason(bare):
    bare.settings("project", bare.probe_hooks())
    bare.rules([{"event": "Stop", "times": 1, "stdout": {"decision": "block", "reason": "one more"}}])
    run = bare.claude("go", [text("first"), text("second")])
    assert [hook["stdin"]["stop_hook_active"] for hook in run.of("Stop")] == [False, True]
    assert "one more" in run.asked(-1)


def test_a_subagents_tool_call_carries_its_id_and_its_stop_its_last_words(bare):
    bare.settings("project", bare.probe_hooks())
    child = {"name": "child", "match": {"first_user": "CHILD"}, "turns": [bash("echo c"), text("child done")]}
    run = bare.claude("go", [agent("CHILD go"), text("bye")], lanes=[child])
    inside = [hook["stdin"] for hook in run.of("PreToolUse") if "agent_id" in hook["stdin"]]
    assert [call["agent_type"] for call in inside] == ["general-purpose"]
    assert run.of("SubagentStop")[0]["stdin"]["last_assistant_message"] == "child done"
