"""A release that curl or wget fetches, for a Python that has no library for it: by the same rules, without resuming."""

from __future__ import annotations

import os
import time
from urllib.parse import urlsplit

from feedback_gate_installer import addresses, answers, asking, files, progress, projects, proxies, tools
from feedback_gate_installer.answers import PassingError
from feedback_gate_installer.checksums import NAME as SUMS
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feedback_gate_installer.asking import Head
    from feedback_gate_installer.budgets import Budget
    from feedback_gate_installer.checksums import Entry
    from feedback_gate_installer.tools import Tool

ATTEMPTS = 3
_PAUSE = 0.5  # seconds, doubled each time


class PlainRelease:
    """A source (see ``sources``) that downloads from ``<base>/v<X.Y.Z>/`` with a program."""

    __slots__ = ("_base", "_budget", "_env", "_hosts", "_pause", "_tool", "_version", "name")

    def __init__(
        self,
        base: str,
        version: str,
        env: Mapping[str, str],
        budget: Budget,
        hosts: tuple[str, ...],
        tool: Tool,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._base = base
        self._version = version
        self._env = env
        self._budget = budget
        self._hosts = hosts
        self._tool = tool
        self._pause = pause
        self.name = addresses.shown(base)

    def read(self, name: str, limit: int) -> bytes | None:
        """See ``sources.Source``; a release without its list is not published, other files may be missing."""
        try:
            return self._get(name, limit, bytearray)
        except RefusedError as refused:
            if refused.code == "not-published" and name != SUMS:
                return None
            raise

    def save(self, entry: Entry, path: str) -> bool:
        """See ``sources.Source``."""
        try:
            with progress.shown(entry.name, entry.size) as tick:
                self._get(entry.name, entry.size, lambda: _File(path, tick))
        except BaseException:
            files.remove(path)  # nobody would go on with it
            raise
        return False

    def _get(self, name: str, limit: int, sink: Callable[[], bytearray | _File]) -> bytes:
        address = addresses.in_release(self._base, self._version, name)
        if any(sign <= " " or sign == "\x7f" for sign in address):
            raise RefusedError("download-failed", host=addresses.host_of(address), why="the address is malformed")
        for attempt in range(ATTEMPTS):
            try:
                return self._follow(address, name, limit, sink)
            except PassingError as passing:
                pause = max(_PAUSE * 2**attempt, passing.wait or 0.0)
                if attempt + 1 == ATTEMPTS or pause >= self._budget.remaining():
                    raise passing.refused from passing
                self._pause(pause)
        raise RefusedError("internal", what="attempts")  # the last attempt raises

    def _follow(self, first: str, name: str, limit: int, sink: Callable[[], bytearray | _File]) -> bytes:
        address = first
        for _ in range(answers.MAX_REDIRECTS + 1):
            into = sink()
            head = self._once(address, name, limit, into)
            if head.status not in answers.REDIRECTS or "location" not in head.headers:
                return bytes(into) if isinstance(into, bytearray) else b""
            address = answers.redirected(first, address, head.headers["location"], self._hosts)
        raise RefusedError("redirect-limit", host=addresses.host_of(first), limit=answers.MAX_REDIRECTS)

    def _once(self, address: str, name: str, limit: int, into: bytearray | _File) -> Head:
        """One request: its head; the body of a good answer goes where it belongs.

        Raises:
            RefusedError, PassingError: why there is no good answer.
        """
        self._budget.check()
        proxy = proxies.choose(address, self._env)
        request = asking.Request(self._tool, address, self._env, self._budget.remaining(), limit)
        try:
            head = request.answer(into, name)
        finally:
            if isinstance(into, _File):
                into.close()
            status, said = request.end()
        self._budget.check()
        if asking.is_too_large(self._tool, status):
            raise RefusedError("download-too-large", host=addresses.host_of(address), name=name, limit=limit)
        if head.status == 0 or (status and head.status == asking.OK):
            raise asking.failure(self._tool, status, said, head, address, proxy)
        return head


class _File:
    """A file that takes the body, and tells how far it is."""

    __slots__ = ("_done", "_file", "_tick")

    def __init__(self, path: str, tick: progress.Tick) -> None:
        self._file = open(path, "wb")  # noqa: SIM115 - closed by the request
        self._tick = tick
        self._done = 0

    def extend(self, data: bytes) -> None:
        self._file.write(data)
        self._done += len(data)
        self._tick(self._done)

    def close(self) -> None:
        self._file.close()


def opened(base: str, version: str, env: Mapping[str, str], budget: Budget, hosts: tuple[str, ...]) -> PlainRelease | None:
    """The release of a version below an https base address; None where there is no program to fetch it."""
    try:
        folder = os.getcwd()
    except OSError:
        folder = "/"
    tool = tools.find(env, projects.roots(env, folder))
    if tool is None or not urlsplit(base).netloc:
        return None
    return PlainRelease(base, version, env, budget, hosts, tool)
