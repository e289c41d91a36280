"""One request made by a program: its answer taken in bounds, and why there is none said in one of our codes."""

from __future__ import annotations

import os
import subprocess  # noqa: TID251 - the installer has no core to ask

from feedback_gate_installer import addresses, answers, proxies
from feedback_gate_installer.answers import PassingError
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import IO, Protocol

    from feedback_gate_installer.tools import Tool

    class Sink(Protocol):
        """Takes a body piece by piece."""

        def extend(self, data: bytes, /) -> None:
            """Take a piece."""


_BLOCK = 65_536  # bytes
_MAX_HEAD = 65_536  # bytes; a server that sends more headers is not ours
_MAX_SPEECH = 65_536  # bytes of what the program says
OK = 200
# Exit statuses of the programs.
_WORDS = {5: "its name is not known", 6: "its name is not known", 7: "nobody answers there", 28: "no answer in time"}
_UNTRUSTED = {"curl": (51, 60), "wget": (5,)}
_TLS = {"curl": (35, 53, 54, 58, 59, 64, 66, 77, 80, 83, 90, 91), "wget": ()}
_TOO_LARGE = {"curl": (63,), "wget": ()}
_BROKEN = {"curl": (18, 52, 55, 56, 92), "wget": (4, 7, 8)}
_NO_PROXY = {"curl": (5, 7, 56, 97), "wget": (4,)}


class Head:
    """Status and headers (names in lower case) of an answer, and the number of body bytes that came; status 0: none yet."""

    __slots__ = ("headers", "status", "taken")

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.taken = 0

    def read(self, block: bytes) -> None:
        """Take one block of lines; a later one (behind that of a proxy, or of a promise) replaces it."""
        lines = block.decode("latin-1").splitlines()
        words = lines[0].split()
        self.status = int(words[1]) if len(words) > 1 and words[1].isdecimal() else 0
        pairs = (line.partition(":") for line in lines[1:])
        self.headers = {name.strip().lower(): value.strip() for name, _, value in pairs}


class Request:
    """One running program; ``end`` must be called, and kills what still runs."""

    __slots__ = ("_address", "_ended", "_limit", "_process", "_proxy", "_speech", "_stdin", "_stdout", "_timer", "_tool")

    def __init__(self, tool: Tool, address: str, env: Mapping[str, str], seconds: float, limit: int) -> None:
        import tempfile  # noqa: TID251 - as above
        import threading

        self._tool = tool
        self._address = address
        self._limit = limit
        self._ended = False
        self._proxy = proxies.choose(address, env)
        command, given = tool.command(seconds, limit, env), tool.environment(address, env)
        self._speech = tempfile.TemporaryFile()  # noqa: SIM115 - a file and no pipe: it is whole when the body begins
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=self._speech, env=given)
        except OSError as error:
            self._speech.close()
            raise RefusedError("no-download-tool") from error
        self._stdin, self._stdout = _pipe(self._process.stdin), _pipe(self._process.stdout)
        self._timer = threading.Timer(seconds, self._process.kill)
        self._timer.daemon = True
        self._timer.start()

    def answer(self, into: Sink, name: str) -> Head:
        """Read the answer; the body goes into ``into``, never more than the limit of it.

        Raises:
            RefusedError, PassingError: what is wrong with it.
        """
        self._ask()
        return self._take(into, name)

    def _ask(self) -> None:
        try:
            self._stdin.write(self._tool.words(self._address))
            self._stdin.close()
        except OSError:
            return  # it is gone already, and its status says why

    def _take(self, into: Sink, name: str) -> Head:
        head, rest = self._head()
        if head.status in answers.REDIRECTS or head.status == 0:
            return head
        answers.check_status(head.status, head.headers, self._address, self._proxy)
        self._check_length(head, name)
        while rest:
            if head.taken == 0 and answers.is_html(head.headers.get("content-type", ""), rest):
                raise self._web_page(head, name)
            head.taken += len(rest)
            if head.taken > self._limit:
                raise self._too_large(name)
            into.extend(rest)
            rest = self._more()
        return head

    def _head(self) -> tuple[Head, bytes]:
        """The head of the answer, and what was read of its body."""
        head, rest = Head(), self._more()
        if self._tool.name == "wget":
            self._read_shown(head)
            return head, rest
        while rest.startswith(b"HTTP/") or (head.status == 0 and rest):
            while b"\r\n\r\n" not in rest and len(rest) < _MAX_HEAD:
                more = self._more()
                if not more:
                    return head, b""
                rest += more
            block, ended, rest = rest.partition(b"\r\n\r\n")
            if not ended:
                return head, b""
            head.read(block)
            if not rest:
                rest = self._more()
        return head, rest

    def _read_shown(self, head: Head) -> None:
        """The last head that wget has shown; its lines are indented."""
        lines = self._said().splitlines()
        starts = [number for number, line in enumerate(lines) if line.startswith(b"  HTTP/")]
        if starts:
            block = [line.strip() for line in lines[starts[-1] :] if line.startswith(b"  ")]
            head.read(b"\n".join(block))

    def _check_length(self, head: Head, name: str) -> None:
        """A length that is promised must be one we take: refused before a byte of it is kept."""
        length = head.headers.get("content-length", "")
        if length.isdecimal() and int(length) > self._limit:
            if answers.is_html(head.headers.get("content-type", ""), b""):
                raise self._web_page(head, name)
            raise self._too_large(name)

    def _web_page(self, head: Head, name: str) -> RefusedError:
        return RefusedError("web-page", host=addresses.host_of(self._address), name=name, status=head.status)

    def _too_large(self, name: str) -> RefusedError:
        return RefusedError("download-too-large", host=addresses.host_of(self._address), name=name, limit=self._limit)

    def _more(self) -> bytes:
        data = os.read(self._stdout.fileno(), _BLOCK)
        self._ended = not data
        return data

    def _said(self) -> bytes:
        """What the program has written to standard error; its place in the file, which we share, is not moved."""
        if hasattr(os, "pread"):
            return os.pread(self._speech.fileno(), _MAX_SPEECH, 0)
        self._speech.seek(0)  # not on a system that we could try
        return self._speech.read(_MAX_SPEECH)

    def end(self) -> tuple[int, bytes]:
        """End it: its status and what it said."""
        self._stdout.close()
        if not self._ended:
            self._process.kill()
        status = self._process.wait()  # the timer sees to it that this comes back
        self._timer.cancel()
        said = self._said()
        self._speech.close()
        return status, said


