"""Claims on the real client: a false one is refused with the real output until it is true, then confirmed once; no loop."""

from __future__ import annotations

import json
import os

import pytest
from tests.e2e.claude_lab import edit, read, text
from tests.support.claims import approve, outcomes_of

pytestmark = pytest.mark.live

# Passes when the sum is right; the run is noted outside git's sight.
TESTS = 'echo run >>.git/runs; grep -q "a + b" app.py || { echo "FAILED test_sum: expected 5, got -1"; exit 1; }'


@pytest.fixture
def claiming(lab):
    """A project whose tests fail, with a claims configuration that a person approved."""
    lab.write("app.py", "def total(a, b):\n    return a - b\n")
    lab.write(".shoot.config.json", json.dumps({"checks": {"test": TESTS, "lint": "true"}}))
    lab.commit("app")
    approve(lab.project, lab.env())
    return lab


def runs(lab):
    path = lab.path(".git/runs")
    return len(lab.read(path).splitlines()) if os.path.exists(path) else 0


def decisions(run):
    return [answer and answer.get("decision") for answer in run.answers("Stop")]


def test_a_false_claim_is_refused_with_the_real_output_twice_then_fixed_then_confirmed_once(claiming):
    app = claiming.path("app.py")
    turns = [
        read(app),
        text("I fixed the sum. All tests pass."),
        text("Really, all tests pass now."),
        edit(app, "a - b", "a + b"),
        text("Now it is really fixed, all tests pass."),
        text("This turn is one too many."),
    ]
    run = claiming.claude("go", turns)
    assert "FAILED test_sum: expected 5, got -1" in run.asked(2)
    assert "I fixed the sum. All tests pass" in run.asked(2)
    assert "FAILED test_sum: expected 5, got -1" in run.asked(3)
    assert decisions(run) == ["block", "block", None]
    receipt = run.answers("Stop")[-1]["systemMessage"]
    assert receipt == '[claims] "Now it is really fixed, all tests pass": lint passed, test passed.'
    assert run.result["result"] == "Now it is really fixed, all tests pass."
    assert (len(run.lane()), runs(claiming)) == (5, 4)  # beside the lint a failure runs once more, alone
    assert outcomes_of(claiming.home) == ["blocked", "blocked", "passed"]


def test_the_same_in_japanese(claiming):
    app = claiming.path("app.py")
    turns = [
        read(app),
        text("合計の計算を修正しました。テストはすべて通りました。"),
        text("先ほどのとおり、テストはすべて成功しています。"),
        edit(app, "a - b", "a + b"),
        text("今度こそ修正しました。テストはすべて通りました。"),
        text("これは余分なターンです。"),
    ]
    run = claiming.claude("go", turns, env={"LANG": "ja_JP.UTF-8"})
    assert "まだ事実ではありません" in run.asked(2)
    assert "FAILED test_sum: expected 5, got -1" in run.asked(2)
    assert decisions(run) == ["block", "block", None]
    assert "lint は合格、test は合格" in run.answers("Stop")[-1]["systemMessage"]
    assert run.result["result"] == "今度こそ修正しました。テストはすべて通りました。"
    assert (len(run.lane()), outcomes_of(claiming.home)) == (5, ["blocked", "blocked", "passed"])


def test_a_false_claim_that_is_never_mended_is_let_through_loudly(claiming):
    run = claiming.claude("go", [text(f"All tests pass, {number}.") for number in range(6)])
    assert decisions(run) == ["block", "block", None]
    assert "is NOT TRUE: lint passed" in run.answers("Stop")[-1]["systemMessage"]
    assert run.result["result"] == "All tests pass, 2."


def test_a_claim_on_an_unchanged_tree_that_passed_is_answered_without_running_anything(claiming):
    app = claiming.path("app.py")
    first = claiming.claude("go", [read(app), edit(app, "a - b", "a + b"), text("All tests pass.")])
    assert "test passed." in first.answers("Stop")[-1]["systemMessage"]
    assert runs(claiming) == 1
    second = claiming.claude("go", [text("Everything is done, all tests pass.")])
    assert "test passed (nothing changed since, " in second.answers("Stop")[-1]["systemMessage"]
    assert (decisions(second), runs(claiming)) == ([None], 1)
    assert outcomes_of(claiming.home) == ["passed", "passed"]


def test_words_without_a_claim_cost_nothing_and_show_nothing(claiming):
    run = claiming.claude("go", [text("Here is what the function does.")])
    assert (run.answers("Stop"), runs(claiming)) == ([None], 0)


def test_commands_that_nobody_approved_do_not_run(lab):
    lab.write(".shoot.config.json", json.dumps({"checks": {"test": "touch PWNED"}}))
    lab.commit("helpful")
    run = lab.claude("go", [text("All tests pass.")])
    assert not os.path.exists(lab.path("PWNED"))
    assert "not approved on this machine" in run.answers("Stop")[-1]["systemMessage"]
