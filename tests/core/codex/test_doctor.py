"""`doctor --host codex` against programs that answer, fall silent, talk for ever or die."""

from __future__ import annotations

import json
import os
import time

import pytest

from feedback_gate.hosts.codex import registration
from feedback_gate.people import codex_hooks
from feedback_gate.system import dialogue

EVENTS = [one.event for one in registration.REGISTRATIONS]


def handler(event):
    line = registration.command(registration.quoted("/d/feedback-gate/hook.sh"), event)
    return {"eventName": event[0].lower() + event[1:], "command": line, "trustStatus": "untrusted", "sourcePath": "/c/hooks.json"}


ANSWER = json.dumps({"id": 2, "result": {"data": [{"hooks": [handler(event) for event in EVENTS], "warnings": ["odd matcher"]}]}})


@pytest.fixture
def client(tmp_path):
    """A function shell text → environment whose PATH leads to a program `codex` that runs it; the folder `project` is beside."""
    (tmp_path / "project").mkdir()
    folder = tmp_path / "bin"
    folder.mkdir()

    def make(text, into=folder):
        path = into / "codex"
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(0o755)
        return {"PATH": f"{into}:/usr/bin:/bin"}

    return make


def codes(found):
    return [line.code for line in found]


def test_the_client_is_asked_and_its_untrusted_hooks_are_told(client, tmp_path):
    asked = tmp_path / "asked"
    environ = client(
        f"echo noise; IFS= read -r one; IFS= read -r two; IFS= read -r three; echo \"$three\" >{asked}; echo '{ANSWER}'; cat"
    )
    found = codex_hooks.diagnose(environ, str(tmp_path / "project"))
    assert codes(found) == ["codex.doctor_review", *["codex.doctor_hook"] * 9, "codex.doctor_complaint"]
    assert found[0].params == {"installed": 9, "running": 0}
    assert json.loads(asked.read_text(encoding="utf-8"))["params"] == {"cwds": [str(tmp_path / "project")]}


def test_without_a_client_nothing_is_claimed(tmp_path, monkeypatch):
    monkeypatch.setattr("feedback_gate.system.processes.TRUSTED_FOLDERS", ())
    assert codes(codex_hooks.diagnose({"PATH": str(tmp_path)}, "/")) == ["codex.doctor_absent"]


def test_a_program_of_that_name_inside_the_project_is_never_run(client, tmp_path, monkeypatch):
    monkeypatch.setattr("feedback_gate.system.processes.TRUSTED_FOLDERS", ())
    project = tmp_path / "project"
    environ = client(f"touch {tmp_path}/ran", project)
    assert codes(codex_hooks.diagnose({"PATH": str(project)}, str(project))) == ["codex.doctor_absent"]
    assert environ["PATH"].startswith(str(project))
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    "text",
    ["exit 3", 'echo \'{"id": 2, "error": {}}\'; cat', "exec 0<&- 1>&-; sleep 30"],
    ids=["dies", "error", "closes"],
)
def test_a_client_that_gives_no_list_is_a_problem_with_a_next_step(client, tmp_path, text):
    began = time.monotonic()
    found = codex_hooks.diagnose(client(text), str(tmp_path / "project"))
    assert codes(found) == ["codex.doctor_unanswered"]
    assert time.monotonic() - began < 10


def test_a_silent_program_is_given_up_at_the_time_limit_and_its_whole_group_is_gone(client, tmp_path):
    environ = client(f"sleep 60 & echo $! >{tmp_path}/child; trap '' TERM; while :; do sleep 60; done")
    program = os.path.join(environ["PATH"].split(":")[0], "codex")
    began = time.monotonic()
    assert dialogue.converse([program], environ, b"hello\n", lambda line: False, 0.5) == []
    assert time.monotonic() - began < 4.0
    child = int((tmp_path / "child").read_text(encoding="utf-8"))
    while dialogue_state(child) not in {"", "Z"} and time.monotonic() - began < 8.0:
        time.sleep(0.02)
    assert dialogue_state(child) in {"", "Z"}


def dialogue_state(pid):
    """The letter of a process's state, "" when it is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(") ")[2][:1]
    except FileNotFoundError:
        return ""


def test_a_program_that_never_stops_talking_is_stopped_at_its_last_line(client):
    environ = client("i=0; while :; do i=$((i+1)); echo line $i; done")
    program = os.path.join(environ["PATH"].split(":")[0], "codex")
    lines = dialogue.converse([program], environ, b"", lambda line: line == b"line 3", 10.0)
    assert lines == [b"line 1", b"line 2", b"line 3"]


def test_a_program_that_cannot_be_started_says_so(tmp_path):
    with pytest.raises(OSError, match="No such file"):
        dialogue.converse([str(tmp_path / "none")], {}, b"", lambda line: True, 1.0)
