"""The decision: all findings are joined, the strongest effect wins, none is lost (table O of the gate's cases, rewritten)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from feedback_gate.outcome import (
    AGENT,
    ASK,
    BLOCK,
    BOTH,
    DENY,
    NOTE,
    PERSON,
    WARN,
    Finding,
    GivingUp,
    Reply,
    could_not_check,
    decide,
    one_answer,
)


def word(finding: Finding) -> str:
    return finding.code


def test_nothing_found_is_no_effect():
    assert decide([], word).effect == ""


def test_o01_a_refusal_carries_its_reason():
    outcome = decide([Finding("no", effect=DENY)], word)
    assert (outcome.effect, outcome.reasons, outcome.context) == ("deny", ("no",), ())


def test_o05_of_two_blocks_both_reasons_and_both_contexts_are_kept_in_order():
    found = [
        Finding("first", effect=BLOCK),
        Finding("a", effect=WARN),
        Finding("second", effect=BLOCK),
        Finding("b", effect=NOTE),
    ]
    outcome = decide(found, word)
    assert (outcome.effect, outcome.reasons, outcome.context) == ("block", ("first", "second"), ("a", "b"))


def test_a_deny_stands_above_a_block_and_an_ask():
    assert decide([Finding("a", effect=ASK), Finding("b", effect=DENY), Finding("c", effect=BLOCK)], word).effect == "deny"


def test_who_is_told_follows_the_audience():
    found = [
        Finding("agent", effect=NOTE, audience=AGENT),
        Finding("person", effect=NOTE, audience=PERSON),
        Finding("both", effect=BLOCK, audience=BOTH),
    ]
    outcome = decide(found, word)
    assert (outcome.reasons, outcome.context, outcome.notices) == (("both",), ("agent",), ("person", "both"))


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(["note", "warn", "ask", "block", "deny"])))
def test_the_stronger_effect_wins_in_either_order(weaker: str, stronger: str):
    two = [Finding("a", effect=weaker), Finding("b", effect=stronger)]
    assert decide(two, word).effect == decide(two[::-1], word).effect == stronger


@pytest.mark.parametrize(("effect", "place"), [("note", 1), ("warn", 1), ("ask", 0), ("block", 0), ("deny", 0)])
def test_what_stops_the_agent_is_a_reason_and_what_does_not_is_context(effect: str, place: int):
    outcome = decide([Finding("x", effect=effect)], word)
    assert (outcome.reasons, outcome.context)[place] == ("x",)
    assert (outcome.reasons, outcome.context)[1 - place] == ()


def test_a_finding_of_which_only_the_code_is_known_is_a_note_for_the_agent_about_no_place():
    made = Finding("x")
    assert (made.params, made.effect, made.audience, made.rule, made.file, made.line) == ({}, "note", "agent", "", "", 0)


def test_a_finding_can_be_given_another_effect_and_keeps_all_else():
    made = Finding("x", {"a": 1}, WARN, PERSON, "rule", "file", 3)
    for other, expected in ((made.with_effect(DENY), "person"), (made.with_effect(DENY, BOTH), "both")):
        assert (other.code, other.params, other.effect, other.audience) == ("x", {"a": 1}, "deny", expected)
        assert (other.rule, other.file, other.line) == ("rule", "file", 3)


def test_a_check_that_could_not_answer_says_what_and_why_to_both_and_leaves_the_effect_open():
    made = could_not_check("gate", "no time")
    assert (made.code, made.params) == ("hook.could_not_check", {"what": "gate", "reason": "no time"})
    assert (made.effect, made.audience, made.rule, made.file, made.line) == ("unchecked", "both", "", "", 0)
    assert (could_not_check("gate", "no time", "r", "f").rule, could_not_check("gate", "no time", "r", "f").file) == ("r", "f")


def test_a_reply_is_silence_and_success_unless_something_is_said():
    made = Reply()
    assert (made.stdout, made.stderr, made.exit_code) == ("", "", 0)


def test_who_gives_up_lets_through_where_nothing_else_refuses():
    found = [Finding("seen", effect=NOTE), GivingUp(Finding("gave up", effect=WARN), Finding("still", effect=BLOCK))]
    assert [one.code for one in one_answer(found)] == ["seen", "gave up"]


@pytest.mark.parametrize("refusal", [BLOCK, DENY])
def test_who_gives_up_refuses_with_another_or_is_silent(refusal):
    found = [
        GivingUp(Finding("gave up", effect=WARN), Finding("still", effect=BLOCK)),
        GivingUp(Finding("gave up silently", effect=NOTE)),
        Finding("no", effect=refusal),
    ]
    assert [one.code for one in one_answer(found)] == ["still", "no"]


def test_the_word_of_who_gives_up_is_the_finding_it_was_made_of():
    finding = Finding("code", {"n": 1}, WARN, BOTH, "rule", "file", 3)
    made = GivingUp(finding)
    assert [getattr(made, name) for name in Finding.__slots__] == [getattr(finding, name) for name in Finding.__slots__]


@pytest.mark.parametrize(
    ("quoted", "shown"),
    [
        ("\u202eAll tests pass\u202c", "\\u202eAll tests pass\\u202c"),
        ("a\x1b[2J\x07\rb", "a\\u001b[2J\\u0007\\u000db"),
        ("a\u200bb\u2066c\ufeff\u2028\ud800", "a\\u200bb\\u2066c\\ufeff\\u2028\\ud800"),
        ("one\r\n\ttwo\n", "one\n\ttwo\n"),
        ("完了　しました 👩\u200d💻 ن\u200cن d\u00e9j\u00e0\u202f!", "完了　しました 👩\u200d💻 ن\u200cن d\u00e9j\u00e0\u202f!"),
    ],
)
def test_nothing_hides_in_what_the_person_is_told(quoted, shown):
    assert decide([Finding(quoted, audience=PERSON)], lambda finding: finding.code).notices == (shown,)
