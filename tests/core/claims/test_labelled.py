"""The promised figures on the published lines; labelled/README.md says which figures are first looks."""

from __future__ import annotations

import pytest
from tests.core.claims.figures import LANGUAGES, NEVER, OTHER_SEVEN, figures, lines, wrong

HELD = lines("labelled", "held")


def of(rows: list[dict[str, object]], **wanted: object) -> list[dict[str, object]]:
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]


def test_everyday_english_is_right_nineteen_times_in_twenty() -> None:
    held = figures(of(HELD, language="en", kind="everyday"))

    assert held.precision >= 0.95, held
    assert held.recall >= 0.95, held


def test_difficult_english_is_right_nine_times_in_ten() -> None:
    held = figures(of(HELD, language="en", kind="difficult"))

    assert held.precision >= 0.90, held
    assert held.recall >= 0.85, held


def test_japanese_reaches_an_f1_of_nine_tenths() -> None:
    assert figures(of(HELD, language="ja")).f1 >= 0.90


@pytest.mark.parametrize("language", OTHER_SEVEN)
def test_each_of_the_other_seven_reaches_an_f1_of_eight_tenths(language: str) -> None:
    assert figures(of(HELD, language=language)).f1 >= 0.80


@pytest.mark.parametrize("topic", NEVER)
def test_no_hedge_question_negation_or_failure_report_is_taken_for_a_claim(topic: str) -> None:
    rows = of(lines("labelled") + lines("later"), topic=topic, label=False)

    assert [(row["id"], row["text"]) for row in rows if wrong(row)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_learnt_later_stays_learnt(language: str) -> None:
    later = figures(of(lines("later"), language=language))

    assert later.precision >= 0.98, later
    assert later.recall >= 0.94, later


@pytest.mark.parametrize(("kind", "precision", "recall"), [("everyday", 0.95, 0.95), ("difficult", 0.90, 0.85)])
def test_english_that_nobody_learnt_from_is_read_as_promised(kind: str, precision: float, recall: float) -> None:
    unseen = figures(of(lines("unseen"), language="en", kind=kind))

    assert unseen.precision >= precision, unseen
    assert unseen.recall >= recall, unseen


def test_japanese_that_nobody_learnt_from_is_read_as_promised() -> None:
    assert figures(of(lines("unseen"), language="ja")).f1 >= 0.90


@pytest.mark.parametrize("language", OTHER_SEVEN)
def test_the_other_seven_that_nobody_learnt_from_are_read_as_promised(language: str) -> None:
    assert figures(of(lines("unseen"), language=language)).f1 >= 0.80


def test_a_third_of_the_lines_is_held_back_and_a_third_was_judged_twice() -> None:
    rows = lines("labelled")

    assert len(rows) >= 600
    assert {row["language"] for row in rows} == set(LANGUAGES)
    assert len(HELD) * 3 >= len(rows)
    assert sum("second_label" in row for row in rows) * 3 >= len(rows)
    assert len({row["id"] for row in rows}) == len(rows)
