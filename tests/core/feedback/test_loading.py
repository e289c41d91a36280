"""From files to rules: what is a rule, what its keys mean, which folders count (table L)."""

from __future__ import annotations

import os
from typing import Any

import pytest
from tests.core.feedback.conftest import RuleFolder
from tests.support.product import context, denied

from feedback_gate.feedback import parse
from feedback_gate.feedback.rules import Rules
from feedback_gate.people.arguments import call_here

DENY = {"event": "pre_bash", "when": "git push", "message": "Ask first."}


def loaded() -> list[tuple[str, int]]:
    """(name, count) of every active rule here."""
    return [(rule.name, rule.count) for rule in Rules(call_here(), thorough=True).active()]


def record(text: str) -> dict[str, Any]:
    found = parse.parse(text, "/rules/r.md")
    assert found is not None
    return found


def problems() -> list[tuple[str, int, str]]:
    """(file name, line, reason) of everything broken here."""
    return [(os.path.basename(file), line, reason) for file, _, line, reason in Rules(call_here(), thorough=True).problems()]


def test_l1_text_without_frontmatter_is_no_rule_and_no_mistake(product, rule):
    rule.write("rules.md", "# Rules\n\nname: of something\n")
    assert loaded() == []
    assert problems() == []


def test_l2_a_rule_without_entries(product, rule):
    rule("foo", 2, body="Text.")
    (found,) = Rules(call_here(), thorough=True).active()
    assert (found.name, found.count, found.entries, found.record["intro"]) == ("foo", 2, [], "Text.")


def test_l3_every_file_with_frontmatter_is_a_rule(product, rule):
    rule("a", 1)
    rule("b", 5)
    rule.write("rules.md", "No frontmatter.")
    assert loaded() == [("a", 1), ("b", 5)]


def test_l4_a_block_list_and_a_placeholder_are_kept_as_written():
    entry = "  - event: pre_edit\n    path: '**/*.go'\n    exclude_path:\n      - a/**\n      - b/**\n    absent_sibling: '{stem}_test.go'\n"
    (found,) = record(f"---\nname: tdd\nenforce:\n{entry}---\n")["entries"]
    assert found["exclude_path"] == ["a/**", "b/**"]
    assert found["absent_sibling"] == "{stem}_test.go"


def test_l5_a_backslash_in_single_quotes_survives():
    (found,) = record("---\nname: r\nenforce:\n  - event: pre_bash\n    when: 'go (test|vet)\\b'\n---\n")["entries"]
    assert found["when"] == r"go (test|vet)\b"


def test_l6_three_entries_keep_their_keys():
    text = (
        "---\nname: r\nenforce:\n"
        "  - {event: pre_bash, when: x, check: 'true'}\n"
        "  - {event: pre_edit, path: '*.py', when: y}\n"
        "  - {event: stop_check, changed: '*.md', require_sibling: z}\n---\n"
    )
    assert [
        {key: value for key, value in entry.items() if key not in ("index", "line", "literal")}
        for entry in record(text)["entries"]
    ] == [
        {"event": "pre_bash", "when": "x", "check": "true"},
        {"event": "pre_edit", "path": ["*.py"], "when": "y"},
        {"event": "stop_check", "changed": ["*.md"], "require_sibling": "z"},
    ]


def test_l7_the_persons_rules_come_before_the_projects(product, rule, project_rule):
    rule("g", 3)
    project_rule("a", 4)
    assert loaded() == [("g", 3), ("a", 4)]


def test_l8_a_project_rule_of_the_same_name_raises_the_count_of_both(product, rule, project_rule):
    rule("dup", 3)
    rule("only-g", 3)
    project_rule("dup", 5)
    assert loaded() == [("dup", 5), ("only-g", 3), ("dup", 5)]


