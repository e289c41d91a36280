"""How hard a rule is: what follows from its count, and what an entry says itself."""

from __future__ import annotations

import pytest

from feedback_gate.feedback.rule import Entry, Rule, severity


def entry(event: str, **values: object) -> Entry:
    return Entry({"index": 0, "event": event, **values})


@pytest.mark.parametrize(
    ("event", "by_count"),
    [
        ("pre_bash", ["warn", "warn", "warn", "ask", "ask", "deny", "deny"]),
        ("pre_edit", ["warn", "warn", "warn", "ask", "ask", "deny", "deny"]),
        ("post_edit", ["warn", "warn", "warn", "block", "block", "deny", "deny"]),
        ("stop_check", ["warn", "warn", "warn", "block", "block", "deny", "deny"]),
    ],
)
def test_a_rule_hardens_with_its_count(event: str, by_count: list[str]) -> None:
    assert [severity(entry(event), count) for count in range(7)] == by_count


@pytest.mark.parametrize("word", ["warn", "ask", "block", "deny"])
def test_an_entry_that_says_its_severity_has_it_at_every_count(word: str) -> None:
    assert {severity(entry("pre_bash", severity=word), count) for count in range(7)} == {word}


def test_an_entry_gives_texts_lists_and_its_line_and_what_is_missing_is_empty() -> None:
    made = entry("pre_bash", when="x", path=["a", "b"], line=7)
    assert (made.index, made.event, made.text("when"), made.texts("path"), made.line) == (0, "pre_bash", "x", ("a", "b"), 7)
    assert (made.text("unless"), made.texts("exclude_path"), entry("x").line) == ("", (), 0)


@pytest.mark.parametrize(("value", "expected"), [(["a"], ""), (1, ""), (None, "")])
def test_a_value_that_is_no_text_is_no_text(value: object, expected: str) -> None:
    assert entry("pre_bash", when=value).text("when") == expected


def test_a_line_that_is_no_number_is_no_line() -> None:
    assert entry("pre_bash", line="7").line == 0


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, ""),
        ({"program": ["git"]}, "git"),
        ({"program": ["git", "hub"], "subcommand": ["push"], "flags": ["-f", "--force"]}, "git|hub push -f|--force"),
        ({"program": ["rm"], "flags": ["-r"]}, "rm -r"),
    ],
)
def test_what_an_entry_is_about_is_one_text(values: dict[str, list[str]], expected: str) -> None:
    assert entry("pre_bash", **values).program == expected


RECORD = {"name": "r", "file": "/f.md", "count": 3, "entries": [{"index": 0, "event": "a"}, {"index": 1, "event": "b"}]}


def test_a_rule_has_its_own_count_unless_another_is_in_force() -> None:
    assert (Rule(RECORD, "user").count, Rule(RECORD, "user", 5).count, Rule(RECORD, "user", 0).count) == (3, 5, 0)


def test_a_rule_gives_its_name_file_scope_and_entries_in_order() -> None:
    made = Rule(RECORD, "project")
    assert (made.name, made.file, made.scope, [one.event for one in made.entries]) == ("r", "/f.md", "project", ["a", "b"])
