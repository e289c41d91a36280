"""The progress line: on a terminal, nowhere else."""

from __future__ import annotations

import os
import pty
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.support import installing, web
from tests.support.releases import Release, executable
from tests.support.web import Authority

from feedback_gate_installer import progress

if TYPE_CHECKING:
    from pathlib import Path


def test_a_line_shows_bar_name_and_sizes() -> None:
    assert progress.line("gate.pyz", 500_000, 1_000_000, "en") == "[############............] gate.pyz: 500 of 1000 kB"
    assert progress.line("gate.pyz", 1_000_000, 1_000_000, "ja") == "[########################] gate.pyz: 1000 / 1000 kB"


def errors_of(tmp_path: Path, *, terminal: bool, term: str = "xterm") -> str:
    release = Release(data=executable(filler=300_000))
    (tmp_path / "home").mkdir()
    (tmp_path / "pin").write_text(release.pin_text())
    authority = Authority(str(tmp_path))
    with web.serving(authority) as server:
        server.site.publish("1.4.0", release.files)
        words = installing.command("install", "--no-launcher", "--pin", str(tmp_path / "pin"), "--base-url", server.base)
        env = installing.environment(str(tmp_path / "home"), SSL_CERT_FILE=authority.file, TERM=term)
        reader, writer = pty.openpty() if terminal else os.pipe()
        with subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=writer) as running:
            os.close(writer)
            assert running.wait(60) == 0
        return read_all(reader)


def read_all(reader: int) -> str:
    data = b""
    try:
        while chunk := os.read(reader, 65536):
            data += chunk
    except OSError:  # a terminal whose other end is gone
        pass
    os.close(reader)
    return data.decode()


def test_a_terminal_sees_the_download_grow_and_the_line_go(tmp_path: Path) -> None:
    shown = errors_of(tmp_path, terminal=True)
    assert "\r[########################] feedback-gate.pyz: 300 of 300 kB" in shown
    assert "\r\x1b[Knote: " in shown


@pytest.mark.parametrize(("terminal", "term"), [(False, "xterm"), (True, "dumb")])
def test_a_pipe_or_a_dumb_terminal_sees_none(tmp_path: Path, terminal: bool, term: str) -> None:
    shown = errors_of(tmp_path, terminal=terminal, term=term)
    assert shown.replace("\r\n", "\n") == "note: This release carries no build attestation; none is required.\n"
