"""`gate check | run | explain | reset | schema`: the gate for people and for CI, without hooks."""

from __future__ import annotations

import json
import os
import re

import pytest
from tests.support.product import Product, blocked

from feedback_gate.main import main

GATE = """rules:
  - match: '**/*.py'
    run: ['test ! -f bad', {cmd: 'echo $CLAUDE_GATE_FILES > seen', name: names}]
    run_checks: [whole]
  - {match: 'docs/**', dir: docs, run: [{parallel: [echo a, {cmd: echo b, timeout: 900}]}]}
consistency_checks:
  - {name: whole, run: ['test ! -f worse']}
"""


@pytest.fixture
def product(tmp_path, monkeypatch) -> Product:
    product = Product(tmp_path / "app")
    product.file(".gitignore", "seen\nbad\nworse\n")
    product.file("old.py")
    product.gate(GATE)
    product.git()
    monkeypatch.chdir(product.root)
    return product


def call(capsys, *words: str) -> tuple[int, str, str]:
    """(exit status, standard output, standard error)."""
    status = main(["gate", *words])
    out, err = capsys.readouterr()
    return status, out, err


def run_json(capsys, *words: str) -> tuple[int, dict]:
    status, out, _ = call(capsys, "run", "--json", *words)
    return status, json.loads(out)


def test_check_says_that_a_good_file_is_good(product, capsys):
    path = product.root / ".claude/gate.yaml"
    product.gate(GATE.replace("timeout: 900", "timeout: 60"))
    assert call(capsys, "check") == (0, f"{path}: no problems; 2 rules, 1 consistency checks\n", "")


def test_check_names_file_line_key_and_what_to_write(product, capsys):
    path = product.gate("rules:\n  - match: 5\n    run: [a]\n  - {match: '*', run: [b], dir: /etc}\n")
    status, out, _ = call(capsys, "check")
    assert status == 1
    assert out.splitlines() == [
        f"{path}:2: rules[0].match: match must be a text or a list of texts, not 5 [error]",
        f"{path}:4: rules[1].dir: dir: must be relative to the root, not absolute [error]",
    ]


def test_check_ends_in_one_for_warnings_only_when_strict(product, capsys):
    product.gate("rules: []\ncolour: red\n")
    assert call(capsys, "check")[0] == 0
    assert call(capsys, "check", "--strict")[0] == 1


def test_check_of_a_broken_file_names_line_and_column(product, capsys):
    path = product.gate("rules: [unclosed\n")
    status, out, _ = call(capsys, "check")
    assert (status, out.startswith(f"{path}:2: line 2, column 1: ")) == (1, True)


