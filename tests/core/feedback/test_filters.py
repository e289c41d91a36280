"""Whether a rule is active here and now: expires, projects, when_exists (table F)."""

from __future__ import annotations

import calendar
import time

import pytest

from feedback_gate.feedback import active
from feedback_gate.feedback.rules import Rules
from feedback_gate.people.arguments import call_here
from feedback_gate.system import clock

NOON = calendar.timegm((2026, 6, 15, 12, 0, 0))


@pytest.fixture(autouse=True)
def at(monkeypatch):
    """Sets the clock; 2026-06-15T12:00Z at first."""

    def to(seconds: float) -> None:
        monkeypatch.setattr(clock, "now", lambda: float(seconds))

    to(NOON)
    return to


def is_active(name: str = "r") -> bool:
    return name in [rule.name for rule in Rules(call_here(), thorough=True).active()]


@pytest.mark.parametrize(
    ("expires", "expected"),
    [
        ("2026-12-31T00:00:00Z", True),
        ("2026-01-01T00:00:00Z", False),
        ("not-a-date", True),
        ("2026-13-45", True),
        ("2026-02-30", True),
        ("June 5, 2026", True),
        ("2026-06-15T11:59:59", False),
        ("2026-06-15T14:00:00+02:00", True),
        ("2026-06-15T13:59:59+0200", False),
        ("2026-06-15T12:00:00.5Z", True),
        ("0000-01-01", False),
        ("2026-06-15T25:00:00Z", True),
    ],
)
def test_f1_f3_f10_the_last_moment_of_a_rule(product, rule, expires, expected):
    rule("r", 3, expires=expires)
    assert is_active() is expected


@pytest.mark.parametrize("written", ["2026-06-15", "'2026-06-15'"])
def test_f2_a_date_is_valid_through_its_last_millisecond_in_utc_quoted_or_not(product, rule, at, written):
    rule.write("r.md", f"---\nname: r\nexpires: {written}\n---\n")
    at(NOON + 12 * 3600 - 0.001)
    assert is_active()
    at(NOON + 12 * 3600)
    assert not is_active()


def test_f2_midnight_has_no_special_meaning(product, rule):
    rule.write("r.md", "---\nname: r\nexpires: 2026-06-15T00:00:00Z\n---\n")
    assert not is_active()


def test_f10_an_impossible_date_is_no_broken_file(product, rule):
    rule.write("r.md", "---\nname: r\nexpires: 2026-13-45\n---\n")
    assert Rules(call_here(), thorough=True).problems() == []


@pytest.mark.parametrize(
    ("projects", "expected"),
    [
        (["{T}/**"], True),
        ("{T}/**", True),
        (["{T}/other/**"], False),
        (["{T}/other/**", "{T}/**"], True),
        ("{T}/app/**", False),
        ("{T}/app", True),
        ([], True),
    ],
)
def test_f4_f9_the_project_path_as_a_whole(product, rule, projects, expected):
    top = str(product.root.parent)
    rule(
        "r",
        3,
        projects=[one.replace("{T}", top) for one in projects] if isinstance(projects, list) else projects.replace("{T}", top),
    )
    assert is_active() is expected


def test_f4_a_tilde_is_the_home(product, rule, home, monkeypatch):
    inside = home / "src" / "org" / "app"
    inside.mkdir(parents=True)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(inside))
    rule("r", 3, projects="~/src/org/**")
    rule("other", 3, projects="~user/src/**")
    assert (is_active("r"), is_active("other")) == (True, False)


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (["go.mod"], True),
        ("go.mod", True),
        (["Cargo.toml", "go.mod"], True),
        (["Cargo.toml"], False),
        ("{Cargo.toml,go.mod}", True),
    ],
)
def test_f5_what_must_exist(product, rule, patterns, expected):
    rule("r", 3, when_exists=patterns)
    assert not is_active()
    product.file("go.mod")
    assert is_active() is expected


