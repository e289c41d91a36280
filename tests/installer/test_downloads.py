"""Downloads over real connections: own authority, proxies, slow, cut, endless and lying servers."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest
from tests.support import web
from tests.support.installing import content, listing, order, refusal
from tests.support.releases import Release, executable
from tests.support.web import AUTHORITY, Authority, Handler, Server

from feedback_gate_installer import downloads, install
from feedback_gate_installer.budgets import Budget
from feedback_gate_installer.fetching import Fetcher

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feedback_gate_installer.errors import RefusedError
    from feedback_gate_installer.places import Places

EXECUTABLE = "/r/v1.4.0/feedback-gate.pyz"
RELEASE = Release(data=executable(filler=300_000))


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(str(tmp_path_factory.mktemp("authority")))


@pytest.fixture
def server(authority: Authority) -> Iterator[Server]:
    with web.serving(authority) as running:
        running.site.publish("1.4.0", RELEASE.files)
        yield running


@pytest.fixture
def env(authority: Authority) -> dict[str, str]:
    return {"SSL_CERT_FILE": authority.file}


def source(server: Server, env: dict[str, str], budget: Budget | None = None, base: str = "") -> downloads.HttpRelease:
    fetcher = Fetcher(env, budget or Budget(20.0), (), lambda _: None)
    return downloads.HttpRelease(base or server.base, "1.4.0", fetcher)


def installed(places: Places, server: Server, env: dict[str, str], seconds: float = 20.0) -> install.Installed:
    made = order(RELEASE, places, seconds=seconds)
    made.sources = [lambda: source(server, env, made.budget)]
    return install.install(made)


def refused(places: Places, server: Server, env: dict[str, str], seconds: float = 20.0) -> RefusedError:
    error = refusal(lambda: installed(places, server, env, seconds))
    assert not any(name.endswith(".pyz") for name in listing(places.cache))
    return error


def plan(server: Server, *plans: object) -> None:
    server.site.plans[EXECUTABLE] = list(plans)


def test_a_release_is_downloaded_verified_and_placed(places: Places, server: Server, env: dict[str, str]) -> None:
    result = installed(places, server, env)
    assert content(result.path) == RELEASE.data
    assert (result.source, result.fresh) == (server.base, True)
    assert [path for path, _ in server.site.requests] == [
        f"/r/v1.4.0/{name}" for name in ("checksums.txt", "checksums.txt.sig", "feedback-gate.pyz")
    ]
    assert not [name for name in listing(places.cache) if "-tmp-" in name]


def test_d4_a_private_authority_is_named_with_the_variable_that_helps(places: Places, server: Server) -> None:
    error = refused(places, server, {})
    assert (error.code, error.params) == ("tls-untrusted", {"host": "localhost", "issuer": AUTHORITY})
    assert server.site.requests == []


@pytest.mark.parametrize("variable", ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "FEEDBACK_GATE_CA_FILE"])
def test_d4_each_variable_for_a_private_authority_works(
    places: Places, server: Server, authority: Authority, variable: str
) -> None:
    assert installed(places, server, {variable: authority.file}).fresh


def test_d4_a_folder_of_authorities_works(places: Places, server: Server, authority: Authority, tmp_path: Path) -> None:
    import subprocess

    folder = tmp_path / "certs"
    folder.mkdir()
    named = subprocess.run(
        ["openssl", "x509", "-hash", "-noout", "-in", authority.file], capture_output=True, text=True, check=True
    )
    (folder / f"{named.stdout.strip()}.0").write_bytes(content(authority.file))
    assert installed(places, server, {"SSL_CERT_DIR": str(folder)}).fresh


@pytest.mark.parametrize("text", [None, "no certificate"])
def test_d4_a_variable_that_names_no_certificates_is_said(
    places: Places, server: Server, tmp_path: Path, text: str | None
) -> None:
    path = tmp_path / "ca.pem"
    if text is not None:
        path.write_text(text)
    error = refused(places, server, {"SSL_CERT_FILE": str(path)})
    assert (error.code, error.params["variable"], error.params["path"]) == ("ca-file-unreadable", "SSL_CERT_FILE", str(path))


def test_d4_through_a_proxy_the_issuer_is_named_too(places: Places, server: Server) -> None:
    with web.proxying() as proxy:
        error = refused(places, server, {"HTTPS_PROXY": f"http://127.0.0.1:{proxy.port}"})
    assert (error.code, error.params["issuer"]) == ("tls-untrusted", AUTHORITY)


@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
def test_d3_a_proxy_is_used(places: Places, server: Server, env: dict[str, str], variable: str) -> None:
    with web.proxying() as proxy:
        assert installed(places, server, {**env, variable: f"127.0.0.1:{proxy.port}"}).fresh
    assert set(proxy.tunnels) == {f"localhost:{server.server_address[1]}"}
    assert len(proxy.tunnels) == 3


@pytest.mark.parametrize("exception", ["localhost", "*", "other.invalid,.localhost", "LOCALHOST:{port}"])
def test_d3_no_proxy_is_respected(places: Places, server: Server, env: dict[str, str], exception: str) -> None:
    excepted = exception.format(port=server.server_address[1])
    with web.proxying() as proxy:
        assert installed(places, server, {**env, "HTTPS_PROXY": f"http://127.0.0.1:{proxy.port}", "NO_PROXY": excepted}).fresh
    assert proxy.tunnels == []


def test_d3_a_proxy_with_a_password_is_used(places: Places, server: Server, env: dict[str, str]) -> None:
    with web.proxying(password="secret") as proxy:
        assert installed(places, server, {**env, "HTTPS_PROXY": f"http://user:secret@127.0.0.1:{proxy.port}"}).fresh


def test_d3_a_wrong_proxy_password_is_said_without_it(places: Places, server: Server, env: dict[str, str]) -> None:
    with web.proxying(password="secret") as proxy:
        address = f"http://user:wrongsecret@127.0.0.1:{proxy.port}"
        error = refused(places, server, {**env, "HTTPS_PROXY": address})
    assert (error.code, error.params) == ("proxy-auth", {"proxy": f"http://127.0.0.1:{proxy.port}"})
    assert b"wrongsecret" not in content(places.journal)


def test_d3_a_proxy_that_refuses_is_named(places: Places, server: Server, env: dict[str, str]) -> None:
    with web.proxying(status=502) as proxy:
        error = refused(places, server, {**env, "HTTPS_PROXY": f"http://user:secret@127.0.0.1:{proxy.port}"})
    assert (error.code, error.params) == ("proxy-failed", {"proxy": f"http://127.0.0.1:{proxy.port}", "why": "status 502"})


def test_d3_a_proxy_that_is_not_there_is_named(places: Places, server: Server, env: dict[str, str]) -> None:
    error = refused(places, server, {**env, "HTTPS_PROXY": "http://user:secret@127.0.0.1:9"})
    assert (error.code, error.params) == ("proxy-failed", {"proxy": "http://127.0.0.1:9", "why": "Connection refused"})


def test_d3_a_kind_of_proxy_we_do_not_speak_is_named(places: Places, server: Server, env: dict[str, str]) -> None:
    error = refused(places, server, {**env, "ALL_PROXY": "socks5://user:secret@127.0.0.1:9"})
    assert (error.code, error.params["proxy"]) == ("proxy-failed", "socks5://127.0.0.1:9")


def test_a_server_that_is_not_there_is_named(places: Places, server: Server, env: dict[str, str]) -> None:
    made = order(RELEASE, places)
    made.sources = [lambda: source(server, env, made.budget, "https://127.0.0.1:9/r")]
    error = refusal(lambda: install.install(made))
    assert (error.code, error.params) == ("download-failed", {"host": "127.0.0.1", "why": "Connection refused"})


def test_a_name_that_does_not_exist_is_said(places: Places, server: Server, env: dict[str, str]) -> None:
    made = order(RELEASE, places)
    made.sources = [lambda: source(server, env, made.budget, "https://nowhere.invalid/r")]
    assert refusal(lambda: install.install(made)).code in ("download-failed", "time-budget-spent")


def test_d2_an_endless_body_is_stopped_at_the_pinned_size(places: Places, server: Server, env: dict[str, str]) -> None:
    sent = []

    def pour(handler: Handler) -> None:
        handler.begin(200, Connection="close")
        handler.close_connection = True
        while True:
            handler.wfile.write(b"x" * 65536)
            sent.append(65536)

    plan(server, pour)
    error = refused(places, server, env)
    assert (error.code, error.params["limit"]) == ("download-too-large", str(len(RELEASE.data)))
    assert sum(sent) < len(RELEASE.data) + 16_000_000  # what the sockets hold; nothing more was asked for


@pytest.mark.parametrize(("more", "code"), [(1, "download-too-large"), (-1, "size-mismatch")])
def test_d2_a_wrong_length_is_refused_before_the_body(
    places: Places, server: Server, env: dict[str, str], more: int, code: str
) -> None:
    def promise(handler: Handler) -> None:
        handler.begin(200, **{"Content-Length": str(len(RELEASE.data) + more)})
        handler.rfile.read(1)  # until the client hangs up

    plan(server, promise)
    assert refused(places, server, env, seconds=5.0).code == code


def test_t1_one_flipped_bit_from_the_server_is_refused(places: Places, server: Server, env: dict[str, str]) -> None:
    data = bytearray(RELEASE.data)
    data[1000] ^= 1
    server.site.files[EXECUTABLE] = bytes(data)
    error = refused(places, server, env)
    assert (error.code, error.params["wanted"]) == ("checksum-mismatch", RELEASE.sha256)


def test_d6_a_cut_download_asks_only_for_the_rest(places: Places, server: Server, env: dict[str, str]) -> None:
    at = len(RELEASE.data) * 9 // 10
    plan(server, lambda handler: handler.cut(RELEASE.data, at))
    assert content(installed(places, server, env).path) == RELEASE.data
    first, second = server.site.asked(EXECUTABLE)
    assert "range" not in first
    assert second["range"] == f"bytes={at}-"


def test_d6_a_file_that_changed_meanwhile_is_fetched_from_the_start(places: Places, server: Server, env: dict[str, str]) -> None:
    old = b"older content " * 20_000
    plan(server, lambda handler: handler.cut(old.ljust(len(RELEASE.data), b"x")[: len(RELEASE.data)], 100_000))
    assert content(installed(places, server, env).path) == RELEASE.data
    assert server.site.asked(EXECUTABLE)[1]["range"] == "bytes=100000-"


def test_d6_without_a_strong_entity_tag_nothing_is_resumed(places: Places, server: Server, env: dict[str, str]) -> None:
    plan(server, lambda handler: handler.cut(RELEASE.data, 100_000, ETag='W/"weak"'))
    assert installed(places, server, env).fresh
    assert "range" not in server.site.asked(EXECUTABLE)[1]


def test_d6_the_next_run_goes_on_where_the_last_one_stopped(places: Places, server: Server, env: dict[str, str]) -> None:
    plan(server, lambda handler: handler.cut(RELEASE.data, 100_000))
    server.site.keep_last = True
    error = refused(places, server, env)
    assert (error.code, error.params["wanted"]) == ("download-incomplete", str(len(RELEASE.data)))
    server.site.plans.clear()
    server.site.requests.clear()
    assert content(installed(places, server, env).path) == RELEASE.data
    assert server.site.asked(EXECUTABLE)[0]["range"] == "bytes=100000-"
    assert not [name for name in listing(places.cache) if "-tmp-" in name]


def test_d6_a_part_that_was_damaged_is_dropped_once_and_fetched_anew(places: Places, server: Server, env: dict[str, str]) -> None:
    plan(server, lambda handler: handler.cut(RELEASE.data, 100_000))
    server.site.keep_last = True
    refused(places, server, env)
    folder = os.path.join(places.cache, RELEASE.pin().folder)
    (part,) = [name for name in os.listdir(folder) if not name.endswith(".meta")]
    with open(os.path.join(folder, part), "r+b") as file:
        file.write(b"damage")
    server.site.plans.clear()
    server.site.requests.clear()
    assert content(installed(places, server, env).path) == RELEASE.data
    assert ["range" in headers for headers in server.site.asked(EXECUTABLE)] == [True, False]


def test_d6_a_part_from_another_mirror_is_not_resumed(
    places: Places, server: Server, env: dict[str, str], authority: Authority
) -> None:
    plan(server, lambda handler: handler.cut(RELEASE.data, 100_000))
    server.site.keep_last = True
    refused(places, server, env)
    with web.serving(authority) as other:
        other.site.publish("1.4.0", RELEASE.files)
        assert installed(places, other, env).fresh
        assert ["range" in headers for headers in other.site.asked(EXECUTABLE)] == [False]


def test_d6_a_range_the_server_cannot_serve_starts_again(places: Places, server: Server, env: dict[str, str]) -> None:
    plan(server, lambda handler: handler.cut(RELEASE.data, 100_000), lambda handler: handler.answer(416, b""))
    assert installed(places, server, env).fresh
    assert ["range" in headers for headers in server.site.asked(EXECUTABLE)] == [False, True, False]


def test_d6_another_part_than_asked_for_starts_again(places: Places, server: Server, env: dict[str, str]) -> None:
    wrong = {"Content-Range": f"bytes 5-{len(RELEASE.data) - 1}/{len(RELEASE.data)}"}
    plan(
        server, lambda handler: handler.cut(RELEASE.data, 100_000), lambda handler: handler.answer(206, RELEASE.data[5:], **wrong)
    )
    assert content(installed(places, server, env).path) == RELEASE.data


def test_d6_a_server_that_always_cuts_is_given_up(places: Places, server: Server, env: dict[str, str]) -> None:
    plan(server, lambda handler: handler.cut(RELEASE.data, 0))
    server.site.keep_last = True
    assert refused(places, server, env).code == "download-incomplete"
    assert len(server.site.asked(EXECUTABLE)) == 4


@pytest.mark.parametrize("kind", ["text/html", "application/octet-stream"])
def test_d7_a_web_page_instead_of_the_archive_is_named(places: Places, server: Server, env: dict[str, str], kind: str) -> None:
    page = b"<!DOCTYPE html><title>Sign in to the network</title>".ljust(len(RELEASE.data))
    plan(server, lambda handler: handler.answer(200, page, **{"Content-Type": kind}))
    error = refused(places, server, env)
    assert (error.code, error.params["host"], error.params["name"]) == ("web-page", "localhost", "feedback-gate.pyz")


def test_d7_a_short_web_page_is_named_before_its_size(places: Places, server: Server, env: dict[str, str]) -> None:
    plan(server, lambda handler: handler.answer(200, b"<html>", **{"Content-Type": "text/html"}))
    assert refused(places, server, env).code == "web-page"


@pytest.mark.parametrize("when", ["before the answer", "in the head", "in the body"])
def test_d10_a_server_that_never_finishes_costs_no_more_than_the_budget(
    places: Places, server: Server, env: dict[str, str], when: str
) -> None:
    def dawdle(handler: Handler) -> None:
        if when == "in the body":
            handler.begin(200, **{"Content-Length": str(len(RELEASE.data))})
        elif when == "in the head":
            handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        for _ in range(100):
            if when != "before the answer":
                handler.wfile.write(b"x" if when == "in the body" else b"X-Slow: 1\r\n")
                handler.wfile.flush()
            time.sleep(0.05)

    plan(server, dawdle)
    start = time.monotonic()
    assert refused(places, server, env, seconds=1.0).code == "time-budget-spent"
    assert time.monotonic() - start < 1.6


def test_d1_a_redirect_to_plain_http_is_refused_on_the_wire(places: Places, server: Server, env: dict[str, str]) -> None:
    plan(server, lambda handler: handler.answer(302, b"", Location=f"http://localhost:{server.server_address[1]}/x"))
    error = refused(places, server, env)
    assert (error.code, error.params["host"]) == ("redirect-not-https", "localhost")


def test_d1_a_redirect_to_another_host_is_refused_on_the_wire(places: Places, server: Server, env: dict[str, str]) -> None:
    plan(server, lambda handler: handler.answer(302, b"", Location=f"https://127.0.0.1:{server.server_address[1]}{EXECUTABLE}"))
    assert refused(places, server, env).code == "redirect-host"


def test_d8_the_first_right_mirror_wins_and_the_wrong_one_is_named(
    places: Places, server: Server, env: dict[str, str], authority: Authority
) -> None:
    with web.serving(authority) as wrong:
        wrong.site.publish("1.4.0", {**RELEASE.files, "feedback-gate.pyz": bytes(len(RELEASE.data))})
        made = order(RELEASE, places)
        made.sources = [lambda: source(wrong, env, made.budget), lambda: source(server, env, made.budget)]
        result = install.install(made)
        assert (result.source, content(result.path)) == (server.base, RELEASE.data)
        assert ("source-failed", {"source": wrong.base, "code": "checksum-mismatch"}) in result.notes


def test_e4_no_secret_of_an_address_is_kept(places: Places, server: Server, env: dict[str, str]) -> None:
    base = server.base.replace("https://", "https://user:topsecret@") + "?token=topsecret"
    made = order(RELEASE, places)
    made.sources = [lambda: source(server, env, made.budget, base)]
    result = install.install(made)
    assert result.source == server.base
    for folder in (places.cache, places.state):
        for name in listing(folder):
            assert b"topsecret" not in content(os.path.join(folder, name))