def test_check_in_a_project_without_a_gate_ends_in_four(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    status, _, err = call(capsys, "check")
    assert status == 4
    assert "has no gate.yaml" in err


def test_a_misspelt_name_is_pointed_out(tmp_path, monkeypatch, capsys):
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/gate.yml").write_text("rules: []")
    monkeypatch.chdir(tmp_path)
    status, _, err = call(capsys, "run")
    assert (status, "gate.yml was found, but no gate.yaml" in err) == (4, True)


def test_a_wrong_command_line_ends_in_64(product, capsys):
    assert call(capsys, "frobnicate")[0] == 64
    assert call(capsys)[0] == 64
    assert call(capsys, "run", "--all", "old.py")[0] == 64


def test_run_takes_what_differs_from_head(product, capsys):
    assert run_json(capsys)[1]["status"] == "nothing"
    product.file("new.py")
    status, found = run_json(capsys)
    assert (status, found["status"], found["files"]) == (0, "passed", ["new.py"])
    assert [(one["label"], one["name"], one["status"]) for one in found["commands"]] == [
        (".", "", "passed"),
        (".", "names", "passed"),
        ("check:whole", "", "passed"),
    ]
    assert product.sh("cat seen") == "new.py\n"


def test_run_takes_named_files_and_folders(product, capsys):
    product.file("src/a.py")
    product.file("src/b.py")
    assert run_json(capsys, "old.py")[1]["files"] == ["old.py"]
    assert run_json(capsys, "src")[1]["files"] == ["src/a.py", "src/b.py"]


def test_run_all_takes_every_file_git_knows(product, capsys):
    product.file("bad")
    status, found = run_json(capsys, "--all")
    assert status == 1
    assert found["files"] == [".claude/gate.yaml", ".gitignore", "old.py"]


def test_run_base_takes_what_the_branch_changed(product, capsys):
    product.sh("git checkout -q -b side && echo x > side.py && git add . && git commit -qm side")
    product.sh("git checkout -q main && echo x > later.py && git add . && git commit -qm later && git checkout -q side")
    product.file("dirty.py")
    assert run_json(capsys, "--base", "main")[1]["files"] == ["dirty.py", "side.py"]


def test_an_unknown_base_is_a_wrong_command_line(product, capsys):
    status, _, err = call(capsys, "run", "--base", "nowhere")
    assert status == 64
    assert "no common ancestor of 'nowhere' and HEAD" in err


@pytest.mark.parametrize(("trouble", "label"), [("bad", "."), ("worse", "check:whole")])
def test_run_ends_in_one_with_the_output_of_what_fails(product, capsys, trouble, label):
    product.file("new.py")
    product.file(trouble)
    status, out, _ = call(capsys, "run")
    assert status == 1
    assert f"[gate] fail: {label} $ test ! -f {trouble}" in out
    assert out.endswith("[gate] failed: 3 commands on 1 files\n")


def test_run_gives_the_verdict_of_the_hooks(product, capsys):
    product.start()
    product.file("bad")
    product.write("new.py")
    assert "test ! -f bad" in blocked(product.stop())
    assert run_json(capsys)[0] == 1
    (product.root / "bad").unlink()
    assert "All checks passed" in blocked(product.stop())
    assert run_json(capsys)[0] == 0


def test_a_command_that_cannot_start_is_no_pass(product, capsys):
    product.gate("rules: [{match: '*.py', run: [no-such-linter]}]")
    product.file("new.py")
    status, found = run_json(capsys)
    assert (status, found["status"], found["commands"][0]["exit"]) == (1, "unchecked", 127)


def test_run_leaves_no_trace_in_a_sessions_lists(product, capsys):
    product.start()
    product.file("bad")
    product.file("new.py")
    run_json(capsys)
    product.file("bad").unlink()
    assert product.as_agent("a1").stop() == {}


def test_run_with_a_broken_gate_says_where(product, capsys):
    product.gate("rules: 5\n")
    status, _, err = call(capsys, "run", "old.py")
    assert status == 1
    assert "line 1: rules must be a list, not a number" in err


def test_a_file_outside_the_project_is_refused(product, capsys):
    assert call(capsys, "run", "../x.py")[0] == 64


def test_an_agent_may_not_run_a_gate_that_nobody_approved(product, capsys, monkeypatch):
    product.file("new.py")
    monkeypatch.setenv("CLAUDECODE", "1")
    status, _, err = call(capsys, "run")
    assert (status, "is not approved" in err) == (1, True)
    product.start()
    assert call(capsys, "run")[0] == 0


def test_an_agent_runs_the_approved_version_and_a_person_what_is_there(product, capsys, monkeypatch):
    product.start()
    product.gate("rules: [{match: '*.py', run: ['touch from-the-branch']}]")
    product.file("new.py")
    monkeypatch.setenv("AI_AGENT", "1")
    call(capsys, "run")
    assert not (product.root / "from-the-branch").exists()
    monkeypatch.delenv("AI_AGENT")
    call(capsys, "run")
    assert (product.root / "from-the-branch").exists()


def test_looking_does_not_spoil_the_first_sight(product, capsys):
    call(capsys, "explain", "old.py")
    call(capsys, "check")
    assert "taken at first sight" in product.start()["systemMessage"]


def test_explain_names_rules_with_line_folder_commands_and_checks(product, capsys):
    product.start()
    head = product.sh("git rev-parse HEAD")[:12]
    product.file("docs/x.md")
    _, out, _ = call(capsys, "explain", "old.py", "docs/x.md", "README", "../out.py")
    path = product.root / ".claude/gate.yaml"
    lines = [re.sub(r"[0-9a-f]{16}", "DIGEST", line) for line in out.splitlines()]
    assert lines == [
        "old.py",
        f"  {path}  (approved)  DIGEST  @ {head}",
        "  rule in line 2: **/*.py",
        "    . $ test ! -f bad  (300 s)",
        "    . $ names: echo $CLAUDE_GATE_FILES > seen  (300 s)",
        "    before the agent may stop: whole",
        "docs/x.md",
        f"  {path}  (approved)  DIGEST  @ {head}",
        "  rule in line 5: docs/**",
        "    docs [parallel] $ echo a  (300 s)",
        "    docs [parallel] $ echo b  (600 s)",
        "README",
        f"  {path}  (approved)  DIGEST  @ {head}",
        "  no rule is about README",
        "../out.py",
        f"  lies outside the project {product.root}; the gate never looks at it",
    ]


def test_explain_shows_the_rules_in_force_and_says_that_a_change_waits(product, capsys):
    product.start()
    product.gate("rules: []\n")
    _, out, _ = call(capsys, "explain", "old.py")
    assert "(changed; the last approved version is in force and shown)" in out
    assert "rule in line 2" in out


def test_reset_forgets_what_is_open(product, capsys):
    product.start()
    product.file("bad")
    product.write("new.py")
    product.as_agent("a1").write("other.py")
    assert blocked(product.stop(background="a1"))
    assert call(capsys, "reset") == (0, "forgot 2 open files of 2 agents; what changes from now on is checked again\n", "")
    assert product.stop() == {}
    assert call(capsys, "reset") == (0, "nothing was open\n", "")


def test_an_agent_cannot_reset(product, capsys, monkeypatch):
    product.start()
    product.file("bad")
    product.write("new.py")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "s1")
    status, _, err = call(capsys, "reset")
    assert (status, "only a person resets the gate" in err) == (1, True)
    assert blocked(product.stop())


def test_schema_is_the_checked_in_file(product, capsys):
    _, out, _ = call(capsys, "schema")
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    with open(os.path.join(root, "docs/schema/gate.schema.json"), encoding="utf-8") as file:
        assert out == file.read()
