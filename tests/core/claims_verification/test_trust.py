"""Which check commands run: rows T11 to T21 of the specification's table, what stands behind a command, the gate's own."""

from __future__ import annotations

import json
import os
import re

import pytest
from tests.support.claims import CLAIM, Claims
from tests.support.product import blocked, shown

from feedback_gate.claims import force, policy
from feedback_gate.main import main
from feedback_gate.state.approvals import Approvals


@pytest.fixture
def project(tmp_path) -> Claims:
    return Claims(tmp_path / "app").git()


def code_in(text: str) -> str:
    found = re.search(r"feedback-gate trust ([A-Z0-9]{6})", text)
    assert found, text
    return found[1]


def spelled(**commands: str) -> str:
    return policy.spell(policy.Policy([policy.Check(name, commands[name]) for name in policy.NAMES if name in commands]), {})


def test_t11_what_is_approved_is_the_whole_policy_in_one_spelling():
    assert json.loads(spelled(test="npm test")) == {
        "behind": {},
        "policy": {
            "checks": {"test": {"cmd": "npm test", "dir": "", "timeout": 120}},
            "drift": 12,
            "max_blocks": 3,
            "mode": "block",
            "parallel": True,
            "subagents": True,
        },
    }


def test_t12_order_and_blanks_around_do_not_matter(project):
    project.checks(test="true", lint="true")
    project.file(".shoot.config.json", '{"checks":{"lint":"  true ","test":"true\\n"},\n"mode":"block"}')
    assert shown(project.stop()) == '[claims] "All tests pass": lint passed, test passed.'


@pytest.mark.parametrize(
    ("change", "name"),
    [({"mode": "warn"}, "mode"), ({"maxBlocksPerSession": 0}, "max_blocks"), ({"verifySubagents": False}, "subagents")],
    ids=str,
)
def test_t13_a_weaker_policy_waits_and_the_approved_one_stays_in_force(project, change, name):
    project.checks(test="exit 1")
    project.shoot(checks={"test": "exit 1"}, **change)
    reply = project.stop()
    assert blocked(reply)
    assert f"changed since it was approved ({name}); the approved checks stay in force" in shown(reply)


def test_t14_a_changed_added_or_removed_command_waits_and_is_named(project):
    project.checks(test="touch .git/old", lint="true")
    project.shoot(checks={"test": "touch .git/new", "build": "true"})
    reply = project.stop()
    assert "changed since it was approved (lint, test, build)" in shown(reply)
    assert (project.root / ".git" / "old").exists()
    assert not (project.root / ".git" / "new").exists()


def test_t14_the_line_comes_once_a_session(project):
    project.checks(test="true")
    project.shoot(checks={"test": "true "}, mode="warn")
    assert "stay in force" in shown(project.stop())
    assert "stay in force" not in shown(project.stop())
    assert "stay in force" in shown(Claims(project.root, "s2").stop())


@pytest.mark.parametrize("text", ["{}", '{"checks": {}}', "{oops", None], ids=str)
def test_t15_emptying_breaking_or_deleting_the_file_leaves_the_approved_checks_in_force(project, text):
    project.checks(test="exit 1")
    path = project.root / ".shoot.config.json"
    path.unlink() if text is None else path.write_text(text)
    assert blocked(project.stop())


def test_t15_taking_claims_out_of_gate_yaml_leaves_the_approved_checks_in_force(project):
    project.claims("checks: {test: exit 1}")
    project.gate("rules: []\n")
    path = project.root / ".claude" / "gate.yaml"
    Approvals(dict(os.environ), project.here().project.id, "gate").approve(
        path.read_text(), "terminal", str(project.root), "gate"
    )
    assert blocked(project.stop())


@pytest.mark.parametrize("damage", ["", "{", '{"approved": 5}', '{"approved": "{}"}'], ids=repr)
def test_t16_without_a_readable_approval_nothing_runs(project, damage):
    project.checks(test="touch X")
    Approvals(dict(os.environ), project.here().project.id, force.KIND)
    record = Approvals(dict(os.environ), project.here().project.id, force.KIND).path
    with open(record, "w", encoding="utf-8") as file:
        file.write(damage)
    assert "not approved on this machine" in shown(project.stop())
    assert not (project.root / "X").exists()


@pytest.mark.parametrize("how", ["shoot", "claims"])
def test_t17_a_command_nobody_approved_never_runs(project, how):
    if how == "shoot":
        project.shoot(checks={"test": "touch X"})
    else:
        project.gate("rules: []\nclaims: {checks: {test: touch X}}\n")
    project.git().start()
    for _ in range(3):
        assert "  test: touch X" in shown(project.stop())
    assert not (project.root / "X").exists()
    assert project.outcomes() == ["untrusted"] * 3


