"""`scope: named`: a message that claims only checks by name is verified by these alone; by default all checks run."""

from __future__ import annotations

import time

import pytest
from tests.support.claims import Claims
from tests.support.product import blocked, shown

from feedback_gate.claims import about, detector

CHECKS = "checks: {typecheck: 'echo typecheck >> .git/runs', lint: 'echo lint >> .git/runs', test: 'echo test >> .git/runs', build: 'echo build >> .git/runs'}"
NAMED = f"scope: named\nparallel: false\n{CHECKS}"
ALL = ["typecheck", "lint", "test", "build"]


@pytest.fixture
def project(tmp_path) -> Claims:
    return Claims(tmp_path / "app").git().claims(NAMED)


def ran(project: Claims) -> list[str]:
    path = project.root / ".git" / "runs"
    return path.read_text().split() if path.exists() else []


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("Lint is clean.", ["lint"]),
        ("ESLint passes.", ["lint"]),
        ("No lint warnings.", ["lint"]),
        ("The lint checks pass.", ["lint"]),
        ("Type check succeeded.", ["typecheck"]),
        ("The type checks pass.", ["typecheck"]),
        ("No type errors.", ["typecheck"]),
        ("mypy is clean.", ["typecheck"]),
        ("All tests pass.", ["test"]),
        ("42 passed, 0 failed", ["test"]),
        ("`npm test` passes.", ["test"]),
        ("The build passes.", ["build"]),
        ("Verified that the build passes.", ["build"]),
        ("Lint and the tests pass.", ["lint", "test"]),
        ("The build, lint and tests are all green.", ["lint", "test", "build"]),
        ("Lint passes. The tests pass.", ["lint", "test"]),
        ("- ✅ Tests: 42 passed\n- ✅ Lint clean", ["lint", "test"]),
        ("テストはすべて通りました。", ["test"]),
        ("ビルドは成功しました。", ["build"]),
        ("测试全部通过。", ["test"]),
        ("Der Build läuft durch.", ["build"]),
        ("빌드가 성공했습니다.", ["build"]),
        ("बिल्ड सफल रहा।", ["build"]),
        ("すべてのテストが通りました。12件成功。", ["test"]),
        ("型チェックは通りました。12 件すべて成功しました。", ["typecheck", "test"]),
        ("测试全部通过。通过 12 个。", ["test"]),
        ("모든 테스트가 통과했습니다. 12개 통과, 0개 실패.", ["test"]),
        ("51 bestanden, 0 fehlgeschlagen.", ["test"]),
        ("51 réussis, 0 échec.", ["test"]),
        ("51 superadas, 0 fallidas.", ["test"]),
        ("51 aprovados, 0 falhas.", ["test"]),
        ("51 पास, 0 फेल।", ["test"]),
    ],
)
def test_a_claim_about_a_check_runs_that_check(project, claim, expected):
    project.stop(claim)
    assert ran(project) == expected


@pytest.mark.parametrize(
    "claim",
    [
        "Done.",
        "I fixed the lint errors.",
        "Everything passes, including lint.",
        "All checks pass.",
        "CI is green.",
        "0 errors.",
        "Lint is clean, so I am done.",
        "Lint is clean. I fixed the importer.",
        "修正しました。テストはすべて通りました。",
        "12 件の修正が成功しました。",
    ],
)
def test_a_claim_about_the_work_or_about_everything_runs_all_checks(project, claim):
    project.stop(claim)
    assert ran(project) == ALL


def test_by_default_every_claim_runs_all_checks(tmp_path):
    project = Claims(tmp_path / "app").git().claims(f"parallel: false\n{CHECKS}")
    project.stop("Lint is clean.")
    assert ran(project) == ALL


def test_a_claim_about_a_check_that_is_not_configured_runs_all_checks(tmp_path):
    project = Claims(tmp_path / "app").git().claims("scope: named\nchecks: {lint: 'exit 1'}")
    assert "lint failed" in blocked(project.stop("All tests pass."))


def test_another_check_that_fails_does_not_refuse_a_claim_about_lint(tmp_path):
    project = Claims(tmp_path / "app").git().claims("scope: named\nchecks: {lint: 'true', test: 'exit 1'}")
    assert shown(project.stop("Lint is clean.")) == '[claims] "Lint is clean": lint passed.'
    assert "test failed" in blocked(project.stop("All tests pass."))


def test_a_pass_of_one_check_does_not_forget_the_refusals_of_another(tmp_path):
    project = Claims(tmp_path / "app").git().claims("scope: named\nchecks: {lint: 'true', test: 'exit 1'}")
    for claim in ("All tests pass.", "Lint is clean.", "All tests pass.", "Lint is clean."):
        project.stop(claim)
    assert "only so often (at most 2, see" in shown(project.stop("All tests pass."))


def test_the_gates_own_checks_are_known_by_their_names_and_commands(tmp_path):
    project = Claims(tmp_path / "app")
    project.gate(
        "rules:\n  - {match: '*.py', run: ['true'], run_checks: [all]}\n"
        "claims: {scope: named}\n"
        "consistency_checks:\n  - name: all\n    run:\n"
        "      - {name: unit-tests, cmd: echo test >> .git/runs}\n"
        "      - {name: style, cmd: ': ruff; echo lint >> .git/runs'}\n"
        "      - {name: licences, cmd: echo licences >> .git/runs}\n"
    )
    project.git().start()
    project.stop("Lint is clean.")
    assert ran(project) == ["lint", "licences"]


def test_a_change_to_a_narrower_scope_waits_for_an_approval(tmp_path):
    project = Claims(tmp_path / "app").git().claims("checks: {lint: 'true', test: 'exit 1'}")
    project.gate("rules: []\nclaims:\n  scope: named\n  checks: {lint: 'true', test: 'exit 1'}\n")
    assert "test failed" in blocked(project.stop("Lint is clean."))


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I renamed the flag. Lint is clean! The tests were not run.", "Lint is clean"),
        ("ビルドを直しました。テスト 42 件すべて成功しました。他は見ていません。", "ビルドを直しました"),
        ("The first line.\nAll 42 tests pass in 3.2 s. More", "All 42 tests pass in 3.2 s"),
    ],
)
def test_the_sentence_of_a_claim(message, expected):
    assert about.statements(message, detector.scan(message, every=True))[0].text == expected


def test_as_many_claims_as_a_message_holds_are_looked_at_in_no_time():
    message = "".join(f"Part {number}: all {number} tests pass.\n" for number in range(40_000))
    claims = detector.scan(message, every=True)
    start = time.process_time()
    said = about.statements(message, claims)
    assert time.process_time() - start < 1
    assert len(said) == len(claims) > 1000