def test_f6_all_filters_must_be_satisfied(product, rule, at):
    product.file("go.mod")
    rule("r", 3, expires="2026-12-31", projects=f"{product.root.parent}/**", when_exists="go.mod")
    assert is_active()
    at(calendar.timegm((2027, 1, 1, 0, 0, 0)))
    assert not is_active()


def test_f7_another_project_is_another_answer(product, rule, tmp_path, monkeypatch):
    rule("r", 3, when_exists="go.mod")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "go.mod").touch()
    assert not is_active()
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(tmp_path / "other"))
    assert is_active()


def test_f8_an_inactive_rule_is_still_there_to_be_read(product, rule):
    rule("r", 3, expires="2001-01-01", projects="/nowhere/**")
    (folder,) = Rules(call_here(), thorough=True).loaded
    assert [record["name"] for record in folder.records()] == ["r"]


def test_an_inactive_project_rule_hides_nothing(product, rule, project_rule):
    rule("r", 3)
    project_rule("r", 0, expires="2001-01-01")
    assert is_active()


@pytest.mark.parametrize("name", ["a[b]", "a*b", "a?b", "a{b,c}"])
def test_a_project_path_with_magic_in_it_stands_for_itself(product, rule, tmp_path, monkeypatch, name):
    folder = tmp_path / name
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "go.mod").touch()
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(folder))
    rule("r", 3, when_exists="**/go.mod")
    assert is_active()


class TestWhatWasFoundIsRemembered:
    """`**` may walk a whole tree, so between prompts the last answer counts."""

    @staticmethod
    def active(*, thorough: bool) -> bool:
        return "r" in [rule.name for rule in Rules(call_here(), thorough=thorough).active()]

    def test_what_was_not_found_is_looked_for_again_at_the_next_prompt(self, product, rule):
        rule("r", 3, when_exists="**/*.go")
        assert not self.active(thorough=True)
        product.file("a/b/x.go")
        assert not self.active(thorough=False)
        assert self.active(thorough=True)
        assert self.active(thorough=False)

    def test_or_after_ten_minutes(self, product, rule, at):
        rule("r", 3, when_exists="**/*.go")
        assert not self.active(thorough=True)
        product.file("x.go")
        at(NOON + active.LOOK_AGAIN)
        assert self.active(thorough=False)

    def test_what_was_found_must_still_be_there(self, product, rule):
        rule("r", 3, when_exists="**/*.go")
        first = product.file("a/x.go")
        assert self.active(thorough=True)
        first.unlink()
        assert not self.active(thorough=False)

    def test_a_clock_that_was_set_back_makes_it_look_again(self, product, rule, at):
        rule("r", 3, when_exists="**/*.go")
        assert not self.active(thorough=True)
        product.file("x.go")
        at(NOON - 3600)
        assert self.active(thorough=False)

    @pytest.mark.parametrize("text", ["", "[]", '{"**/*.go": 5}', '{"**/*.go": ["/", "x"]}', "{" * 9000])
    def test_a_memory_that_is_unreadable_is_made_again(self, product, rule, home, text):
        rule("r", 3, when_exists="**/*.go")
        product.file("x.go")
        self.active(thorough=True)
        (kept,) = (home / ".cache/feedback-gate/parsed").glob("exists-*.json")
        kept.write_text(text)
        assert self.active(thorough=False)


def test_fetched_packages_are_passed_over_unless_they_are_named(product, rule):
    product.file("node_modules/x/a.go")
    rule("r", 3, when_exists="**/*.go")
    rule("named", 3, when_exists="node_modules/**/*.go")
    assert (is_active("r"), is_active("named")) == (False, True)


def test_the_end_of_a_day_does_not_depend_on_the_time_zone(monkeypatch):
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        assert active.end_of("2026-06-15") == NOON + 12 * 3600 - 0.001
    finally:
        monkeypatch.undo()
        time.tzset()
