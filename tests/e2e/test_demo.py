"""The README's sample is what `make demo` prints."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e import demo

README = Path(__file__).resolve().parents[2] / "README.md"


def steady(text: str) -> str:
    """Without what varies: durations, log names, and how a Python version words a syntax error or a test name."""
    text = re.sub(r"\(\d+\.\d+s\)|in \d+\.\d{3}s", "(time)", text)
    text = re.sub(r"\.\d+\.\d+\.\d+\.log", ".log", text)
    return re.sub(r"test_three_becomes_six \([^)]*\)", "test_three_becomes_six", text)


def sample() -> str:
    found = re.search(r"<!-- demo -->\n(.*?)<!-- /demo -->", README.read_text(), re.DOTALL)
    assert found
    return "\n".join(line.removeprefix("    ") for line in found[1].strip("\n").splitlines())


def test_the_readme_shows_what_make_demo_prints(tmp_path):
    assert steady(sample()).strip() == steady("\n".join(demo.play(tmp_path))).strip()
