"""How many tests passed: what the runners say, against what the agent says and what it was the time before."""

from __future__ import annotations

import pytest
from tests.support.claims import Claims
from tests.support.product import blocked, shown

from feedback_gate.claims import counts
from feedback_gate.run.command import FAILED, PASSED, Result

SUMMARIES = {
    "pytest": ("=== 41 passed, 1 skipped, 3 warnings in 1.20s ===", (41, 42)),
    "pytest -q": ("....\n42 passed in 0.01s\n", (42, 42)),
    "pytest in colour": ("\x1b[32m=== \x1b[32m\x1b[1m42 passed\x1b[0m\x1b[32m in 0.01s\x1b[0m\x1b[32m ===\x1b[0m", (42, 42)),
    "pytest, two runs": ("2 passed in 0.01s\n3 passed in 0.02s\n", (5, 5)),
    "unittest": ("....\nRan 42 tests in 0.001s\n\nOK", (42, 42)),
    "unittest with skips": ("Ran 42 tests in 0.001s\n\nOK (skipped=2)", (40, 42)),
    "jest": ("Test Suites: 2 passed, 2 total\nTests:       1 skipped, 41 passed, 42 total", (41, 42)),
    "vitest": (" Test Files  3 passed (3)\n      Tests  41 passed | 1 skipped (42)", (41, 42)),
    "mocha": ("  42 passing (2ms)\n  1 pending", (42, 42)),
    "node": ("# tests 42\n# suites 3\n# pass 41\n# fail 0", (41, 42)),
    "cargo, two crates": (
        "test result: ok. 40 passed; 0 failed; 1 ignored; 0 measured\ntest result: ok. 2 passed; 0 failed; 0 ignored",
        (42, 43),
    ),
    "cargo nextest": ("     Summary [   0.5s] 42 tests run: 42 passed, 1 skipped", (42, 42)),
    "go test -v": ("=== RUN TestA\n--- PASS: TestA (0.00s)\n--- PASS: TestB (0.00s)\nok  \ta\t0.01s", (2, 2)),
    "gotestsum": ("DONE 42 tests, 2 skipped in 1.2s", (40, 42)),
    "deno": ("ok | 42 passed | 0 failed (2ms)", (42, 42)),
    "playwright": ("  42 passed (3.1s)", (42, 42)),
    "rspec": ("42 examples, 0 failures, 2 pending", (40, 42)),
    "minitest": ("42 runs, 99 assertions, 0 failures, 0 errors, 0 skips", (42, 42)),
    "exunit": ("42 tests, 0 failures", (42, 42)),
    "phpunit": ("OK (42 tests, 99 assertions)", (42, 42)),
    "maven, two modules": (
        "Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.1 s - in A\n"
        + "".join(f"[INFO] Tests run: {number}, Failures: 0, Errors: 0, Skipped: 1\n" for number in (3, 39)),
        (40, 42),
    ),
    "ctest": ("100% tests passed, 0 tests failed out of 42", (42, 42)),
    "dotnet": ("Passed!  - Failed:     0, Passed:    41, Skipped:     1, Total:    42, Duration: 3 s", (41, 42)),
    "go without -v": ("ok  \ta\t0.01s", None),
    "a script of one's own": ("all good, 42 files", None),
}


@pytest.mark.parametrize(("output", "expected"), SUMMARIES.values(), ids=SUMMARIES.keys())
def test_the_summary_of_a_runner_is_understood(output, expected):
    assert counts.of(Result(PASSED, 0, head=output)) == expected


def test_of_an_output_with_a_part_left_out_and_of_a_failure_nothing_is_counted():
    assert counts.of(Result(PASSED, 0, head="2 passed in 1s\n", tail="3 passed in 1s\n", omitted=9)) is None
    assert counts.of(Result(FAILED, 1, head="3 passed in 1s\n")) is None


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("All 42 tests pass", {42}),
        ("42 passed, 0 failed", {42}),
        ("Tests: 42 passed", {42}),
        ("42/42 specs are green", {42}),
        ("41 of 42 tests pass", {41}),
        ("**42** tests pass", {42}),
        ("テスト 42 件すべて成功しました", {42}),
        ("42個のテストがすべて通りました", {42}),
        ("42 个测试全部通过", {42}),
        ("Alle 42 Tests laufen durch", {42}),
        ("Los 42 tests pasan", {42}),
        ("Les 42 tests passent", {42}),
        ("Os 42 testes passam", {42}),
        ("테스트 42개가 모두 통과했습니다", {42}),
        ("सभी 42 टेस्ट पास हो गए", {42}),
        ("42 pass, 0 fail", {42}),
        ("41 out of 42 tests pass", {41}),
        ("42件成功", {42}),
        ("42 件すべて通りました", {42}),
        ("42件中41件が成功", {41}),
        ("成功 42 件、失敗 0 件", {42}),
        ("42 个全部通过", {42}),
        ("通过 42 个，失败 0 个", {42}),
        ("42개 모두 성공했습니다", {42}),
        ("통과: 42개", {42}),
        ("41 von 42 bestanden", {41}),
        ("42 pasaron, 0 fallaron", {42}),
        ("42 réussis, 0 échec", {42}),
        ("42 aprovados, 0 falhas", {42}),
        ("42 पास, 0 फेल", {42}),
        ("成功率 42%", set()),
        ("3通りの方法", set()),
        ("通过 3 个步骤", set()),
        ("42 件の修正が成功", set()),
        ("HTTP 200 OK", set()),
        ("All 12 new tests pass", set()),
        ("The Python 3.12 tests pass", set()),
        ("The tests for #42 pass", set()),
        ("100% passing", set()),
        ("The tests pass in 42 s", set()),
    ],
)
def test_the_number_of_tests_that_a_sentence_claims(sentence, expected):
    assert counts.claimed(sentence) == expected


