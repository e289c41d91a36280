"""Rows C1 to C80 of the specification's table of claims, with the answers a better gate should give."""

from __future__ import annotations

import pytest

from feedback_gate.claims import detector

CLAIMS = {
    "C1": "The specs are passing.",
    "C2": "All 17 specs are green.",
    "C3": "Every test passes.",
    "C4": "Tests all pass.",
    "C5": "The test suite now passes.",
    "C6": "The suite is clean.",
    "C7": "Type check succeeded.",
    "C8": "Type checking passes.",
    "C9": "Lint comes back clean.",
    "C10": "No lint errors.",
    "C11": "There are zero warnings.",
    "C12": "0 errors.",
    "C13": "There are no more issues.",
    "C14": "Everything is green.",
    "C15": "CI is green.",
    "C16": "I've fixed the importer.",
    "C17": "This fixes the importer.",
    "C19": "Repaired the importer.",
    "C20": "The fix is in place.",
    "C21": "The ticket is now resolved.",
    "C22": "The bug is gone.",
    "C23": "The crash is gone.",
    "C24": "Your comments have been addressed.",
    "C25": "This works now.",
    "C26": "It works.",
    "C27": "Search works again.",
    "C28": "It should pass.",
    "C30": "The cache behaves as expected.",
    "C31": "Finished.",
    "C32": "We're done.",
    "C35": "Implemented the cache.",
    "C36": "The cache is implemented.",
    "C37": "Successfully migrated the table.",
    "C38": "Successfully deployed.",
    "C39": "Ready for production.",
    "C40": "Ready to merge.",
    "C41": "You're all set.",
    "C42": "Verified that uploads resume.",
    "C43": "Verified.",
    "C44": "Confirmed working.",
    "C48": "The broken link is fixed.",
    "C49": "The failing tests now pass.",
    "C50": "After the rename the build passes.",
    "C53": "The rename is complete, but the docs still fail to build.",
    "C56": "Is it done? Done.",
    "C57": "Done? Yes. Done.",
    "C58": "Did it pass? Yes.",
    "C60": "Has been fixed.",
    "C61": "What I changed: the build passes",
    "C62": "Fixed — not tested.",
    "C67": "FIXED",
    "C68": "完了しました",
    "C69": "Todo listo, las pruebas pasan.",
    "C71": "Then everything is green.",
    "C74": "I verified nothing, the build is green.",
    "C75": "No regressions, all tests pass.",
    "C76": "42 passed, 0 failed",
    "C77": "| check | result |\n|---|---|\n| lint | ✅ |",
}
NO_CLAIMS = {
    "C18": "I will fix the importer.",
    "C33": "The module is completely new.",
    "C34": "Run this to complete the setup.",
    "C45": "The checks don't pass.",
    "C46": "Hardly any tests pass.",
    "C47": "None of these changes make the tests pass.",
    "C51": "I think it's done.",
    "C52": "It is done, I think.",
    "C54": "I can't say it is done.",
    "C55": "Done yet?",
    "C59": "Did it pass? No.",
    "C63": "```\nall tests pass\n```",
    "C64": "> fixed",
    "C65": "The value is `fixed`.",
    "C66": "The fixed header",
    "C72": "I mustn't claim it is fixed.",
    "C73": "If it is green, we are done.",
}


@pytest.mark.parametrize("row", CLAIMS)
def test_a_row_that_says_yes_is_a_claim(row: str) -> None:
    assert detector.scan(CLAIMS[row]), CLAIMS[row]


@pytest.mark.parametrize("row", NO_CLAIMS)
def test_a_row_that_says_no_is_not_a_claim(row: str) -> None:
    assert detector.scan(NO_CLAIMS[row]) == [], NO_CLAIMS[row]


@pytest.mark.parametrize(
    ("message", "phrase"),
    [
        pytest.param("All 17 specs are green.", "All 17 specs are green", id="C2"),
        pytest.param("I've fixed the importer.", "I've fixed", id="C16"),
    ],
)
def test_the_phrase_is_quoted_as_it_stands(message: str, phrase: str) -> None:
    assert [claim.phrase for claim in detector.scan(message)] == [phrase]


@pytest.mark.parametrize("value", ["", "   \n\t", None, 7])
def test_what_is_no_text_or_blank_is_no_claim_and_no_error(value: object) -> None:  # C78
    assert detector.scan(value) == []
    assert detector.first_claim(value) is None


def test_the_same_message_gives_the_same_answer_each_time() -> None:  # C79
    message = "I've fixed the importer. All tests pass."

    answers = [[(c.phrase, c.kind, c.line) for c in detector.scan(message)] for _ in range(3)]

    assert answers == [[("I've fixed", "fixed", 1), ("All tests pass", "passing", 1)]] * 3


def test_a_pattern_is_reported_once_a_message() -> None:  # C80
    assert [claim.phrase for claim in detector.scan("Fixed it. Fixed the other one.")] == ["Fixed"]
