"""What a prompt is given: the rules text, broken parts, confirmed rules; in full once, then changes; never silently cut."""

from __future__ import annotations

import re

import pytest
from tests.core.feedback.conftest import RuleFolder
from tests.support.product import context, shown

TEXT = "# Keeping feedback"
HEADER = "# Rules confirmed by repeated feedback (count 3 or more)"


@pytest.fixture
def rules(home):
    folder = home / ".claude" / "feedback"
    folder.mkdir(parents=True)

    def write(name: str, count: int, body: str = "", description: str = "about it") -> None:
        (folder / f"{name}.md").write_text(f"---\nname: {name}\ndescription: {description}\ncount: {count}\n---\n{body}\n")

    return write


def test_i1_u1_the_first_prompt_gets_the_rules_text_and_the_confirmed_rules_and_the_next_nothing(product, rules):
    rules("high", 5)
    rules("low", 1)
    text = context(product.prompt())
    assert text.startswith(TEXT)
    assert (
        f"{HEADER}\nFollow them; those with checks are enforced by hooks.\n\n■ high (raised 5 times) [not enforced by a hook]\nabout it"
        in text
    )
    assert "■ low" not in text
    assert product.prompt() == {}


def test_i2_rules_stand_by_count_then_name(product, rules):
    for name, count in (("bbb", 3), ("aaa", 3), ("zzz", 6)):
        rules(name, count)
    text = context(product.prompt())
    assert text.index("■ zzz") < text.index("■ aaa") < text.index("■ bbb")


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact", "fork"])
def test_after_every_session_start_everything_is_sent_again(product, rules, source):
    rules("high", 5)
    first = context(product.prompt())
    product.start(source)
    assert context(product.prompt()) == first


def test_a_changed_rule_is_sent_alone_and_a_removed_one_is_named(product, rules, home):
    rules("one", 3)
    rules("two", 3)
    product.prompt()
    rules("two", 4)
    assert (
        context(product.prompt())
        == "# Rules that are new or changed (count 3 or more)\n\n■ two (raised 4 times) [not enforced by a hook]\nabout it"
    )
    (home / ".claude/feedback/one.md").unlink()
    assert context(product.prompt()) == "No longer in force: one"


def test_many_removed_rules_are_named_as_far_as_there_is_room_and_counted(product, rules, home):
    for number in range(30):
        rules(f"a_rather_long_name_of_a_rule_{number:03}", 3)
    product.prompt()
    for path in (home / ".claude/feedback").iterdir():
        path.unlink()
    text = context(product.prompt())
    named = re.findall(r"a_rather_long_name_of_a_rule_\d+", text)
    assert named == [f"a_rather_long_name_of_a_rule_{number:03}" for number in range(len(named))]
    assert len(named) > 0
    assert text.endswith(f"… and {30 - len(named)} more")


