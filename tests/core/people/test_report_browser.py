"""The page of `report`, opened in a real browser: drawn in light and dark, on wide and narrow screens, without a request."""

from __future__ import annotations

import http.server
import json
import os
import re
import shutil
import struct
import subprocess
import threading
import zlib
from pathlib import Path

import pytest
from tests.support.product import Product

from feedback_gate.main import main
from feedback_gate.state import places
from feedback_gate.system import clock

pytestmark = pytest.mark.browser

BROWSER = "chromium-headless-shell"
QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"]
QUIET += ["--force-color-profile=srgb", "--hide-scrollbars"]
PAPER = {"light": (0xFD, 0xFD, 0xFC), "dark": (0x17, 0x19, 0x1D)}
SCHEME = {"light": "1", "dark": "0"}


class Asked(http.server.BaseHTTPRequestHandler):
    """A proxy through which the browser would have to go for anything; it notes what is asked for."""

    asked: list[str] = []  # noqa: RUF012 - one browser a test

    def note(self) -> None:
        self.asked.append(self.path)
        self.send_error(404)

    do_GET = do_CONNECT = do_POST = note  # noqa: N815 - the names the base class calls

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        pass


@pytest.fixture
def page(tmp_path, monkeypatch) -> str:
    """A written report with something in every part, and names that try to break out."""
    product = Product(tmp_path / "app")
    product.git()
    monkeypatch.chdir(product.root)
    from feedback_gate.people.arguments import call_here

    project = call_here().project.id
    nasty = "</code><img src=http://outside.example/x onerror=document.title='taken'><script>document.title='taken'</script>"
    at = clock.timestamp()
    lines = {
        "history": [{"at": at, "outcome": outcome, "project": project} for outcome in ("passed", "blocked")],
        "gate": [{"at": at, "project": project, "commands": [{"name": nasty, "status": "passed", "seconds": 2.0}]}],
        "violations": [{"ts": at, "rule": nasty, "session": "s", "project_id": project}],
        "hooks": [{"at": at, "host": "claude", "event": "Stop", "seconds": 3.0}],
    }
    for name, some in lines.items():
        path = places.log_file(dict(os.environ), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in some)
    target = str(tmp_path / "report.html")
    assert main(["report", "--html", target]) == 0
    return target


@pytest.fixture
def browse(tmp_path):
    """Runs the browser on a page: its standard output, its messages, and what it asked the outside for."""
    assert shutil.which(BROWSER), f"{BROWSER} is not on PATH; `make tools` installs it on Debian-like systems"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Asked)
    Asked.asked.clear()
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def run(page: str, *options: str) -> tuple[str, str, list[str]]:
        where = [f"--user-data-dir={tmp_path / 'profile'}", f"--proxy-server=http://127.0.0.1:{server.server_port}"]
        argv = [BROWSER, *QUIET, *where, "--proxy-bypass-list=<-loopback>", "--enable-logging=stderr", *options, f"file://{page}"]
        done = subprocess.run(argv, capture_output=True, text=True, timeout=60, check=True)
        return done.stdout, done.stderr, list(Asked.asked)

    yield run
    server.shutdown()
    server.server_close()


def image(path: str) -> tuple[int, int, list[bytes]]:
    """Width, height and rows of a PNG with three or four bytes a pixel."""
    data = Path(path).read_bytes()
    width, height, _, kind = struct.unpack(">IIBB", data[16:26])
    size = {2: 3, 6: 4}[kind]
    packed, place = b"", 8
    while place < len(data):
        length, name = struct.unpack(">I4s", data[place : place + 8])
        packed += data[place + 8 : place + 8 + length] if name == b"IDAT" else b""
        place += 12 + length
    raw = zlib.decompress(packed)
    stride = width * size + 1
    rows, above = [], bytes(width * size)
    for start in range(0, stride * height, stride):
        above = unfiltered(raw[start], raw[start + 1 : start + stride], above, size)
        rows.append(b"".join(above[x : x + 3] for x in range(0, len(above), size)) if size == 4 else above)
    return width, height, rows


def unfiltered(kind: int, line: bytes, above: bytes, size: int) -> bytes:
    made = bytearray(line)
    for place in range(len(made)):
        left = made[place - size] if place >= size else 0
        corner = above[place - size] if place >= size else 0
        up = above[place]
        guess = (0, left, up, (left + up) // 2, nearest(left, up, corner))[kind]
        made[place] = (made[place] + guess) & 255
    return bytes(made)


def nearest(left: int, up: int, corner: int) -> int:
    return min((abs(left + up - corner - one), order, one) for order, one in enumerate((left, up, corner)))[2]


def colours(rows: list[bytes]) -> set[bytes]:
    return {row[x : x + 3] for row in rows for x in range(0, len(row), 3)}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_drawn_in_the_systems_colours(page, browse, tmp_path, scheme):
    picture = str(tmp_path / "page.png")
    browse(page, f"--screenshot={picture}", "--window-size=500,400", f"--blink-settings=preferredColorScheme={SCHEME[scheme]}")
    width, height, rows = image(picture)
    drawn = colours(rows)
    assert (width, height) == (500, 400)
    assert tuple(rows[0][:3]) == PAPER[scheme]
    held, caught = {"light": ("2f6fb5", "d1601f"), "dark": ("6aa7ea", "f0894d")}[scheme]
    assert {bytes.fromhex(held), bytes.fromhex(caught)} <= drawn


def test_the_browser_asks_nobody_and_runs_nothing(page, browse):
    dom, messages, asked = browse(page, "--dump-dom")
    assert asked == []
    assert "<title>feedback-gate report</title>" in dom
    assert [line for line in messages.splitlines() if "CONSOLE" in line] == []


def test_the_recording_proxy_does_hear_of_a_page_that_asks(tmp_path, browse):
    other = tmp_path / "other.html"
    other.write_text("<!DOCTYPE html><img src='http://outside.example/x.png'>")
    assert browse(str(other), "--dump-dom")[2] == ["http://outside.example/x.png"]


def test_the_browser_finds_all_parts_and_pictures(page, browse):
    dom, _, _ = browse(page, "--dump-dom")
    assert re.findall(r'<section id="(\w+)"', dom) == ["claims", "gate", "rules", "silent", "hooks"]
    assert len(re.findall("<svg", dom)) == 5
    assert "<img" not in dom
    assert "<script" not in dom


def test_nothing_sticks_out_on_a_telephone(page, browse, tmp_path):
    """The column at the right edge of a narrow window is paper from top to bottom."""
    picture = str(tmp_path / "page.png")
    browse(page, f"--screenshot={picture}", "--window-size=500,900", "--blink-settings=preferredColorScheme=1")
    _, _, rows = image(picture)
    assert {tuple(row[-3:]) for row in rows} == {PAPER["light"]}
