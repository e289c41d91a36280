"""The second reader: what it looks at, when it is asked, and what it never judges."""

from __future__ import annotations

import ast
import re
import sysconfig
from pathlib import Path

import pytest

from feedback_gate.claims import detector, likeness


def read(text: str) -> list[likeness.Sentence]:
    return likeness.sentences(detector.spoken_blocks(text)[0], "en")


def test_a_sentence_is_known_by_its_classes_and_its_words() -> None:
    (sentence,) = read("Tests pass.")

    assert sentence.features == {
        *("^", "t", "p", "$", "^t", "tp", "p$", "^tp", "tp$", "^tp$"),
        *(" tests", " pass", " .", " <s> tests", " tests pass", " pass .", " . </s>"),
    }


def test_numbers_and_code_are_alike() -> None:
    (one,), (other,) = read("Moved `parser.py` to 14 files."), read("Moved `x` to 3 files.")

    assert one.features == other.features


def test_two_neighbours_on_each_side_count() -> None:
    features = list(likeness.features_of(read("Zebra. Yak. Xerus. Wombat."), admits=False))

    assert {"< yak", "< xerus"} <= features[0]
    assert "< wombat" not in features[0]
    assert {"< zebra", "< yak", "< wombat"} <= features[2]


def test_what_the_message_admits_counts_for_every_sentence() -> None:
    features = list(likeness.features_of(read("Moved the parser. It is slow."), admits=True))

    assert all(likeness.ADMITS in one for one in features)


@pytest.mark.parametrize(
    "text",
    [
        "The ticket says that users see it.",
        "I think users see it.",
        "Do users see it?",
        "The suite is no longer passing.",
        "I wrote a test and it fails.",
    ],
)
def test_other_peoples_words_beliefs_questions_and_denials_are_not_judged(text: str) -> None:
    assert [sentence.judged for sentence in read(text)] == [False]


def test_the_answer_to_a_question_is_not_judged() -> None:
    assert [sentence.judged for sentence in read("Do users see it? They see the list. They see it at once.")] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize("text", ["La lista se ve en todas las páginas.", "| Users | see it |\n|---|---|\n| all | yes |"])
def test_other_languages_and_rows_of_tables_are_left_alone(text: str) -> None:
    assert read(text) == []


MADE_IT = "Every one of the 18,240 rows made it in."


def test_it_is_asked_only_where_the_grammar_finds_nothing() -> None:
    assert [claim.phrase for claim in detector.scan(f"All tests pass. {MADE_IT}", every=True)] == ["All tests pass"]


def test_the_likeliest_sentence_is_quoted_with_its_line() -> None:
    claim = detector.first_claim(f"You asked about the dump.\n\n{MADE_IT} It is on disk.")

    assert claim is not None
    assert (claim.phrase, claim.kind, claim.language, claim.line) == (MADE_IT, "finished", "en", 3)


def test_without_it_only_the_grammar_speaks() -> None:
    assert detector.first_claim(MADE_IT, learnt=False) is None


def test_explanations_are_left_alone() -> None:
    """Docstrings of the standard library, of modules from which nothing was learnt (`release/learn.py`)."""
    paragraphs = [
        paragraph
        for path in sorted(Path(sysconfig.get_path("stdlib")).glob("[n-z]*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        for paragraph in re.split(r"\n\s*\n", ast.get_docstring(node) or "")
        if len(paragraph.split()) > 4
    ]
    taken = [
        one for one in paragraphs if detector.first_claim(one, learnt=False) is None and detector.first_claim(one) is not None
    ]

    assert len(paragraphs) > 2000
    assert len(taken) < len(paragraphs) / 200, taken[:20]
