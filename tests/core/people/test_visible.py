"""Names, commands, paths and outputs of a project that would turn a line around or steer a terminal are written out."""

from __future__ import annotations

import shlex

import pytest
from tests.support.product import Product

from feedback_gate.main import main

GATE = r"""
rules:
  - match: "**"
    run: {cmd: "printf 'x\u202ey\\033[2Jz'; exit 3", name: "na\u202eme\e[2J"}
    run_checks: ["c\u202ek"]
consistency_checks: [{name: "c\u202ek", run: "true #\u202e"}]
claims: {checks: {"te\u202est": a, test: "true #\u202e"}}
"k\u202e\e[2Jey": 4
"""


@pytest.fixture
def product(tmp_path, monkeypatch) -> Product:
    product = Product(tmp_path / "turned\u202e \x1b[2J")
    product.gate(GATE)
    product.file("a\u202eb.py")
    product.git()
    monkeypatch.chdir(product.root)
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    monkeypatch.delenv("CLAUDECODE", raising=False)
    return product


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("status", r"turned\u202e \u001b[2J/.claude/gate.yaml in force"),
        ("doctor", r"turned\u202e \u001b[2J/.claude/gate.yaml:8: k\u202e\u001b[2Jey: unknown key"),
        ("gate check", r"turned\u202e \u001b[2J/.claude/gate.yaml:8: k\u202e\u001b[2Jey: unknown key"),
        ("gate explain 'a\u202eb.py'", r"before the agent may stop: c\u202ek"),
        ("gate run --all", r"ok: check:c\u202ek $ true #\u202e"),
        ("gate run --all", r"x\u202eyz"),
        ("verify", r"turned\u202e \u001b[2J"),
        ("trust --list", r"turned\u202e \u001b[2J"),
    ],
)
def test_a_command_shows_them_written_out(product, capsys, command, shown):
    main(shlex.split(command))
    captured = capsys.readouterr()
    said = captured.out + captured.err
    assert shown in said
    assert [letter for letter in said if not letter.isprintable() and letter not in "\n\t"] == []
