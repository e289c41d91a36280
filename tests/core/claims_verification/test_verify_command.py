"""`feedback-gate verify`: exit status, lines, JSON, what it leaves behind."""

from __future__ import annotations

import json
import re

import pytest
from tests.support.claims import Claims
from tests.support.product import shown

from feedback_gate.main import main


@pytest.fixture
def project(tmp_path, monkeypatch) -> Claims:
    project = Claims(tmp_path / "app").git()
    monkeypatch.chdir(project.root)
    return project


def test_all_pass(project, capsys):
    project.checks(lint="true", test="true")
    assert main(["verify"]) == 0
    out = capsys.readouterr().out
    assert re.fullmatch(r"pass    lint       \d+ms\npass    test       \d+ms\n\nAll checks passed in \S+\.\n", out), out


def test_some_fail(project, capsys):
    project.shoot(checks={"lint": "echo bad; exit 2", "test": "sleep 9"}, timeoutSeconds=1).approve()
    assert main(["verify"]) == 1
    out = capsys.readouterr().out
    assert re.search(r"^FAIL    lint       \d+ms$", out, re.MULTILINE)
    assert re.search(r"^TIMEOUT test       1\.\ds$", out, re.MULTILINE)
    assert "=== lint: exit code 2 ===\n$ echo bad; exit 2\nbad\n" in out


def test_nothing_configured(project, capsys):
    assert main(["verify"]) == 4
    assert "no check is configured" in capsys.readouterr().err


def test_not_approved_names_the_commands(project, capsys):
    project.shoot(checks={"test": "touch X"})
    assert main(["verify"]) == 3
    assert "  test: touch X" in capsys.readouterr().err


def test_a_change_since_the_approval_is_refused_and_named(project, capsys):
    project.checks(test="true")
    project.shoot(checks={"test": "touch X"})
    assert main(["verify"]) == 3
    assert "differs from what was approved (test)" in capsys.readouterr().err
    assert not (project.root / "X").exists()


@pytest.mark.parametrize(("command", "status", "code"), [("true", "passed", 0), ("exit 3", "failed", 1)])
def test_json(project, capsys, command, status, code):
    project.checks(test=command)
    assert main(["verify", "--json"]) == code
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == status
    assert found["root"] == str(project.root)
    check = found["checks"][0]
    assert (check["name"], check["command"], check["dir"], check["status"], check["output"]) == ("test", command, ".", status, "")


def test_json_of_what_is_not_approved(project, capsys):
    project.shoot(checks={"test": "touch X"})
    assert main(["verify", "--json"]) == 3
    assert json.loads(capsys.readouterr().out)["status"] == "not_approved"


def test_it_always_runs_and_what_passed_is_evidence_for_a_claim(project):
    project.checks(test="echo run >> .git/runs")
    assert [main(["verify"]), main(["verify"])] == [0, 0]
    assert project.runs() == 2
    assert "nothing changed since" in shown(project.stop())
    assert project.runs() == 2


def test_it_writes_no_history(project):
    project.checks(test="true")
    main(["verify"])
    assert project.history() == []


def test_the_gates_own_checks_are_run_where_there_are_no_others(project, capsys):
    project.gate("rules: []\nconsistency_checks: [{name: tests, run: [{name: tests, cmd: exit 1}]}]\n")
    project.start()
    assert main(["verify"]) == 1
    assert "FAIL    tests" in capsys.readouterr().out


def test_a_run_without_tests_is_said(project, capsys):
    project.checks(test="echo 'Ran 0 tests in 0.0s'")
    assert main(["verify"]) == 0
    assert "0 tests ran" in capsys.readouterr().out


def test_fewer_tests_than_before_are_said(project, capsys):
    project.file("out", "42 passed in 1s")
    project.checks(test="cat out")
    assert main(["verify"]) == 0
    assert "than before" not in capsys.readouterr().out
    project.file("out", "30 passed in 1s")
    assert main(["verify", "--json"]) == 0
    check = json.loads(capsys.readouterr().out)["checks"][0]
    assert (check["tests"], check["tests_before"]) == (30, 42)
    assert main(["verify"]) == 0
    assert re.search(
        r"^pass    test       \d+ms \(tests passed: 30, 12 fewer than before\)$", capsys.readouterr().out, re.MULTILINE
    )


def test_a_check_that_cannot_start_is_no_pass(project, capsys):
    project.checks(test="no-such-command-anywhere")
    assert main(["verify"]) == 1
    assert "??      test" in capsys.readouterr().out


def test_a_wrong_command_line_ends_in_64(project):
    assert main(["verify", "--frob"]) == 64
