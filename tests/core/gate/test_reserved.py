"""The reserved checks, run without a stop around them: what ran, what passed, what is left, what is said."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest
from tests.support.product import Product

from feedback_gate.check import Call
from feedback_gate.event import Event
from feedback_gate.quality import reserved
from feedback_gate.quality.keeping import Keeping
from feedback_gate.quality.policy.judge import Judge
from feedback_gate.quality.runner import CHECKS, Runner

if TYPE_CHECKING:
    from pathlib import Path

    from feedback_gate.quality.reserved import Checks

GATE = """rules: []
consistency_checks:
  - {name: passes, run: ['true']}
  - {name: fails, run: ['echo wrong; exit 1', 'true']}
  - {name: cannot, run: ['no-such-program-anywhere']}
  - {name: away, dir: gone, run: ['true']}
  - {name: files, run: ['echo "$CLAUDE_GATE_FILES" > seen']}
  - {name: nested, run: [{parallel: ['true', {parallel: ['true']}]}]}
"""


@pytest.fixture
def product(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Product:
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    product = Product(tmp_path / "app")
    product.gate(GATE)
    product.file("a.txt", "x")
    return product


def run(product: Product, pending: dict[str, dict[str, list[str]]], *, judged: bool = False) -> Checks:
    event = Event("claude", "Stop", session="s1", cwd=str(product.root), project=str(product.root))
    call = Call(event, dict(os.environ), time.monotonic() + 60)
    with Runner(call, CHECKS, "en") as runner:
        judge = Judge(call, Keeping(call.state), asks=False) if judged else None
        return reserved.run(pending, call, runner, "en", judge)


def said(checks: Checks) -> list[tuple[str, dict[str, object], str, str]]:
    return [(one.code, dict(one.params), one.effect, one.audience) for one in checks.findings]


def test_a_check_that_passes_is_done_and_its_line_and_result_are_kept(product: Product) -> None:
    root, path = str(product.root), str(product.root / "a.txt")
    checks = run(product, {root: {"passes": [path]}})
    assert (checks.passed, checks.left, checks.failed) == ({root: {"passes": [path]}}, {}, False)
    assert checks.reserved == {root: {"passes": [path]}}
    assert [(one.command.text, one.result.status) for one in checks.ran] == [("true", "passed")]
    assert len(checks.lines) == 1
    assert (checks.findings, checks.unchecked) == ([], [])


def test_a_check_of_which_one_command_fails_has_failed_and_is_neither_done_nor_left(product: Product) -> None:
    checks = run(product, {str(product.root): {"fails": []}})
    assert (checks.passed, checks.left, checks.failed) == ({}, {}, True)
    assert [one.result.status for one in checks.ran] == ["failed", "passed"]


def test_a_check_whose_program_is_missing_said_nothing_and_is_left(product: Product) -> None:
    root = str(product.root)
    checks = run(product, {root: {"cannot": [], "passes": []}})
    assert (checks.passed, checks.left, checks.failed) == ({root: {"passes": []}}, {root: {"cannot": []}}, False)
    assert [one.result.status for one in checks.unchecked] == ["could_not_start"]


def test_checks_run_in_the_order_of_their_names(product: Product) -> None:
    checks = run(product, {str(product.root): {"passes": [], "files": [], "fails": []}})
    assert [one.command.text for one in checks.ran] == ["echo wrong; exit 1", "true", 'echo "$CLAUDE_GATE_FILES" > seen', "true"]


def test_a_check_is_told_the_files_that_are_there_relative_to_the_root(product: Product) -> None:
    root = str(product.root)
    run(product, {root: {"files": [f"{root}/a.txt", f"{root}/gone.txt"]}})
    assert (product.root / "seen").read_text() == "a.txt\n"


@pytest.mark.parametrize("judged", [False, True])
def test_a_check_that_the_gate_does_not_name_is_said_and_done(product: Product, judged: bool) -> None:
    root = str(product.root)
    checks = run(product, {root: {"unknown": ["x"]}}, judged=judged)
    assert said(checks) == [("gate.check_undefined", {"name": "unknown"}, "note", "person")]
    assert (checks.passed, checks.failed, checks.ran) == ({root: {"unknown": ["x"]}}, False, [])
    assert len(checks.lines) == 1
    assert "unknown" in checks.lines[0]


def test_a_check_whose_folder_is_gone_is_said_and_done(product: Product) -> None:
    root = str(product.root)
    checks = run(product, {root: {"away": ["x"]}})
    cwd = f"{root}/gone"
    assert said(checks) == [("gate.check_no_cwd", {"name": "away", "cwd": cwd}, "note", "person")]
    assert (checks.passed, checks.failed, checks.ran) == ({root: {"away": ["x"]}}, False, [])
    assert len(checks.lines) == 1
    assert "away" in checks.lines[0]
    assert cwd in checks.lines[0]


def test_a_worktree_that_is_gone_is_said_and_done_and_the_others_still_run(product: Product) -> None:
    root, gone = str(product.root), str(product.root / ".claude/worktrees/w")
    checks = run(product, {gone: {"passes": ["x"]}, root: {"passes": []}})
    assert said(checks) == [("gate.worktree_gone", {"root": gone}, "note", "person")]
    assert checks.passed == {gone: {"passes": ["x"]}, root: {"passes": []}}
    assert len(checks.ran) == 1


def test_a_block_within_a_block_has_failed_and_is_said(product: Product) -> None:
    checks = run(product, {str(product.root): {"nested": []}})
    assert (checks.failed, checks.passed) == (True, {})
    assert checks.lines[1:] == ["(check:nested) a parallel block holds another parallel block; that counts as failed"]
    assert [one.result.status for one in checks.ran] == ["passed"]


def test_what_is_wrong_with_a_worktrees_own_gate_is_said_here_and_with_the_projects_elsewhere(product: Product) -> None:
    product.git()
    product.sh("git worktree add -q .claude/worktrees/w")
    worktree = product.root / ".claude/worktrees/w"
    for root in (product.root, worktree):
        (root / ".claude").mkdir(exist_ok=True)
        (root / ".claude/gate.yaml").write_text(GATE + "misspelt: 1\n")
    assert said(run(product, {str(product.root): {"passes": []}})) == []
    assert [code for code, *_ in said(run(product, {str(worktree): {"passes": []}}))] != []


@pytest.mark.parametrize("judged", [False, True])
def test_a_policy_is_never_asked_whether_a_reserved_check_may_run(product: Product, judged: bool) -> None:
    root = str(product.root)
    assert run(product, {root: {"passes": []}}, judged=judged).passed == {root: {"passes": []}}


def test_without_a_gate_every_reservation_is_done(product: Product) -> None:
    (product.root / ".claude/gate.yaml").unlink()
    root = str(product.root)
    for judged in (False, True):
        checks = run(product, {root: {"passes": []}}, judged=judged)
        assert [code for code, *_ in said(checks)] == ["gate.check_undefined"]