def test_with_inject_every_each_prompt_gets_everything(product, rules, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_INJECT", "every")
    rules("high", 5)
    assert context(product.prompt()) == context(product.prompt()) != ""


def test_a_task_notification_gets_nothing(product, rules):
    rules("high", 5)
    assert product.prompt("<task-notification>done</task-notification>") == {}


def test_i6_the_intro_is_the_first_paragraph_before_the_reasons(product, rules):
    rules("high", 5, "A\n\nB\n\n**Why:** C")
    block = context(product.prompt()).partition("■ high")[2]
    assert "\nA" in block
    assert "B" not in block
    assert "C" not in block


def test_i3_eighty_rules_share_the_hosts_limit_and_the_rest_is_named_and_counted(product, rules):
    for number in range(80):
        rules(f"rule_{number:02}", 3, "An intro of twenty ch", "d" * 80)
    text = context(product.prompt())
    assert len(text) < 9800
    assert all(f"rule_{number:02}" in text for number in range(80))
    assert "more rules are in force; read their files:" in text


def test_of_mixed_counts_the_highest_are_in_full_and_shown_named_and_counted_are_all(product, rules):
    for number in range(700):
        rules(f"a_rather_long_name_of_a_rule_{number:03}", 3 + number % 5)
    text = context(product.prompt())
    assert len(text) < 9800
    order = sorted(range(700), key=lambda number: (-(number % 5), number))
    expected = [(f"a_rather_long_name_of_a_rule_{number:03}", str(3 + number % 5)) for number in order]
    full, more = text.split(" more rules are in force; read their files:\n")
    full, _, left = full.rpartition("\n\n")
    shown_in_full = re.findall(r"■ (\w+) \(raised (\d) times\)", full)
    *lines, last = more.splitlines()
    named = re.findall(r"(\w+) \((\d)\)", "\n".join(lines))
    assert [*shown_in_full, *named] == expected[: len(shown_in_full) + len(named)]
    assert len(shown_in_full) > 0
    assert int(left) == 700 - len(shown_in_full)
    assert last == f"… and {700 - len(shown_in_full) - len(named)} more"


def test_five_hundred_rules_say_how_many_are_not_shown(product, rules):
    for number in range(500):
        rules(f"a_rather_long_name_of_a_rule_{number:03}", 3)
    text = context(product.prompt())
    assert len(text) < 9800
    assert "… and " in text


def test_i8_broken_parts_come_first_and_with_every_prompt_until_mended(product, rules, home):
    rules("good", 3)
    bad = home / ".claude/feedback/bad.md"
    bad.write_text("---\na: [1\n---\n")
    for _ in range(2):
        assert context(product.prompt()).startswith("These rule files have errors")
    bad.unlink()
    assert product.prompt() == {}


def test_u2_u4_an_own_rules_file_replaces_the_bundled_text(product, home, monkeypatch):
    own = home / ".claude/feedback-gate/feedback_rules.md"
    own.parent.mkdir(parents=True)
    own.write_text("my own text\n")
    assert context(product.prompt()) == "my own text\n"
    (home / "custom.md").write_text("custom text")
    monkeypatch.setenv("FEEDBACK_GATE_RULES_FILE", "~/custom.md")
    product.start()
    assert context(product.prompt()) == "custom text\n"


def test_an_own_rules_file_that_is_empty_gives_nothing(product, home):
    own = home / ".claude/feedback-gate/feedback_rules.md"
    own.parent.mkdir(parents=True)
    own.write_text("")
    assert product.prompt() == {}


def test_the_bundled_text_follows_the_language(product, monkeypatch):
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert context(product.prompt()).startswith("# フィードバックの残し方")


def test_a_project_cannot_replace_the_rules_text_through_its_settings(product, monkeypatch):
    product.file(".claude/settings.json", '{"env": {"FEEDBACK_GATE_RULES_FILE": "/etc/hostname"}}')
    monkeypatch.setenv("FEEDBACK_GATE_RULES_FILE", "/etc/hostname")
    assert context(product.prompt()).startswith(TEXT)


def test_u3_the_clients_own_rules_folder_is_not_read(product, home):
    folder = home / ".claude/rules"
    folder.mkdir(parents=True)
    (folder / "feedback_rules.md").write_text("of the client")
    assert "of the client" not in context(product.prompt())


def test_u2_the_default_place_is_looked_for_in_both_folders(product, home):
    own = home / ".agents/feedback-gate/feedback_rules.md"
    own.parent.mkdir(parents=True)
    own.write_text("mine")
    assert context(product.prompt()) == "mine\n"


@pytest.mark.parametrize("value", ["~/nowhere.md", "/nowhere.md"])
def test_an_own_rules_file_that_is_missing_leaves_the_bundled_text(product, monkeypatch, value):
    monkeypatch.setenv("FEEDBACK_GATE_RULES_FILE", value)
    assert context(product.prompt()).startswith(TEXT)


def test_i4_without_confirmed_rules_there_is_only_the_rules_text(product, rules):
    rules("low", 1)
    assert "■" not in context(product.prompt())


def test_i5_a_projects_confirmed_rule_says_where_it_comes_from(product):
    project = RuleFolder(product.root / ".claude/feedback")
    project("p", 4)
    project("mild", 1)
    text = context(product.prompt())
    assert "■ p (raised 4 times) [a rule of this project] [not enforced by a hook]\nabout p" in text
    assert "mild" not in text


def test_i7_without_a_description_the_intro_follows_the_title(product, rules):
    rules("r", 3, "Intro.", description="")
    assert "■ r (raised 3 times) [not enforced by a hook]\nIntro." in context(product.prompt())


def test_d34_a_rule_with_a_check_has_no_mark(product):
    RuleFolder(product.root / ".claude/feedback")("r", 3, {"event": "pre_bash", "when": "x"})
    assert "■ r (raised 3 times) [a rule of this project]\nabout r" in context(product.prompt())


def test_a_change_among_hundreds_of_rules_is_told_and_the_rest_is_not_told_again(product, rules):
    for number in range(400):
        rules(f"rule_{number:03}", 3)
    assert "rule_000" in context(product.prompt())
    rules("rule_200", 4)
    assert context(product.prompt()).startswith(
        "# Rules that are new or changed (count 3 or more)\n\n■ rule_200 (raised 4 times)"
    )
    rules("rule_399", 3, "New words.")
    assert product.prompt() == {}


def test_many_broken_files_are_named_as_far_as_there_is_room_and_counted(product, rules, home):
    rules("good", 3)
    for number in range(100):
        (home / f".claude/feedback/bad_{number:02}.md").write_text("---\na: [1\n---\n")
    text = context(product.prompt())
    assert "bad_00.md" in text
    assert "… and " in text
    assert "■ good" in text
    assert len(text) < 9800


def test_wide_characters_count_as_the_host_counts_them(product, rules):
    for number in range(100):
        rules(f"r{number:02}", 3, "🙂" * 200, "規則" * 50)
    text = context(product.prompt())
    assert len(text.encode("utf-16-le")) // 2 < 9800
    assert "more rules are in force" in text


def test_what_a_project_rule_says_reaches_the_agent_only_and_broken_parts_are_no_notice(product, rules, home):
    (home / ".claude/feedback/bad.md").write_text("---\na: [1\n---\n")
    assert shown(product.prompt()) == ""


def test_where_nothing_can_be_kept_every_prompt_gets_everything(product, rules, monkeypatch):
    rules("high", 5)
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null/x")
    assert context(product.prompt()) == context(product.prompt()) != ""
