"""What a check cannot say: no time left in the hook, no folder, no output; and where the whole output lies."""

from __future__ import annotations

import time

import pytest
from tests.support.claims import Claims
from tests.support.product import blocked, shown

from feedback_gate import check


@pytest.fixture
def project(tmp_path) -> Claims:
    return Claims(tmp_path / "app").git()


@pytest.fixture
def hurried(monkeypatch):
    """A hook that has to answer within a second."""
    monkeypatch.setitem(check.INNER_SECONDS, "Stop", 1.0)


def test_all_checks_together_end_before_the_hook_must_answer(project, hurried):
    project.checks(lint="true", test="echo run >> .git/runs; sleep 30", build="sleep 30")
    began = time.monotonic()
    told = shown(project.stop())
    assert time.monotonic() - began < 3
    said = "lint passed; test: the time of this hook was up; build: the time of this hook was up"
    assert told == f'[claims] "All tests pass" was not verified: {said}.'
    assert project.outcomes() == ["unchecked"]


def test_what_had_no_time_to_start_does_not_run_afterwards(project, hurried):
    project.claims("parallel: false\nchecks:\n  lint: sleep 30\n  test: echo run >> .git/runs")
    assert "lint: the time of this hook was up; test: the time of this hook was up" in shown(project.stop())
    time.sleep(0.5)
    assert project.runs() == 0


def test_a_failure_blocks_although_there_was_no_time_for_the_others(project, hurried):
    project.checks(lint="exit 3", test="sleep 30")
    assert "=== lint: exit code 3 ===" in blocked(project.stop())


def test_no_time_left_is_no_evidence(project, hurried):
    project.checks(test="echo run >> .git/runs; sleep 30")
    project.stop()
    project.stop()
    assert project.runs() == 2


def test_a_folder_that_is_not_there_is_not_verified_and_named(project):
    project.claims("checks: {test: {cmd: 'true', dir: gone}}")
    told = shown(project.stop())
    assert told.startswith('[claims] "All tests pass" was not verified: test: ')
    assert f"{project.root}/gone" in told


def test_a_failure_without_a_word_says_so(project):
    project.checks(test="exit 1")
    assert "=== test: exit code 1 ===\n$ exit 1\n(no output)\n" in blocked(project.stop())


def test_the_whole_output_of_a_failure_is_named_where_logs_are_kept(project):
    project.claims("checks: {test: 'seq 1 60000; exit 1'}")
    reason = blocked(project.stop())
    (log,) = [line.removeprefix("whole output: ") for line in reason.splitlines() if line.startswith("whole output: ")]
    with open(log, encoding="utf-8") as file:
        assert "\n30000\n" in file.read()
    assert "\n30000\n" not in reason
