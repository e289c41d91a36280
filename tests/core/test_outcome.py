"""The decision: all findings are joined, the strongest effect wins, none is lost (table O of the gate's cases, rewritten)."""

from __future__ import annotations

from feedback_gate.outcome import AGENT, ASK, BLOCK, BOTH, DENY, NOTE, PERSON, WARN, Finding, decide


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
