"""Files of ours with a byte that is not UTF-8: named with file, line and what to do, and never read as something else."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.product import blocked, context, denied, shown
from tests.support.unreadable import doctor_problems, refused

from feedback_gate import settings
from feedback_gate.hosts import settings_file
from feedback_gate.hosts.settings_text import SettingsError
from feedback_gate.main import main

GATE = b'rules:\n  - match: "caf\xe9/**"\n    run: "exit 1"\n'
SHOOT = b'{"checks":\n  {"test": "caf\xe9"}}\n'
LINE_2 = "line 2 is not UTF-8; save the file as UTF-8"


def put(path: Path, data: bytes) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return str(path)


class TestGate:
    @pytest.fixture
    def path(self, product) -> str:
        return put(product.root / ".claude/gate.yaml", GATE)

    def test_the_session_begins_with_a_line_that_names_it(self, product, path):
        assert shown(product.start()) == (
            "[gate] problems in the configuration (the parts named are left out; `feedback-gate gate check` explains):\n"
            f"{path}:2: {LINE_2}"
        )

    def test_work_that_nobody_could_check_refuses_the_stop(self, product, path):
        product.start()
        product.write("a.py")
        assert blocked(product.stop()) == (
            f"[gate] {path} cannot be read, so nothing that changed was checked: {LINE_2}. "
            "Mend the file (`feedback-gate gate check` shows the place), then stop again."
        )

    def test_under_closed_a_tool_call_is_refused(self, product, path, monkeypatch):
        product.start()
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert denied(product.bash("true", run=False)[0]) == refused(path, LINE_2)

    def test_an_approved_one_stays_in_force(self, product):
        product.gate("rules:\n  - {match: '*.py', run: ['exit 7']}\n")
        product.start()
        path = put(product.root / ".claude/gate.yaml", GATE)
        reply = product.write("a.py")
        assert "exit 7" in blocked(reply)
        assert f"{path}:2: {LINE_2}" in shown(reply)

    def test_commands_for_people_say_it(self, product, path, capsys):
        for words in (["gate", "check"], ["gate", "run"]):
            assert main(words) == 1
            assert capsys.readouterr().err == f"feedback-gate gate: {path}: {LINE_2}\n"
        assert f"{path}:2: {LINE_2}" in doctor_problems(capsys)

    def test_a_character_that_stands_for_broken_ones_is_no_mistake(self, product, capsys):
        put(product.root / ".claude/gate.yaml", "rules:\n  - {match: '*.py', run: 'grep \ufffd'}\n".encode())
        assert main(["gate", "check"]) == 0


class TestClaims:
    @pytest.fixture
    def path(self, product) -> str:
        return put(product.root / ".shoot.config.json", SHOOT)

    def test_the_session_begins_with_a_line_that_names_it(self, product, path):
        assert shown(product.start()) == f"[claims] problems in {path} (what is wrong counts as absent):\n{path}:2: {LINE_2}"

    def test_under_closed_a_tool_call_is_refused(self, product, path, monkeypatch):
        product.start()
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert denied(product.bash("true", run=False)[0]) == refused(path, LINE_2)

    def test_commands_for_people_say_it(self, path, capsys):
        assert main(["verify"]) == 1
        assert capsys.readouterr().err == f"feedback-gate verify: {path}: {LINE_2}\n"
        assert f"{path}:2: {LINE_2}. Next step: correct it" in doctor_problems(capsys)


def test_an_own_rules_text_is_not_sent_and_the_person_is_told(product, home, monkeypatch):
    path = put(home / "own.md", b"Be\nna\xefve\n")
    monkeypatch.setenv("FEEDBACK_GATE_RULES_FILE", "~/own.md")
    product.start()
    reply = product.prompt()
    assert shown(reply) == f"[feedback-gate] not checked: {path} (your own rules text is not sent to the agent: {LINE_2})"
    assert context(reply) == ""


def test_options_that_can_be_read_count_and_doctor_names_the_line(product, home, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(settings, "POLICY_FILE", str(tmp_path / "policy.conf"))
    path = put(home / ".config/feedback-gate/settings.conf", b"failMode = closed\n# caf\xe9\n")
    assert settings.Settings({"HOME": str(home)}).get("failMode").value == "closed"
    assert f"{path}:2: {LINE_2}" in doctor_problems(capsys)


def test_a_host_s_settings_are_left_alone(tmp_path):
    before = b'{\n  "model": "caf\xe9"}\n'
    path = put(tmp_path / "settings.json", before)
    with pytest.raises(SettingsError) as problem:
        settings_file.apply(path, lambda text, path: "{}")
    assert str(problem.value) == (
        f"{path}:2: this is no UTF-8. Next step: save the file as UTF-8, then run the command again; nothing was changed."
    )
    assert Path(path).read_bytes() == before