@pytest.fixture
def project(tmp_path) -> Claims:
    """A project whose test command prints what its file `out` holds."""
    project = Claims(tmp_path / "app").git()
    project.file("out", "42 passed in 0.01s")
    return project.checks(test="echo run >> .git/runs; cat out", lint="true")


@pytest.mark.parametrize(
    "claim", ["All 42 tests pass.", "42 passed, 0 failed", "All tests pass.", "Done.", "Fixed 3 bugs, all tests pass."]
)
def test_a_number_that_is_right_or_not_given_needs_no_word(project, claim):
    assert shown(project.stop(claim)).endswith(": lint passed, test passed.")


@pytest.mark.parametrize(
    "claim",
    ["All 57 tests pass.", "57 passed, 0 failed", "テスト 57 件すべて成功しました。", "すべてのテストが通りました。57件成功。"],
)
def test_another_number_than_the_real_one_is_corrected_in_the_receipt(project, claim):
    assert "lint passed, test passed (tests passed: 42, claimed: 57)." in shown(project.stop(claim))


@pytest.mark.parametrize("number", [41, 42])
def test_skipped_tests_may_be_counted_or_not(project, number):
    project.file("out", "41 passed, 1 skipped in 0.01s")
    assert shown(project.stop(f"All {number} tests pass.")) == f'[claims] "All {number} tests pass": lint passed, test passed.'


@pytest.mark.parametrize(
    ("number", "results"),
    [
        (2, "test passed, build passed"),
        (3, "test passed, build passed"),
        (5, "test passed, build passed"),
        (4, "test passed (tests passed: 2, claimed: 4), build passed (tests passed: 3, claimed: 4)"),
    ],
)
def test_of_several_runs_each_number_and_their_sum_are_right(tmp_path, number, results):
    project = Claims(tmp_path / "app").git()
    project.checks(test="echo 2 passed in 1s", build="echo 3 passed in 1s")
    assert shown(project.stop(f"All {number} tests pass.")) == f'[claims] "All {number} tests pass": {results}.'


def test_the_number_is_corrected_also_when_nothing_had_to_run(project):
    project.stop()
    assert "test passed (tests passed: 42, claimed: 57) (nothing changed since" in shown(project.stop("All 57 tests pass."))
    assert project.runs() == 1


def test_fewer_tests_than_before_are_named_in_the_receipt_and_more_are_not(project):
    project.stop()
    project.file("out", "30 passed in 0.01s")
    assert "test passed (tests passed: 30, 12 fewer than before)." in shown(project.stop())
    project.file("out", "31 passed in 0.01s")
    assert shown(project.stop()).endswith("test passed.")


def test_they_are_named_again_as_long_as_nothing_changes(project):
    project.stop()
    project.file("out", "30 passed in 0.01s")
    project.stop()
    assert "(tests passed: 30, 12 fewer than before) (nothing changed since" in shown(project.stop("Done."))


def test_a_tree_that_passed_earlier_is_not_compared_with_a_later_one(tmp_path):
    project = Claims(tmp_path / "app").git()
    project.checks(test="if [ -f x ]; then echo 42 passed in 1s; else echo 30 passed in 1s; fi")
    project.stop()
    project.file("x")
    assert shown(project.stop()).endswith(": test passed.")
    (project.root / "x").unlink()
    assert "test passed (nothing changed since" in shown(project.stop())


def test_both_are_said_in_japanese(project, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_LANGUAGE", "ja")
    project.stop()
    project.file("out", "30 passed in 0.01s")
    said = shown(project.stop("テスト 42 件すべて成功しました。"))
    assert "test は合格 (合格したテストは 30 件、前回より 12 件減少、報告では 42 件)" in said


def test_a_number_beside_a_failure_is_not_discussed(project):
    project.checks(test="echo '41 passed in 0.01s'; exit 1", lint="true")
    assert "41 tests" not in blocked(project.stop("All 57 tests pass.")).split("===")[0]


def test_the_gates_own_run_is_corrected_beside_its_report(tmp_path):
    project = Claims(tmp_path / "app")
    project.gate(
        "rules:\n  - {match: '*.py', run: ['true'], run_checks: [tests]}\n"
        "consistency_checks:\n  - {name: tests, run: [{name: tests, cmd: echo 42 passed in 1s}]}\n"
    )
    project.git().start()
    project.write("a.py")
    first = project.stop("All 57 tests pass.")
    assert blocked(first) == "[gate] All checks passed: tests ✓. Tell the user, then end the turn."
    assert shown(first) == '[claims] "All 57 tests pass": tests passed (tests passed: 42, claimed: 57).'
