"""`correct --json`: what the mod of Claude Code shows and what it hands to the agent, apart."""

from __future__ import annotations

import json

import pytest
from tests.support.product import Product

from feedback_gate.main import main

RULE = "---\nname: no-force\ncount: 2\nenforce:\n  - event: pre_bash\n    when: 'push --force'\n    message: Ask first.\n---\nx\n"


@pytest.fixture
def product(tmp_path, monkeypatch, home):
    rules = home / ".claude/feedback"
    rules.mkdir(parents=True)
    (rules / "no-force.md").write_text(RULE)
    monkeypatch.setenv("FEEDBACK_GATE_AUTO_COUNT", "false")
    product = Product(tmp_path / "app")
    product.git().start()
    monkeypatch.chdir(product.root)
    return product


def report(capsys, *words):
    assert main(["correct", "--json", *words]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_report_and_the_instructions_are_two_fields(product, capsys):
    for _ in range(2):
        product.bash("git push --force", run=False)
    found = report(capsys)
    assert found["text"].splitlines()[0] == "[correct] 1 active rules, 2 violations within 30d"
    assert found["context"].startswith("Show the user these suggestions.")
    assert found["context"] not in found["text"]


def test_without_a_suggestion_there_are_no_instructions(product, capsys):
    assert report(capsys, "--window", "7d") == {
        "text": "[correct] 1 active rules, 0 violations within 7d\nNothing to suggest.",
        "context": "",
    }
