"""The agent launch guard: a person sees the whole text before chosen agents get it (table V)."""

from __future__ import annotations

import json
import os

import pytest
from tests.support.product import asked, decision

from feedback_gate import hook, messages
from feedback_gate.feedback import launch
from feedback_gate.hosts.codex import registration

CHECKLIST = "--- Does it state the goal, the reasons, the present state of the code, the limits, and when it is done?"


@pytest.fixture(autouse=True)
def on(monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_AGENT_LAUNCH_GUARD", "true")


def start(product, **given):
    return product.call("PreToolUse", tool_name="Agent", tool_input=given)


def send(product, **given):
    return product.call("PreToolUse", tool_name="SendMessage", tool_input=given)


def test_v1_the_whole_prompt_is_shown(product):
    reply = start(product, subagent_type="code-implementer", prompt="P\n\nQ {type}")
    assert asked(reply) == f"Text for agent code-implementer:\n\nP\n\nQ {{type}}\n\n{CHECKLIST}"


@pytest.mark.parametrize("given", [{"subagent_type": "general-purpose"}, {}, {"subagent_type": None}, {"subagent_type": False}])
def test_v2_other_agents_start_without_a_question(product, given):
    assert start(product, prompt="P", **given) == {}


def test_v3_a_message_is_shown(product):
    assert asked(send(product, to="x", message="M")) == f"Text for x:\n\nM\n\n{CHECKLIST}"


@pytest.mark.parametrize("given", [{}, {"to": None}, {"to": ""}])
def test_v3_an_unknown_recipient_is_said(product, given):
    assert asked(send(product, message="M", **given)) == f"Text for (no recipient given):\n\nM\n\n{CHECKLIST}"


@pytest.mark.parametrize("to", ["git-operator", "team:git-operator"])
def test_v4_allowed_recipients_are_not_asked_about(product, to):
    assert send(product, to=to, message="M") == {}


@pytest.mark.parametrize("value", ["false", "1", "yes", ""])
def test_v5_only_true_turns_it_on(product, monkeypatch, value):
    monkeypatch.setenv("FEEDBACK_GATE_AGENT_LAUNCH_GUARD", value)
    assert start(product, subagent_type="code-implementer", prompt="P") == {}
    assert send(product, to="x", message="M") == {}


@pytest.mark.parametrize(
    ("listed", "agent", "expected"),
    [
        ("code-implementer; worker", "worker", "ask"),
        (" a , worker ", "worker", "ask"),
        ("worker", "code-implementer", ""),
        (" ;, ", "code-implementer", "ask"),
        ("work*", "worker", "ask"),
        ("worker", "team:worker", "ask"),
        ("team:*", "team:worker", "ask"),
        ("[", "worker", None),
    ],
)
def test_v6_d37_the_lists_can_be_replaced_and_hold_patterns(product, monkeypatch, listed, agent, expected):
    monkeypatch.setenv("FEEDBACK_GATE_ASK_AGENT_TYPES", listed)
    reply = start(product, subagent_type=agent, prompt="P")
    assert decision(reply) == (expected or "")
    assert ("not checked" in reply.get("systemMessage", "")) is (expected is None)


def test_the_allowed_recipients_can_be_replaced(product, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_ALLOW_RECIPIENTS", "team-*")
    assert send(product, to="team-a", message="M") == {}
    assert decision(send(product, to="git-operator", message="M")) == "ask"


@pytest.mark.parametrize("name", ["FEEDBACK_GATE_ASK_AGENT_TYPES", "FEEDBACK_GATE_ALLOW_RECIPIENTS"])
def test_a_project_cannot_replace_them_through_its_settings(product, monkeypatch, name):
    product.file(".claude/settings.json", json.dumps({"env": {name: "x"}}))
    monkeypatch.setenv(name, "x")
    assert decision(start(product, subagent_type="code-implementer", prompt="P")) == "ask"
    assert decision(send(product, to="x", message="P")) == "ask"


def test_values_that_are_no_text_are_shown_as_json(product):
    assert asked(send(product, to=["a"], message={"b": "日"})) == f'Text for ["a"]:\n\n{{"b": "日"}}\n\n{CHECKLIST}'


CONSENT = "\n" + messages.text("codex.consent", {}, "en").removesuffix(".")
# The schemas are those that codex 0.171.0 sends with its requests.
SENDERS = ["collaborationsend_message", "send_message", "collaborationfollowup_task", "followup_task", "send_input"]


def on_codex(product, tool, given):
    payload = {"session_id": "s1", "cwd": str(product.root), "tool_name": tool, "tool_input": given, "tool_use_id": "c1"}
    reply = hook.answer("codex", "PreToolUse", json.dumps(payload).encode(), dict(os.environ)).stdout
    specific = json.loads(reply)["hookSpecificOutput"] if reply else {}
    assert specific.get("permissionDecision", "deny") == "deny"
    return specific.get("permissionDecisionReason", "").removesuffix(CONSENT)


@pytest.mark.parametrize("tool", ["spawn_agent", "collaborationspawn_agent"])
def test_on_codex_it_covers_the_tools_that_start_agents(product, tool):
    given = {"agent_type": "code-implementer", "message": "P"}
    assert on_codex(product, tool, given) == f"Text for agent code-implementer:\n\nP\n\n{CHECKLIST}"
    assert on_codex(product, tool, {"agent_type": "explorer", "message": "P"}) == ""
    assert on_codex(product, tool, {"task_name": "worker_one", "message": "P", "fork_turns": "none"}) == ""


@pytest.mark.parametrize("tool", SENDERS)
def test_on_codex_it_covers_the_tools_that_write_to_agents(product, tool):
    assert on_codex(product, tool, {"target": "x", "message": "M"}) == f"Text for x:\n\nM\n\n{CHECKLIST}"
    assert on_codex(product, tool, {"target": "git-operator", "message": "M"}) == ""
    assert on_codex(product, tool, {"message": "M"}) == f"Text for (no recipient given):\n\nM\n\n{CHECKLIST}"


def test_on_codex_structured_items_are_shown_when_they_are_the_text(product):
    items = [{"type": "text", "text": "日"}]
    shown = on_codex(product, "send_input", {"target": "x", "items": items})
    assert shown == f'Text for x:\n\n[{{"type": "text", "text": "日"}}]\n\n{CHECKLIST}'


@pytest.mark.parametrize("tool", [*SENDERS, "spawn_agent", "collaborationspawn_agent"])
def test_on_codex_every_such_tool_is_guarded_and_no_matcher_keeps_its_hook_away(tool):
    assert tool in launch.TOOLS
    assert ["matcher" in group for group in registration.hooks(registration.PLUGIN_LAUNCHER)["PreToolUse"]] == [False]
