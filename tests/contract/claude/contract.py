"""What Claude Code 2.1.332 accepts from a hook, written down once: the judge of every answer in the tests.

An answer is void, without a word to anybody, when a known field is null, when ``hookEventName`` is missing or
another event's, when a decision is no known word, or when anything stands before or after the one object.
"""

from __future__ import annotations

import json
import os
import re

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures", "claude")
CONTEXT = {"hookEventName", "additionalContext"}
# Event → (keys of the answer, keys of its hookSpecificOutput). A stop's additionalContext would reopen the turn.
KEYS = {
    "SessionStart": ({"systemMessage", "hookSpecificOutput"}, CONTEXT),
    "UserPromptSubmit": ({"decision", "reason", "systemMessage", "hookSpecificOutput"}, CONTEXT),
    "PreToolUse": (
        {"systemMessage", "hookSpecificOutput"},
        {*CONTEXT, "permissionDecision", "permissionDecisionReason"},
    ),
    "PostToolUse": ({"decision", "reason", "systemMessage", "hookSpecificOutput"}, CONTEXT),
    "PostToolUseFailure": ({"decision", "reason", "systemMessage", "hookSpecificOutput"}, CONTEXT),
    "Notification": ({"systemMessage"}, set()),
    "SubagentStart": ({"systemMessage", "hookSpecificOutput"}, CONTEXT),
    "Stop": ({"decision", "reason", "systemMessage"}, set()),
    "SubagentStop": ({"decision", "reason", "systemMessage"}, set()),
}
WORDS = {"permissionDecision": {"deny", "ask"}, "decision": {"block"}}
# Above these the host shows a preview instead of the text (UTF-16 units: 4,900 characters beyond U+FFFF pass, 6,000 do not).
LIMITS = {"additionalContext": 10_000, "permissionDecisionReason": 50_000, "reason": 50_000, "systemMessage": 10_000}


def recorded(event=""):
    """Name → payload of the recorded payloads, of one event or of all."""
    found = {}
    for name in sorted(os.listdir(FIXTURES)):
        if re.fullmatch(rf"{event or '[A-Za-z]+'}-.*\.json", name):
            with open(os.path.join(FIXTURES, name), encoding="utf-8") as file:
                found[name[:-5]] = json.load(file)
    return found


def event_of(name):
    """`PreToolUse-bash-subagent` → `PreToolUse`."""
    return name.partition("-")[0]


def problems(event, stdout):
    """What the host would not accept in an answer to the event; empty when all is well."""
    if not stdout:
        return []
    try:
        answer = json.loads(stdout)
    except ValueError as problem:
        return [f"not one JSON value: {problem}"]
    if not isinstance(answer, dict) or not answer:
        return [f"not a JSON object with something in it: {stdout[:80]}"]
    top, inner = KEYS[event]
    specific = answer.get("hookSpecificOutput", {"hookEventName": event})
    return [
        *_stray(answer, top),
        *_stray(specific, inner | {"hookEventName"}),
        *_wrong_values({**answer, **specific}),
        *([] if specific.get("hookEventName") == event else [f"hookEventName is {specific.get('hookEventName')!r}"]),
        *([] if len(specific) > 1 or "hookSpecificOutput" not in answer else ["hookSpecificOutput says nothing"]),
        *_halves(answer, specific),
    ]


def units(text):
    """The length of a text as the client counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _stray(found, allowed):
    return [f"{key} does not belong to this event" for key in found if key not in allowed]


def _wrong_values(values):
    for key, value in values.items():
        if key == "hookSpecificOutput":
            continue
        if not isinstance(value, str) or not value:
            yield f"{key} is {value!r}, not a text"
        elif value not in WORDS.get(key, {value}):
            yield f"{key} is {value!r}"
        elif units(value) > LIMITS.get(key, units(value)):
            yield f"{key} has {units(value)} units"


def _halves(answer, specific):
    if ("decision" in answer) != ("reason" in answer):
        yield "decision and reason go together"
    if ("permissionDecision" in specific) != ("permissionDecisionReason" in specific):
        yield "permissionDecision and its reason go together"
