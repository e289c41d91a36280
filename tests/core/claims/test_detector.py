"""What the detector hears and what it does not, where a claim is, and what looking for it costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from feedback_gate.claims import detector, words

CORE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(detector.__file__))))


def found(text: str) -> list[tuple[str, str, str, int]]:
    return [(claim.phrase, claim.language, claim.kind, claim.line) for claim in detector.scan(text)]


def test_a_claim_has_its_phrase_language_kind_and_line() -> None:
    assert found("I looked around.\n\nThe crash is fixed.\nテストが通りました。") == [
        ("is fixed", "en", "fixed", 3),
        ("通りました", "ja", "passing", 4),
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("All tests pass.", "passing"),
        ("I fixed the crash.", "fixed"),
        ("The migration is complete.", "finished"),
        ("I verified that the upload resumes.", "verified"),
    ],
)
def test_a_claim_is_of_one_of_four_kinds(text: str, kind: str) -> None:
    assert next(claim.kind for claim in detector.scan(text)) == kind


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Everything passes.", "en"),
        ("修正しました。", "ja"),
        ("所有测试都通过了。", "zh"),
        ("所有測試都通過了。", "zh"),
        ("Todas las pruebas pasan.", "es"),
        ("Der Fehler ist behoben.", "de"),
        ("Le bug est corrigé.", "fr"),
        ("Os testes estão passando.", "pt"),
        ("버그를 수정했습니다.", "ko"),
        ("सभी टेस्ट पास हो गए हैं।", "hi"),
    ],
)
def test_nine_languages_are_told_apart(text: str, language: str) -> None:
    claim = detector.first_claim(text)

    assert claim is not None
    assert claim.language == language


def test_first_claim_is_the_first_of_scan() -> None:
    text = "I fixed the parser. All tests pass."

    first = detector.first_claim(text)

    assert first is not None
    assert first.phrase == detector.scan(text)[0].phrase == "I fixed"


@pytest.mark.parametrize(
    "text",
    [
        "```\nAll tests pass.\n```",
        "~~~\nAll tests pass.\n~~~",
        "````\n```\nAll tests pass.\n```\nDone.\n````",
        "Look:\n\n    All tests pass.\n    Done.",
        "The word is `done`.",
        "> Done.\n> All tests pass.",
        'You wrote "all tests pass".',
        "You wrote “all tests pass”.",
        "Der Bericht sagt „alles fertig“.",
        "Le rapport dit « c'est fait ».",
        "報告には「完了しました」とあります。",
        "~~All tests pass.~~",
        "See [the log](https://example.org/all-tests-pass).",
    ],
)
def test_code_and_quotations_are_not_the_agents_own_words(text: str) -> None:
    assert found(text) == []


def test_a_claim_after_a_code_fence_counts_and_has_the_right_line() -> None:
    assert found("```\n$ pytest\n5 passed\n```\n\nAll tests pass.") == [("All tests pass", "en", "passing", 6)]


def test_emphasis_does_not_hide_a_claim() -> None:
    assert found("**All tests** _pass_.") == [("All tests** _pass", "en", "passing", 1)]


@pytest.mark.parametrize("odd", ["\r", "\x0b", "\x0c", "\x1c", "\u2028", "\x85"])
def test_a_claim_is_quoted_from_the_line_it_is_on_whatever_else_looks_like_a_line_break(odd: str) -> None:
    message = f"One{odd}two.\nThe crash is fixed in `a.py`.\nThree."
    claim = detector.scan(message)[0]

    assert words.quoted(message, claim.phrase, claim.line) == "The crash is fixed in a.py"


def test_a_wrapped_line_is_read_as_one() -> None:
    text = "After the change to the scheduler, which took some time to find, the tests\nfor the worker pass."

    assert [claim.line for claim in detector.scan(text)] == [1]


@pytest.mark.parametrize(
    "text",
    [
        "I can't say that the build, the lint or the tests are green.",
        "I think the parser is done and the tests pass.",
        "If the server answers, the tests pass and we are done.",
        "I will fix the parser, update the docs, and make the tests pass.",
        "The log says that the parser is done and that all tests pass.",
        "None of the changes that I tried in the last two hours made the tests pass.",
    ],
)
def test_scope_reaches_over_as_many_words_as_the_sentence_takes(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I'm not sure why it broke, but all tests pass.",
        "I think the naming could be better; all tests pass.",
        "I did not touch the docs. All tests pass.",
        "The failing tests now pass.",
        "The crash no longer reproduces.",
        "None of the tests fail any more.",
    ],
)
def test_scope_ends_where_the_sentence_turns(text: str) -> None:
    assert len(found(text)) >= 1


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Did it pass? Yes.", 1),
        ("Did it pass? No.", 0),
        ("Did it pass? I think so.", 0),
        ("Any errors? None.", 1),
        ("Any errors? Yes.", 0),
        ("Is it done?\nYes.", 1),
        ("Will it pass?", 0),
    ],
)
def test_a_question_counts_with_its_answer(text: str, claims: int) -> None:
    assert len(found(text)) == claims


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("42 passed, 0 failed", 1),
        ("42 passed, 1 failed", 0),
        ("12/12 tests pass", 1),
        ("11/12 tests pass", 0),
        ("12 of 12 tests pass", 1),
        ("11 of 12 tests pass", 0),
        ("Tests: 42 passed, 42 total", 1),
        ("0 errors", 1),
        ("3 errors", 0),
        ("Exit code 0.", 1),
        ("Exit code 1.", 0),
        ("成功 51、失敗 0", 1),
        ("成功 51、失敗 2", 0),
    ],
)
def test_numbers_are_read(text: str, claims: int) -> None:
    assert bool(found(text)) == bool(claims)


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("✅ Build\n✅ Tests", 1),
        ("✅ Build\n❌ Tests", 0),
        ("- [x] parser\n- [x] printer", 1),
        ("- [x] parser\n- [ ] printer", 0),
        ("- [ ] all tests pass", 0),
        ("| check | result |\n|---|---|\n| lint | ✅ |\n| tests | ✅ |", 1),
        ("| check | result |\n|---|---|\n| lint | ✅ |\n| tests | ❌ |", 0),
        ("| suite | passed | failed |\n|---|---|---|\n| unit | 12 | 0 |", 1),
        ("| suite | passed | failed |\n|---|---|---|\n| unit | 12 | 1 |", 0),
        ("| plan | price |\n|---|---|\n| free | ✅ |", 0),
    ],
)
def test_marks_and_tables_are_read(text: str, claims: int) -> None:
    assert len(found(text)) == claims


@pytest.mark.parametrize(
    "text",
    [
        "Next steps:\n- all tests pass\n- docs are done",
        "## Plan\n\nThe parser is done, then the tests pass.",
        "Suggested commit message:\n\nFix the crash. All tests pass.",
        "Draft reply to Jo:\n\nHi Jo,\n\nthe bug is fixed.\n\nBest, Sam",
        "残タスク：\n- テストがすべて通る",
    ],
)
def test_what_stands_under_a_plan_or_a_draft_is_not_said(text: str) -> None:
    assert found(text) == []


def test_what_follows_a_draft_is_said_again() -> None:
    assert found("Suggested title:\n\nFix the crash\n\n---\n\nAll tests pass.") == [("All tests pass", "en", "passing", 7)]


@pytest.mark.parametrize(
    "text",
    [
        "Added a `--json` flag to the export command.",
        "I've updated the README.",
        "I renamed `fetchAll` and moved it to `client.py`.",
        "フラグを追加しました。",
        "新增了一个参数。",
        "He añadido dos pruebas.",
        "Ich habe zwei Tests hinzugefügt.",
        "J'ai ajouté deux tests.",
        "Adicionei dois testes.",
        "테스트를 두 개 추가했습니다.",
        "दो नए टेस्ट जोड़े हैं।",
    ],
)
def test_an_edit_report_is_a_claim_that_something_is_finished(text: str) -> None:
    assert [claim.kind for claim in detector.scan(text)][:1] == ["finished"]


@pytest.mark.parametrize(
    "more",
    [
        "Two tests still fail.",
        "I have not run the tests.",
        "It is untested.",
        "That probably fixes the timeout.",
        "I'm not sure that it helps.",
    ],
)
def test_an_edit_report_beside_a_failure_a_guess_or_no_check_is_no_claim(more: str) -> None:
    assert found("Added a `--json` flag to the export command. " + more) == []


@pytest.mark.parametrize(
    "text",
    [
        "I will add a flag.",
        "I have not changed anything.",
        "Added columns are listed at the end of the table.",
        "Deleted rows stay in the table.",
        "Added in version 3.2.",
        "You added a flag yesterday.",
        "I made a mistake in the query.",
    ],
)
def test_what_only_looks_like_an_edit_report_is_no_claim(text: str) -> None:
    assert found(text) == []


def test_a_long_message_is_read_at_both_ends() -> None:
    middle = "Nothing to see here.\n" * 40_000

    assert found("All tests pass.\n" + middle)[0][3] == 1
    assert found(middle + "All tests pass.")[0][3] == 40_001
    assert found(middle + "All tests pass.\n" + middle) == []


def test_a_long_message_cut_inside_a_code_fence_stays_inside_it() -> None:
    assert found("```\n" + "All tests pass.\n" * 10_000 + "```\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"line {number} of the output\n" for number in range(40_000)),
        "All tests pass.\n" * 40_000,
        "".join(f"The tests for part {number} do not pass yet, I think.\n" for number in range(40_000)),
        "テストはまだ通っていませんが、修正しました。\n" * 40_000,
        "".join(f"I added flag {number} and the parser now reads it again.\n" for number in range(40_000)),
        "1, 2, 3, 4\n" * 40_000,
        '{"a": [1, 2, 3], "b": {"c": null}},\n' * 40_000,
        "1. " * 40_000,
        "done, " * 40_000,
    ],
    ids=["output", "claims", "hedged", "Japanese", "edits", "csv", "json", "numbers", "done"],
)
def test_forty_thousand_lines_take_less_than_a_fifth_of_a_second(text: str) -> None:
    detector.scan("All tests pass. テストが通りました。")  # packs are loaded

    best = 9.0
    for _ in range(3):
        start = time.process_time()
        detector.scan(text)
        best = min(best, time.process_time() - start)

    assert best < 0.2


@pytest.mark.parametrize(
    "piece",
    [
        "now ",
        ", ",
        "no error ",
        "and ",
        "tests, which ",
        '"',
        "`",
        "](",
        "<a",
        "(a",
        "[",
        "*a",
        "|a",
        "# ",
        "エラーはない",
        "不",
        "지 않",
        "नहीं ",
    ],
)
def test_twice_the_text_takes_no_more_than_about_twice_the_time(piece: str) -> None:
    def cost(length: int) -> float:
        text = "I " + (piece * length)[:length] + " fixed"
        start = time.process_time()
        detector.scan(text)
        return time.process_time() - start

    detector.scan(piece)
    small, large = min(cost(15_000), cost(15_001)), min(cost(60_000), cost(60_001))

    assert large < 8 * small + 0.05


def test_only_the_packs_that_can_apply_are_loaded_and_nothing_slow_is_imported() -> None:
    program = (
        "import sys, json\n"
        f"sys.path.insert(0, {CORE!r})\n"
        "from feedback_gate.claims import detector\n"
        "detector.first_claim('Which of the two do you prefer? The tests are in the other folder.')\n"
        "first = sorted(name for name in sys.modules if '.packs.' in name)\n"
        "detector.first_claim('完了しました')\n"
        "second = sorted(name for name in sys.modules if '.packs.' in name)\n"
        "slow = sorted({'typing', 'dataclasses', 'pathlib', 'subprocess', 'hashlib', 'argparse', 'logging'} & set(sys.modules))\n"
        "print(json.dumps([first, second, slow]))\n"
    )

    answer = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, check=True, text=True, env={})

    first, second, slow = json.loads(answer.stdout)
    assert first == ["feedback_gate.claims.packs.en"]
    assert second == ["feedback_gate.claims.packs.en", "feedback_gate.claims.packs.ja"]
    assert slow == []


PIECES = st.sampled_from(
    [
        *(
            "All tests pass",
            "fixed",
            "not",
            "I think",
            "if",
            "?",
            ".",
            ",",
            "\n",
            "```",
            "> ",
            "`",
            '"',
            "- [x] ",
            "|",
            "✅",
            "❌",
        ),
        *(
            "0 failed",
            "²",
            "İ",
            "修正しました",
            "ない",
            "か",
            "通过",
            "没有",
            "통과",
            "지 않",
            "पास",
            "नहीं",
            "está",
            "nicht",
            "n'est",
        ),
        *("\u0000", "\ud800", "：", "\u3000"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=30).map(" ".join) | st.text(max_size=200))
@example("İ fixed ² 1/0 of 2.")
def test_any_text_is_answered_and_every_phrase_stands_in_it(text: str) -> None:
    lines = text.count("\n") + 1
    for claim in detector.scan(text):
        assert claim.phrase
        assert "".join(claim.phrase.split()) in "".join(text.split())
        assert 1 <= claim.line <= lines
    first = detector.first_claim(text)
    assert (first is None) == (detector.scan(text) == [])


LONG_LINE = "The parser reads the file and keeps a table of offsets " * 1300


@pytest.mark.parametrize(
    "text",
    [f"{LONG_LINE} All tests pass.\n", f"Summary\nAll tests pass. {LONG_LINE}", f"{LONG_LINE}\nAll tests pass.\n"],
    ids=["at the end of a long line", "before a long line", "after a long line"],
)
def test_a_claim_at_either_end_is_seen_however_long_its_line_is(text: str) -> None:
    assert detector.first_claim(text) is not None
