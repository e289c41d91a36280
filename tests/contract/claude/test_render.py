"""Every recorded payload with every outcome becomes an answer that Claude Code accepts, and one that does what was decided."""

from __future__ import annotations

import itertools
import json

import pytest
from tests.contract.claude.contract import KEYS, event_of, problems, recorded

from feedback_gate.hosts.claude.parse import parse
from feedback_gate.hosts.claude.render import render
from feedback_gate.outcome import AGENT, ASK, BLOCK, BOTH, DENY, NOTE, PERSON, WARN, Finding, decide

PAYLOADS = {name: payload for name, payload in recorded().items() if event_of(name) in KEYS}
EFFECTS = (DENY, BLOCK, ASK, WARN, NOTE)
# Nothing; each effect for each audience; every pair of effects for the agent; one of everything.
OUTCOMES = {
    "nothing": (),
    **{f"{effect}-{who}": ((effect, who),) for effect in EFFECTS for who in (AGENT, PERSON, BOTH)},
    **{f"{one}+{two}": ((one, AGENT), (two, BOTH)) for one, two in itertools.permutations(EFFECTS, 2)},
    "everything": tuple((effect, BOTH) for effect in EFFECTS),
}
REFUSING = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "Stop", "SubagentStop")


def outcome_of(parts, text="word"):
    findings = [Finding("code", {"n": number}, effect, who) for number, (effect, who) in enumerate(parts)]
    return decide(findings, lambda finding: f"{text} {finding.params['n']} {finding.effect}")


def answer(name, outcome):
    event = parse(event_of(name), PAYLOADS[name], {"CLAUDE_PROJECT_DIR": "/home/user/project"})
    reply = render(outcome, event, lambda text, limit: text[:limit])
    assert (reply.exit_code, reply.stderr) == (0, "")
    return reply.stdout


def test_every_event_we_answer_was_recorded():
    assert {event_of(name) for name in PAYLOADS} == set(KEYS)


@pytest.mark.parametrize("name", PAYLOADS)
def test_every_outcome_becomes_an_answer_the_host_accepts(name):
    event = event_of(name)
    found = {key: problems(event, answer(name, outcome_of(parts))) for key, parts in OUTCOMES.items()}
    assert {key: listed for key, listed in found.items() if listed} == {}


@pytest.mark.parametrize("name", PAYLOADS)
def test_no_finding_is_lost_on_an_event_that_can_tell_the_agent(name):
    stdout = answer(name, outcome_of(OUTCOMES["everything"]))
    if event_of(name) in REFUSING:
        assert [effect for effect in EFFECTS if f" {effect}" not in stdout] == []


@pytest.mark.parametrize("event", REFUSING)
@pytest.mark.parametrize("effect", [DENY, BLOCK, ASK])
def test_a_refusal_refuses_in_the_events_own_way(event, effect):
    name = next(name for name in PAYLOADS if event_of(name) == event)
    said = json.loads(answer(name, outcome_of([(effect, AGENT)])))
    if event == "PreToolUse":
        wanted = "ask" if effect == ASK else "deny"
        assert said["hookSpecificOutput"]["permissionDecision"] == wanted
        assert said["hookSpecificOutput"]["permissionDecisionReason"] == f"word 0 {effect}"
    else:
        assert said == {"decision": "block", "reason": f"word 0 {effect}"}


@pytest.mark.parametrize(
    "event", ["PreToolUse", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart", "SubagentStart"]
)
@pytest.mark.parametrize("effect", [WARN, NOTE])
def test_a_warning_reaches_the_agent_and_refuses_nothing(event, effect):
    name = next(name for name in PAYLOADS if event_of(name) == event)
    said = json.loads(answer(name, outcome_of([(effect, AGENT)])))
    assert said == {"hookSpecificOutput": {"hookEventName": event, "additionalContext": f"word 0 {effect}"}}


@pytest.mark.parametrize("event", ["Stop", "SubagentStop"])
def test_a_warning_alone_does_not_reopen_a_stop(event):
    name = next(name for name in PAYLOADS if event_of(name) == event)
    assert answer(name, outcome_of([(WARN, AGENT)])) == ""


def test_a_person_is_told_without_the_agent():
    said = json.loads(answer("PreToolUse-bash", outcome_of([(NOTE, PERSON)])))
    assert said == {"systemMessage": "word 0 note"}


@pytest.mark.parametrize(
    "text",
    ["é" * 200_000, "\U0001f600" * 60_000, '"\\\n' * 60_000, "\ud800" * 60_000],
    ids=["long", "astral", "quotes", "surrogates"],
)
@pytest.mark.parametrize("event", REFUSING)
def test_a_long_text_is_cut_below_what_the_host_shows_in_full(event, text):
    name = next(name for name in PAYLOADS if event_of(name) == event)
    stdout = answer(name, outcome_of(OUTCOMES["everything"], text))
    assert problems(event, stdout) == []
    assert stdout.isascii()
