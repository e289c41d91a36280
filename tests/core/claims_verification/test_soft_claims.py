"""Guesses ("I think it's done") are no claims; with `soft: true` they are verified, told to the person and never refused."""

from __future__ import annotations

import time

import pytest
from tests.support.claims import Claims
from tests.support.product import shown

from feedback_gate.claims import detector, soft

GUESSES = [
    ("I think it's done.", "finished"),
    ("It is done, I think.", "finished"),
    ("I believe that all tests pass.", "passing"),
    ("I'm pretty sure the bug is fixed.", "fixed"),
    ("As far as I can tell, everything works now.", "finished"),
    ("The tests probably pass now.", "passing"),
    ("Hopefully fixed now.", "fixed"),
    ("Here is the list.\n\nI think it's done.", "finished"),
    ("直ったと思います。", "fixed"),
    ("修正できたはずです。", "fixed"),
    ("おそらく修正されました。", "fixed"),
    ("我认为问题已经修复了。", "fixed"),
    ("应该已经修复了。", "fixed"),
    ("Ich glaube, der Fehler ist behoben.", "fixed"),
    ("Creo que el error está corregido.", "fixed"),
    ("Je pense que le bug est corrigé.", "fixed"),
    ("Acho que o erro foi corrigido.", "fixed"),
    ("버그가 수정된 것 같습니다.", "fixed"),
    ("मुझे लगता है कि बग ठीक हो गया है।", "fixed"),
]
NONE = [
    "Here is the list.",
    "I don't think it's done.",
    "Do you think it's done?",
    "Almost done.",
    "I think the tests fail.",
    "I think we should fix it next.",
    "I will probably fix it tomorrow.",
    "If I think it's done I will say so.",
    "まだ終わっていないと思います。",
    "```\nI think it's done.\n```",
]


@pytest.mark.parametrize(("message", "kind"), GUESSES)
def test_a_guess_is_a_soft_claim_and_no_claim(message, kind):
    found = soft.first_claim(message)
    assert detector.first_claim(message) is None
    assert found is not None
    assert (found.kind, found.phrase) == (kind, message.split("\n")[-1])


@pytest.mark.parametrize("message", NONE)
def test_what_claims_nothing_without_its_hedge_is_no_soft_claim(message):
    assert soft.first_claim(message) is None


def test_forty_thousand_guesses_are_read_in_no_time():
    start = time.process_time()
    assert soft.first_claim("I think that the parser reads a file.\n" * 40_000) is None
    assert time.process_time() - start < 1.0


@pytest.fixture
def project(tmp_path) -> Claims:
    return Claims(tmp_path / "app").git().claims("soft: true\nchecks: {test: 'echo run >> .git/runs; test ! -f broken'}")


def test_a_guess_that_is_right_gets_a_receipt(project):
    assert shown(project.stop("I think it's done.")) == '[claims] "I think it\'s done": test passed.'
    assert project.outcomes() == ["passed"]


def test_a_guess_that_is_wrong_is_told_to_the_person_and_never_refused(project):
    project.file("broken")
    told = '[claims] "I think it\'s done" is only a guess, and it is not true: test failed. Guesses are never refused; the work is not done.'
    for _ in range(3):
        assert project.stop("I think it's done.") == {"systemMessage": told}
    assert project.outcomes() == ["warned"] * 3


def test_in_japanese(project, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_LANGUAGE", "ja")
    project.file("broken")
    told = "[claims] 「直ったと思います」は推測であり、事実ではありません: test は失敗。推測は差し戻しません。作業は終わっていません。"
    assert project.stop("直ったと思います。") == {"systemMessage": told}


def test_a_claim_beside_a_guess_is_refused_as_ever(project):
    project.file("broken")
    assert project.stop("I think it's done. All tests pass.")["decision"] == "block"


@pytest.mark.parametrize("claims", ["checks: {test: 'exit 1'}", "soft: false\nchecks: {test: 'exit 1'}"])
def test_by_default_a_guess_is_nobodys_business(tmp_path, claims):
    project = Claims(tmp_path / "app").git().claims(claims)
    assert project.stop("I think it's done.") == {}
    assert project.history() == []


def test_switched_on_without_an_approval_it_stays_off(tmp_path):
    project = Claims(tmp_path / "app").git().claims("checks: {test: 'echo run >> .git/runs; exit 1'}")
    project.gate("rules: []\nclaims:\n  soft: true\n  checks: {test: 'echo run >> .git/runs; exit 1'}\n")
    assert project.stop("I think it's done.").get("decision") is None
    assert project.runs() == 0
