"""Why a file that is there cannot be read, in words for a person."""

from __future__ import annotations

from feedback_gate import messages
from feedback_gate.system import files


def reason(path: str, limit: int, language: str) -> tuple[int, str]:
    """The line that is not UTF-8 (0 = the file cannot be read at all), what is wrong, and what to do.

    Args:
        path: the file.
        limit: bytes it may have.
        language: of the sentence.
    """
    line = line_not_utf8(files.read_bytes(path, limit) or b"")
    if line:
        return line, messages.text("hook.not_utf8", {"line": line}, language)
    return 0, messages.text("hook.unreadable", {"size": limit >> 20}, language)


def line_not_utf8(data: bytes) -> int:
    """The line, from 1, with the first byte that is not UTF-8; 0 = all is."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as problem:
        return data.count(b"\n", 0, problem.start) + 1
    return 0
