"""A newcomer's path is that of the quick start, and ends at a refused claim; `make newcomer` times it with the clone and the build."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.e2e import newcomer
from tests.support import built

QUICKSTART = Path(__file__).resolve().parents[2] / "docs" / "quickstart.md"


@pytest.mark.parametrize("command", [newcomer.BUILD, newcomer.SETUP])
def test_what_is_timed_is_what_the_quick_start_says(command):
    typed = [line.partition("#")[0].strip() for line in QUICKSTART.read_text(encoding="utf-8").splitlines()]
    assert command in typed


def test_after_setting_up_the_first_false_claim_is_refused_with_the_real_output(tmp_path):
    checkout = tmp_path / "checkout"
    (checkout / "dist").mkdir(parents=True)
    os.symlink(os.path.join(built.plugin(), "shim", "feedback-gate.pyz"), checkout / "dist" / "feedback-gate.pyz")
    person = newcomer.Newcomer(tmp_path)
    person.set_up(checkout)
    said = person.first_session().splitlines()
    assert said[:3] == [
        '[claims] You wrote: "Fixed the sum. All tests pass". That is not true yet: test failed.',
        "",
        "=== test: exit code 2 ===",
    ]
    assert "AssertionError: 5 != 6" in said
