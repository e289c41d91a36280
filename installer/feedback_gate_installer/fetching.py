"""One request, done well: redirects by rule, retries with back-off, a limit in time; the answer goes to a reader."""

from __future__ import annotations

import random
import time
from urllib.parse import urljoin, urlsplit

import httpx

from feedback_gate_installer import addresses, diagnosis, proxies, tls
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    from feedback_gate_installer.budgets import Budget

    Answer = TypeVar("Answer")

MAX_REDIRECTS = 10
ATTEMPTS = 4
# Hosts that a well-known release host hands downloads to.
COMPANIONS = {"github.com": ("objects.githubusercontent.com", "release-assets.githubusercontent.com")}

_CONNECT_SECONDS = 10.0
_READ_SECONDS = 15.0
_FIRST_PAUSE = 0.5  # seconds, doubled each time
_LONGEST_PAUSE = 8.0
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_BUSY = frozenset((429, 503))
_PASSING = frozenset((408, 425, 500, 502, 504)) | _BUSY
_MISSING = frozenset((404, 410))
_PROXY_AUTHENTICATION = 407
_NETWORK_LOGIN = 511
_AGENT = "feedback-gate-installer"


class PassingError(Exception):
    """A failure that may be over in a moment; ``refused`` if it is not, ``wait`` is what the server asked for."""

    def __init__(self, refused: RefusedError, wait: float | None = None) -> None:
        super().__init__(str(refused))
        self.refused = refused
        self.wait = wait


class Fetcher:
    """Sends requests for one release: ``budget`` in all, ``hosts`` a redirect may lead to besides the first."""

    __slots__ = ("_context", "_env", "_hosts", "_pause", "budget")

    def __init__(
        self, env: Mapping[str, str], budget: Budget, hosts: tuple[str, ...], pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._env = env
        self.budget = budget
        self._hosts = hosts
        self._pause = pause
        self._context = tls.context(env)

    def get(self, address: str, headers: Callable[[], dict[str, str]], read: Callable[[httpx.Response], Answer]) -> Answer:
        """Request an address until it answers well.

        Args:
            address: where to begin.
            headers: gives the headers of each attempt (a resumed download asks for less).
            read: reads the open answer; may raise ``PassingError`` to have it tried again.

        Raises:
            RefusedError: what is wrong, after all attempts.
        """
        for attempt in range(ATTEMPTS):
            try:
                return self.budget.within(lambda: self._follow(address, headers(), read))
            except PassingError as passing:
                self._rest(passing, attempt)
        raise RefusedError("internal", what="attempts")  # the last attempt rests by raising

    def _rest(self, passing: PassingError, attempt: int) -> None:
        """Wait before the next attempt, or give up with the refusal when it makes no sense to wait."""
        if attempt + 1 == ATTEMPTS:
            raise passing.refused
        pause = min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE) * random.uniform(0.5, 1.0)  # noqa: S311 - spreads load
        pause = max(pause, passing.wait or 0.0)
        if pause >= self.budget.remaining():
            raise passing.refused
        self._pause(pause)

    def _follow(self, address: str, headers: dict[str, str], read: Callable[[httpx.Response], Answer]) -> Answer:
        first = address
        for _ in range(MAX_REDIRECTS + 1):
            answer = self._once(address, headers, read)
            if not isinstance(answer, _Redirect):
                return answer
            address = self._allowed(first, address, answer.target)
        raise RefusedError("redirect-limit", host=addresses.host_of(first), limit=MAX_REDIRECTS)

    def _allowed(self, first: str, address: str, target: str) -> str:
        host = addresses.host_of(address)
        try:
            target = urljoin(address, target)
            scheme = urlsplit(target).scheme.lower()
        except ValueError:
            scheme = ""
        if scheme != "https":
            raise RefusedError("redirect-not-https", host=host, target=addresses.shown(target))
        home = addresses.host_of(first)
        if addresses.host_of(target) not in (home, *self._hosts, *COMPANIONS.get(home, ())):
            raise RefusedError("redirect-host", host=host, target=addresses.host_of(target))
        return target

    def _once(self, address: str, headers: dict[str, str], read: Callable[[httpx.Response], Answer]) -> Answer | _Redirect:
        proxy = proxies.choose(address, self._env)
        left = self.budget.remaining()
        timeout = httpx.Timeout(min(_READ_SECONDS, left), connect=min(_CONNECT_SECONDS, left))
        sent = {"User-Agent": _AGENT, "Accept": "*/*", "Accept-Encoding": "identity", **headers}
        try:
            with (
                httpx.Client(verify=self._context, proxy=proxy, trust_env=False, timeout=timeout) as client,
                client.stream("GET", address, headers=sent) as response,
            ):
                if response.status_code in _REDIRECTS and "location" in response.headers:
                    return _Redirect(response.headers["location"])
                _check_status(response, address, proxy)
                return read(response)
        except httpx.HTTPError as error:
            raise _sorted(diagnosis.of_failure(error, address, proxy)) from error
        except (httpx.InvalidURL, UnicodeError, ValueError) as error:
            raise RefusedError("download-failed", host=addresses.host_of(address), why="the address is malformed") from error


class _Redirect:
    __slots__ = ("target",)

    def __init__(self, target: str) -> None:
        self.target = target


def _sorted(refused: RefusedError) -> Exception:
    """Failures of the moment are tried again; wrong certificates and proxies that want a password are not."""
    return PassingError(refused) if refused.code in ("download-failed", "proxy-failed") else refused


def _check_status(response: httpx.Response, address: str, proxy: str | None) -> None:
    """Refuse everything that is neither a whole answer (200), a part (206) nor an unusable range (416)."""
    status, host = response.status_code, addresses.host_of(address)
    if status in (200, 206, 416):
        return
    if status in _PASSING:
        wait = _wanted_wait(response.headers.get("retry-after", ""), time.time()) if status in _BUSY else None
        code = "server-busy" if status in _BUSY else "http-status"
        raise PassingError(RefusedError(code, host=host, status=status, seconds=f"{wait or 60:.0f}"), wait)
    if status == _PROXY_AUTHENTICATION:
        raise RefusedError("proxy-auth", proxy=addresses.shown(proxy or address))
    name = urlsplit(address).path.rpartition("/")[2]
    if status in _MISSING:
        raise RefusedError("not-published", host=host, name=name, version=urlsplit(address).path.split("/")[-2].lstrip("v"))
    if status == _NETWORK_LOGIN or diagnosis.is_html(response.headers.get("content-type", ""), b""):
        raise RefusedError("web-page", host=host, name=name, status=status)
    raise RefusedError("http-status", host=host, status=status)


def _wanted_wait(text: str, now: float) -> float | None:
    """The seconds of a Retry-After header, which may be a number or a date; None if it is neither."""
    from email.utils import parsedate_to_datetime

    text = text.strip()
    if text.isdecimal():
        return float(text[:9])
    try:
        return max(parsedate_to_datetime(text).timestamp() - now, 0.0)
    except (ValueError, TypeError, OverflowError):
        return None
