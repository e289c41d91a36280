"""The status line and the live view, from what real runs and hooks leave behind."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time

import pytest
from tests.support.product import Product

from feedback_gate.main import main
from feedback_gate.people import statusline_command, watch_command
from feedback_gate.people.arguments import call_here

GATE = "rules:\n  - match: '*.py'\n    run: [{cmd: 'test -f ok', name: lint}]\n"


@pytest.fixture
def product(tmp_path, monkeypatch, home) -> Product:
    product = Product(tmp_path / "app")
    product.gate(GATE)
    product.git().start()
    seen = home / ".local/state/feedback-gate/seen"
    seen.mkdir(parents=True, exist_ok=True)
    (seen / "claude.SessionStart").touch()
    monkeypatch.chdir(product.root)
    return product


def line(product: Product, session: str = "s1") -> str:
    payload = {"session_id": session, "workspace": {"project_dir": str(product.root)}}
    return statusline_command.line(payload, dict(os.environ))


def test_a_quiet_session_is_one_mark(product):
    assert line(product) == "feedback-gate ✓"


def test_the_last_summary_and_open_failures(product):
    product.write("x.py")
    assert re.fullmatch(r"\[gate\] done: ✗ 1 \(\d+\.\ds\) · ✗ 1 open", line(product))
    assert line(product, "other") == "feedback-gate ✓"


def test_a_running_command_with_its_seconds(product):
    product.gate("rules:\n  - match: '*.py'\n    run: [{cmd: 'touch ../started; sleep 3', name: lint}]\n")
    code = f"import os,sys; sys.path[:0]={sys.path!r}; os.environ['FEEDBACK_GATE_TRUST']='off'; from pathlib import Path; from tests.support.product import Product; Product(Path({str(product.root)!r})).write('x.py')"
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        while not (product.root.parent / "started").exists():
            time.sleep(0.02)
        assert re.match(r"▶ lint \ds", line(product))
        assert watch_command.view(call_here())[:1] == ["[gate] running:"]
    finally:
        process.wait()
    assert watch_command.view(call_here())[0] == f"Nothing is running in {product.root}."


def test_broken_rules_and_a_waiting_approval_are_named(product, home):
    folder = home / ".claude/feedback"
    folder.mkdir(parents=True)
    (folder / "bad.md").write_text("---\na: [\n---\n")
    product.gate(GATE + "# changed\n")
    product.prompt()
    product.write("x.txt")
    assert line(product) == "1 broken rule parts · an approval waits"


def test_a_session_no_hook_was_heard_of_says_so(tmp_path, monkeypatch):
    product = Product(tmp_path / "plain")
    assert "is not firing" in line(product)


@pytest.mark.parametrize("data", [b"", b"[1]", b"[" * 5000, b"\xff"])
def test_anything_on_standard_input_gives_one_line(product, data):
    assert statusline_command.line(statusline_command._payload(data), dict(os.environ)) != ""


def test_the_command_reads_the_clients_json(product):
    payload = json.dumps({"session_id": "s1", "workspace": {"project_dir": str(product.root)}})
    done = subprocess.run(
        [sys.executable, "-m", "feedback_gate", "statusline"],
        input=payload,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": next(path for path in sys.path if path.endswith("core"))},
    )
    assert done.stdout == "feedback-gate ✓\n"


def test_what_a_stranger_names_a_run_cannot_steer_the_terminal(product):
    folder = product.root / ".claude/.gate-status/running"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("0123456789", "a\x1b[2J--b\n"):
        entry = {"cmd": "make", "started": int(time.time() * 1000)}
        (folder / f"{name}.0a0b0c0d.json").write_text(json.dumps([entry]))
    shown = watch_command.view(call_here())
    assert sorted(line for line in shown if "session" in line) == [" session 01234567", " session a\ufffd[2J, agent b\ufffd"]


def test_a_folders_name_cannot_steer_the_terminal(tmp_path, monkeypatch):
    (tmp_path / "a\u202eb\x1b[2J").mkdir()
    monkeypatch.chdir(tmp_path / "a\u202eb\x1b[2J")
    assert watch_command.view(call_here()) == [f"Nothing is running in {tmp_path}/a\ufffdb\ufffd[2J."]


def test_a_log_on_demand(product, capsys, monkeypatch):
    product.gate(GATE.replace("test -f ok", "echo OUTPUT; false"))
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    product.write("x.py")
    assert main(["watch", "--once"]) == 0
    assert ".claude/.gate-status/logs/s1/lint." in capsys.readouterr().out
    assert main(["watch", "--log", "lint"]) == 0
    assert capsys.readouterr().out.endswith("OUTPUT\n")
    assert main(["watch", "--log", "nothing"]) == 1


def test_the_rule_and_the_file_that_a_slow_check_looks_at(product, home):
    rules = home / ".claude/feedback"
    rules.mkdir(parents=True)
    (rules / "slow.md").write_text(
        "---\nname: slow\ncount: 5\nenforce:\n  - event: post_edit\n    path: '*.py'\n    check: 'touch ../started; sleep 4'\n---\nx\n"
    )
    code = f"import sys; sys.path[:0]={sys.path!r}; from pathlib import Path; from tests.support.product import Product; Product(Path({str(product.root)!r})).write('x.py')"
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        while not (product.root.parent / "started").exists():
            time.sleep(0.02)
        assert line(product) == "feedback-gate ✓"
        time.sleep(3.1)
        assert line(product) == "checking slow · x.py"
    finally:
        process.wait()
