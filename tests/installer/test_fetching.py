"""Requests: redirects, retries, time; with the network replaced by respx."""

from __future__ import annotations

import email.utils
import time
from typing import TYPE_CHECKING

import httpx
import pytest
import respx
from tests.support.installing import refusal

from feedback_gate_installer import downloads, fetching
from feedback_gate_installer.budgets import Budget
from feedback_gate_installer.fetching import Fetcher

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feedback_gate_installer.errors import RefusedError

BASE = "https://releases.invalid/r"
SUMS = f"{BASE}/v1.4.0/checksums.txt"


@pytest.fixture
def web() -> Iterator[respx.MockRouter]:
    with respx.mock(assert_all_called=False) as router:
        yield router


class Clock:
    """A clock that only moves when somebody rests."""

    def __init__(self) -> None:
        self.now = 0.0
        self.pauses: list[float] = []

    def rest(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.now += seconds


def source(seconds: float = 60.0, clock: Clock | None = None, hosts: tuple[str, ...] = ()) -> downloads.HttpRelease:
    clock = clock or Clock()
    fetcher = Fetcher({}, Budget(seconds, lambda: clock.now), hosts, clock.rest)
    return downloads.HttpRelease(BASE, "1.4.0", fetcher)


def read(where: downloads.HttpRelease) -> bytes | None:
    return where.read("checksums.txt", 1000)


def refused(where: downloads.HttpRelease) -> RefusedError:
    return refusal(lambda: read(where))


def test_a_file_is_read_from_the_layout_of_a_release(web: respx.MockRouter) -> None:
    route = web.get(SUMS).respond(content=b"list")
    assert read(source()) == b"list"
    assert route.calls.last.request.headers["accept-encoding"] == "identity"


def test_d5_two_busy_answers_are_waited_out(web: respx.MockRouter) -> None:
    clock = Clock()
    web.get(SUMS).side_effect = [httpx.Response(503), httpx.Response(503), httpx.Response(200, content=b"list")]
    assert read(source(clock=clock)) == b"list"
    assert len(clock.pauses) == 2
    assert 0.25 <= clock.pauses[0] <= 0.5
    assert 0.5 <= clock.pauses[1] <= 1.0


def test_d5_retry_after_is_honoured(web: respx.MockRouter) -> None:
    clock = Clock()
    web.get(SUMS).side_effect = [httpx.Response(429, headers={"Retry-After": "7"}), httpx.Response(200, content=b"list")]
    assert read(source(clock=clock)) == b"list"
    assert clock.pauses == [7.0]


def test_d5_a_retry_after_date_is_honoured(web: respx.MockRouter, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(time, "time", lambda: 1_796_000_000.0)
    when = {"Retry-After": email.utils.formatdate(1_796_000_009, usegmt=True)}
    web.get(SUMS).side_effect = [httpx.Response(503, headers=when), httpx.Response(200, content=b"list")]
    assert read(source(clock=clock)) == b"list"
    assert clock.pauses == [9.0]


def test_d5_a_longer_wait_than_the_budget_says_later(web: respx.MockRouter) -> None:
    clock = Clock()
    web.get(SUMS).respond(429, headers={"Retry-After": "30"})
    error = refused(source(20.0, clock))
    assert (error.code, error.params) == ("server-busy", {"host": "releases.invalid", "status": "429", "seconds": "30"})
    assert clock.pauses == []


def test_d5_a_server_that_stays_busy_is_given_up(web: respx.MockRouter) -> None:
    clock = Clock()
    route = web.get(SUMS).respond(503)
    assert refused(source(clock=clock)).code == "server-busy"
    assert (route.call_count, len(clock.pauses)) == (fetching.ATTEMPTS, fetching.ATTEMPTS - 1)


@pytest.mark.parametrize("status", [408, 425, 500, 502, 504])
def test_d5_passing_failures_are_tried_again(web: respx.MockRouter, status: int) -> None:
    web.get(SUMS).side_effect = [httpx.Response(status), httpx.Response(200, content=b"list")]
    assert read(source()) == b"list"


@pytest.mark.parametrize("error", [httpx.ConnectError("no"), httpx.ReadTimeout("no"), httpx.RemoteProtocolError("no")])
def test_d5_lost_connections_are_tried_again(web: respx.MockRouter, error: httpx.HTTPError) -> None:
    web.get(SUMS).side_effect = [error, httpx.Response(200, content=b"list")]
    assert read(source()) == b"list"


@pytest.mark.parametrize(
    ("status", "code"), [(401, "http-status"), (403, "http-status"), (404, "not-published"), (418, "http-status")]
)
def test_final_answers_are_not_tried_again(web: respx.MockRouter, status: int, code: str) -> None:
    route = web.get(SUMS).respond(status)
    assert refused(source()).code == code
    assert route.call_count == 1


def test_a_version_that_is_not_published_is_named(web: respx.MockRouter) -> None:
    web.get(SUMS).respond(404)
    assert refused(source()).params == {"host": "releases.invalid", "name": "checksums.txt", "version": "1.4.0"}


def test_t3_a_missing_signature_is_told_from_a_missing_release(web: respx.MockRouter) -> None:
    web.get(f"{SUMS}.sig").respond(404)
    assert source().read("checksums.txt.sig", 1000) is None


def redirect(web: respx.MockRouter, address: str, target: str) -> respx.Route:
    return web.get(address).respond(302, headers={"Location": target})


def test_d1_a_redirect_on_the_same_host_is_followed(web: respx.MockRouter) -> None:
    redirect(web, SUMS, "/elsewhere")
    web.get("https://releases.invalid/elsewhere").respond(content=b"list")
    assert read(source()) == b"list"


def test_d1_a_redirect_to_an_allowed_host_is_followed(web: respx.MockRouter) -> None:
    redirect(web, SUMS, "https://store.invalid/x")
    web.get("https://store.invalid/x").respond(content=b"list")
    assert read(source(hosts=("store.invalid",))) == b"list"


def test_d1_a_redirect_to_an_unknown_host_is_refused(web: respx.MockRouter) -> None:
    redirect(web, SUMS, "https://evil.invalid/x?token=secret")
    other = web.get("https://evil.invalid/x")
    error = refused(source())
    assert (error.code, error.params) == ("redirect-host", {"host": "releases.invalid", "target": "evil.invalid"})
    assert not other.called


@pytest.mark.parametrize("target", ["http://releases.invalid/x", "ftp://releases.invalid/x", "file:///etc/passwd", "https://[x"])
def test_d1_a_redirect_to_another_scheme_is_refused(web: respx.MockRouter, target: str) -> None:
    redirect(web, SUMS, target)
    assert refused(source()).code == "redirect-not-https"


def test_d1_ten_redirects_are_followed(web: respx.MockRouter) -> None:
    redirect(web, SUMS, "/1")
    for number in range(1, 10):
        redirect(web, f"https://releases.invalid/{number}", f"/{number + 1}")
    web.get("https://releases.invalid/10").respond(content=b"list")
    assert read(source()) == b"list"


def test_d1_eleven_redirects_are_refused(web: respx.MockRouter) -> None:
    redirect(web, SUMS, "/1")
    for number in range(1, 12):
        redirect(web, f"https://releases.invalid/{number}", f"/{number + 1}")
    error = refused(source())
    assert (error.code, error.params) == ("redirect-limit", {"host": "releases.invalid", "limit": "10"})
    assert len(web.calls) == 11


def test_d1_the_password_of_the_address_is_not_carried_to_another_host(web: respx.MockRouter) -> None:
    redirect(web, "https://releases.invalid/r/v1.4.0/checksums.txt", "https://store.invalid/x")
    last = web.get("https://store.invalid/x").respond(content=b"list")
    fetcher = Fetcher({}, Budget(60.0), ("store.invalid",))
    asked = downloads.HttpRelease("https://user:secret@releases.invalid/r", "1.4.0", fetcher)
    assert read(asked) == b"list"
    assert "authorization" in web.calls[0].request.headers
    assert "authorization" not in last.calls.last.request.headers
    assert asked.name == "https://releases.invalid/r"


def test_d2_a_small_file_is_read_up_to_its_limit(web: respx.MockRouter) -> None:
    web.get(SUMS).respond(content=b"x" * 1001)
    error = refused(source())
    assert (error.code, error.params["limit"]) == ("download-too-large", "1000")


@pytest.mark.parametrize(
    ("status", "headers", "content"),
    [
        (200, {"Content-Type": "text/html; charset=utf-8"}, b"<p>sign in"),
        (200, {"Content-Type": "application/octet-stream"}, b"\n <!DOCTYPE html><title>sign in"),
        (200, {"Content-Type": "application/octet-stream"}, b"\xef\xbb\xbf<html>"),
        (403, {"Content-Type": "text/html"}, b"<html>blocked"),
        (511, {}, b"sign in"),
    ],
)
def test_d7_a_web_page_is_named(web: respx.MockRouter, status: int, headers: dict[str, str], content: bytes) -> None:
    web.get(SUMS).respond(status, headers=headers, content=content)
    error = refused(source())
    assert (error.code, error.params) == (
        "web-page",
        {"host": "releases.invalid", "name": "checksums.txt", "status": str(status)},
    )


@pytest.mark.parametrize("address", ["https://", "https://:99999/x", "https://exa mple/x"])
def test_a_malformed_address_is_a_refusal(address: str) -> None:
    fetcher = Fetcher({}, Budget(2.0), ())
    assert refusal(lambda: read(downloads.HttpRelease(address, "1.4.0", fetcher))).code == "download-failed"
