"""The judge itself: it must refuse what the host refuses, or nothing it passes means anything."""

from __future__ import annotations

import json

import pytest
from tests.contract.claude.contract import KEYS, problems

DENY = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}


def judged(event, answer):
    return problems(event, answer if isinstance(answer, str) else json.dumps(answer))


@pytest.mark.parametrize("event", KEYS)
def test_silence_is_an_answer_to_every_event(event):
    assert problems(event, "") == []


@pytest.mark.parametrize(
    ("event", "answer"),
    [
        ("PreToolUse", {"hookSpecificOutput": DENY}),
        ("PreToolUse", {"hookSpecificOutput": {**DENY, "additionalContext": "x"}, "systemMessage": "y"}),
        ("PostToolUse", {"decision": "block", "reason": "x"}),
        ("Stop", {"decision": "block", "reason": "x", "systemMessage": "y"}),
        ("Notification", {"systemMessage": "x"}),
    ],
)
def test_a_good_answer_has_no_problem(event, answer):
    assert judged(event, answer) == []


@pytest.mark.parametrize(
    ("event", "answer", "problem"),
    [
        ("Stop", {"decision": None, "reason": "x"}, "decision is None, not a text"),
        ("Stop", {"decision": "block"}, "decision and reason go together"),
        (
            "Stop",
            {"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "x"}},
            "hookSpecificOutput does not belong to this event",
        ),
        ("PreToolUse", {"decision": "block", "reason": "x"}, "decision does not belong to this event"),
        ("PreToolUse", {"hookSpecificOutput": {**DENY, "hookEventName": "PostToolUse"}}, "hookEventName is 'PostToolUse'"),
        ("PreToolUse", {"hookSpecificOutput": {"additionalContext": "x"}}, "hookEventName is None"),
        ("PreToolUse", {"hookSpecificOutput": {**DENY, "permissionDecision": "allow"}}, "permissionDecision is 'allow'"),
        ("PreToolUse", {"hookSpecificOutput": {"hookEventName": "PreToolUse"}}, "hookSpecificOutput says nothing"),
        ("PostToolUse", {"decision": "block", "reason": ""}, "reason is '', not a text"),
        ("UserPromptSubmit", {"systemMessage": "x" * 10_001}, "systemMessage has 10001 units"),
        ("UserPromptSubmit", {"systemMessage": "\U0001f600" * 5_001}, "systemMessage has 10002 units"),
        ("Stop", {"continue": False}, "continue does not belong to this event"),
        ("Stop", {}, "not a JSON object with something in it: {}"),
        ("Stop", "[]", "not a JSON object with something in it: []"),
    ],
)
def test_a_bad_answer_is_named(event, answer, problem):
    assert problem in judged(event, answer)


@pytest.mark.parametrize("noise", ['x\n{"systemMessage": "a"}', '{"systemMessage": "a"}\n{"systemMessage": "b"}', "Traceback"])
def test_anything_beside_the_one_object_is_named(noise):
    assert judged("Stop", noise)[0].startswith("not one JSON value")
