"""Claims on the real Codex: a false one is refused with the real output until it is true; the turn ends by itself."""

from __future__ import annotations

import json
import os

import pytest
from tests.e2e.codex.lab import CODE, say
from tests.e2e.codex.product import as_user_hooks
from tests.support.claims import approve, outcomes_of

pytestmark = pytest.mark.live

TESTS = 'echo run >>.git/runs; grep -q "a + b" app.py || { echo "FAILED test_sum: expected 5, got -1"; exit 1; }'


@pytest.fixture
def lab(codex_lab, plugin):
    made = codex_lab(CODE)
    as_user_hooks(made, plugin)
    made.write("app.py", "def total(a, b):\n    return a - b\n")
    made.write(".shoot.config.json", json.dumps({"checks": {"test": TESTS}, "platform": "codex"}))
    made.commit("app")
    approve(made.project, {**os.environ, "HOME": made.home})
    return made


def runs(lab):
    return len(lab.read(".git/runs").splitlines())


def fix(lab):
    return lab.patch("*** Update File: app.py\n def total(a, b):\n-    return a - b\n+    return a + b")


def test_a_false_claim_is_refused_twice_then_fixed_then_confirmed_once_and_the_turn_ends(lab):
    turns = [say("I fixed the sum."), say("Really, all tests pass now."), fix(lab), say("All tests pass."), say("one too many")]
    run = lab.exec("Do the task.", turns)
    for number, claim in ((1, "I fixed the sum"), (2, "Really, all tests pass now")):
        assert f'You wrote: "{claim}". That is not true yet: test failed.' in run.told(number)
        assert "FAILED test_sum: expected 5, got -1" in run.told(number)
    assert "[claims]" not in run.told(3)
    assert (run.code, len(run.requests), runs(lab)) == (0, 4, 3)
    assert outcomes_of(lab.home) == ["blocked", "blocked", "passed"]


def test_the_same_in_japanese(lab):
    turns = [
        say("合計の計算を修正しました。"),
        say("先ほどのとおり、テストはすべて成功しています。"),
        fix(lab),
        say("テストはすべて通りました。"),
        say("余分なターンです。"),
    ]
    run = lab.exec("作業してください。", turns, env={"LANG": "ja_JP.UTF-8"})
    for number, claim in ((1, "合計の計算を修正しました"), (2, "先ほどのとおり、テストはすべて成功しています")):
        assert f"「{claim}」と書かれていますが、まだ事実ではありません: test は失敗。" in run.told(number)
        assert "FAILED test_sum: expected 5, got -1" in run.told(number)
    assert (run.code, len(run.requests), runs(lab)) == (0, 4, 3)
    assert outcomes_of(lab.home) == ["blocked", "blocked", "passed"]


def test_a_false_claim_that_is_never_mended_is_let_through_in_the_end(lab):
    run = lab.exec("Do the task.", [say(f"All tests pass, {number}.") for number in range(6)])
    assert (run.code, len(run.requests), outcomes_of(lab.home)) == (0, 3, ["blocked", "blocked", "stoodDown"])


def test_a_claim_on_an_unchanged_tree_that_passed_runs_nothing(lab):
    lab.write("app.py", "def total(a, b):\n    return a + b\n")
    for _ in range(2):
        assert lab.exec("Do the task.", [say("All tests pass.")]).code == 0
    assert (runs(lab), outcomes_of(lab.home)) == (1, ["passed", "passed"])
