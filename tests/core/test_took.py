"""What gate runs and slow hooks leave for the report."""

from __future__ import annotations

import os
import stat

import pytest
from tests.support.product import Product

from feedback_gate.state import places, took

GATE = """rules:
  - match: '*.py'
    run:
      - {name: lint, cmd: 'true'}
      - {cmd: 'echo ghp_0123456789abcdefghijklmnopqrstuvwxyzAB >/dev/null; false'}
    run_checks: [tests]
consistency_checks:
  - name: tests
    run: [{name: unit, cmd: 'sleep 1.1'}]
"""


@pytest.fixture
def product(tmp_path) -> Product:
    product = Product(tmp_path / "app")
    product.gate(GATE)
    product.git().start()
    return product


def read(log: str) -> list[dict[str, object]]:
    return took.read(dict(os.environ), log)


def commands(line: dict[str, object]) -> list[tuple[str, str]]:
    return [(one["name"], one["status"]) for one in line["commands"]]  # type: ignore[attr-defined]


def test_a_gate_run_is_one_line_with_what_each_command_took(product):
    product.write("a.py")
    (line,) = read(took.GATE)
    assert (line["event"], line["host"], line["session"], line["phase"]) == ("PostToolUse", "claude", "s1", "rules")
    assert line["project"] == f"app-{str(line['project'])[-12:]}"
    assert commands(line)[0] == ("lint", "passed")
    assert [set(one) for one in line["commands"]] == [{"name", "status", "seconds", "shared"}] * 2  # type: ignore[attr-defined]


def test_secrets_do_not_reach_the_history(product):
    product.write("a.py")
    (line,) = read(took.GATE)
    assert commands(line)[1] == ("echo [REDACTED] >/dev/null; false", "failed")


def test_only_a_slow_hook_is_noted(product):
    product.gate(GATE.replace("; false", ""))
    product.sh("git commit -qam gate")
    product = product.in_session("s2")
    product.start()
    product.write("a.py")
    assert read(took.HOOKS) == []
    product.stop()
    (line,) = read(took.HOOKS)
    assert (line["event"], line["session"], 1.1 <= float(str(line["seconds"])) < 5) == ("Stop", "s2", True)
    assert [one["phase"] for one in read(took.GATE)] == ["rules", "checks"]


def test_events_without_a_gate_run_leave_no_history(product):
    product.prompt()
    product.bash("true")
    assert read(took.GATE) == read(took.HOOKS) == []


def test_the_history_is_the_persons_alone(product):
    product.write("a.py")
    path = places.log_file(dict(os.environ), took.GATE)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_lines_that_are_not_whole_are_passed_over(product):
    path = places.log_file(dict(os.environ), took.GATE)
    product.write("a.py")
    with open(path, "a", encoding="utf-8") as file:
        file.write('{"at": 3}\n[]\nnull\n{"at": "x"\n' + "[" * 20_000 + "\n")
    assert len(read(took.GATE)) == 1