def failure(tool: Tool, status: int, said: bytes, head: Head, address: str, proxy: str | None) -> RefusedError | PassingError:
    """Why there is no good answer.

    Args:
        tool: the program that was asked.
        status: its exit status.
        said: its standard error.
        head: what came of the answer.
        address: what was asked for.
        proxy: through whom.
    """
    host, kind = addresses.host_of(address), tool.name
    if status in _UNTRUSTED[kind]:
        return RefusedError("tls-untrusted", host=host, issuer=_issuer(said))
    if status in _TLS[kind]:
        return RefusedError("tls-failed", host=host, why=f"{kind} {status}")
    if proxy and (b"407" in said or b"Proxy Authentication Required" in said):
        return RefusedError("proxy-auth", proxy=addresses.shown(proxy))
    if head.status == OK and status in _BROKEN[kind]:
        return PassingError(
            RefusedError("download-incomplete", host=host, found=head.taken, wanted=head.headers.get("content-length", "?"))
        )
    why = _WORDS.get(status, f"curl {status}") if kind == "curl" else _spoken(said)
    if proxy and status in _NO_PROXY[kind]:
        return PassingError(RefusedError("proxy-failed", proxy=addresses.shown(proxy), why=why))
    return PassingError(RefusedError("download-failed", host=host, why=why))


def is_too_large(tool: Tool, status: int) -> bool:
    """Whether the program itself stopped because of the size."""
    return status in _TOO_LARGE[tool.name]


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise RefusedError("internal", what="pipe")
    return pipe


def _issuer(said: bytes) -> str:
    """Who issued the certificate, where the program says so (wget does)."""
    _, found, rest = said.decode("latin-1").partition("issued by ")
    return rest.partition(":\n")[0].strip("'\u2018\u2019\"")[:200] if found else "unknown"


def _spoken(said: bytes) -> str:
    """What wget said last, without addresses."""
    for line in reversed(said.decode("latin-1").splitlines()):
        if line.strip() and "://" not in line:
            return line.strip().rpartition("... ")[2][:200].rstrip(".")
    return "wget gave up"
