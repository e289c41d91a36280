"""`feedback-gate claims scan`: messages as JSON lines in, which of them hold a claim out."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from feedback_gate import messages
from feedback_gate.claims import detector
from feedback_gate.people.arguments import parser

if TYPE_CHECKING:
    from collections.abc import Sequence

USAGE_ERROR = 64


def run(arguments: Sequence[str]) -> int:
    """Read `{"id", "text"}` from standard input, write `{"id", "claim", "phrase", "language"}`, one JSON object a line.

    A text that is not text holds no claim. A line that is no such object is reported and left out; the others are still answered.

    Returns:
        0, or 64 when there was such a line.

    Raises:
        UsageError: the command line is wrong.
    """
    _parsed(arguments)
    status = 0
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        problem, row = _row(line)
        if problem:
            code = f"claims_command.{problem}"
            print(messages.text(code, {"line": number}, messages.language_of("", os.environ)), file=sys.stderr)
            status = USAGE_ERROR
        else:
            sys.stdout.buffer.write(_line(_answer(row)))
    sys.stdout.buffer.flush()
    return status


def _parsed(arguments: Sequence[str]) -> None:
    commands = parser("claims")
    kinds = commands.add_subparsers(dest="command", required=True)
    kinds.add_parser("scan", help="help.scan")
    commands.parse_args(arguments)


def _row(line: bytes) -> tuple[str, dict[str, Any]]:
    """The problem of a line (empty: none) and its content."""
    try:
        row = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return "no_json", {}
    if not isinstance(row, dict) or "id" not in row or "text" not in row:
        return "no_row", {}
    return "", row


def _line(answer: dict[str, Any]) -> bytes:
    try:
        return (json.dumps(answer, ensure_ascii=False) + "\n").encode()
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can spell and UTF-8 cannot
        return (json.dumps(answer) + "\n").encode()


def _answer(row: dict[str, Any]) -> dict[str, Any]:
    claim = detector.first_claim(row["text"])
    return {
        "id": row["id"],
        "claim": claim is not None,
        "phrase": claim.phrase if claim else None,
        "language": claim.language if claim else None,
    }
