"""Once a day what nobody needs any more goes: markers, sessions of all projects, caches, slow patterns."""

from __future__ import annotations

import os
import time

import pytest
from tests.support.product import Product, context, shown

DAY = 86400.0


@pytest.fixture
def state(home):
    return home / ".local/state/feedback-gate"


def age(path, days: float) -> None:
    then = time.time() - days * DAY
    os.utime(path, (then, then))


def test_what_was_said_is_forgotten_after_a_day(product, rule, state):
    rule("r", 4, {"event": "post_edit", "path": "**", "check": "no-such-program"})
    assert "not checked" in shown(product.write("a.txt"))
    (said,) = state.glob("seen/said.*")
    (state / "seen/on.abc").touch()
    (state / "seen/claude.Stop").touch()
    for path in (said, state / "seen/on.abc", state / "seen/claude.Stop"):
        age(path, 1.1)
    (state / "seen/said.new.x").touch()
    product.in_session("s2").start()
    assert sorted(path.name for path in (state / "seen").iterdir()) == ["claude.Stop", "on.s2", "said.new.x", "swept"]
    assert "not checked" in shown(product.in_session("s1").write("a.txt"))


def test_sessions_of_projects_that_nobody_opens_any_more_are_removed(product, rule, state, tmp_path):
    rule("r", 3, {"event": "pre_bash", "when": "git push"})
    other = Product(tmp_path / "other")
    other.bash("git push", run=False)
    (old,) = (state / "projects").glob("other-*/*")
    for path in [*old.iterdir(), old]:
        age(path, 1.1)
    here = Product(product.root)
    here.start()
    assert not old.exists()


def test_it_is_done_once_a_day(product, state):
    product.start()
    (state / "seen/said.old").touch()
    age(state / "seen/said.old", 2)
    product.start()
    assert (state / "seen/said.old").exists()
    age(state / "seen/swept", 1.1)
    product.start()
    assert not (state / "seen/said.old").exists()


def test_a_stamp_from_the_future_does_not_put_it_off(product, state):
    product.start()
    age(state / "seen/swept", -5)
    (state / "seen/said.old").touch()
    age(state / "seen/said.old", 2)
    product.start()
    assert not (state / "seen/said.old").exists()


def test_records_that_no_index_names_and_caches_of_folders_that_are_gone_are_removed(product, rule, home, state):
    rule("r", 3)
    product.prompt()
    cache = home / ".cache/feedback-gate/parsed"
    (index,) = cache.glob("*.index")
    (records,) = cache.glob("*.records")
    orphan, young = cache / "rules-x.abc.records", cache / "rules-y.abc.records"
    for path in (orphan, young):
        path.write_bytes(b"x")
    age(orphan, 1)
    age(state / "seen/swept", 1.1) if (state / "seen/swept").exists() else None
    product.start()
    assert sorted(path.name for path in cache.iterdir()) == sorted([index.name, records.name, young.name])
    (rule.path / "r.md").unlink()
    rule.path.rmdir()
    age(index, 31)
    age(records, 31)
    age(state / "seen/swept", 1.1)
    product.start()
    assert [path.name for path in cache.iterdir()] == [young.name]


def test_what_killed_writers_left_under_construction_is_removed_after_an_hour(product, rule, home, state):
    rule("r", 5, {"event": "pre_bash", "when": "git push"})
    product.bash("git push", run=False)  # notes its verdict
    product.start()
    for folder in (state / "seen", state / "trust/p", state / "projects/p/runs", home / ".cache/feedback-gate/parsed"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, days in (("verdict.claude.PreToolUse.123.0a1b2c3d.tmp", 0.05), ("verdict.claude.Stop.124.0a1b2c3d.tmp", 0.03)):
            (folder / name).write_bytes(b"de")
            age(folder / name, days)
    age(state / "seen/swept", 1.1)
    product.start()
    left = [path.name for base in (state, home / ".cache/feedback-gate") for path in base.rglob("*.tmp")]
    assert left == ["verdict.claude.Stop.124.0a1b2c3d.tmp"] * 4
    assert (state / "seen/verdict.claude.PreToolUse").read_text() == "deny"


def test_a_slow_pattern_of_a_file_that_is_gone_is_forgotten(product, rule, state):
    path = rule("slow", 5, {"event": "pre_bash", "when": "(a+)+$"})
    product.bash("a" * 5000 + "b", run=False)
    assert '"calls": 1' in (state / "slow.json").read_text()
    path.unlink()
    product.start()
    assert (state / "slow.json").read_text() == "{}"


def test_without_a_home_nothing_is_swept_and_nothing_breaks(product, project_rule, monkeypatch):
    project_rule("r", 3)
    monkeypatch.delenv("HOME")
    product.start()
    assert "■ r" in context(product.prompt())


def test_rotated_logs_keep_two_generations(product, rule, state, monkeypatch):
    monkeypatch.setattr("feedback_gate.feedback.log.ROTATE_AT", 2000)
    rule("r", 5, {"event": "pre_bash", "when": "git push"})
    for number in range(30):
        product.bash(f"git push {number}", run=False)
    names = sorted(path.name for path in (state / "log").iterdir() if path.name.startswith("violations"))
    assert names == ["violations.jsonl", "violations.jsonl.1", "violations.jsonl.lock"]
    assert all(path.stat().st_size < 2600 for path in (state / "log").glob("violations.jsonl*"))
