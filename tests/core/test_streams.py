"""Standard streams that are closed, full or gone: never a traceback, a hook ends in 0, a command says what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import feedback_gate

FULL = "feedback-gate: standard output cannot be written: No space left on device. Next step: make room there, or send it elsewhere\n"
STOP = b'{"session_id": "s", "hook_event_name": "Stop", "stop_hook_active": false, "last_assistant_message": "All tests pass."}'


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def run(tmp_path, request):
    """A function that runs `feedback-gate WORDS REDIRECTION` in an empty project: (status, standard output, standard error)."""
    unbuffered = request.param
    core = os.path.dirname(os.path.dirname(feedback_gate.__file__))

    def run(words: str, redirection: str = "", given: bytes = b"x\n") -> tuple[int, str, str]:
        command = f'"{sys.executable}" -X utf8 -m feedback_gate {words} {redirection}'
        environ = {**os.environ, "PYTHONPATH": core, "PYTHONUNBUFFERED": unbuffered}
        done = subprocess.run(["sh", "-c", command], input=given, capture_output=True, cwd=tmp_path, env=environ, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


class TestStandardInputIsClosed:
    @pytest.mark.parametrize("words", ["claims scan", "redact"])
    def test_a_filter_answers_nothing(self, run, words):
        assert run(words, "<&-") == (0, "", "")

    def test_the_status_line_is_drawn(self, run):
        assert run("statusline", "<&-") == (0, "feedback-gate is not firing: run `feedback-gate doctor`\n", "")

    def test_nobody_can_approve(self, run):
        said = (
            "feedback-gate trust: an approval needs a person: standard input is no terminal. "
            "Run the command in a terminal of your own; `feedback-gate doctor` shows what waits.\n"
        )
        assert run("trust", "<&-") == (1, "", said)

    @pytest.mark.parametrize("redirection", ["<&-", "0>/dev/null"])
    def test_a_hook_was_given_nothing(self, run, redirection, monkeypatch):
        assert run("claude Stop", redirection) == (0, "", "")
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        status, answer, said = run("claude PreToolUse", redirection)
        assert (status, said) == (0, "")
        assert json.loads(answer)["hookSpecificOutput"]["permissionDecisionReason"] == (
            "[feedback-gate] refused, because it could not be checked and failMode is closed: the hook's input (it is empty). "
            "Next step: run `feedback-gate doctor`."
        )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full is Linux's")
class TestStandardOutputIsFull:
    @pytest.mark.parametrize("words", ["version", "status", "doctor", "rules list", "redact", "--help"])
    def test_a_command_says_so(self, run, words):
        assert run(words, ">/dev/full") == (1, "", FULL)

    def test_a_filter_says_so(self, run):
        assert run("claims scan", ">/dev/full", b'{"id": 1, "text": "All tests pass."}\n') == (1, "", FULL)

    def test_a_hook_ends_in_0(self, run, monkeypatch):
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert run("claude PreToolUse", ">/dev/full", b"") == (0, "", "")


class TestStandardOutputIsClosed:
    @pytest.mark.parametrize(
        ("words", "status"), [("version", 0), ("redact", 0), ("report", 0), ("watch --once", 0), ("status", 1)]
    )
    def test_a_command_ends_as_it_would(self, run, words, status):
        assert run(words, ">&-") == (status, "", "")

    def test_a_filter_ends_as_it_would(self, run):
        assert run("claims scan", ">&-", b'{"id": 1, "text": "All tests pass."}\n') == (0, "", "")

    def test_a_hook_ends_in_0(self, run, monkeypatch):
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert run("claude PreToolUse", ">&-", b"") == (0, "", "")


def test_a_hook_ends_in_0_with_every_stream_closed(run):
    assert run("claude Stop", "<&- >&- 2>&-", STOP) == (0, "", "")


def test_a_reader_that_went_away_is_no_error(run):
    assert run("version", "| :") == (0, "", "")
