"""The charts of the growth page."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from tests.bench.growth import Curve
from tests.bench.plots import chart, nice_step, short

LINES = {"ours": [(5.0, 1.2), (50.0, 1.2), (5000.0, 1.3)], "git & co": [(5.0, 0.0), (50.0, 1.0), (5000.0, 4.0)]}


@pytest.mark.parametrize(("most", "step"), [(1.3, 0.5), (4.0, 1.0), (5.0, 1.0), (6.1, 2.0), (42.0, 10.0), (0.09, 0.02)])
def test_the_marks_of_an_axis_are_round_numbers(most: float, step: float) -> None:
    assert nice_step(most) == pytest.approx(step)


@pytest.mark.parametrize(("number", "text"), [(5, "5"), (500, "500"), (1000, "1k"), (20_000_000, "20M")])
def test_large_numbers_are_short(number: float, text: str) -> None:
    assert short(number) == text


def test_a_chart_is_well_formed_and_names_its_lines_and_axes() -> None:
    tree = ET.fromstring(chart("Rules", "rules", "x reference", LINES))
    words = {element.text for element in tree.iter() if element.tag.endswith("text")}
    assert {"Rules", "rules", "x reference", "ours", "git & co", "5", "50", "5k", "0", "4"} <= words


def test_points_stand_further_right_and_higher_the_larger_they_are() -> None:
    drawn = chart("t", "x", "y", {"a": LINES["git & co"]})
    points = [tuple(map(float, pair.split(","))) for pair in re.search(r'points="([^"]+)"', drawn).group(1).split()]  # type: ignore[union-attr]
    assert points == sorted(points)
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)


def test_a_table_has_a_row_for_each_point() -> None:
    table = Curve("Rules", "rules", "x", {"ours": LINES["ours"], "git": [(5.0, 0.125)]}).table()
    assert table.splitlines() == [
        "| rules | ours | git |",
        "|--:|--:|--:|",
        "| 5 | 1.20 | 0.12 |",
        "| 50 | 1.20 |  |",
        "| 5,000 | 1.30 |  |",
    ]
