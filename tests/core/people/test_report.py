"""`report`: what the logs say, in the terminal, as JSON and as one page."""

from __future__ import annotations

import json
import os
import time
from html.parser import HTMLParser

import pytest
from tests.support.product import Product

from feedback_gate.main import main
from feedback_gate.people import report_figures
from feedback_gate.state import places
from feedback_gate.system import clock

NOW = 4_000_000_000.0  # 2096-10-02, 07:06:40 UTC: every rule written today is old
DAY = 86400.0
RULE = "---\nname: {name}\ncount: 5\nenforce:\n  - event: pre_bash\n    when: '{when}'\n    message: Ask first.\n---\nx\n"


@pytest.fixture
def product(tmp_path, monkeypatch, home) -> Product:
    monkeypatch.setattr(time, "time", lambda: NOW)
    rules = home / ".claude/feedback"
    rules.mkdir(parents=True)
    for name, when in (("no-force", "push --force"), ("never-seen", "rm -rf /")):
        (rules / f"{name}.md").write_text(RULE.format(name=name, when=when))
    product = Product(tmp_path / "app")
    product.git()
    monkeypatch.chdir(product.root)
    return product


def log(name: str, *lines: dict[str, object]) -> None:
    path = places.log_file(dict(os.environ), name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "a", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def at(days_ago: float) -> str:
    return clock.timestamp(NOW - days_ago * DAY)


def command(name: str, status: str, seconds: float, *, shared: bool = False) -> dict[str, object]:
    return {"name": name, "status": status, "seconds": seconds, "shared": shared}


@pytest.fixture
def logged(product) -> Product:
    """Thirty days with something of everything."""
    from feedback_gate.people.arguments import call_here

    project = call_here().project.id
    claims = [("passed", 1), ("passed", 1), ("blocked", 1), ("stoodDown", 29), ("passed", 31), ("skipped", 1)]
    log("history", *({"at": at(ago), "outcome": outcome, "project": project} for outcome, ago in claims))
    log("history", {"at": at(1), "outcome": "blocked", "project": "other"})
    runs = [
        [command("lint", "passed", 0.5), command("tests", "failed", 30.0)],
        [command("lint", "failed", 1.5), command("tests", "passed", 32.0)],
        [command("lint", "passed", 9.0, shared=True), command("types", "could_not_start", 0.0)],
    ]
    log("gate", *({"at": at(2), "project": project, "commands": run} for run in runs))
    log("gate", {"at": at(2), "project": "other", "commands": [command("far", "passed", 1.0)]})
    for ago, session in ((20, "a"), (3, "b"), (2, "c")):
        line = {"ts": at(ago), "rule": "no-force", "session": session, "agent": "", "project_id": project}
        log("violations", line, line)  # two entries of the rule in one call
    log("violations", {"ts": at(1), "rule": "old <b>", "session": "s", "project_id": project})
    hooks = [("claude", "Stop", 31.5), ("claude", "Stop", 2.5), ("codex", "PostToolUse", 1.25)]
    log("hooks", *({"at": at(1), "host": host, "event": event, "seconds": taken} for host, event, taken in hooks))
    return product


def record(capsys, *words) -> dict[str, object]:
    assert main(["report", "--json", *words]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_claims_are_counted_by_day_within_the_days_asked_for(logged, capsys):
    found = record(capsys)["claims"]
    assert (found["verified"], found["caught"], len(found["by_day"])) == (4, 2, 30)
    assert [(number, day) for number, day in enumerate(found["by_day"]) if day != [0, 0]] == [(0, [0, 1]), (28, [2, 1])]


def test_commands_with_their_share_and_the_median_of_their_own_runs(logged, capsys):
    assert record(capsys)["gate"] == [
        {"command": "tests", "runs": 2, "passed": 1, "unchecked": 0, "median_seconds": 31.0},
        {"command": "lint", "runs": 3, "passed": 2, "unchecked": 0, "median_seconds": 1.0},
        {"command": "types", "runs": 0, "passed": 0, "unchecked": 1, "median_seconds": 0.0},
    ]


def test_a_rule_counts_once_a_call_and_has_a_trend(logged, capsys):
    found = record(capsys)["rules"]
    assert [(rule["rule"], rule["violations"], rule["change"]) for rule in found] == [("no-force", 3, 1), ("old <b>", 1, 1)]
    assert [number for number, count in enumerate(found[0]["by_day"]) if count] == [9, 26, 27]


def test_rules_in_force_here_that_never_fired(logged, capsys):
    assert record(capsys)["never_fired"] == ["never-seen"]


def test_a_rule_younger_than_the_days_asked_for_has_not_had_its_chance(logged, capsys, home, monkeypatch):
    written = (home / ".claude/feedback/never-seen.md").stat().st_ctime
    monkeypatch.setattr(time, "time", lambda: written + 5 * DAY)
    assert record(capsys)["never_fired"] == []
    assert record(capsys, "--days", "3")["never_fired"] == ["never-seen"]


def test_slow_hooks_the_slowest_first(logged, capsys):
    assert record(capsys)["slow_hooks"] == [
        {"host": "claude", "event": "Stop", "calls": 2, "slowest_seconds": 31.5},
        {"host": "codex", "event": "PostToolUse", "calls": 1, "slowest_seconds": 1.25},
    ]


def test_every_project_of_the_machine(logged, capsys):
    found = record(capsys, "--all", "--days", "7")
    assert found["claims"]["verified"] == 4
    assert "far" in [one["command"] for one in found["gate"]]


def test_the_short_form(logged, capsys):
    assert main(["report", "--days", "6"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "feedback-gate report · app, the last 6 days up to 2096-10-02",
        "",
        "Claims",
        "  3 verified, 1 caught (33%)",
        "  ····█·",
        "",
        "Quality gate",
        "  tests                            2 runs   50%    31.0 s",
        "  lint                             3 runs   67%     1.0 s",
        "  types                            0 runs  1 not checked",
        "",
        "Rules",
        "  no-force                         2  ··██··  → the same",
        "  old <b>                          1  ····█·  ↑ more",
        "",
        "Rules that never fired",
        "  never-seen",
        "",
        "Slowest hooks",
        "  claude Stop                      2  slowest 31.5 s",
        "  codex PostToolUse                1  slowest 1.2 s",
        "",
        "`feedback-gate report --html` writes the same with pictures into one file.",
    ]


def test_without_any_log_every_part_says_so(product, capsys, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_LANG", "ja")
    assert main(["report"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[3] == "  この期間に検証した完了報告はありません。"
    assert "  never-seen, no-force" in out


class Page(HTMLParser):
    """The elements and the words of a page; anything that is not closed as it was opened fails."""

    EMPTY = ("meta", "rect", "line")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"] and data.strip():
            self.words.append(data.strip())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def page(tmp_path, *words) -> Page:
    path = tmp_path / "out.html"
    assert main(["report", "--html", str(path), *words]) == 0
    return Page(path.read_text(encoding="utf-8"))


def test_the_page_is_whole_and_has_its_five_parts(logged, tmp_path, capsys):
    found = page(tmp_path)
    assert [one["id"] for one in found.all("section")] == ["claims", "gate", "rules", "silent", "hooks"]
    assert capsys.readouterr().out == f"Written: {tmp_path / 'out.html'}\n"
    assert {"4 verified, 2 caught (50%)", "tests", "31.0 s", "no-force", "never-seen", "claude Stop"} <= set(found.words)


def test_every_picture_says_in_words_what_it_shows(logged, tmp_path):
    found = page(tmp_path)
    pictures = found.all("svg")
    assert len(pictures) == 1 + (2 + 2 + 1) + 2 + 2
    assert len(found.all("title")) == len(pictures) + 1
    assert {"Claims a day: held and caught", "50% passed", "Seconds of the last runs: 30.0, 32.0"} <= set(found.words)


def test_the_claims_picture_has_a_column_for_each_day_with_a_claim(logged, tmp_path):
    kinds = [one["class"] for one in page(tmp_path).all("rect") if float(str(one["width"])) == 22.0]
    assert sorted(map(str, kinds)) == ["caught", "caught", "held"]


def test_the_page_asks_for_nothing_and_runs_nothing(logged, tmp_path):
    found = page(tmp_path)
    assert {tag for tag, _ in found.elements} & {"script", "link", "img", "iframe", "object", "a", "form", "base"} == set()
    policy = [one["content"] for one in found.all("meta") if one.get("http-equiv") == "Content-Security-Policy"]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'"]
    text = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert [
        word for word in ("url(", "@import", "http://", "https://", "javascript:", " on") if word in text.replace(" on ", "")
    ] == []


def test_names_are_text_and_nothing_else(logged, tmp_path):
    found = page(tmp_path)
    assert "old <b>" in found.words
    assert found.all("b") == []


def test_the_page_follows_the_systems_light_and_dark(logged, tmp_path):
    page(tmp_path)
    text = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "color-scheme: light dark" in text
    assert "@media (prefers-color-scheme: dark)" in text


def test_the_page_speaks_the_persons_language(logged, tmp_path, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_LANGUAGE", "ja")
    found = page(tmp_path)
    assert found.all("html") == [{"lang": "ja"}]
    assert "完了報告" in found.words


def test_a_file_that_cannot_be_written_is_named(logged, tmp_path, capsys):
    assert main(["report", "--html", str(tmp_path / "no/such/out.html")]) == 1
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("days", ["0", "367", "x"])
def test_an_impossible_number_of_days_is_a_usage_error(product, days):
    assert main(["report", "--days", days]) == 64


def test_damaged_logs_are_read_as_far_as_they_go(logged, capsys):
    for name in ("history", "gate", "violations", "hooks"):
        log(name, {"at": 3, "ts": 3, "rule": 4, "outcome": None, "commands": {}, "seconds": "x"})
    log("gate", {"at": at(1), "project": record(capsys) and None, "commands": ["x", {"name": 3}]})
    log("hooks", {"at": "yesterday", "host": "claude", "event": "Stop", "seconds": 99})
    found = record(capsys)
    assert (found["claims"]["verified"], len(found["gate"]), found["slow_hooks"][0]["slowest_seconds"]) == (4, 3, 31.5)


def test_the_median():
    assert [report_figures.median(one) for one in ([], [3.0], [1.0, 9.0], [5.0, 1.0, 2.0])] == [0.0, 3.0, 5.0, 2.0]