def test_l9_a_folder_is_read_for_itself(product, rule, project_rule):
    rule("f", 1)
    project_rule("p", 1)
    first, second = Rules(call_here(), thorough=True).loaded
    assert [record["name"] for record in first.records()] == ["f"]
    assert [record["name"] for record in second.records()] == ["p"]


@pytest.mark.parametrize(("word", "on"), [("yes", True), ("off", False), ("On", True), ("No", False), ("true", True)])
def test_l10_booleans_are_those_of_yaml_1_1(word, on):
    assert record(f"---\nname: r\nauto_count: {word}\n---\n")["auto_count"] is on


def test_l11_of_a_key_that_is_written_twice_the_last_one_counts_and_it_is_named():
    found = record("---\nname: r\ncount: 1\ncount: 2\n---\n")
    assert found["count"] == 2
    assert found["problems"] == [[None, 4, "count is written twice; the last one counts"]]


@pytest.mark.parametrize("line", ["title: x", "tags: [a]"])
def test_l12_frontmatter_of_something_else_is_no_rule_and_no_mistake(line):
    assert parse.parse(f"---\n{line}\n---\n", "/r.md") is None


@pytest.mark.parametrize("line", ["name:", "name: ''", "name: ~", "count: 5", 'name: "\\e"'])
def test_l12_a_rule_without_a_name_is_named_as_broken(product, rule, line):
    rule.write("r.md", f"---\n{line}\n---\n")
    assert loaded() == []
    assert problems() == [("r.md", 1, "no rule: its frontmatter is not closed, or has no name")]


@pytest.mark.parametrize(
    ("written", "count"),
    [
        ("'4'", 4),
        ("3.9", 3),
        ("yes", 1),
        ("abc", 0),
        ("-2", -2),
        ("' +7 '", 7),
        (".nan", 0),
        ("1e400", 0),
        ("[1]", 0),
        ("1" * 30, 0),
    ],
)
def test_l13_how_a_count_may_be_written(written, count):
    assert record(f"---\nname: r\ncount: {written}\n---\n")["count"] == count


def test_l13_no_count_is_zero():
    assert record("---\nname: r\n---\n")["count"] == 0


def test_l14_a_name_is_text():
    assert record("---\nname: 123\n---\n")["name"] == "123"


def test_l15_only_files_directly_inside_that_end_in_md(product, rule):
    text = "---\nname: r\ncount: 1\n---\n"
    rule.write("notes.MD", text)
    rule.write("x.md.bak", text)
    RuleFolder(rule.path / "sub").write("x.md", text)
    assert loaded() == []


def test_l16_a_broken_file_is_passed_over_and_recorded_once(product, rule, log):
    rule.write("bad.md", "---\na: [1, 2\n---\n")
    rule("good", 3)
    for _ in range(2):
        assert f"{rule.path}/bad.md:" in context(product.prompt())
    assert loaded() == [("good", 3)]
    (line,) = log("errors")
    assert list(line) == ["ts", "kind", "file", "entry", "reason", "hook"]
    assert (line["kind"], line["file"], line["entry"]) == ("file", f"{rule.path}/bad.md", None)


def test_l17_a_forgotten_dash_leaves_the_rule_without_entries(product, rule, log):
    rule("r", 4, enforce={"event": "pre_bash", "when": "x"})
    text = context(product.prompt())
    assert "■ r (raised 4 times) [not enforced by a hook]" in text
    assert "enforce must be a list; begin each entry with `- `" in text
    assert [line["reason"] for line in log("errors")] == ["enforce must be a list; begin each entry with `- `"]


def test_l18_an_empty_item_does_not_stop_the_next_entry(product, rule):
    rule("r", 5, None, DENY)
    assert denied(product.bash("git push", run=False)[0]) == "r (count: 5): Ask first."
    assert problems() == [("r.md", 7, "the entry is empty or no mapping")]


def test_l19_one_folder_linked_to_the_other_is_read_once(product, home):
    real = RuleFolder(home / ".agents" / "feedback")
    real("a", 2)
    (home / ".claude").mkdir()
    (home / ".claude" / "feedback").symlink_to(real.path)
    assert loaded() == [("a", 2)]


