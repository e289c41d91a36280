"""`feedback-gate redact`: bytes in, the same bytes out without their secrets."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from feedback_gate.errors import UsageError
from feedback_gate.people import redact_command


def _run(monkeypatch: pytest.MonkeyPatch, given: bytes) -> tuple[int, bytes]:
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out))
    status = redact_command.run([])
    return status, out.getvalue()


def test_redact_copies_standard_input_without_its_secrets(monkeypatch):
    assert _run(monkeypatch, b"a\r\nDB_PASSWORD=hunter2\r\nb") == (0, b"a\r\nDB_PASSWORD=[REDACTED]\r\nb")


def test_redact_passes_bytes_that_are_no_utf8(monkeypatch):
    assert _run(monkeypatch, b"\xff\xfe token=abc123def456 \xe9") == (0, b"\xff\xfe token=[REDACTED] \xe9")


def test_redact_keeps_text_of_other_languages(monkeypatch):
    text = "テスト: パスワード — ✓\n".encode()
    assert _run(monkeypatch, text) == (0, text)


def test_redact_of_nothing_is_nothing(monkeypatch):
    assert _run(monkeypatch, b"") == (0, b"")


def test_redact_takes_no_arguments(monkeypatch):
    with pytest.raises(UsageError):
        redact_command.run(["file.txt"])


def test_redact_is_a_command():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    environment = {"PYTHONPATH": os.path.join(root, "core"), "LC_ALL": "C"}
    given = "Schlüssel: password=hunter2 ü\n".encode()
    done = subprocess.run(
        [sys.executable, "-m", "feedback_gate", "redact"], input=given, env=environment, capture_output=True, check=True
    )
    assert done.stdout.decode() == "Schlüssel: password=[REDACTED] ü\n"
