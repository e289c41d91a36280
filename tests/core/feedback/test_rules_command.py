"""`feedback-gate rules`: list, check, explain, add, bump."""

from __future__ import annotations

import json

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
    rows = {(row["name"], row["scope"]): (row["state"], row["count"]) for row in json.loads(text)}
    assert rows == {
        ("feedback-gate-self", "built in"): ("active", 3),
        ("a", "user"): ("shadowed", 4),
        ("old", "user"): ("inactive", 3),
        ("bad.md", "user"): ("broken", 0),
        ("a", "project"): ("active", 5),
    }


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
    assert run(capsys, "explain", "edit", "a.py", "--text", "todo")[1].startswith("no rule fires")


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
def test_a_name_that_is_no_file_name_is_refused(product, name):
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