def test_l19_two_names_of_one_file_are_one_rule(product, rule):
    path = rule("a", 2)
    (rule.path / "b.md").symlink_to(path)
    assert loaded() == [("a", 2)]


def test_l19_a_projects_link_to_the_persons_rule_is_one_rule(product, rule, project_rule):
    path = rule("a", 2, DENY)
    project_rule.path.mkdir(parents=True)
    (project_rule.path / "a.md").symlink_to(path)
    assert loaded() == [("a", 2)]


def test_within_one_scope_the_hosts_own_folder_wins_for_a_name(product, rule, home):
    rule("a", 2)
    RuleFolder(home / ".agents" / "feedback")("a", 5)
    assert loaded() == [("a", 2)]
    assert (
        f"Not in force, because a folder that comes first has a rule of the same name:\na ({home}/.agents/feedback/a.md)"
        in context(product.prompt())
    )


def test_two_files_of_one_folder_with_one_name_are_both_in_force(product, rule):
    rule.write("a1.md", "---\nname: a\ncount: 1\n---\n")
    rule.write("a2.md", "---\nname: a\ncount: 2\n---\n")
    assert loaded() == [("a", 1), ("a", 2)]


@pytest.mark.parametrize("start", ["\ufeff---\n", "--- \t\n", "---\r\n"])
def test_a_byte_order_mark_blanks_and_crlf_are_no_obstacle(start):
    assert record(f"{start}name: r\n---\n")["name"] == "r"


def test_a_rule_file_that_is_not_utf8_is_named(product, rule):
    rule.write("x.md", "")
    (rule.path / "utf16.md").write_bytes("---\nname: r\ncount: 5\n---\n".encode("utf-16"))
    (rule.path / "latin.md").write_bytes(b"---\nname: latin\ncount: 5\n---\nna\xefve\n")
    assert loaded() == [("latin", 5)]
    assert problems() == [("latin.md", 5, "is not UTF-8; save it as UTF-8"), ("utf16.md", 1, "is not UTF-8; save it as UTF-8")]


def test_emoji_and_other_scripts_load_under_a_c_locale(product, rule, monkeypatch):
    monkeypatch.setenv("LC_ALL", "C")
    rule("絵文字🙂", 5, {"event": "pre_bash", "when": "🙂|git push", "message": "だめ"})
    assert denied(product.bash("git push", run=False)[0]) == "絵文字🙂 (count: 5): だめ"


def test_a_missing_folder_is_an_empty_one(product):
    assert loaded() == []
    assert product.bash("git push", run=False)[0] == {}


def test_unknown_keys_of_others_are_only_named_by_check_but_misspelt_ones_are_broken(product, rule):
    rule("r", 3, tags="x", enfroce=[])
    assert problems() == [("r.md", 7, "unknown key 'enfroce'; did you mean 'enforce'?")]


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("projects", 5, "projects must be a text or a list of texts, not 5"),
        ("when_exists", ["a", 1], "when_exists must be a text or a list of texts, not ['a', 1]"),
        ("auto_count", "never", "auto_count must be true or false, not 'never'"),
        ("projects", "[a", "projects: unclosed [ at position 0"),
        ("when_exists", "a/[z-b]", "when_exists: reversed range at position 3"),
    ],
)
def test_a_filter_that_cannot_be_read_filters_nothing_and_is_named(product, rule, key, value, reason):
    rule("r", 5, DENY, **{key: value})
    (product.root / "a").touch()
    assert problems() == [("r.md", 6, reason)]
    assert denied(product.bash("git push", run=False)[0]) == "r (count: 5): Ask first."


def test_broken_parts_of_rules_that_are_not_in_force_are_not_listed(product, rule):
    rule("old", 3, {"event": "pre_bash"}, expires="2001-01-01")
    assert problems() == []
