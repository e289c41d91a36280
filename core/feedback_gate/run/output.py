"""The output of a running command: redacted as it comes, streamed into its log, its first and last part kept."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.run.logs import Log

HEAD = 16_000  # characters kept of the beginning
TAIL = 48_000  # characters kept of the end
PENDING = 1 << 16  # bytes that wait at most for the end of their line
INTERVAL = 0.1  # seconds between two writes, so that a chatty command does not redact line by line
# A private key is a secret only as a whole: a block that has begun waits for its end.
_KEY_BEGINS = re.compile(rb"-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----")
_KEY_ENDS = re.compile(rb"-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----")


class Output:
    """Takes the bytes of one command.

    head, tail: redacted text; omitted: lines between them.
    """

    __slots__ = ("_head_full", "_log", "_next_write", "_pending", "head", "omitted", "tail")

    def __init__(self, log: Log | None) -> None:
        self.head = ""
        self.omitted = 0
        self.tail = ""
        self._head_full = False
        self._pending = bytearray()
        self._log = log
        self._next_write = 0.0

    def feed(self, data: bytes) -> None:
        """Take what the command printed; nothing is shown before `flush`."""
        self._pending += data
        if self._only_tail_matters:
            if len(self._pending) > 4 * TAIL:
                self._shorten_pending()
        elif len(self._pending) > PENDING:
            self._write(self._cut())

    def flush(self, now: float, *, last: bool = False) -> None:
        """Write the whole lines that wait, at most every INTERVAL; with `last` everything."""
        if last:
            self._write(len(self._pending))
            if len(self.tail) > TAIL:
                self._shorten()
        elif self._pending and now >= self._next_write and not self._only_tail_matters:
            self._next_write = now + INTERVAL
            self._write(self._line_end())

    @property
    def _only_tail_matters(self) -> bool:
        """Head and log are full: what comes is only worth redacting if it turns out to be the last part."""
        return self._head_full and (self._log is None or self._log.is_full)

    def _shorten_pending(self) -> None:
        start = len(self._pending) - 2 * TAIL
        start = self._pending.find(b"\n", start - 1) + 1 or start
        self.omitted += self._pending.count(b"\n", 0, start) or 1
        del self._pending[:start]

    def _line_end(self) -> int:
        """How many waiting bytes form whole lines, without the beginning of a key."""
        end = max(self._pending.rfind(b"\n"), self._pending.rfind(b"\r")) + 1
        blocks = list(_KEY_BEGINS.finditer(self._pending, 0, end))
        if blocks and not _KEY_ENDS.search(self._pending, blocks[-1].end(), end):
            return blocks[-1].start()
        return end

    def _cut(self) -> int:
        """Where to cut when too much waits: a line's end, else a blank, else at the end of a character."""
        end = self._line_end()
        if end:
            return end
        end = self._pending.rfind(b" ") + 1
        if end:
            return end
        end = len(self._pending)
        while end > 1 and self._pending[end - 1] & 0xC0 == 0x80:
            end -= 1
        return end - 1 if self._pending[end - 1] >= 0xC0 else len(self._pending)

    def _write(self, size: int) -> None:
        if not size:
            return
        raw = bytes(self._pending[:size])
        del self._pending[:size]
        text = redacted(raw.decode("utf-8", "replace"))
        if self._log is not None:
            self._log.write(text)
        self._keep(text)

    def _keep(self, text: str) -> None:
        if not self._head_full:
            cut = _whole_lines(text, HEAD - len(self.head))
            self.head += text[:cut]
            text = text[cut:]
            self._head_full = bool(text)
        self.tail += text
        if len(self.tail) > 2 * TAIL:
            self._shorten()

    def _shorten(self) -> None:
        start = len(self.tail) - TAIL
        start = self.tail.find("\n", start - 1) + 1 or start
        self.omitted += self.tail.count("\n", 0, start) or 1
        self.tail = self.tail[start:]


def _whole_lines(text: str, room: int) -> int:
    """How much of a text fits into the room, cut after a line where there is one."""
    if len(text) <= room:
        return len(text)
    return text.rfind("\n", 0, room) + 1 or room


def redacted(text: str) -> str:
    """The text without secrets."""
    from feedback_gate.redact import redact

    return redact(text)
