"""The program that a Python runs to show that it will do."""

from __future__ import annotations

import os
import runpy
import zipapp
from typing import TYPE_CHECKING, Any

import pytest
from tests.shim.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.shim.conftest import Plugin


@pytest.fixture
def place() -> dict[str, Any]:
    """The program's functions."""
    return runpy.run_path(str(ROOT / "shim" / "place.py"))


def test_the_pin_is_never_older_than_its_python(place: dict[str, Any], tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.touch()
    os.utime(python, (4_000_000_000, 4_000_000_000))  # a clock was wrong once
    place["keep_pin"](str(tmp_path / "cache"), str(python))
    assert (tmp_path / "cache" / "python").stat().st_mtime == 4_000_000_000


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
@pytest.mark.parametrize("which", [".", "1.0.0-0123", "1.0.0-0123/feedback-gate.pyz", "1.0.0-0123/python"])
def test_c7_what_belongs_to_somebody_else_is_not_safe(place: dict[str, Any], tmp_path: Path, which: str) -> None:
    folder = tmp_path / "1.0.0-0123"
    folder.mkdir()
    for name in ("feedback-gate.pyz", "python"):
        (folder / name).touch()
    assert place["unsafe"](str(folder)) is None
    os.chown(tmp_path / which, 12345, 12345)
    assert place["unsafe"](str(folder)) == (os.path.normpath(tmp_path / which), "owned by user 12345")


def test_a_folder_that_is_not_there_yet_is_safe_and_a_cache_behind_a_link_is_looked_at_where_it_lies(
    place: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "cache").symlink_to("real")
    assert place["unsafe"](str(tmp_path / "cache" / "1")) is None
    (tmp_path / "real").chmod(0o707)
    assert place["unsafe"](str(tmp_path / "cache" / "1")) == (str(tmp_path / "real"), "mode 0707 lets others write")


def test_a_failed_write_leaves_nothing_behind(place: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "target" / "is a folder").mkdir(parents=True)
    assert place["write"](str(tmp_path / "target"), b"content") is False
    assert [path.name for path in tmp_path.iterdir()] == ["target"]


@pytest.mark.parametrize(
    "body", ["print('feedback-gate 1'); print('more')", "print('hello')", "import sys; sys.exit('feedback-gate 1')", "pass"]
)
def test_an_executable_that_does_not_name_its_version_alone_is_not_started(plugin: Plugin, tmp_path: Path, body: str) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "__main__.py").write_text(body)
    zipapp.create_archive(tmp_path / "source", tmp_path / "other.pyz")
    plugin.env["FEEDBACK_GATE_BIN"] = str(tmp_path / "other.pyz")
    assert str(plugin.call()).endswith("(override-unusable)'}")