def test_an_approval_by_code_puts_in_force_what_was_shown(project):
    project.shoot(checks={"test": "echo run >> .git/runs"})
    code = code_in(shown(project.stop()))
    project.file(".shoot.config.json", json.dumps({"checks": {"test": "touch X"}}))
    assert "Approved" in shown(project.prompt(f"feedback-gate trust {code}"))
    reply = project.stop()
    assert project.runs() == 1
    assert "changed since it was approved (test)" in shown(reply)
    assert not (project.root / "X").exists()


def gated(command: str) -> str:
    return f"rules: []\nclaims: {{checks: {{test: {command}}}}}\n"


def test_a_code_for_a_gate_covers_what_it_says_about_claims(project):
    project.claims("checks: {test: touch old}")
    project.gate(gated("exit 1"))
    code = code_in(shown(project.start()))
    path = project.root / ".claude" / "gate.yaml"
    assert blocked(project.prompt(f"feedback-gate trust {code}")) == f"[feedback-gate] Approved: {path} is in force as it is now."
    reply = project.stop()
    assert "=== test: exit code 1 ===" in blocked(reply)
    assert shown(reply) == ""
    assert not (project.root / "old").exists()


def test_a_code_for_a_gate_without_claims_ends_the_approved_ones(project):
    project.claims("checks: {test: exit 1}")
    project.gate("rules: []\n")
    project.prompt(f"feedback-gate trust {code_in(shown(project.start()))}")
    assert blocked(project.stop()) == ""


def test_a_code_for_a_gate_approves_no_changed_script_behind_a_command_that_stays(scripted):
    scripted.claims("checks: {test: npm test}")
    scripted.gate("rules: []\nclaims: {checks: {lint: 'true', test: npm test}}\n")
    scripted.file("package.json", '{"scripts": {"test": "true"}}')
    scripted.prompt(f"feedback-gate trust {code_in(shown(scripted.start()))}")
    assert "lint passed; test: what `npm test` runs has changed since it was approved" in shown(scripted.stop())
    assert scripted.runs() == 0


def test_a_code_for_claims_says_what_it_approved(scripted):
    scripted.claims("checks: {test: npm test}")
    scripted.file("package.json", '{"scripts": {"test": "true"}}')
    code = code_in(shown(scripted.stop()))
    path = scripted.root / ".claude" / "gate.yaml"
    said = f"[feedback-gate] Approved: the checks of {path} and what they run, as they were when the code was shown."
    assert blocked(scripted.prompt(f"feedback-gate trust {code}")) == said


def test_claims_that_went_with_their_gate_are_named_by_it(project):
    project.claims("checks: {test: exit 1}")
    path = project.root / ".claude" / "gate.yaml"
    Approvals(dict(os.environ), project.here().project.id, "gate").approve(None, "terminal", str(project.root), "gate")
    path.unlink()
    assert f"[claims] {path}: what is verified changed since it was approved" in shown(project.stop())


def test_two_lines_of_one_answer_offer_one_code(project):
    project.file("package.json", '{"scripts": {"test": "true"}}')
    project.checks(test="npm test")
    project.file("package.json", '{"scripts": {"test": "true "}}')
    project.shoot(checks={"test": "npm test"}, mode="warn")
    codes = set(re.findall(r"feedback-gate trust ([A-Z0-9]{6})", shown(project.stop())))
    assert len(codes) == 1


def test_on_codex_the_terminal_is_named(project, monkeypatch):
    from feedback_gate import hook

    project.shoot(checks={"test": "touch X"})
    monkeypatch.chdir(project.root)
    payload = {"session_id": "c", "cwd": str(project.root), "last_assistant_message": CLAIM}
    answer = hook.answer("codex", "Stop", json.dumps(payload).encode(), dict(os.environ)).stdout
    assert "run `feedback-gate trust` in a terminal" in json.loads(answer)["systemMessage"]


def test_t20_commands_that_contain_each_other_have_different_spellings():
    assert spelled(test="x\nlint=y", lint="z") != spelled(test="x", lint="y\nlint=z")


def test_t21_verify_refuses_what_nobody_approved(project, monkeypatch, capsys):
    project.shoot(checks={"test": "touch X"})
    monkeypatch.chdir(project.root)
    assert main(["verify"]) == 3
    assert "feedback-gate trust" in capsys.readouterr().err
    assert not (project.root / "X").exists()


