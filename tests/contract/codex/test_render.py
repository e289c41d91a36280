"""Every recorded payload × every outcome: one JSON object that this event of codex 0.171.0 obeys, or nothing."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feedback_gate import messages
from feedback_gate.hosts.codex.parse import parse
from feedback_gate.hosts.codex.render import EVENTS, render
from feedback_gate.outcome import AGENT, ASK, BLOCK, BOTH, DENY, NOTE, PERSON, WARN, Finding, decide

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures", "codex")
CLIENT_LIMIT = 10_000

# What the client accepts (keys written parent.child); everything else makes the whole answer void, and the tool runs.
CONTEXT = {"hookSpecificOutput.hookEventName", "hookSpecificOutput.additionalContext"}
BLOCKING = {"decision", "reason"}
ACCEPTED = {
    "SessionStart": {"systemMessage"} | CONTEXT,
    "UserPromptSubmit": {"systemMessage"} | CONTEXT | BLOCKING,
    "PreToolUse": {
        "systemMessage",
        "hookSpecificOutput.permissionDecision",
        "hookSpecificOutput.permissionDecisionReason",
        *CONTEXT,
    },
    "PermissionRequest": {
        "systemMessage",
        "hookSpecificOutput.hookEventName",
        "hookSpecificOutput.decision.behavior",
        "hookSpecificOutput.decision.message",
    },
    "PostToolUse": {"systemMessage"} | CONTEXT | BLOCKING,
    "SubagentStart": {"systemMessage"} | CONTEXT,
    "SubagentStop": {"systemMessage"} | BLOCKING,
    "Stop": {"systemMessage"} | BLOCKING,
    "Interrupt": {"systemMessage"},
}
EFFECTS = [(), (NOTE,), (WARN,), (ASK,), (BLOCK,), (DENY,), (NOTE, ASK), (WARN, BLOCK, ASK), (NOTE, WARN, ASK, BLOCK, DENY)]
TEXTS = [
    "",
    " \n",
    "no.",
    "読めません。" * 3000,
    "x" * 60_000,
    'a "quoted" <tag> & \\ \x00 \x1f',
    "half \ud800 pair",
    "😀" * 4000,
]


def recorded():
    for file in sorted(os.listdir(FIXTURES)):
        event = file.partition("-")[0]
        if event in EVENTS:
            with open(os.path.join(FIXTURES, file), encoding="utf-8") as handle:
                yield pytest.param(event, json.load(handle), id=file[:-5])


def cut(text, limit):
    return text if len(text) <= limit else text[: limit - 60] + f"\n[cut here: {len(text) - limit + 60} more characters]"


def cut_in_japanese(text, limit):
    return text if len(text) <= limit else text[: limit - 60] + f"\n[以下 {len(text) - limit + 60} 文字を省略]"


def answer(event, payload, findings, language="en"):
    """(parsed reply or None, the Event) of findings that say their own text."""
    made = parse(event, payload, {})
    outcome = decide(findings, lambda finding: finding.params["text"])
    cutter = cut if language == "en" else cut_in_japanese
    reply = render(outcome, made, cutter, lambda code: messages.text(code, None, language))
    assert (reply.exit_code, reply.stderr) == (0, "")
    return json.loads(reply.stdout) if reply.stdout else None


def finding(effect, text, audience=AGENT):
    return Finding("hook.text", {"text": text}, effect, audience)


def leaves(value, path=""):
    if isinstance(value, dict):
        return {leaf for key, item in value.items() for leaf in leaves(item, f"{path}.{key}" if path else key)}
    return {path}


def values(value):
    return [leaf for item in value.values() for leaf in values(item)] if isinstance(value, dict) else [value]


def check(event, reply):
    """The contract of every answer."""
    if reply is None:
        return
    assert leaves(reply) <= ACCEPTED[event]
    assert all(isinstance(value, str) and value.strip() for value in values(reply))
    assert all(len(value.encode()) <= CLIENT_LIMIT for value in values(reply))
    assert ("decision" in reply) == ("reason" in reply)
    specific = reply.get("hookSpecificOutput", {"hookEventName": event})
    assert specific["hookEventName"] == event
    assert reply.get("decision", "block") == "block"
    assert specific.get("permissionDecision", "deny") == "deny"
    assert specific.get("decision", {"behavior": "deny"})["behavior"] == "deny"


@pytest.mark.parametrize(("event", "payload"), list(recorded()))
def test_an_answer_has_only_what_the_event_accepts(event, payload):
    for effects in EFFECTS:
        for text in TEXTS:
            for audience in (AGENT, PERSON, BOTH):
                for language in ("en", "ja"):
                    findings = [finding(effect, text, audience) for effect in effects]
                    check(event, answer(event, payload, findings, language))


@given(
    st.sampled_from(sorted(EVENTS)),
    st.lists(
        st.tuples(st.sampled_from([NOTE, WARN, ASK, BLOCK, DENY]), st.text(max_size=40), st.sampled_from([AGENT, PERSON, BOTH]))
    ),
)
def test_any_findings_give_an_answer_that_the_event_accepts(event, given_findings):
    check(event, answer(event, {}, [finding(*one) for one in given_findings]))


@pytest.mark.parametrize("event", sorted(EVENTS))
def test_a_silent_outcome_says_nothing(event):
    assert answer(event, {}, []) is None


@pytest.mark.parametrize("event", sorted(EVENTS))
@pytest.mark.parametrize("effect", [NOTE, WARN, ASK, BLOCK, DENY])
def test_no_text_is_lost_on_any_event(event, effect):
    reply = answer(
        event, {}, [finding(effect, "first thing"), finding(NOTE, "second thing", PERSON), finding(WARN, "third thing")]
    )
    said = json.dumps(reply)
    assert all(text in said for text in ("first thing", "second thing", "third thing"))


def bash(command):
    return {"tool_name": "Bash", "tool_input": {"command": command}, "cwd": "/p"}


def test_a_deny_before_a_tool_ends_without_the_full_stop_that_the_client_adds():
    reply = answer("PreToolUse", bash("ls"), [finding(DENY, "Use make test.")])
    assert reply == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "Use make test",
        }
    }


def test_an_ask_before_a_tool_is_a_deny_that_tells_the_agent_to_get_the_user_s_consent():
    reply = answer("PreToolUse", bash("ls"), [finding(ASK, "A push goes out to everybody.")])
    assert reply == {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": "A push goes out to everybody.\n" + messages.text("codex.consent"),
        }
    }


def test_a_deny_beside_an_ask_does_not_speak_of_consent():
    reply = answer("PreToolUse", bash("ls"), [finding(ASK, "ask"), finding(DENY, "deny")])
    assert reply["hookSpecificOutput"]["permissionDecisionReason"] == "ask\ndeny"


def patch_payload(*paths):
    sections = "\n".join(f"*** Add File: {path}\n+x" for path in paths)
    patch = f"*** Begin Patch\n{sections}\n*** End Patch"
    return {"tool_name": "apply_patch", "tool_input": {"command": patch}, "cwd": "/p"}


def about(file, effect, text):
    return Finding("hook.text", {"text": text}, effect, AGENT, file=file)


def test_in_a_patch_of_many_files_each_text_names_the_file_it_is_about():
    found = [
        about("/p/b.py", DENY, "no TODO"),
        finding(NOTE, "for the person", PERSON),
        about("/p/c.py", WARN, "long line"),
        about("/p/c.py", DENY, "c.py has no test"),
        about("", DENY, "as a whole"),
        about("/q/d.py", DENY, "outside"),
    ]
    reply = answer("PreToolUse", patch_payload("a.py", "b.py", "c.py"), found)
    said = reply["hookSpecificOutput"]
    assert said["permissionDecisionReason"] == "b.py: no TODO\nc.py has no test\nas a whole\n/q/d.py: outside"
    assert (said["additionalContext"], reply["systemMessage"]) == ("c.py: long line", "for the person")


def test_in_a_patch_of_one_file_nothing_is_added():
    reply = answer("PreToolUse", patch_payload("b.py"), [about("/p/b.py", DENY, "no TODO")])
    assert reply["hookSpecificOutput"]["permissionDecisionReason"] == "no TODO"


def test_a_warning_before_a_tool_is_context_and_no_decision():
    reply = answer("PreToolUse", bash("ls"), [finding(WARN, "careful")])
    assert reply == {"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "careful"}}


def test_a_block_after_an_edit_says_that_the_edit_is_on_disk():
    payload = {"tool_name": "apply_patch", "tool_input": {"command": "*** Begin Patch\n*** Add File: a\n*** End Patch"}}
    reply = answer("PostToolUse", payload, [finding(BLOCK, "lint: a:1 unused")])
    assert reply == {"decision": "block", "reason": "lint: a:1 unused\n" + messages.text("codex.edit_made")}


def test_a_block_after_a_command_says_that_the_command_has_run():
    reply = answer("PostToolUse", bash("make"), [finding(BLOCK, "wrong folder")])
    assert reply == {"decision": "block", "reason": "wrong folder\n" + messages.text("codex.command_ran")}


def test_a_long_reason_is_cut_but_keeps_the_sentence_about_the_edit():
    payload = {"tool_name": "apply_patch", "tool_input": {"command": ""}}
    reason = answer("PostToolUse", payload, [finding(BLOCK, "x" * 20_000)])["reason"]
    assert reason.endswith("more characters]\n" + messages.text("codex.edit_made"))
    assert len(reason.encode()) <= CLIENT_LIMIT


def test_a_warning_after_an_edit_leaves_the_tool_s_result_alone():
    payload = {"tool_name": "apply_patch", "tool_input": {"command": ""}}
    assert answer("PostToolUse", payload, [finding(WARN, "long line")]) == {
        "hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "long line"}
    }


def test_a_block_at_the_stop_carries_every_word_in_its_reason():
    reply = answer("Stop", {}, [finding(BLOCK, "tests fail"), finding(WARN, "and a note")])
    assert reply == {"decision": "block", "reason": "tests fail\nand a note"}


def test_a_note_at_the_stop_goes_to_the_person_and_lets_the_turn_end():
    assert answer("Stop", {}, [finding(NOTE, "all good")]) == {"systemMessage": "all good"}


def test_a_refused_permission_request_is_never_an_allow():
    assert answer("PermissionRequest", bash("rm"), [finding(DENY, "never")]) == {
        "hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "deny", "message": "never"}}
    }


def test_an_ask_at_a_permission_request_leaves_the_decision_to_the_dialog_that_is_open():
    assert answer("PermissionRequest", bash("git push"), [finding(ASK, "look twice")]) == {"systemMessage": "look twice"}


def test_a_refusal_where_nothing_can_be_refused_becomes_context():
    assert answer("SessionStart", {}, [finding(DENY, "rules could not be read")]) == {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "rules could not be read"}
    }


def test_half_a_surrogate_pair_which_would_void_the_answer_becomes_a_question_mark():
    assert answer("Stop", {}, [finding(BLOCK, "odd \ud83d name")]) == {"decision": "block", "reason": "odd ? name"}


def test_a_refusal_without_a_text_still_has_a_reason():
    assert answer("Stop", {}, [finding(BLOCK, " ")]) == {"decision": "block", "reason": messages.text("codex.no_reason")}
    told = answer("PreToolUse", {}, [finding(BLOCK, ".")])["hookSpecificOutput"]
    assert told["permissionDecisionReason"] == messages.text("codex.no_reason")
