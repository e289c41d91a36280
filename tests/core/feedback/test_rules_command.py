"""`feedback-gate rules`: list, check, explain, add, bump."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from tests.support.product import Product

from feedback_gate.main import main


@pytest.fixture
def product(tmp_path, monkeypatch) -> Product:
    product = Product(tmp_path / "app")
    monkeypatch.chdir(product.root)
    return product


@pytest.fixture
def folder(home):
    made = home / ".claude/feedback"
    made.mkdir(parents=True)
    return made


def run(capsys, *words: str) -> tuple[int, str]:
    status = main(["rules", *words])
    return status, capsys.readouterr().out


def test_list_says_of_every_rule_whether_it_works_and_why_not(product, folder, home, capsys):
    (folder / "a.md").write_text("---\nname: a\ncount: 3\n---\n")
    (folder / "old.md").write_text("---\nname: old\ncount: 3\nexpires: 2001-01-01\n---\n")
    (folder / "bad.md").write_text("---\nx: [\n---\n")
    (home / ".agents/feedback").mkdir(parents=True)
    (home / ".agents/feedback/a2.md").write_text("---\nname: a\ncount: 4\n---\n")
    product.file(".claude/feedback/a.md", "---\nname: a\ncount: 5\n---\n")
    _, text = run(capsys, "list", "--json")
    rows = [tuple(row[key] for key in ("name", "scope", "state", "count", "reason")) for row in json.loads(text)]
    assert sorted(rows) == [
        ("a", "project", "active", 5, f"also in {folder}: both are in force with the higher count"),
        ("a", "user", "active", 5, f"also in {product.root}/.claude/feedback: both are in force with the higher count"),
        ("a", "user", "shadowed", 4, "a folder before this one has a rule of its name"),
        ("bad.md", "user", "broken", 0, "line 3: while parsing a flow node, expected the node content, but found '<stream end>'"),
        ("feedback-gate-self", "built in", "active", 3, ""),
        ("old", "user", "inactive", 3, "expires"),
    ]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("{event: pre_bash, when: [x]}", "when must be a text, not ['x']"),
        ("{event: pre_bsh, when: x}", "event must be one of 'pre_bash', 'pre_edit', 'post_edit', 'stop_check', not 'pre_bsh'"),
        ("{event: pre_bash}", "pre_bash needs when or program"),
        ("{event: pre_edit, when: x}", "pre_edit needs path"),
        ("{event: post_edit, path: '**'}", "post_edit needs when or check"),
        ("{event: stop_check, changed: '**'}", "stop_check needs require_sibling or check"),
        ("{event: pre_bash, when: 'a*+'}", None),
        ("{event: pre_bash, when: x, unles: y}", "unknown key 'unles'; did you mean 'unless'?"),
        ("{event: pre_bash, when: x, path: '**'}", "path has no effect in pre_bash"),
        ("{event: pre_edit, path: '**', absent_sibling: x, unless: y}", "unless has no effect without when or program"),
        (
            "{event: pre_bash, when: x, severity: blok}",
            "severity must be one of 'warn', 'ask', 'block', 'deny', not 'blok'",
        ),
        ("{event: pre_edit, path: '[a', when: x}", None),
        ("{event: pre_bash, when: 'push', examples: {match: [git pull]}}", "examples: 'git pull' does not trigger the entry"),
        ("{event: pre_bash, when: 'push', examples: {pass: [git push]}}", "examples: 'git push' triggers the entry"),
        ("", "the entry is empty or no mapping"),
    ],
)
def test_check_names_the_line_and_the_reason(product, folder, capsys, entry, reason):
    (folder / "r.md").write_text(f"---\nname: r\ncount: 3\nenforce:\n  - {entry}\n---\n")
    status, text = run(capsys, "check")
    assert status == 1
    assert text.startswith(f"{folder}/r.md:5: ")
    if reason is not None:
        assert text == f"{folder}/r.md:5: {reason}\n"


BLOCKS = """---
name: r
count: 3
enforce:
  - event: pre_bash
    when: ^make
    message: |
      Two
      lines.

  # The second entry.
  - event: pre_bash
    when: push
    examples:
      {key}:
        - {right}
        - {wrong}
