"""What a session's start says of the set-up, and the mark that keeps the shim awake."""

from __future__ import annotations

from tests.support.product import Product, shown


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