def test_trust_off_runs_whatever_is_there(project, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    project.shoot(checks={"test": "exit 1"})
    assert blocked(project.stop())


def test_a_worktrees_differing_copy_does_not_run(project):
    project.checks(test="exit 1")
    project.sh("git add -A && git commit -qm config && git worktree add -q .claude/worktrees/w")
    tree = project.root / ".claude" / "worktrees" / "w"
    (tree / ".shoot.config.json").write_text(json.dumps({"checks": {"test": "touch X"}}))
    reply = project.call("Stop", last_assistant_message=CLAIM, cwd=str(tree))
    assert "=== test: exit code 1 ===" in blocked(reply)
    assert not (tree / "X").exists()


def test_an_approval_of_a_worktrees_checks_is_for_that_worktree_alone(project):
    project.checks(test="exit 1")
    project.sh("git add -A && git commit -qm config && git worktree add -q .claude/worktrees/w")
    tree = project.root / ".claude" / "worktrees" / "w"
    (tree / ".shoot.config.json").write_text(json.dumps({"checks": {"test": "touch X"}}))
    told = shown(project.call("Stop", last_assistant_message=CLAIM, cwd=str(tree)))
    project.prompt(f"feedback-gate trust {code_in(told)}")
    assert "test passed" in shown(project.call("Stop", last_assistant_message=CLAIM, cwd=str(tree)))
    assert (tree / "X").exists()
    assert "=== test: exit code 1 ===" in blocked(project.stop())


def test_a_worktree_is_verified_in_its_own_folder(project):
    project.checks(test="test -f fixed")
    project.sh("git add -A && git commit -qm config && git worktree add -q .claude/worktrees/w")
    tree = project.root / ".claude" / "worktrees" / "w"
    (tree / "fixed").touch()
    assert "test passed" in shown(project.call("Stop", last_assistant_message=CLAIM, cwd=str(tree)))
    assert blocked(project.stop())


@pytest.fixture
def scripted(project) -> Claims:
    """`npm test` runs a script of package.json; a stand-in for npm notes each run."""
    npm = project.root.parent / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text("#!/bin/sh\necho run >> .git/runs\n")
    npm.chmod(0o755)
    os.environ["PATH"] = f"{npm.parent}:{os.environ['PATH']}"
    project.file("package.json", '{"scripts": {"test": "jest"}}')
    return project


@pytest.fixture(autouse=True)
def _same_path(monkeypatch):
    monkeypatch.setenv("PATH", os.environ["PATH"])


def test_a_changed_script_behind_a_check_is_not_run_until_it_is_approved(scripted):
    scripted.checks(test="npm test", lint="true")
    assert "test passed" in shown(scripted.stop())
    scripted.file("package.json", '{"scripts": {"test": "true"}}')
    told = shown(scripted.stop())
    assert "was not verified: lint passed; test: what `npm test` runs has changed since it was approved." in told
    assert told.endswith("or run `feedback-gate trust` in a terminal.")
    assert scripted.runs() == 1
    assert scripted.outcomes() == ["passed", "unchecked"]
    scripted.prompt(f"feedback-gate trust {code_in(told)}")
    assert "test passed" in shown(scripted.stop())
    assert scripted.runs() == 2


def test_another_failing_check_blocks_beside_a_changed_script(scripted):
    scripted.checks(test="npm test", lint="exit 1")
    scripted.file("package.json", '{"scripts": {"test": "true"}}')
    assert "=== lint: exit code 1 ===" in blocked(scripted.stop())


def test_another_part_of_package_json_may_change(scripted):
    scripted.checks(test="npm test")
    scripted.file("package.json", '{"version": "2", "scripts": {"test": "jest", "start": "x"}}')
    assert "test passed" in shown(scripted.stop())


GATED = "rules: []\nconsistency_checks:\n  - {name: tests, run: [npm test]}\n"


def test_a_changed_script_behind_the_gates_own_command_runs_on_with_a_line_to_the_person(scripted):
    scripted.gate(GATED)
    assert "has changed" not in shown(scripted.start())
    scripted.file("package.json", '{"scripts": {"test": "true"}}')
    told = shown(Claims(scripted.root, "s2").start())
    assert "has changed since it was last seen; they run as they are now" in told
    assert "npm test passed" in shown(scripted.stop())
    Claims(scripted.root, "s2").prompt(f"feedback-gate trust {code_in(told)}")
    assert "has changed" not in shown(Claims(scripted.root, "s3").start())


def test_a_project_below_the_top_of_its_repository_is_approved_by_itself(project):
    for name in ("one", "two"):
        project.file(f"{name}/.shoot.config.json", json.dumps({"checks": {"test": "exit 1"}}))
    one, two = Claims(project.root / "one"), Claims(project.root / "two")
    os.environ["CLAUDE_PROJECT_DIR"] = str(one.root)
    one.approve()
    assert blocked(one.stop())
    os.environ["CLAUDE_PROJECT_DIR"] = str(two.root)
    assert "not approved on this machine" in shown(two.stop())


def test_what_can_be_approved_is_listed_for_the_terminal(scripted):
    scripted.claims("checks: {test: npm test}")
    call = scripted.here()
    listed = force.to_approve(call)
    assert [(kind, path) for kind, path, _ in listed] == [("claims", str(scripted.root / ".claude" / "gate.yaml"))]
    assert json.loads(listed[0][2])["behind"] == {"test": ["package.json test: jest"]}
