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


def test_a_change_waits_and_the_approved_version_is_verified(project, capsys):
    project.checks(test="echo OLD; exit 2")
    path = project.file(".shoot.config.json", '{"checks": {"test": "touch X"}}')
    assert main(["verify"]) == 1
    said = capsys.readouterr()
    assert said.err == f"{path} changed since it was approved; the approved version is verified until `feedback-gate trust`.\n"
    assert "=== test: exit code 2 ===\n$ echo OLD; exit 2\nOLD\n" in said.out
    assert not (project.root / "X").exists()


def test_the_approved_claims_of_a_changed_gate_are_verified(project, capsys):
    project.claims("checks: {test: 'true'}")
    project.gate("rules: []\nclaims: {checks: {test: touch X}}\n")
    assert main(["verify", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["change_waits"], found["checks"][0]["command"]) == (True, "true")
    assert not (project.root / "X").exists()


def test_a_new_gate_that_nobody_approved_is_no_missing_configuration(project, capsys):
    path = project.file(".claude/gate.yaml", "rules: []\nclaims: {checks: {test: touch X}}\n")
    assert main(["verify"]) == 3
    assert f"the check commands in {path} are not approved on this machine" in capsys.readouterr().err


def test_a_check_whose_script_changed_is_not_run_and_the_others_are(project, capsys):
    project.file("package.json", '{"scripts": {"test": "true"}}')
    project.checks(lint="true", test="npm test")
    project.file("package.json", '{"scripts": {"test": "touch X"}}')
    assert main(["verify"]) == 3
    said = capsys.readouterr()
    assert re.fullmatch(r"pass    lint       \d+ms\n\?\?      test       0ms\n", said.out)
    changed = "Not run: what these checks run has changed since it was approved: test. Read it, then run `feedback-gate trust`."
    assert said.err == f"\n{changed}\n"
    assert main(["verify", "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], [one["status"] for one in found["checks"]]) == ("not_approved", ["passed", "not_approved"])
    project.shoot(checks={"lint": "exit 1", "test": "npm test"}).file("package.json", '{"scripts": {"test": "true"}}')
    project.approve()
    project.file("package.json", '{"scripts": {"test": "touch X"}}')
    assert main(["verify"]) == 1
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
