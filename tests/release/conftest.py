"""A small product in place of the real one, and archives built from it with the real build."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "release" / "build.py"
HOT = ("feedback_gate", "feedback_gate.main", "feedback_gate.room", "feedback_gate.room.part", "feedback_gate.room.words")

MAIN = '''
from __future__ import annotations

import json
import os
import sys

from feedback_gate.room import part
from feedback_gate.room.words import WORDS


def main(argv):
    """This text is not in the bytecode."""
    if argv and argv[0] == "claude":
        event = json.loads(sys.stdin.read())
        print(json.dumps({"systemMessage": part.answer(event, WORDS)}))
        return 0
    if argv == ["fail"]:
        raise ValueError("as " "asked")
    if argv == ["yaml"]:
        from feedback_gate.people.reader import read
        print(read("a: [1, yes]"))
        return 3
    finder = next(finder for finder in sys.meta_path if hasattr(finder, "missing"))
    print("feedback-gate 9.8.7", argv, "hot" if "feedback_gate.room.part" in finder.places else "cold", list(finder.missing))
    return 0
'''

PRODUCT = {
    "__init__.py": '"""A stand-in."""\n\n__version__ = "9.8.7"\n',
    "main.py": MAIN,
    "room/__init__.py": "",
    "room/part.py": (
        'KNOWN = {"b", "a", "c", "d", "e"}\n\n\ndef answer(event, words):\n'
        "    return words['one'] + event['x'] + str(event['x'] in {'q', 'r', 's', 'b'}) + str(sorted(KNOWN)) + words['two']\n"
    ),
    "room/words.py": '"""Texts."""\n\nfrom __future__ import annotations\n\nWORDS = {"one": "確認 ", "two": " !"}\n',
    "people/__init__.py": "",
    "people/reader.py": "import yaml\n\n\ndef read(text):\n    return yaml.safe_load(text)\n",
}


def write_product(folder: Path) -> Path:
    """The stand-in's sources below a folder, which is returned."""
    for name, text in PRODUCT.items():
        path = folder / "feedback_gate" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "imports.json").write_text(json.dumps({"claude.PreToolUse": HOT}))
    return folder


def build(core: Path, out: Path, env: dict[str, str] | None = None, umask: int = 0o022) -> Path:
    """Run the build as a person would, return the archive."""
    done = subprocess.run(
        [sys.executable, str(BUILD), "--core", str(core), "--imports", str(core / "imports.json"), "--out", str(out)],
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        check=False,
        umask=umask,
    )
    assert done.returncode == 0, done.stderr
    return out / "feedback-gate.pyz"


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stand-in's archive, built once."""
    folder = tmp_path_factory.mktemp("built")
    return build(write_product(folder / "core"), folder / "dist")
