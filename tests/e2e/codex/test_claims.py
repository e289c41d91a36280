"""Claims on the real Codex: a false one is refused with the real output until it is true; the turn ends by itself."""

from __future__ import annotations

import json
import os

import pytest
from tests.e2e.codex.lab import CODE, say
from tests.e2e.codex.product import as_user_hooks
from tests.support.claims import approve

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


def test_a_false_claim_is_refused_twice_then_fixed_then_the_turn_ends(lab):
    fix = lab.patch("*** Update File: app.py\n def total(a, b):\n-    return a - b\n+    return a + b")
    turns = [
        say("I fixed the sum."),
        say("修正しました。テストはすべて通りました。"),
        fix,
        say("All tests pass."),
        say("one too many"),
    ]
    run = lab.exec("Do the task.", turns)
    assert "FAILED test_sum: expected 5, got -1" in run.told(1)
    assert "I fixed the sum" in run.told(1)
    assert "FAILED test_sum: expected 5, got -1" in run.told(2)
    assert (run.code, len(run.requests), runs(lab)) == (0, 4, 3)


def test_a_claim_on_an_unchanged_tree_that_passed_runs_nothing(lab):
    lab.write("app.py", "def total(a, b):\n    return a + b\n")
    for _ in range(2):
        assert lab.exec("Do the task.", [say("All tests pass.")]).code == 0
    assert runs(lab) == 1
