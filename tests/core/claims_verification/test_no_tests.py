"""A run without any test supports no "tests pass", whatever its exit status."""

from __future__ import annotations

import pytest
from tests.support.claims import Claims
from tests.support.product import blocked, shown

from feedback_gate.claims import counts

EMPTY = {
    "pytest": "collected 0 items\n\n===== no tests ran in 0.01s =====",
    "unittest": "Ran 0 tests in 0.000s\n\nOK",
    "jest": "No tests found, exiting with code 0",
    "jest total": "Tests:       0 total",
    "vitest": "No test files found, exiting with code 0",
    "mocha": "  0 passing (2ms)",
    "go without files": "?   \texample.org/x\t[no test files]",
    "go without tests": "ok  \texample.org/x\t0.002s [no tests to run]",
    "cargo": "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored",
    "node": "# tests 0\n# pass 0\n# fail 0",
    "node spec": "ℹ tests 0\nℹ pass 0",
    "rspec": "No examples found.\n\n0 examples, 0 failures",
    "phpunit": "No tests executed!",
    "gradle": "> Task :test NO-SOURCE",
    "ctest": "No tests were found!!!",
    "maven": "Tests run: 0, Failures: 0, Errors: 0, Skipped: 0",
    "tap": "TAP version 13\n1..0",
    "xctest": "Executed 0 tests, with 0 failures",
    "minitest": "0 runs, 0 assertions, 0 failures, 0 errors",
    "deno": "ok | 0 passed | 0 failed (2ms)",
    "in words": "0 tests ran",
}
RAN = {
    "pytest": "3 passed in 0.01s",
    "unittest": "Ran 3 tests in 0.000s\n\nOK",
    "jest": "Tests:       1 skipped, 2 passed, 3 total",
    "vitest": " Tests  5 passed (5)",
    "mocha": "  5 passing (2ms)\n  0 failing",
    "go": "?   \ta\t[no test files]\nok  \tb\t0.002s",
    "go cached": "ok  \tb\t(cached)",
    "cargo, one crate without tests": "running 0 tests\ntest result: ok. 0 passed\nrunning 2 tests\ntest result: ok. 2 passed",
    "node": "# tests 4\n# pass 4",
    "rspec": "12 examples, 0 failures",
    "phpunit": "OK (3 tests, 4 assertions)",
    "maven": "Tests run: 3, Failures: 0, Errors: 0",
    "ctest": "100% tests passed, 0 tests failed out of 5",
    "a custom script": "all good",
    "nothing at all": "",
    "a compiler": "compiled 0 files, 0 errors, 0 warnings",
}


@pytest.mark.parametrize("output", EMPTY.values(), ids=EMPTY.keys())
def test_a_runner_that_says_it_ran_none_is_understood(output):
    assert counts.ran_none(output)


@pytest.mark.parametrize("output", RAN.values(), ids=RAN.keys())
def test_a_runner_that_ran_some_or_does_not_say_is_believed(output):
    assert not counts.ran_none(output)


@pytest.fixture
def project(tmp_path) -> Claims:
    return Claims(tmp_path / "app").git().checks(test="echo run >> .git/runs; echo 'collected 0 items'", lint="true")


@pytest.mark.parametrize(
    "claim",
    ["All tests pass.", "Everything is green.", "テストはすべて通りました。", "Alle Tests laufen durch.", "All checks pass."],
)
def test_no_tests_do_not_support_tests_pass(project, claim):
    assert "=== test: 0 tests ran ===" in blocked(project.stop(claim))


@pytest.mark.parametrize(
    "claim",
    [
        "Done.",
        "I fixed the importer.",
        "The build passes.",
        "Lint is clean.",
        "ビルドは成功しました。",
        "型チェックは通りました。",
    ],
)
def test_no_tests_are_said_in_the_receipt_of_other_claims(project, claim):
    assert "lint passed, test ran 0 tests" in shown(project.stop(claim))


def test_a_run_without_tests_is_no_evidence(project):
    project.stop("Done.")
    project.stop("Done.")
    assert project.runs() == 2
