"""One request, done well: redirects by rule, retries with back-off, a limit in time; the answer goes to a reader."""

from __future__ import annotations

import random
import time

import httpx

from feedback_gate_installer import addresses, answers, diagnosis, proxies, tls
from feedback_gate_installer.answers import PassingError
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    from feedback_gate_installer.budgets import Budget

    Answer = TypeVar("Answer")

ATTEMPTS = 4

_CONNECT_SECONDS = 10.0
_READ_SECONDS = 15.0
_FIRST_PAUSE = 0.5  # seconds, doubled each time
_LONGEST_PAUSE = 8.0
_AGENT = "feedback-gate-installer"


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
        for _ in range(answers.MAX_REDIRECTS + 1):
            answer = self._once(address, headers, read)
            if not isinstance(answer, _Redirect):
                return answer
            address = answers.redirected(first, address, answer.target, self._hosts)
        raise RefusedError("redirect-limit", host=addresses.host_of(first), limit=answers.MAX_REDIRECTS)

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
                if response.status_code in answers.REDIRECTS and "location" in response.headers:
                    return _Redirect(response.headers["location"])
                answers.check_status(response.status_code, response.headers, address, proxy)
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
