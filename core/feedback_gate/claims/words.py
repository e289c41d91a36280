"""What is said about checks: the one-line summary, the failing ones with their output, the quoted claim."""

from __future__ import annotations

import os
import re
import signal

from feedback_gate import messages
from feedback_gate.run.command import TIMED_OUT
from feedback_gate.run.output import redacted
from feedback_gate.system import clock
from feedback_gate.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feedback_gate.claims.verify import Checked

# Characters of output in one refusal; a Codex reason holds 10,000 bytes in all (0.171.0).
ROOM = {"claude": 24_000, "codex": 7_500}
LEAST = 1_500
QUOTED = 160
ERROR_LINE = re.compile(r"\berror\b|\bfail(?:ed|ure)?\b|✗|✕|\bnot ok\b|\bpanicked\b|Exception\b|Error\b", re.IGNORECASE)
ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[@-Z\\-_]")
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
MARKUP = re.compile(r"^[\s>#*+\-•]+|[*_`]{1,3}")


def quoted(message: str, phrase: str, line: int) -> str:
    """The line of the message in which a claim stands, without markup; the phrase alone when the line is long."""
    lines = message.split("\n")  # as `Claim.line` counts them
    whole = " ".join(MARKUP.sub("", lines[line - 1]).split()) if 0 < line <= len(lines) else ""
    text = whole if whole and len(whole) <= QUOTED else phrase[:QUOTED]
    return redacted(plain(text)).rstrip(" .。!！:：;,、")


def plain(text: str) -> str:
    """The text without colours and control characters, what else is invisible written out; every script stays."""
    text = ESCAPES.sub("", text.replace("\r\n", "\n")).replace("\r", "\n")
    return visible(CONTROLS.sub("", text))


def summary(checked: Iterable[Checked], language: str) -> str:
    """`lint passed, test failed, build timed out`."""
    return messages.text("claims.comma", {}, language).join(one_of(one, language) for one in checked)


def one_of(one: Checked, language: str) -> str:
    """One check and what came of it."""
    name = redacted(plain(one.name if len(one.name) <= 60 else one.name[:57] + "..."))
    if one.moved or one.unchecked:
        return messages.text("claims.was_not_checked", {"name": name}, language)
    if one.no_tests:
        return messages.text("claims.was_empty", {"name": name}, language)
    if one.result is None or one.passed:
        return messages.text("claims.was_passed", {"name": name}, language) + counted(one, language) + _ago(one, language)
    code = "claims.was_timed_out" if one.result.status == TIMED_OUT else "claims.was_failed"
    return messages.text(code, {"name": name}, language)


def _ago(one: Checked, language: str) -> str:
    """When a check passed that was not run now."""
    return "" if one.result is not None else messages.text("claims.ago", {"ago": seconds(clock.now() - one.at)}, language)


def counted(one: Checked, language: str) -> str:
    """How many tests passed, where that is worth a word: another number than was claimed, or fewer than before."""
    if one.tests is None:
        return ""
    params = {"n": one.tests[0], "claimed": one.claimed, "fewer": one.fewer}
    if one.claimed is not None and one.fewer:
        return messages.text("claims.counted_and_fewer", params, language)
    code = "claims.counted" if one.claimed is not None else "claims.fewer" if one.fewer else ""
    return messages.text(code, params, language) if code else ""


def seconds(value: float) -> str:
    """A time span as short as possible: `12s`, `4m`, `2h`."""
    whole = max(0, int(value))
    return f"{whole}s" if whole < 60 else f"{whole // 60}m" if whole < 3600 else f"{whole // 3600}h"


def details(failing: Sequence[Checked], root: str, host: str, language: str) -> str:
    """Name, reason, command and output of each failing check; the room is shared between them."""
    room = max(LEAST, ROOM.get(host, LEAST) // max(1, len(failing)))
    return "\n\n".join(_detail(one, root, room, host, language) for one in failing)


def _detail(one: Checked, root: str, room: int, host: str, language: str) -> str:
    result = one.result
    if result is None:
        return ""
    folder = os.path.relpath(one.command.cwd, root)
    place = "" if folder == "." else f"  ({folder})"
    command = redacted(plain(one.command.text))
    lines = [f"=== {redacted(plain(one.name))}: {reason(one, language)} ===", f"$ {command[:600]}{place}"]
    text = plain(result.output).strip("\n")
    if host == "codex":  # its room is counted in bytes
        room = max(1, room * len(text) // max(1, len(text.encode("utf-8", "replace"))))
    lines.append(shortened(text, room, language))
    if result.log:
        lines.append(messages.text("claims.log", {"path": result.log}, language))
    return "\n".join(lines)


def reason(one: Checked, language: str) -> str:
    """Why a check is no pass: `exit code 1`, `exit code 137 (SIGKILL)`, `timed out after 120 s`, `0 tests ran`."""
    result = one.result
    if result is None:
        return ""
    if result.status == TIMED_OUT:
        return messages.text("claims.reason_time", {"seconds": f"{one.command.timeout:g}"}, language)
    if one.no_tests:
        return messages.text("claims.reason_no_tests", {}, language)
    if result.code is None:
        return messages.text("claims.reason_unknown", {}, language)
    return messages.text("claims.reason_exit", {"code": f"{result.code}{_signal(result.code)}"}, language)


def _signal(code: int) -> str:
    try:
        return f" ({signal.Signals(code - 128).name})" if code > 128 else ""
    except ValueError:
        return ""


def shortened(text: str, room: int, language: str) -> str:
    """An output within the room: its beginning, lines of the middle that look like errors, and its end."""
    if not text.strip():
        return messages.text("claims.no_output", {}, language)
    if len(text) <= room:
        return text
    head = _whole_lines(text[: room // 4])
    tail = text[-(room // 2) :]
    tail = tail[tail.find("\n") + 1 :] if "\n" in tail else tail
    middle = text[len(head) : len(text) - len(tail)]
    errors: list[str] = []
    left = room // 4
    for line in middle.splitlines():
        if ERROR_LINE.search(line) and len(line) < left:
            errors.append(line)
            left -= len(line) + 1
    note = messages.text("claims.left_out", {"n": len(middle)}, language)
    return "\n".join([head.rstrip("\n"), note, *errors, *([note] if errors else []), tail])


def _whole_lines(text: str) -> str:
    end = text.rfind("\n")
    return text[: end + 1] if end > 0 else text
