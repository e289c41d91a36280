"""`feedback-gate claims scan`: JSON lines in, JSON lines out, bad lines named."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import feedback_gate

CORE = os.path.dirname(os.path.dirname(os.path.abspath(feedback_gate.__file__)))


def scan(lines: bytes, *arguments: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": CORE, "HOME": os.environ["HOME"], **environ}
    command = [sys.executable, "-m", "feedback_gate", "claims", *(arguments or ("scan",))]
    return subprocess.run(command, input=lines, capture_output=True, check=False, env=env)


def test_each_line_is_answered_with_its_id() -> None:
    rows = [{"id": 1, "text": "All tests pass."}, {"id": "b", "text": "Shall I go on?"}, {"id": None, "text": "完了しました"}]

    answer = scan("".join(json.dumps(row) + "\n" for row in rows).encode())

    assert [json.loads(line) for line in answer.stdout.splitlines()] == [
        {"id": 1, "claim": True, "phrase": "All tests pass", "language": "en"},
        {"id": "b", "claim": False, "phrase": None, "language": None},
        {"id": None, "claim": True, "phrase": "完了しました", "language": "ja"},
    ]
    assert answer.returncode == 0
    assert answer.stderr == b""


def test_a_text_that_is_no_text_holds_no_claim() -> None:
    answer = scan(b'{"id": 1, "text": null}\n{"id": 2, "text": 7}\n')

    assert [json.loads(line)["claim"] for line in answer.stdout.splitlines()] == [False, False]
    assert answer.returncode == 0


def test_bad_lines_are_named_and_the_others_still_answered() -> None:
    bad = [b"nope", b"[]", b'{"text": "x"}', b"\xff", b"[" * 100_000]

    answer = scan(b"\n".join([*bad, b"", b'{"id": 7, "text": "Done."}']))

    assert answer.returncode == 64
    assert [json.loads(line)["id"] for line in answer.stdout.splitlines()] == [7]
    assert answer.stderr.decode().splitlines() == [
        "feedback-gate claims scan: line 1 is not JSON in UTF-8; it was left out. Write one JSON object a line.",
        'feedback-gate claims scan: line 2 is no object with "id" and "text"; it was left out.',
        'feedback-gate claims scan: line 3 is no object with "id" and "text"; it was left out.',
        "feedback-gate claims scan: line 4 is not JSON in UTF-8; it was left out. Write one JSON object a line.",
        "feedback-gate claims scan: line 5 is not JSON in UTF-8; it was left out. Write one JSON object a line.",
    ]


def test_bad_lines_are_named_in_japanese_where_that_is_the_language() -> None:
    answer = scan(b"nope", LANG="ja_JP.UTF-8", PYTHONUTF8="1")

    assert "1 行目" in answer.stderr.decode()


def test_half_a_surrogate_pair_comes_back_as_it_was() -> None:
    answer = scan(b'{"id": "\\ud800", "text": "Done."}\n')

    assert json.loads(answer.stdout) == {"id": "\ud800", "claim": True, "phrase": "Done", "language": "en"}


def test_no_input_gives_no_output() -> None:
    answer = scan(b"")

    assert (answer.returncode, answer.stdout, answer.stderr) == (0, b"", b"")


def test_another_word_than_scan_is_a_usage_error() -> None:
    assert scan(b"", "guess").returncode == 64
