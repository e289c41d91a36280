"""The real product, built: its size, what it says of itself, and that it answers on every Python."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.release.test_archive import ANY, PYTHONS, by_boot, without_bundles

import archive as archive_module
import contents

if TYPE_CHECKING:
    from pathlib import Path

VERSION = contents.version_of(contents.own_files())
EVENT = json.dumps({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}})


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real archive."""
    path = tmp_path_factory.mktemp("product") / "feedback-gate.pyz"
    path.write_bytes(archive_module.build().data)
    return path


def test_it_stays_below_a_megabyte(product: Path) -> None:
    assert product.stat().st_size < 1_000_000


def test_the_bytecode_of_tool_calls_is_inside() -> None:
    assert "PreToolUse" not in archive_module.build().source


@pytest.mark.parametrize("version", PYTHONS)
def test_it_names_its_version_and_python(product: Path, version: str) -> None:
    said = by_boot(PYTHONS[version], product, "version")
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith(f"feedback-gate {VERSION} (python {version}.")
    assert said.stdout.endswith(")\n")


@pytest.mark.parametrize("version", PYTHONS)
def test_it_answers_a_tool_call_with_and_without_its_bytecode(product: Path, tmp_path: Path, version: str) -> None:
    bare = without_bundles(product, tmp_path / "bare.pyz")
    for path in (product, bare):
        done = by_boot(PYTHONS[version], path, "claude", "PreToolUse", stdin=EVENT)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_it_says_when_it_has_no_bytecode_for_the_python_that_runs_it(product: Path, tmp_path: Path) -> None:
    said = by_boot(PYTHONS[ANY], without_bundles(product, tmp_path / "bare.pyz"), "version").stdout
    assert said.endswith(", no bytecode for it)\n")


def test_it_says_when_it_was_built_without_a_released_python(tmp_path: Path) -> None:
    path = tmp_path / "partial.pyz"
    path.write_bytes(archive_module.build(versions=[ANY, "3.98", "3.99"]).data)
    assert by_boot(PYTHONS[ANY], path, "version").stdout.endswith(", not a release: built without Python 3.98, 3.99)\n")
