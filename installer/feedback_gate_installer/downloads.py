"""A release that is fetched: bounded in size and time, resumed where that is safe, and named if it is a web page."""

from __future__ import annotations

import os

from feedback_gate_installer import addresses, answers, parts, progress
from feedback_gate_installer.answers import PassingError
from feedback_gate_installer.checksums import NAME as SUMS
from feedback_gate_installer.errors import RefusedError
from feedback_gate_installer.fetching import Fetcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import httpx

    from feedback_gate_installer.budgets import Budget
    from feedback_gate_installer.checksums import Entry

_PARTIAL, _UNUSABLE_RANGE = 206, 416


def release(base: str, version: str, env: Mapping[str, str], budget: Budget, hosts: tuple[str, ...]) -> HttpRelease:
    """The release of a version below an https base address.

    Raises:
        RefusedError: ``ca-file-unreadable``.
    """
    return HttpRelease(base, version, Fetcher(env, budget, hosts))


class HttpRelease:
    """A source (see ``sources``) that downloads from ``<base>/v<X.Y.Z>/``."""

    __slots__ = ("_base", "_fetcher", "_version", "name")

    def __init__(self, base: str, version: str, fetcher: Fetcher) -> None:
        self._base = base
        self._version = version
        self._fetcher = fetcher
        self.name = addresses.shown(base)

    def read(self, name: str, limit: int) -> bytes | None:
        """See ``sources.Source``; a release without its list is not published, other files may be missing."""
        address = addresses.in_release(self._base, self._version, name)
        try:
            return self._fetcher.get(address, dict, lambda response: _whole(response, name, limit))
        except RefusedError as refused:
            if refused.code == "not-published" and name != SUMS:
                return None
            raise

    def save(self, entry: Entry, path: str) -> bool:
        """See ``sources.Source``."""
        address = addresses.in_release(self._base, self._version, entry.name)
        download = _Download(entry, path, addresses.shown(address), self._fetcher.budget)
        with progress.shown(entry.name, entry.size) as tick:
            self._fetcher.get(address, download.headers, lambda response: download.take(response, tick))
        parts.forget(path)
        return download.resumed


def _whole(response: httpx.Response, name: str, limit: int) -> bytes:
    """A small file in memory, never more than ``limit`` bytes of it."""
    content = b""
    for chunk in response.iter_raw():
        content += chunk
        if len(content) > limit:
            raise RefusedError("download-too-large", host=response.url.host, name=name, limit=limit)
    _refuse_web_page(response, name, content)
    return content


def _refuse_web_page(response: httpx.Response, name: str, start: bytes) -> None:
    if answers.is_html(response.headers.get("content-type", ""), start):
        raise RefusedError("web-page", host=response.url.host, name=name, status=response.status_code)


class _Download:
    """One file on its way to ``path``, over several attempts; ``resumed`` if it began with an earlier run's part."""

    __slots__ = ("_address", "_budget", "_entry", "_path", "_tag", "resumed")

    def __init__(self, entry: Entry, path: str, address: str, budget: Budget) -> None:
        self._entry = entry
        self._path = path
        self._address = address
        self._budget = budget
        self._tag = parts.take_over(path, entry, address)
        self.resumed = bool(self._tag)

    def headers(self) -> dict[str, str]:
        """Ask for the rest only if the server can tell whether it is still the rest of the same file."""
        have = self._have()
        return {"Range": f"bytes={have}-", "If-Range": self._tag} if have and self._tag else {}

    def take(self, response: httpx.Response, tick: progress.Tick) -> None:
        """Write what the answer brings behind what is there."""
        if response.status_code == _UNUSABLE_RANGE:
            self._start_again()
            raise PassingError(RefusedError("http-status", host=response.url.host, status=_UNUSABLE_RANGE))
        have = self._beginning(response)
        _check_length(response, self._entry, have)
        with open(self._path, "r+b" if have else "wb") as file:
            file.seek(have)
            for chunk in self._chunks(response, have):
                file.write(chunk)
                have += len(chunk)
                tick(have)
        if have < self._entry.size:
            raise PassingError(self._broken(response, have))

    def _beginning(self, response: httpx.Response) -> int:
        """Where the answer's bytes belong: behind our part if it is that part's rest, else at the start."""
        have = self._have()
        wanted = f"bytes {have}-{self._entry.size - 1}/{self._entry.size}"
        if response.status_code == _PARTIAL and have and response.headers.get("content-range") == wanted:
            return have
        if response.status_code == _PARTIAL:
            self._start_again()
            raise PassingError(RefusedError("http-status", host=response.url.host, status=_PARTIAL))
        tag = response.headers.get("etag", "")
        self._tag = "" if tag.startswith("W/") else tag
        parts.note(self._path, self._entry, self._address, self._tag)
        return 0

    def _chunks(self, response: httpx.Response, have: int) -> Iterator[bytes]:
        """The body, up to the size the file may have and as long as there is time."""
        import httpx

        try:
            for chunk in response.iter_raw():
                if have == 0:
                    self._refuse_web_page(response, chunk)
                have += len(chunk)
                if have > self._entry.size:
                    raise self._too_large(response)
                self._budget.check()
                yield chunk
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.ReadTimeout) as error:
            raise PassingError(self._broken(response, have)) from error

    def _refuse_web_page(self, response: httpx.Response, chunk: bytes) -> None:
        try:
            _refuse_web_page(response, self._entry.name, chunk)
        except RefusedError:
            self._start_again()
            raise

    def _too_large(self, response: httpx.Response) -> RefusedError:
        self._start_again()
        return RefusedError("download-too-large", host=response.url.host, name=self._entry.name, limit=self._entry.size)

    def _broken(self, response: httpx.Response, have: int) -> RefusedError:
        return RefusedError("download-incomplete", host=response.url.host, found=have, wanted=self._entry.size)

    def _start_again(self) -> None:
        from feedback_gate_installer import files

        self._tag = ""
        parts.forget(self._path)
        files.remove(self._path)

    def _have(self) -> int:
        try:
            return os.path.getsize(self._path)
        except OSError:
            return 0


def _check_length(response: httpx.Response, entry: Entry, have: int) -> None:
    """What the server says it will send must be what is missing: refused before a byte of it is read."""
    length = response.headers.get("content-length", "")
    if not length.isdecimal():
        return
    if have + int(length) > entry.size:
        raise RefusedError("download-too-large", host=response.url.host, name=entry.name, limit=entry.size)
    if have + int(length) < entry.size:
        _refuse_web_page(response, entry.name, b"")
        raise RefusedError("size-mismatch", name=entry.name, wanted=entry.size, found=have + int(length))
