"""The guard of the real home fails a test that reaches for it, also when the refusal is caught."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Were the guard broken, none of these would change anything.
PLANTED = """
import os
import pathlib

import pytest
from tests.conftest import REAL_HOME

PLACE = os.path.join(REAL_HOME, ".codex", "planted", "nowhere")
TOUCHES = {
    "text": lambda: open(PLACE),
    "bytes": lambda: open(os.fsencode(PLACE), "rb"),
    "path": lambda: pathlib.Path(PLACE).read_text(),
    "folder": lambda: os.listdir(os.path.join(REAL_HOME, ".codex")),
    "rename": lambda: os.rename("nowhere", PLACE),
    "folder in bytes": lambda: os.scandir(os.fsencode(PLACE)),
}


@pytest.mark.parametrize("touch", TOUCHES.values(), ids=TOUCHES)
def test_planted(touch):
    try:
        touch()
    except BaseException:
        pass


def test_beside():
    for path in (os.path.join(REAL_HOME, ".codex-of-another"), b"nowhere"):
        with pytest.raises(OSError):
            open(path)
"""


def test_a_planted_touch_fails_and_its_neighbour_does_not(tmp_path: Path) -> None:
    path = tmp_path / "test_planted.py"
    path.write_text(PLANTED, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", "-c", os.devnull, "-q", "-rE"]
    done = subprocess.run(
        [*command, f"--rootdir={tmp_path}", str(path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "7 passed, 6 errors" in done.stdout, done.stdout
    assert [line for line in done.stdout.splitlines() if line.startswith("ERROR") and "test_beside" in line] == []
