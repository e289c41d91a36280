"""The history and its figures: rows S1 to S13, rotation, the older tool's file, the command `stats`."""

from __future__ import annotations

import json
import multiprocessing
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.claims import Claims

from feedback_gate.claims import figures, history
from feedback_gate.claims.figures import Figures
from feedback_gate.main import main

NOW = 1_785_542_400.0  # 2026-08-01T00:00:00Z
SHARES = {"passed": 11, "blocked": 5, "warned": 1, "untrusted": 1, "skipped": 1}


def at(seconds_ago: float) -> str:
    import time

    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(NOW - seconds_ago)) + ".000+00:00"


def event(outcome: str, ago: float = 0, **more: object) -> dict[str, object]:
    return {"at": at(ago), "outcome": outcome, "sessionId": "s1", "checks": [], **more}


S1 = [event(name) for name, number in SHARES.items() for _ in range(number)]


@pytest.fixture
def project(tmp_path, monkeypatch) -> Claims:
    project = Claims(tmp_path / "app").git()
    monkeypatch.chdir(project.root)
    return project


def log() -> str:
    path = os.path.join(os.environ["HOME"], ".local/state/feedback-gate/log/history.jsonl")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def written(project: Claims, events: list[dict[str, object]]) -> Claims:
    with open(log(), "a", encoding="utf-8") as file:
        file.writelines(json.dumps({**one, "project": project.here().project.id}) + "\n" for one in events)
    return project


def printed(capsys, *arguments: str) -> str:
    assert main(["stats", *arguments]) == 0
    return capsys.readouterr().out


def test_s1_rate_caught_and_total():
    found = Figures(S1, NOW)
    assert (found.rate, found.verified, found.caught, found.total) == (65, 17, 6, 19)


def test_s2_bars():
    most = max(SHARES.values())
    assert [figures.width(number, most) for number in SHARES.values()] == [24, 11, 2, 2, 2]


def test_s3_without_anything_verified_there_is_no_rate(project, capsys):
    written(project, [event("skipped"), event("untrusted")])
    assert "pass rate   —" in printed(capsys)


def test_s4_s5_heights():
    assert "".join(figures.height(number, 8) for number in range(1, 9)) == "▁▂▃▄▅▆▇█"
    assert [figures.height(number, 100) for number in (1, 13, 0)] == ["▁", "▂", "·"]


@pytest.mark.parametrize(
    ("ago", "expected"),
    [
        (59, (0, "now")),
        (60, (1, "m")),
        (3599, (59, "m")),
        (3600, (1, "h")),
        (86400, (1, "d")),
        (30 * 86400, (1, "mo")),
        (359 * 86400, (11, "mo")),
        (360 * 86400, (1, "y")),
        (-60, (0, "now")),
    ],
)
def test_s6_s7_ages(ago, expected):
    assert figures.age(at(ago), NOW) == expected


def test_an_unreadable_time_has_no_age():
    assert figures.age("yesterday", NOW) == (0, "?")


def test_s8_shares_are_rounded_half_up():
    assert (figures.percent(5, 1000), figures.percent(495, 1000)) == (1, 50)


@given(st.integers(0, 1000), st.integers(1, 1000))
def test_shares_bars_and_heights_stay_within_bounds(part, whole):
    part = min(part, whole)
    assert 0 <= figures.percent(part, whole) <= 100
    assert 1 <= figures.width(part, whole) <= figures.BAR
    assert figures.height(part, whole) in figures.HEIGHTS + figures.NO_DAY


@pytest.mark.parametrize("line", ["{", "[]", '"x"', '{"at": 3, "outcome": "passed"}', '{"at": "x"}', "\xff" * 5, ""])
def test_s9_a_broken_line_between_good_ones_is_passed_over(project, line):
    written(project, [event("passed")])
    with open(log(), "a", encoding="utf-8") as file:
        file.write(line + "\n")
    written(project, [event("blocked")])
    assert project.outcomes() == ["passed", "blocked"]


def test_s10_the_ten_newest_are_shown_newest_first(project, capsys):
    written(project, [event("passed", ago=100 * number, claim=f"claim {number:02}") for number in range(20)])
    shown = [line for line in printed(capsys).splitlines() if '"claim ' in line]
    assert [line[-3:-1] for line in shown] == [f"{number:02}" for number in range(10)]


def test_s11_one_session_is_singular(project, capsys):
    written(project, [event("passed")])
    assert "total       1 (1 session)" in printed(capsys)
    written(project, [event("passed", sessionId="s2")])
    assert "total       2 (2 sessions)" in printed(capsys)


def test_s12_without_a_history_there_is_one_friendly_line(project, capsys):
    assert printed(capsys).startswith("No claim was looked at here yet.")


def append(root: str, number: int) -> None:
    history.record(Claims(__import__("pathlib").Path(root)).here(), "passed", "x" * 500 + str(number))


def test_s13_events_at_the_same_moment_are_whole_lines(project):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=append, args=(str(project.root), number)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert sorted(one["claim"][-1] for one in project.history()) == ["0", "1", "2", "3"]


