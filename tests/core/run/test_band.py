"""The running band and the summary line, as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feedback_gate.run import band
from feedback_gate.run.band import Entry

NOW = 1_700_000_000.0


def running(command: str, name: str = "", seconds: float = 0.0, *, waiting: bool = False) -> Entry:
    return Entry(command, name, NOW - seconds, waiting=waiting)


def ended(name: str, seconds: float, *, ok: bool, start: float = 0.0) -> Entry:
    return Entry("make", name, NOW + start, ok=ok, ended=NOW + start + seconds)


def test_b06_band_of_running_ended_waiting_and_nameless_entries() -> None:
    entries = [
        running("sleep 1", "a", 3),
        ended("b", 0.5, ok=True),
        ended("c", 1.2, ok=False),
        running("z", "d", 2, waiting=True),
        running("exit 1", seconds=3),
    ]
    assert band.lines(entries, NOW) == [
        "[gate] running:",
        "  a $ sleep 1 (3s)",
        "  b ✓ (0.5s)",
        "  c ✗ (1.2s)",
        "  d $ z waiting (2s)",
        "  exit 1 (3s)",
    ]


def test_b07_long_command_is_cut_at_a_word_within_80_characters() -> None:
    command = "find scripts/renovate -name '*_test.sh' -print0 | xargs -0 -n1 bash -eu -o pipefail"
    lines = band.lines([running(command, "renovate-scripts-test", 12)], NOW)
    assert lines[1] == "  renovate-scripts-test $ find scripts/renovate -name '*_test.sh' ... (12s)"
    assert len(lines[1]) <= 80


def test_b08_command_of_two_lines_is_folded() -> None:
    assert band.lines([running("echo a\necho b", "m")], NOW)[1] == "  m $ echo a ... (0s)"


@pytest.mark.parametrize("entries", [[], [ended("a", 1, ok=True), ended("b", 1, ok=False)]])
def test_b09_no_band_when_all_ended_or_nothing_is_listed(entries: list[Entry]) -> None:
    assert band.lines(entries, NOW) == []


def test_b10_summary_counts_passes_and_failures() -> None:
    entries = [*(ended(str(number), 10, ok=True) for number in range(5)), ended("last", 80, ok=False, start=1)]
    assert band.summary_line(entries) == "[gate] done: ✓ 5 / ✗ 1 (81.0s)"


def test_b11_summary_spans_first_start_to_last_end() -> None:
    entries = [ended("a", 10, ok=True), ended("b", 10, ok=True, start=2), ended("c", 3, ok=True, start=5)]
    assert band.summary_line(entries) == "[gate] done: ✓ 3 (12.0s)"


def test_summary_of_failures_only() -> None:
    assert band.summary_line([ended("a", 2, ok=False)]) == "[gate] done: ✗ 1 (2.0s)"


@pytest.mark.parametrize("entries", [[], [ended("a", 1, ok=True), running("b")]])
def test_no_summary_when_nothing_is_listed_or_something_runs(entries: list[Entry]) -> None:
    assert band.summary_line(entries) == ""


def test_japanese_band_and_summary() -> None:
    assert band.lines([running("z", "d", 2, waiting=True)], NOW, "ja") == ["[gate] 実行中:", "  d $ z 待機中 (2s)"]
    assert band.summary_line([ended("a", 2, ok=True)], "ja") == "[gate] 完了: ✓ 1 (2.0s)"


def test_clock_that_was_set_back_shows_no_negative_time() -> None:
    assert band.lines([running("x", seconds=-50)], NOW)[1] == "  x (0s)"


def test_word_longer_than_the_line_is_cut_hard() -> None:
    line = band.lines([running("x" * 200, "n")], NOW)[1]
    assert (line, len(line)) == ("  n $ " + "x" * 65 + " ... (0s)", 80)


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert band.lines([running("echo \x1b[2Jx\x07", "n\x1b]0;t")], NOW)[1] == "  n�]0;t $ echo �[2Jx� (0s)"


@given(st.text(max_size=300), st.text(max_size=60), st.integers(0, 9999), st.booleans())
def test_every_line_of_the_band_is_one_line_within_its_width(command: str, name: str, seconds: int, waiting: bool) -> None:
    line = band.lines([running(command, name, seconds, waiting=waiting)], NOW)[1]
    assert line.isprintable()
    assert len(line) <= 80


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"cmd": 3, "started": 1},
        {"cmd": "x"},
        {"cmd": "x", "started": "now"},
        {"cmd": "x", "started": True},
        {"cmd": "x", "started": 1, "ended": "then"},
        {"cmd": "x", "started": 1e300},
    ],
)
def test_item_that_is_not_whole_is_no_entry(value: object) -> None:
    assert Entry.of(value) is None


def test_entry_of_a_registry_item() -> None:
    entry = Entry.of({"name": "n", "cmd": "c", "started": 1500, "result": "fail", "ended": 2500, "waiting": False})
    assert entry is not None
    assert (entry.name, entry.command, entry.started, entry.ended, entry.ok, entry.waiting) == ("n", "c", 1.5, 2.5, False, False)
