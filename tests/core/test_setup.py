"""What a session's start says of the set-up, and the mark that keeps the shim awake."""

from __future__ import annotations

import os

from tests.support.product import Product, denied, shown


def test_variables_of_the_projects_settings_that_were_set_aside_are_named_once(tmp_path, monkeypatch):
    product = Product(tmp_path / "app")
    product.file(".claude/settings.json", '{"env": {"FEEDBACK_GATE_TRUST": "off", "CLAUDE_FEEDBACK_DIR": "/x", "LANG": "C"}}')
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    monkeypatch.setenv("CLAUDE_FEEDBACK_DIR", "/x")
    line = "[feedback-gate] This project's settings set CLAUDE_FEEDBACK_DIR, FEEDBACK_GATE_TRUST; these values may not loosen the checks and were ignored."
    assert shown(product.start()) == line
    assert shown(product.start("resume")) == ""


def test_a_value_that_tightens_is_taken_and_not_named(tmp_path, monkeypatch):
    product = Product(tmp_path / "app")
    product.file(".claude/settings.json", '{"env": {"FEEDBACK_GATE_TRUST": "strict"}}')
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "strict")
    assert shown(product.start()) == ""


def test_where_something_was_approved_the_session_stays_awake_when_its_files_are_gone(tmp_path, home):
    product = Product(tmp_path / "app")
    product.gate("rules: [{match: '*.py', run: ['true']}]\n")
    product.git().start()
    (product.root / ".claude/gate.yaml").unlink()
    product.in_session("s2").start()
    assert (home / ".local/state/feedback-gate/seen/on.s2").exists()


def test_a_session_id_that_is_no_file_name_marks_nothing(tmp_path, home):
    product = Product(tmp_path / "app")
    product.gate("rules: [{match: '*.py', run: ['true']}]\n")
    product.git().start()
    product.in_session("../../x").start()
    assert not list((home / ".local/state/feedback-gate/seen").glob("on.*x*"))


def test_without_a_home_the_person_is_told_and_closed_refuses(tmp_path, monkeypatch):
    product = Product(tmp_path / "app")
    product.file(".claude/feedback/x.md", "---\nname: x\n---\n")
    for value in ("", "relative/home", str(tmp_path / "nowhere")):
        monkeypatch.setenv("HOME", value)
        assert "HOME is not set, relative, or no folder" in shown(product.start())
        assert product.bash("ls", run=False)[0] == {}
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert "HOME is not set" in denied(product.bash("ls", run=False)[0])
        monkeypatch.delenv("FEEDBACK_GATE_FAIL_MODE")
    assert not (tmp_path / "nowhere").exists()


def test_state_that_cannot_be_kept_is_said_and_closed_refuses(tmp_path, home, monkeypatch):
    product = Product(tmp_path / "app")
    (home / ".local/state").mkdir(parents=True)
    (home / ".local/state/feedback-gate").write_text("in the way")
    assert "what must be remembered" in shown(product.start())
    assert product.bash("ls", run=False)[0] == {}
    monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
    assert "what must be remembered" in denied(product.bash("ls", run=False)[0])


def test_what_is_kept_is_for_nobody_else_whatever_the_umask(tmp_path, home):
    product = Product(tmp_path / "app")
    product.file(".claude/feedback/x.md", "---\nname: x\n---\n")
    before = os.umask(0)
    try:
        product.git().start()
        product.prompt()
        product.bash("ls", run=False)
        product.stop()
    finally:
        os.umask(before)
    kept = {str(path.relative_to(home)): path.stat().st_mode & 0o777 for path in home.rglob("*")}
    assert {mode for name, mode in kept.items() if (home / name).is_dir() and "feedback-gate" in name} == {0o700}
    assert {name for name, mode in kept.items() if (home / name).is_file() and mode & 0o066} == set()
