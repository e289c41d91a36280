"""The stop-watch of the benchmarks."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from tests.bench.timing import Process, interleaved, together

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _stay_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def noting(path: Path, word: str, seconds: float = 0) -> Process:
    """A process that adds a word to a file and sleeps."""
    return Process(["/bin/sh", "-c", f"printf {word} >> '{path}'; sleep {seconds}"], {"PATH": os.defpath})


def test_every_process_runs_once_a_round_after_one_run_to_warm_up_and_the_first_changes(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    interleaved({word: noting(notes, word) for word in "abc"}, 3)
    assert notes.read_text() == "abc" + "abc" + "bca" + "cab"


def test_the_median_of_the_rounds_is_given_in_seconds(tmp_path: Path) -> None:
    times = interleaved({"short": noting(tmp_path / "n", "x"), "long": noting(tmp_path / "n", "x", 0.2)}, 3)
    assert 0.2 <= times["long"] < 5
    assert times["short"] < times["long"]


def test_processes_started_together_overlap(tmp_path: Path) -> None:
    ends = together(noting(tmp_path / "n", "x", 0.3), 5)
    assert len(ends) == 5
    assert ends == sorted(ends)
    assert 0.3 <= ends[-1] < 1.4


def test_processor_time_counts_what_a_process_and_its_children_do_and_not_that_they_wait(tmp_path: Path) -> None:
    asleep = noting(tmp_path / "n", "x", 0.3)
    awake = Process(["/bin/sh", "-c", "sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done'"], {"PATH": os.defpath})
    assert asleep.processor_seconds() < 0.1
    assert awake.processor_seconds() > 2 * asleep.processor_seconds()


def test_the_best_of_the_rounds_can_be_asked_for(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    times = interleaved({"a": noting(notes, "x")}, 3, lambda process: process.seconds() and len(notes.read_text()), min)
    assert times == {"a": 2}


def test_a_process_that_fails_ends_the_measurement() -> None:
    with pytest.raises(RuntimeError, match="wait status 768"):
        Process([sys.executable, "-c", "raise SystemExit(3)"], {}).seconds()


def test_a_process_reads_its_file_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "in").write_text("text")
    Process(["/bin/sh", "-c", "cat > out"], {"PATH": os.defpath}, str(tmp_path), str(tmp_path / "in")).seconds()
    assert (tmp_path / "out").read_text() == "text"