---
"""


@pytest.mark.parametrize(
    ("key", "right", "wrong", "does"),
    [("match", "git push", "git pull", "does not trigger"), ("pass", "git pull", "git push", "triggers")],
)
def test_check_names_the_line_of_contradicting_examples_in_a_later_entry_of_blocks(
    product, folder, capsys, key, right, wrong, does
):
    (folder / "r.md").write_text(BLOCKS.format(key=key, right=right, wrong=wrong))
    assert run(capsys, "check") == (1, f"{folder}/r.md:14: examples: '{wrong}' {does} the entry\n")


def test_check_of_good_rules_ends_in_0(product, folder, capsys):
    (folder / "r.md").write_text("---\nname: r\ncount: 3\n---\n")
    assert run(capsys, "check") == (0, "no problems\n")


def test_check_finds_a_file_that_begins_like_a_rule_and_is_none(product, folder, capsys):
    (folder / "r.md").write_text("---\nname: r\n")
    assert run(capsys, "check") == (1, f"{folder}/r.md:1: no rule: its frontmatter is not closed, or has no name\n")


def test_explain_names_entry_and_line_of_what_a_command_or_text_triggers(product, folder, capsys):
    (folder / "r.md").write_text(
        "---\nname: r\ncount: 5\nenforce:\n  - {event: pre_bash, when: 'git push'}\n  - {event: pre_edit, path: '*.ts', when: '^todo'}\n---\n"
    )
    assert run(capsys, "explain", "bash", "cd x\ngit push")[1] == (
        f"deny  r (count 5)  {folder}/r.md:5  pre_bash: command matched: git push\n      line 2: git push\n"
    )
    assert run(capsys, "explain", "edit", "a.ts", "--text", "a\ntodo b")[1] == (
        f"deny  r (count 5)  {folder}/r.md:6  pre_edit: content matched: ^todo\n      line 2: todo b\n"
    )
    assert run(capsys, "explain", "edit", "a.py", "--text", "todo")[1].startswith("No rule fires")


def test_add_writes_a_rule_that_works_at_once_and_refuses_a_second(product, home, capsys):
    status, text = run(
        capsys,
        "add",
        "no_push",
        "--description",
        "say: x",
        "--count",
        "5",
        "--enforce",
        "- {event: pre_bash, when: git push, message: never}",
    )
    assert (status, text) == (0, f"{home}/.claude/feedback/no_push.md\n")
    assert product.bash("git push", run=False)[0]["hookSpecificOutput"]["permissionDecisionReason"] == "no_push (count: 5): never"
    assert main(["rules", "add", "no_push"]) == 1


def test_add_writes_nothing_when_an_entry_is_not_usable(product, home, capsys):
    assert main(["rules", "add", "r", "--enforce", "- {event: pre_bash}"]) == 1
    assert "pre_bash needs when" in capsys.readouterr().err
    assert not (home / ".claude/feedback/r.md").exists()


def test_add_to_the_project(product, capsys):
    assert run(capsys, "add", "r", "--project")[1] == f"{product.root}/.claude/feedback/r.md\n"


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".hidden", "x" * 200])
def test_a_name_that_is_no_file_name_is_refused(product, home, name):
    assert main(["rules", "add", name]) == 1


def test_bump_raises_by_one_up_to_five(product, folder, capsys):
    (folder / "r.md").write_text("---\nname: r\ncount: 4 # often\n---\ncount: 1\n")
    assert run(capsys, "bump", "r") == (0, f"{folder}/r.md: count 4 -> 5\n")
    assert (folder / "r.md").read_text() == "---\nname: r\ncount: 5 # often\n---\ncount: 1\n"
    assert run(capsys, "bump", "r")[0] == 1
    assert run(capsys, "bump", "unknown")[0] == 1


@pytest.mark.parametrize("words", [[], ["what"], ["explain", "bash"], ["add"]])
def test_a_wrong_command_line_ends_in_64(product, words, capsys):
    assert main(["rules", *words]) == 64
    assert "--help" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["123", "yes", "null", "1e3", "2026-01-01", "0x1f"])
def test_add_keeps_a_name_that_yaml_would_read_otherwise(product, home, capsys, name):
    assert run(capsys, "add", name)[0] == 0
    rows = {row["name"] for row in json.loads(run(capsys, "list", "--json")[1])}
    assert name in rows


@pytest.mark.parametrize("text", ['say: "x"', "a\nb", "# x", "日本 🙂", "{a: b}", "- x", "'", "---"])
def test_add_keeps_any_description_and_body(product, home, capsys, text):
    assert run(capsys, "add", "r", f"--description={text}", f"--body={text}")[0] == 0
    assert run(capsys, "check") == (0, "no problems\n")
    (row,) = [row for row in json.loads(run(capsys, "list", "--json")[1]) if row["name"] == "r"]
    assert row["state"] == "active"


def test_add_reads_entries_from_a_file(product, capsys, tmp_path):
    path = tmp_path / "entries.yaml"
    path.write_text("- event: pre_bash\n  when: |-\n    git push\n  message: m\n")
    assert run(capsys, "add", "r", "--count", "5", "--enforce", f"@{path}")[0] == 0
    assert product.bash("git push", run=False)[0]["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_add_names_a_file_of_entries_that_is_not_there(product, capsys):
    assert main(["rules", "add", "r", "--enforce", "@/nowhere"]) == 64
    assert "/nowhere: No such file or directory" in capsys.readouterr().err


def test_of_two_who_add_the_same_rule_at_once_one_is_told(product, home):
    environ = {**os.environ, "PYTHONPATH": ":".join(path for path in sys.path if path.endswith("core"))}
    command = [sys.executable, "-m", "feedback_gate", "rules", "add", "r", "--body"]
    both = [
        subprocess.Popen([*command, text], env=environ, cwd=product.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for text in ("one", "two")
    ]
    outputs = [process.communicate() for process in both]
    assert sorted(process.returncode for process in both) == [0, 1], outputs
    winner = "one" if both[0].returncode == 0 else "two"
    assert winner in (home / ".claude/feedback/r.md").read_text()


@pytest.mark.parametrize("words", [["add", "r"], ["bump", "r"]])
def test_without_a_home_there_is_nowhere_to_keep_a_rule(product, monkeypatch, capsys, words):
    product.file(".claude/feedback/r.md", "---\nname: r\ncount: 1\n---\n") if words[0] == "bump" else None
    monkeypatch.delenv("HOME")
    assert main(["rules", *words]) == 1
    assert "HOME is not set" in capsys.readouterr().err


def test_neither_add_nor_bump_needs_a_question_of_the_built_in_guard(product, folder):
    (folder / "r.md").write_text("---\nname: r\ncount: 1\n---\n")
    for command in ("feedback-gate rules bump r", "feedback-gate rules add x --body 'never rm -rf ~/.claude'"):
        assert product.bash(command, run=False)[0] == {}


def test_check_looks_at_files_that_are_named_wherever_they_lie(product, tmp_path, capsys):
    good, bad, none = (tmp_path / name for name in ("good.md", "bad.md", "none.md"))
    good.write_text("---\nname: r\n---\n")
    bad.write_text("---\nname: r\ntags: x\nenforce:\n  - event: pre_bash\n    when: '('\n---\n")
    none.write_text("# Notes\n")
    assert run(capsys, "check", str(good)) == (0, "no problems\n")
    status, text = run(capsys, "check", str(bad), str(none), str(tmp_path / "gone.md"))
    assert status == 1
    lines = [line.replace(str(tmp_path) + "/", "") for line in text.splitlines()]
    assert lines[0].startswith("bad.md:3: unknown key 'tags'; known keys: ")
    assert lines[1].startswith("bad.md:6: when: missing )")
    assert lines[2:] == [
        "none.md:1: no rule: it needs frontmatter with a name",
        "gone.md:1: cannot be read, is no file, or is larger than 1 MiB",
    ]


def test_check_looks_at_rules_that_are_not_in_force_too(product, folder, capsys):
    (folder / "old.md").write_text("---\nname: old\nexpires: 2001-01-01\nenforce:\n  - event: pre_bash\n---\n")
    assert run(capsys, "check", "--json")[0] == 1
    assert json.loads(run(capsys, "check", "--json")[1]) == [
        {"file": f"{folder}/old.md", "entry": 0, "line": 5, "reason": "pre_bash needs when or program"}
    ]


def test_explain_says_what_a_program_matcher_and_a_check_would_do(product, folder, capsys):
    (folder / "r.md").write_text(
        "---\nname: r\ncount: 3\nenforce:\n  - {event: pre_bash, program: git, subcommand: push, check: 'exit 1'}\n"
        "  - {event: post_edit, path: '*.py', check: 'touch ran'}\n---\n"
    )
    assert run(capsys, "explain", "bash", "git -C x push")[1] == (
        f"ask   r (count 3)  {folder}/r.md:5  pre_bash: command matched: git push, if its check fails: exit 1\n"
    )
    assert run(capsys, "explain", "edit", "a.py", "--text", "x")[1] == (
        f"block r (count 3)  {folder}/r.md:6  post_edit: if its check fails: touch ran\n"
    )
    assert not (product.root / "ran").exists()
