"""`/correct`: arguments, tallies, proposals, the report, apply (table K of the feedback cases)."""

from __future__ import annotations

import json
import os

import pytest
from tests.support.product import Product

from feedback_gate.feedback import correct
from feedback_gate.main import main
from feedback_gate.people import correct_command
from feedback_gate.people.arguments import call_here
from feedback_gate.system import clock

DAY = 86400.0


@pytest.fixture
def product(tmp_path, monkeypatch) -> Product:
    product = Product(tmp_path / "app")
    monkeypatch.chdir(product.root)
    return product


@pytest.fixture
def stage(home, monkeypatch):
    """Functions that write rules and log lines, and let time pass."""

    class Stage:
        folder = home / ".claude/feedback"
        log = home / ".local/state/feedback-gate/log/violations.jsonl"

        def rule(self, name, count, *, entry=True, extra="", body=""):
            self.folder.mkdir(parents=True, exist_ok=True)
            enforce = "enforce:\n  - {event: pre_bash, when: zzz}\n" if entry else ""
            (self.folder / f"{name}.md").write_text(f"---\nname: {name}\ncount: {count}\n{extra}{enforce}---\n{body}\n")
            return self.folder / f"{name}.md"

        def violated(self, rule, severity="warn", days=1.0, event="pre_bash", detail="d", **more):
            self.log.parent.mkdir(parents=True, exist_ok=True)
            line = {
                **more,
                "ts": clock.timestamp(clock.now() - days * DAY),
                "rule": rule,
                "count": 1,
                "severity": severity,
                "event": event,
                "detail": detail,
            }
            with self.log.open("a") as file:
                file.write(json.dumps(line) + "\n")

        def later(self, days):
            now = clock.now()
            monkeypatch.setattr(clock, "now", lambda: now + days * DAY)

    return Stage()


def kinds(words=()) -> list[tuple[str, str]]:
    options = correct.options_of(words)
    call = call_here()
    found = correct.tallies(correct.read_log(call.environ), call.clock.now() - options.window, call.project.id)
    return [(one.kind, one.name) for one in correct.proposals(call, options, found, "30d")]


@pytest.mark.parametrize(
    ("words", "window", "least", "apply"),
    [
        ("", 30 * DAY, 2, False),
        ("--window 7d", 7 * DAY, 2, False),
        ("--window 12h", 12 * 3600, 2, False),
        ("--min 3 apply", 30 * DAY, 3, True),
        ("--min=4 --window=2d", 2 * DAY, 4, False),
        ("--window apply", 30 * DAY, 2, True),
        ("--window 0d --min 0 apply=1 what", 30 * DAY, 2, False),
    ],
)
def test_k1_k2_k3_k22_arguments(words, window, least, apply):
    found = correct.options_of(words.split())
    assert (found.window, found.least, found.apply) == (window, least, apply)


def test_k4_lines_outside_the_window_count_in_total_only(stage, product):
    for days in (1, 5, 60):
        stage.violated("a", days=days)
    stage.violated("b", days=100)
    found = correct.tallies(correct.read_log(dict(call_here().environ)), clock.now() - 30 * DAY)
    assert [(name, tally.total, tally.within) for name, tally in found.items()] == [("a", 3, 2), ("b", 1, 0)]
    assert found["a"].last == pytest.approx(clock.now() - DAY, abs=2)


def test_k5_counts_by_severity_and_event_and_the_most_frequent_detail(stage, product):
    stage.violated("a", "ask", event="pre_edit", detail="x")
    stage.violated("a", "ask", event="pre_edit", detail="y")
    stage.violated("a", "warn", detail="y")
    stage.violated("a", "deny", days=90)
    tally = correct.tallies(correct.read_log(dict(call_here().environ)), clock.now() - 30 * DAY)["a"]
    assert tally.severities == {"ask": 2, "warn": 1}
    assert tally.events == {"pre_edit": 2, "pre_bash": 1}
    assert tally.top_detail == "y"


def test_k6_lines_that_are_no_violation_are_passed_over():
    lines = [b'{"rule": "a"}', b"junk", b"", b"[1]", b'{"x": 1}', b'{"rule": "b", "ts": 5}']
    assert list(correct.tallies(lines, 0.0)) == ["a", "b"]


def test_k7_k8_k9_two_violations_in_the_window_raise_to_confirmed(stage, product):
    stage.rule("a", 2)
    stage.violated("a")
    stage.violated("a", days=40)
    assert kinds() == []
    stage.violated("a")
    assert kinds() == [("bump", "a")]


