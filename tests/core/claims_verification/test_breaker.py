"""What counts as the same failure, how often it may reopen a turn, and when a receipt is shown again."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from feedback_gate.check import Call
from feedback_gate.claims import breaker
from feedback_gate.claims.verify import Checked
from feedback_gate.event import Event, Stopping
from feedback_gate.run.command import Command, Result

if TYPE_CHECKING:
    from pathlib import Path


def failing(output: str, name: str = "test", status: str = "failed", code: int = 1) -> Checked:
    return Checked(name, Command("x"), Result(status, code, output))


def call_at(folder: Path, *, active: bool = False, stop: bool = True) -> Call:
    event = Event("claude", "Stop", session="s1", cwd=str(folder), project=str(folder))
    event.stop = Stopping("done", active=active) if stop else None
    return Call(event, dict(os.environ), time.monotonic() + 60)


SAME = [
    ("FAILED test_a in 0.31s", "FAILED test_a in 12.5s"),
    ("Error at 0x7f3a10", "Error at 0x55e1b0"),
    ("\x1b[31mFAIL\x1b[0m a", "FAIL a"),
    ("FAIL /tmp/pytest-12/a", "FAIL /tmp/pytest-13/b"),
    ("FAIL at commit 1234abcd", "FAIL at commit 99887766"),
    ("FAIL   a", "FAIL a"),
    ("FAILED b\nFAILED a", "FAILED a\nFAILED b"),
    ("collected 3\nFAILED a", "collected 9, warmed up\nFAILED a"),
    ("ValueError: x", "ValueError: x\nthis line is about nothing"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_a_failure_is_the_same_but_for_what_changes_anyway(one: str, other: str) -> None:
    assert breaker.fingerprint([failing(one)]) == breaker.fingerprint([failing(other)])


@pytest.mark.parametrize(
    "line",
    [
        "FAILED a",
        "Failure: a",
        "not ok 1 - a",
        "✗ a",
        "✕ a",
        "✖ a",
        "× a",
        "error: a",
        "thread panicked at a",
        "KeyError: a",
        "IOException a",
        "undefined a",
    ],
)
def test_each_line_that_names_a_failure_tells_one_from_another(line: str) -> None:
    assert breaker.fingerprint([failing(f"x\n{line}\n")]) != breaker.fingerprint([failing(f"x\n{line} and b\n")])


def test_another_check_status_or_exit_status_is_another_failure() -> None:
    shapes = [failing("x"), failing("x", name="lint"), failing("x", status="timed_out"), failing("x", code=2)]
    assert len({breaker.fingerprint([one]) for one in shapes}) == 4


def test_of_very_many_failing_lines_the_first_two_hundred_count() -> None:
    lines = [f"FAILED {chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(201)]
    known = breaker.fingerprint([failing("\n".join(lines[:200]))])
    assert breaker.fingerprint([failing("\n".join(lines))]) == known
    assert breaker.fingerprint([failing("\n".join(lines[:199]))]) != known


def test_two_failures_are_the_same_in_either_order_and_a_check_that_did_not_run_says_nothing() -> None:
    one, two = failing("FAIL a"), failing("FAIL b", name="lint")
    both = breaker.fingerprint([one, two])
    assert both == breaker.fingerprint([two, Checked("build", Command("x")), one])
    assert both == "|".join(sorted([breaker.fingerprint([one]), breaker.fingerprint([two])]))


def test_the_same_failure_is_counted_and_another_starts_anew(tmp_path: Path) -> None:
    call = call_at(tmp_path)
    assert [breaker.count(call, failure) for failure in ("a", "a", "a", "b", "b", "a")] == [1, 2, 3, 1, 2, 1]


def test_after_a_pass_counting_starts_anew_and_the_receipt_is_remembered(tmp_path: Path) -> None:
    call = call_at(tmp_path)
    breaker.first_receipt(call, "proof")
    breaker.count(call, "a")
    breaker.reset(call)
    assert call.state.read() == {"claims": {"receipt": "proof"}}
    assert breaker.count(call, "a") == 1


def test_a_pass_writes_nothing_where_nothing_was_counted(tmp_path: Path) -> None:
    call = call_at(tmp_path)
    breaker.reset(call)
    assert not os.path.exists(call.state.path)


def test_a_receipt_is_first_until_the_same_proof_was_shown_just_before(tmp_path: Path) -> None:
    call = call_at(tmp_path)
    assert [breaker.first_receipt(call, proof) for proof in ("a", "a", "b", "b", "a")] == [True, False, True, False, True]


@pytest.mark.parametrize("kept", [[], 1, {"blocks": "two", "failure": "a"}, {"blocks": None, "failure": "a"}])
def test_a_count_that_cannot_be_read_starts_anew(tmp_path: Path, kept: object) -> None:
    call = call_at(tmp_path)
    call.state.update(lambda state: state.update(claims=kept))
    assert breaker.count(call, "a") == 1


@pytest.mark.parametrize(("stop", "active", "is_last"), [(True, True, True), (True, False, False), (False, False, False)])
def test_where_nothing_can_be_kept_a_continuation_counts_as_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: bool, active: bool, is_last: bool
) -> None:
    monkeypatch.setenv("HOME", "")
    call = call_at(tmp_path, stop=stop, active=active)
    assert breaker.count(call, "a") == (1 << 30 if is_last else 1)
    assert breaker.first_receipt(call, "a") is True
    breaker.reset(call)
