"""The pictures of the documentation can be made by anyone, and each that the pages show is there."""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from tests.support import built

ROOT = Path(__file__).resolve().parents[2]
NAMES = ["doctor.png", "report.png", "stats.png", "watch.png"]


def size(path: Path) -> tuple[int, int]:
    """(width, height) of a PNG, whose pixels can all be read."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    parts = re.findall(rb"IDAT(.*?)(?=....(?:IDAT|IEND))", data, re.DOTALL)
    assert len(zlib.decompressobj().decompress(b"".join(part[:-4] for part in parts))) > 0
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def test_every_picture_is_shown_and_every_one_shown_is_there():
    shown = {name for page in (ROOT / "docs").glob("*.md") for name in re.findall(r"\(pictures/([^)]+)\)", page.read_text())}
    assert sorted(shown) == sorted(os.listdir(ROOT / "docs" / "pictures")) == NAMES


@pytest.mark.browser
@pytest.mark.skipif(shutil.which("chromium-headless-shell") is None, reason="needs chromium-headless-shell")
def test_the_pictures_are_made_of_what_the_commands_print(tmp_path):
    argv = [sys.executable, str(ROOT / "tests" / "support" / "pictures.py"), "--out", str(tmp_path / "made")]
    done = subprocess.run(
        [*argv, "--executable", os.path.join(built.plugin(), "shim", "feedback-gate.pyz")],
        env={"HOME": str(tmp_path), "PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(os.listdir(tmp_path / "made")) == NAMES
    sizes = {name: size(tmp_path / "made" / name) for name in NAMES}
    assert [sizes[name][0] for name in NAMES] == [900, 780, 900, 900]
    assert all(200 < height < 1400 for _, height in sizes.values())