def test_k10_k11_asks_and_blocks_raise_to_deny_and_five_is_the_end(stage, product):
    stage.rule("a", 3)
    stage.violated("a", "ask")
    stage.violated("a", "warn")
    assert kinds() == []
    stage.violated("a", "block")
    assert kinds() == [("bump", "a")]
    stage.rule("a", 5)
    assert kinds() == []


def test_k12_a_confirmed_rule_without_a_check_gets_a_frame_with_all_events(stage, product, capsys):
    stage.rule("a", 3, entry=False)
    assert kinds() == [("enforce", "a")]
    main(["correct"])
    text = capsys.readouterr().out
    assert all(f"event: {event}" in text for event in ("pre_bash", "pre_edit", "post_edit", "stop_check"))


def test_k13_inactive_rules_say_why(stage, product, capsys):
    stage.rule("gone", 3, extra="expires: 2001-01-01\n")
    stage.rule("other", 3, extra="projects: /nowhere/**\n")
    main(["correct"])
    text = capsys.readouterr().out
    assert "[expired] gone\n    ran out on 2001-01-01" in text
    assert "[expired] other\n    switched off here: projects" in text


def test_k14_a_confirmed_rule_that_never_fired_is_stale(stage, product):
    stage.rule("a", 3)
    stage.later(days=31)
    assert kinds() == [("stale", "a")]


def test_a_rule_younger_than_the_window_has_not_had_its_chance(stage, product):
    stage.rule("a", 3)
    assert kinds() == []
    stage.later(days=2)
    assert kinds() == []
    assert kinds(["--window", "1d"]) == [("stale", "a")]


def test_a_rule_that_was_changed_or_brought_here_has_its_chance_from_then_on(stage, product):
    path = stage.rule("a", 3)
    os.utime(path, (0, 0))
    assert kinds() == []


def test_a_rule_that_fired_before_the_window_is_not_stale(stage, product):
    stage.rule("a", 3)
    stage.violated("a", days=40)
    stage.later(days=31)
    assert kinds() == []


def test_k15_k21_the_order_of_proposals(stage, product):
    stage.rule("stale", 4)
    stage.rule("noenf", 3, entry=False)
    stage.rule("b3", 1)
    stage.rule("b3more", 2)
    stage.rule("b5", 4)
    stage.rule("gone", 3, extra="expires: 2001-01-01\n")
    stage.later(days=31)
    (stage.folder / "bad.md").write_text("---\na: [1\n---\n")
    for name, times, severity in (("b3", 2, "warn"), ("b3more", 3, "warn"), ("b5", 2, "ask")):
        for _ in range(times):
            stage.violated(name, severity)
    assert [name for _, name in kinds()] == ["bad.md", "b5", "b3more", "b3", "noenf", "stale", "gone"]


def test_k16_nothing_to_suggest(product):
    lines, context = correct_command.report(call_here(), [])
    assert lines == ["[correct] 0 active rules, 0 violations within 30d", "Nothing to suggest."]
    assert context == ""


def test_k18_k19_apply_writes_the_one_line_and_nothing_else(stage, product, capsys):
    path = stage.rule("a", 2, body="count: 9")
    stage.violated("a")
    stage.violated("a")
    assert main(["correct", "--context", "apply"]) == 0
    text = capsys.readouterr().out
    assert path.read_text() == "---\nname: a\ncount: 3\nenforce:\n  - {event: pre_bash, when: zzz}\n---\ncount: 9\n"
    assert f"apply: counts written\n  - {path} (count 2 → 3)" in text
    assert f"Already changed by apply, tell the user: {path}" in text


def test_a_count_that_changed_meanwhile_is_left_alone(stage, product):
    path = stage.rule("a", 2)
    proposal = correct.Proposal("bump", "a", str(path), "correct.to_confirmed", old=1, new=3)
    assert correct.apply([proposal], call_here()) == []
    assert "count: 2" in path.read_text()


def test_k15_several_kinds_at_once(stage, product):
    stage.rule("a", 2, entry=False)
    stage.violated("a")
    stage.violated("a")
    stage.rule("b", 3, entry=False)
    stage.violated("b", "block")
    stage.violated("b", "block")
    assert kinds() == [("bump", "b"), ("bump", "a"), ("enforce", "b")]