def test_the_whole_page(project, capsys, monkeypatch):
    from feedback_gate.system import clock

    monkeypatch.setattr(clock, "now", lambda: NOW)
    claim = "All tests pass, and here is a long story about them all"
    written(project, [event("passed", ago=3 * 86400)] * 3 + [event("blocked", ago=90, claim=claim), event("stoodDown", ago=10)])
    assert printed(capsys) == (
        "Claims and what became of them\n\n"
        "  pass rate   60% of 5 verified\n"
        "  caught      2\n"
        "  total       5 (1 session)\n\n"
        "  activity    ··········█·▆·  Jul 19 – Aug 1\n"
        "              at most 3 a day\n\n"
        "breakdown\n"
        "  passed      ████████████████████████    3   60%\n"
        "  blocked     ████████                    1   20%\n"
        "  stood down  ████████                    1   20%\n\n"
        "recent\n"
        " just now  stoodDown\n"
        '   1m ago  blocked    "All tests pass, and here is a long story ab…"\n'
        "   3d ago  passed   \n"
        "   3d ago  passed   \n"
        "   3d ago  passed   \n\n"
        "2 claims were caught that did not hold.\n"
    )


def test_what_came_of_the_newest_claims_in_japanese(project, capsys, monkeypatch):
    monkeypatch.setattr("feedback_gate.system.clock.now", lambda: NOW)
    monkeypatch.setenv("FEEDBACK_GATE_LANGUAGE", "ja")
    ages = (10, 90, 2 * 3600, 3 * 86400, 40 * 86400, 800 * 86400)
    written(project, [event(name, ago=ago) for name, ago in zip(history.OUTCOMES, ages)])
    assert main(["stats"]) == 0
    assert capsys.readouterr().out.partition("最近\n")[2].splitlines()[:6] == [
        " たった今  合格     ",
        "   1 分前  差し戻し ",
        " 2 時間前  警告     ",
        "   3 日前  許可     ",
        " 1 か月前  未承認   ",
        "   2 年前  対象なし ",
    ]


def test_json_says_the_same(project, capsys):
    written(project, S1)
    found = json.loads(printed(capsys, "--json"))
    assert (found["rate"], found["caught"], found["total"], found["outcomes"]) == (65, 6, 19, SHARES)


def test_days_leave_out_what_is_older(project, capsys, monkeypatch):
    from feedback_gate.system import clock

    monkeypatch.setattr(clock, "now", lambda: NOW)
    written(project, [event("passed", ago=86400 * 9), event("blocked")])
    assert json.loads(printed(capsys, "--json", "--days", "3"))["outcomes"] == {"blocked": 1}


def test_other_projects_are_shown_only_when_asked_for(project, capsys):
    written(project, [event("passed")])
    with open(log(), "a", encoding="utf-8") as file:
        file.write(json.dumps({**event("blocked"), "project": "other-1"}) + "\n")
    assert json.loads(printed(capsys, "--json"))["total"] == 1
    assert json.loads(printed(capsys, "--json", "--all"))["total"] == 2


def test_the_older_tools_history_is_read_too(project, capsys):
    old = {"at": "2026-07-01T10:00:00.000Z", "outcome": "stoodDown", "sessionId": "old", "checks": ["test"], "claim": "Fixed"}
    project.file(".shoot/history.jsonl", json.dumps(old) + "\n{oops\n")
    written(project, [event("passed")])
    assert json.loads(printed(capsys, "--json"))["outcomes"] == {"passed": 1, "stoodDown": 1}


def test_what_an_older_file_brings_cannot_steer_the_terminal(project, capsys):
    bad = {"at": at(0), "outcome": "pas\x1b[31msed", "claim": "\x1b]0;title\x07done\r\x1b[2J"}
    project.file(".shoot/history.jsonl", json.dumps(bad) + "\n")
    assert "\x1b" not in printed(capsys)


def test_a_line_that_an_older_file_turns_around_is_written_out(project, capsys):
    project.file(".shoot/history.jsonl", json.dumps({"at": at(0), "outcome": "passed", "claim": "\u202eDone\u2066."}) + "\n")
    assert '"\\u202eDone\\u2066."' in printed(capsys)


def test_colours_only_where_they_are_wanted(project, capsys, monkeypatch):
    written(project, [event("passed")])
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[32m100%\x1b[0m" in printed(capsys)
    monkeypatch.setenv("NO_COLOR", "")
    assert "\x1b" not in printed(capsys)


def test_a_long_history_is_rotated_and_still_read(project, monkeypatch):
    monkeypatch.setattr(history, "ROTATE_AT", 2000)
    call = project.here()
    for number in range(20):
        history.record(call, "passed", f"claim {number}")
    assert os.path.exists(log() + ".1")
    assert os.path.getsize(log()) + os.path.getsize(log() + ".1") < 5000
    assert project.history()[-1]["claim"] == "claim 19"


def test_an_event_says_what_ran_how_long_and_where(project):
    project.checks(test="sleep 0.1; exit 1", lint="true")
    project.stop()
    found = project.history()[0]
    assert found["seconds"] >= 0.1
    assert {key: found[key] for key in ("outcome", "sessionId", "checks", "failed", "summary", "claim", "host", "agent")} == {
        "outcome": "blocked",
        "sessionId": "s1",
        "checks": ["lint", "test"],
        "failed": ["test"],
        "summary": "lint passed, test failed",
        "claim": "All tests pass",
        "host": "claude",
        "agent": "",
    }


def test_a_history_that_cannot_be_written_costs_nothing_but_itself(project):
    os.makedirs(log())
    project.checks(test="true")
    assert "test passed" in project.stop()["systemMessage"]
