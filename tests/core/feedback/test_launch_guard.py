"""The agent launch guard: a person sees the whole text before chosen agents get it (table V)."""

from __future__ import annotations

import json
import os

import pytest
from tests.support.product import asked, decision

from feedback_gate import hook

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


@pytest.mark.parametrize(
    ("tool", "given", "refused"),
    [
        ("spawn_agent", {"agent_type": "code-implementer", "message": "P"}, True),
        ("collaborationspawn_agent", {"agent_type": "code-implementer", "message": "P"}, True),
        ("spawn_agent", {"agent_type": "explorer", "message": "P"}, False),
        ("send_input", {"id": "a1", "message": "P"}, True),
        ("collaborationsend_message", {"to": "git-operator", "message": "P"}, False),
    ],
)
def test_on_codex_it_covers_the_tools_that_start_and_write_to_agents(product, tool, given, refused):
    payload = {"session_id": "s1", "cwd": str(product.root), "tool_name": tool, "tool_input": given, "tool_use_id": "c1"}
    reply = hook.answer("codex", "PreToolUse", json.dumps(payload).encode(), dict(os.environ)).stdout
    assert ("deny" in reply and "P" in reply) is refused