def test_k17_the_report_changes_nothing_by_itself(stage, product):
    path = stage.rule("a", 2)
    stage.rule("old", 3, extra="expires: 2001-01-01\n")
    product.file(".claude/feedback/noenf.md", "---\nname: noenf\ncount: 3\n---\n")
    stage.violated("a")
    stage.violated("a", detail="  command   matched:\n x" + "y" * 60)
    before = path.read_text()
    lines, context = correct_command.report(call_here(), [])
    assert lines[0] == "[correct] 2 active rules, 2 violations within 30d"
    assert lines[1:4] == [
        "- [bump] a: count 2 → 3",
        "    2 violations within 30d (warn 2); make it a confirmed rule; mostly: d",
        f"    {path}",
    ]
    assert [line.split("] ")[1] for line in lines if line.startswith("- [")] == ["a: count 2 → 3", "noenf", "old"]
    assert lines[-1] == "The same command with `apply` writes the suggested counts; everything else stays a suggestion."
    assert context.startswith("Show the user these suggestions.")
    assert path.read_text() == before


def test_a_long_detail_is_cut_at_sixty_characters(stage, product):
    stage.rule("a", 2)
    for _ in range(2):
        stage.violated("a", detail="command   matched:\n" + "y" * 60)
    lines, _ = correct_command.report(call_here(), [])
    assert lines[2].endswith("; mostly: command matched: " + "y" * 42 + "…")


def test_k20_a_defect_of_ours_is_one_line(product, monkeypatch, capsys):
    def boom() -> float:
        raise ValueError("boom")

    monkeypatch.setattr(clock, "now", boom)
    assert main(["correct", "--context"]) == 1
    assert capsys.readouterr().out == "[correct] internal error: boom\n"


def test_k21_a_broken_file_is_proposed_for_repair(stage, product, capsys):
    stage.rule("a", 1)
    (stage.folder / "bad.md").write_text("---\na: [1\n---\n")
    main(["correct"])
    text = capsys.readouterr().out
    assert "- [broken] bad.md\n    cannot be used: line 3: " in text
    assert f"    {stage.folder}/bad.md\n" in text


def test_a_rule_whose_entries_are_all_broken_is_to_be_repaired_not_to_be_given_entries(stage, product):
    (stage.folder).mkdir(parents=True)
    (stage.folder / "r.md").write_text("---\nname: r\ncount: 3\nenforce:\n  - {event: pre_bash}\n---\n")
    assert kinds() == [("broken", "r.md")]


@pytest.mark.parametrize(("window", "label"), [(30, "30d"), (2, "2d"), (1.5, "36h"), (0.5, "12h")])
def test_how_a_window_is_called(window, label):
    assert correct.label_of(window * DAY) == label


class TestWhoseViolationsCount:
    """D25: rules of different projects are told apart, and one call is one occasion."""

    def test_lines_of_another_projects_rule_do_not_count(self, stage, product):
        product.file(".claude/feedback/a.md", "---\nname: a\ncount: 2\n---\n")
        for _ in range(2):
            stage.violated("a", scope="project", project_id="other-123")
        assert kinds() == []
        for _ in range(2):
            stage.violated("a", scope="project", project_id=call_here().project.id)
        assert kinds() == [("bump", "a")]

    def test_the_persons_rule_counts_with_all_projects(self, stage, product):
        stage.rule("a", 2)
        for number in range(2):
            stage.violated("a", scope="user", project_id=f"other-{number}")
        assert kinds() == [("bump", "a")]

    def test_two_entries_violated_by_one_call_are_one_occasion(self, stage, product, monkeypatch):
        monkeypatch.setenv("FEEDBACK_GATE_AUTO_COUNT", "false")
        entries = "".join(f"  - {{event: pre_bash, when: {word}}}\n" for word in ("git", "push"))
        stage.rule("a", 2, entry=False, extra=f"enforce:\n{entries}")
        product.bash("git push", run=False)
        assert kinds() == []
        product.bash("git push", run=False)
        assert kinds() == [("bump", "a")]


def test_the_report_survives_a_log_of_rubbish(stage, product, capsys):
    stage.rule("a", 1)
    stage.log.parent.mkdir(parents=True)
    stage.log.write_bytes(b"\xff\xfe\n" + b"[" * 5000 + b'\n{"rule": "a", "ts": "yesterday", "severity": 5, "detail": null}\n')
    assert main(["correct"]) == 0
    assert "1 active rules, 0 violations" in capsys.readouterr().out
