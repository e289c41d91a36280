"""A release fetched by curl or wget: the same verdicts as with the library, one code for each thing that can be wrong."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from tests.support import installing, releases, web
from tests.support.installing import listing, refusal
from tests.support.releases import Release
from tests.support.web import Authority, Handler

from feedback_gate_installer import asking, plain, projects, tools
from feedback_gate_installer.budgets import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.web import Server

    from feedback_gate_installer.places import Places

TOOLS = ("curl", "wget")
SUMS = "/r/v1.4.0/checksums.txt"
EXECUTABLE = "/r/v1.4.0/feedback-gate.pyz"


class Machine:
    """A server with one release, a client with one program."""

    def __init__(self, places: Places, server: Server, authority: Authority, tool: str) -> None:
        self.places = places
        self.server = server
        self.site = server.site
        self.release = Release()
        self.site.publish("1.4.0", self.release.files)
        path = shutil.which(tool)
        assert path, f"{tool} is needed"
        self.tool = tools.Tool(tool, path)
        self.env = {"PATH": os.environ["PATH"], "SSL_CERT_FILE": authority.file}
        self.pauses: list[float] = []
        self.hosts: tuple[str, ...] = ()

    def source(self, seconds: float = 20.0, base: str = "") -> plain.PlainRelease:
        base = base or self.server.base
        return plain.PlainRelease(base, "1.4.0", self.env, Budget(seconds), self.hosts, self.tool, self.pauses.append)

    def install(self, seconds: float = 20.0, base: str = "") -> str:
        return installing.install.install(installing.order(self.release, self.places, self.source(seconds, base))).path

    def refused(self, seconds: float = 20.0, base: str = "") -> tuple[str, dict[str, str]]:
        found = refusal(lambda: self.install(seconds, base))
        assert listing(self.places.cache) == [".lock"]
        return found.code, found.params


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(str(tmp_path_factory.mktemp("authority")))


@pytest.fixture(params=TOOLS)
def machine(request: pytest.FixtureRequest, places: Places, authority: Authority) -> Iterator[Machine]:
    with web.serving(authority) as server:
        yield Machine(places, server, authority, request.param)


def test_a_release_is_installed(machine: Machine) -> None:
    path = machine.install()
    assert installing.content(path) == machine.release.data
    assert [asked for asked, _ in machine.site.requests] == [SUMS, f"{SUMS}.sig", EXECUTABLE]


def test_t1_one_flipped_bit_is_refused_with_both_hashes(machine: Machine) -> None:
    data = bytearray(machine.release.data)
    data[100] ^= 1
    machine.site.files[EXECUTABLE] = bytes(data)
    code, values = machine.refused()
    assert (code, values["wanted"]) == ("checksum-mismatch", machine.release.sha256)


def test_t1_a_truncated_file_is_refused(machine: Machine) -> None:
    machine.site.files[EXECUTABLE] = machine.release.data[:-1]
    assert machine.refused()[0] == "size-mismatch"


def test_t2_a_wrong_signature_is_refused(machine: Machine) -> None:
    machine.release.signer = releases.STRANGER
    machine.release.sign()
    machine.site.publish("1.4.0", machine.release.files)
    assert machine.refused()[0] == "signature-mismatch"


def test_d1_a_redirect_to_plain_http_is_refused(machine: Machine) -> None:
    machine.site.plans[SUMS] = [lambda handler: handler.answer(302, b"", Location="http://localhost:1/x")]
    assert machine.refused() == ("redirect-not-https", {"host": "localhost", "target": "http://localhost:1/x"})


def test_d1_a_redirect_to_an_unknown_host_is_refused(machine: Machine) -> None:
    machine.site.plans[SUMS] = [lambda handler: handler.answer(302, b"", Location="https://127.0.0.1:1/x")]
    assert machine.refused() == ("redirect-host", {"host": "localhost", "target": "127.0.0.1"})


def test_d1_a_redirect_to_an_allowed_host_is_followed(machine: Machine) -> None:
    machine.hosts = ("127.0.0.1",)
    there = machine.server.base.replace("localhost", "127.0.0.1") + "/v1.4.0/feedback-gate.pyz?there"
    machine.site.plans[EXECUTABLE] = [lambda handler: handler.answer(302, b"", Location=there)]
    assert installing.content(machine.install()) == machine.release.data


def test_d1_eleven_redirects_are_refused(machine: Machine) -> None:
    machine.site.plans[SUMS] = [lambda handler: handler.answer(307, b"", Location=SUMS)]
    machine.site.keep_last = True
    assert machine.refused()[0] == "redirect-limit"
    assert len(machine.site.requests) == 11


def test_d2_an_endless_body_is_stopped_at_the_pinned_size(machine: Machine) -> None:
    def endless(handler: Handler) -> None:
        handler.begin(200, Connection="close")
        try:
            while True:
                handler.wfile.write(b"x" * 10_000)
        except OSError:
            handler.close_connection = True

    machine.site.plans[EXECUTABLE] = [endless]
    assert machine.refused() == (
        "download-too-large",
        {"host": "localhost", "name": "feedback-gate.pyz", "limit": str(len(machine.release.data))},
    )


def test_d2_a_length_that_is_too_large_is_refused(machine: Machine) -> None:
    machine.site.plans[EXECUTABLE] = [lambda handler: handler.answer(200, machine.release.data + b"x")]
    assert machine.refused()[0] == "download-too-large"


def test_d3_a_proxy_with_a_password_is_used(machine: Machine) -> None:
    with web.proxying(password="secret") as proxy:
        machine.env["HTTPS_PROXY"] = f"http://user:secret@localhost:{proxy.port}"
        machine.install()
        assert set(proxy.tunnels) == {f"localhost:{machine.server.server_address[1]}"}


def test_d3_a_wrong_proxy_password_is_said_without_it(machine: Machine) -> None:
    with web.proxying(password="secret") as proxy:
        machine.env["HTTPS_PROXY"] = f"http://user:wrong@localhost:{proxy.port}"
        assert machine.refused() == ("proxy-auth", {"proxy": f"http://localhost:{proxy.port}"})


def test_d3_a_proxy_that_is_not_there_is_named(machine: Machine) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    machine.env["HTTPS_PROXY"] = f"http://localhost:{port}"
    code, values = machine.refused()
    assert (code, values["proxy"]) == ("proxy-failed", f"http://localhost:{port}")


def test_d3_no_proxy_is_respected(machine: Machine) -> None:
    machine.env.update(HTTPS_PROXY="http://localhost:1", NO_PROXY="localhost")
    machine.install()


def test_d4_a_private_authority_that_nobody_named_is_not_trusted(machine: Machine) -> None:
    del machine.env["SSL_CERT_FILE"]
    code, values = machine.refused()
    assert (code, values["host"]) == ("tls-untrusted", "localhost")


@pytest.mark.parametrize("kind", ["missing", "no certificates"])
def test_d4_a_variable_that_names_no_certificates_is_said(machine: Machine, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "authority"
    if kind == "no certificates":
        path.write_text("nothing")
    machine.env["SSL_CERT_FILE"] = str(path)
    code, values = machine.refused()
    assert (code, values["variable"], values["path"]) == ("ca-file-unreadable", "SSL_CERT_FILE", str(path))


def test_d4_a_folder_of_authorities_works(machine: Machine, authority: Authority, tmp_path: Path) -> None:
    folder = tmp_path / "authorities"
    folder.mkdir()
    shutil.copy(authority.file, folder / "one.pem")
    subprocess.run(["openssl", "rehash", str(folder)], check=True)
    machine.env = {"PATH": os.environ["PATH"], "SSL_CERT_DIR": str(folder)}
    machine.install()


def test_d5_two_busy_answers_are_waited_out(machine: Machine) -> None:
    busy = [lambda handler: handler.answer(503, b"", Retry_After="3"), lambda handler: handler.answer(500, b"")]
    machine.site.plans[SUMS] = busy
    machine.install()
    assert machine.pauses == [3.0, 1.0]


def test_d5_a_longer_wait_than_the_budget_says_later(machine: Machine) -> None:
    machine.site.plans[SUMS] = [lambda handler: handler.answer(429, b"", Retry_After="60")]
    assert machine.refused() == ("server-busy", {"host": "localhost", "status": "429", "seconds": "60"})


def test_d6_a_connection_that_always_breaks_is_given_up(machine: Machine) -> None:
    machine.site.plans[EXECUTABLE] = [lambda handler: handler.cut(machine.release.data, 5000)]
    machine.site.keep_last = True
    code, values = machine.refused()
    assert (code, values["wanted"]) == ("download-incomplete", str(len(machine.release.data)))
    assert len(machine.site.asked(EXECUTABLE)) == plain.ATTEMPTS


def test_d6_a_connection_that_breaks_once_is_tried_again(machine: Machine) -> None:
    machine.site.plans[EXECUTABLE] = [lambda handler: handler.cut(machine.release.data, 5000)]
    assert installing.content(machine.install()) == machine.release.data


@pytest.mark.parametrize(
    ("kind", "body"), [("text/html", b"hello"), ("application/octet-stream", b" \n<!DOCTYPE html><html>sign in</html>")]
)
def test_d7_a_web_page_is_named(machine: Machine, kind: str, body: bytes) -> None:
    machine.site.plans[EXECUTABLE] = [lambda handler: handler.answer(200, body, Content_Type=kind)]
    assert machine.refused() == ("web-page", {"host": "localhost", "name": "feedback-gate.pyz", "status": "200"})


def test_d7_a_page_that_forbids_is_named(machine: Machine) -> None:
    machine.site.plans[SUMS] = [lambda handler: handler.answer(403, b"<html>no</html>", Content_Type="text/html")]
    assert machine.refused() == ("web-page", {"host": "localhost", "name": "checksums.txt", "status": "403"})


def test_a_release_that_is_not_published_is_named(machine: Machine) -> None:
    machine.site.files.clear()
    assert machine.refused() == ("not-published", {"host": "localhost", "name": "checksums.txt", "version": "1.4.0"})


def test_nobody_there_is_said(machine: Machine) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        base = f"https://localhost:{free.getsockname()[1]}/r"
    code, values = machine.refused(base=base)
    assert (code, values["host"]) == ("download-failed", "localhost")


@pytest.mark.parametrize(
    "bad", ["https://localhost:1/a b", "https://localhost:1/a\nurl = file:///etc/passwd", "https://localhost:1/\x01"]
)
def test_an_address_that_could_be_read_as_more_than_one_is_refused(machine: Machine, bad: str) -> None:
    assert machine.refused(base=bad) == ("download-failed", {"host": "localhost", "why": "the address is malformed"})


def test_an_address_with_quotes_reaches_the_server_as_it_is(machine: Machine) -> None:
    machine.refused(base=f'{machine.server.base}/"q\\')
    (path, _), *_ = machine.site.requests
    assert path in ('/r/"q\\/v1.4.0/checksums.txt', "/r/%22q%5C/v1.4.0/checksums.txt")


@pytest.mark.parametrize("at", ["before the answer", "in the body"])
def test_d10_a_server_that_never_finishes_costs_no_more_than_the_budget(machine: Machine, at: str) -> None:
    def hang(handler: Handler) -> None:
        if at == "in the body":
            handler.begin(200, Content_Length="5000")
            handler.wfile.write(b"x")
            handler.wfile.flush()
        time.sleep(6)
        handler.hang_up()

    machine.site.plans[EXECUTABLE] = [hang]
    begun = time.monotonic()
    assert machine.refused(seconds=1.5) == ("time-budget-spent", {"seconds": "1.5"})
    assert time.monotonic() - begun < 5


def test_e4_secrets_of_the_address_are_in_no_command_line(machine: Machine, authority: Authority) -> None:
    command = machine.tool.command(5, 100, machine.env)
    assert "secret" not in " ".join(command)
    assert b"secret" in machine.tool.words("https://user:secret@h/x")
    code, values = machine.refused(base="https://user:secret@localhost:1/r")
    assert "secret" not in f"{code}{values}"


def test_nothing_that_a_project_configures_for_the_program_counts(machine: Machine, tmp_path: Path) -> None:
    for name in (".curlrc", ".wgetrc", "rc"):
        (tmp_path / name).write_text("output = /dev/null\noutput_document = /dev/null\n")
    machine.env.update(
        HOME=str(tmp_path), CURL_HOME=str(tmp_path), WGETRC=str(tmp_path / "rc"), SSLKEYLOGFILE=str(tmp_path / "keys")
    )
    assert installing.content(machine.install()) == machine.release.data
    assert sorted(os.listdir(tmp_path)) == sorted({".curlrc", ".wgetrc", "rc", "machine", "home"} & set(os.listdir(tmp_path)))


# which program


def stand_in(folder: Path, name: str, text: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)
    return str(folder)


def found(path: str, *forbidden: str) -> str:
    tool = tools.find({"PATH": path}, forbidden)
    return tool.path if tool else ""


def test_curl_comes_before_wget(tmp_path: Path) -> None:
    one = stand_in(tmp_path / "one", "wget", "echo GNU Wget 1.21")
    two = stand_in(tmp_path / "two", "curl", "")
    assert found(f"{one}:{two}") == f"{two}/curl"
    assert found(one) == f"{one}/wget"


def test_the_wget_of_busybox_is_passed_over(tmp_path: Path) -> None:
    one = stand_in(tmp_path / "one", "wget", "echo 'wget: unrecognized option: version' >&2; exit 1")
    assert found(one) == ""


def test_no_program_of_the_project_is_taken(tmp_path: Path) -> None:
    stand_in(tmp_path / "project" / "bin", "curl", "")
    (tmp_path / "link").symlink_to(tmp_path / "project" / "bin")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "curl").symlink_to(tmp_path / "project" / "bin" / "curl")
    project = str(tmp_path / "project")
    path = f"{project}/bin:{tmp_path}/link:{tmp_path}/other:bin:."
    assert (found(path), found(path, project)) == (f"{project}/bin/curl", "")


def test_the_repository_around_the_project_counts_and_the_home_folder_does_not(tmp_path: Path) -> None:
    (tmp_path / "home" / "repository" / ".git" / "HEAD").mkdir(parents=True)
    (tmp_path / "home" / "repository" / "inner").mkdir()
    home, inner = str(tmp_path / "home"), str(tmp_path / "home" / "repository" / "inner")
    env = {"HOME": home, "CLAUDE_PROJECT_DIR": inner}
    assert projects.roots(env, home) == (os.path.dirname(inner),)
    assert projects.roots({"HOME": home}, "/") == ()
    os.rename(tmp_path / "home" / "repository" / ".git", tmp_path / "home" / ".git")
    assert projects.roots(env, home) == (inner,)


def test_an_empty_git_folder_as_sandboxes_leave_one_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    inner = tmp_path / "inner"
    inner.mkdir()
    env = {"HOME": "/home/me", "CLAUDE_PROJECT_DIR": str(inner)}
    assert projects.roots(env, str(inner)) == (str(inner),)
    (tmp_path / ".git").rmdir()
    (tmp_path / ".git").write_text("gitdir: elsewhere")
    assert projects.roots(env, str(inner)) == (str(tmp_path),)


def test_what_a_program_says_is_whole_although_it_is_read_while_it_is_written(tmp_path: Path) -> None:
    said = b"".join(b"  line %d\n" % number for number in range(3000))
    program = tmp_path / "wget"
    program.write_text('#!/bin/sh\nn=0\nwhile [ "$n" -lt 3000 ]; do echo "  line $n" >&2; n=$((n + 1)); done\n')
    program.chmod(0o755)
    request = asking.Request(tools.Tool("wget", str(program)), "https://localhost/", {"PATH": os.environ["PATH"]}, 20.0, 100)
    request._ask()
    while request._process.poll() is None:
        assert said.startswith(request._said())
    assert request.end() == (0, said)
