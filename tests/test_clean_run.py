"""`make test` says what a run changed in the checkout, and fails for it."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.support import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a committed file, one that is ignored and one that somebody is working on."""
    for name, text in (("kept", "1"), ("worked on", "1"), (".gitignore", "out\n")):
        (tmp_path / name).write_text(text)
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "start")):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    (tmp_path / "worked on").write_text("2")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    return tmp_path


def test_what_was_changed_added_or_removed_is_named_and_nothing_else(checkout: Path) -> None:
    before = run.working_tree()
    (checkout / "out").write_text("ignored")
    assert run.left_behind(before, run.working_tree()) == []
    (checkout / "kept").unlink()
    (checkout / "a folder").mkdir()
    (checkout / "a folder" / "new").write_text("")
    os.utime(checkout / "worked on", (1, 1))
    assert run.left_behind(before, run.working_tree()) == ["a folder/new", "kept", "worked on"]


def test_a_copy_without_git_is_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert run.working_tree() is None
    assert run.left_behind(None, None) == []


@pytest.mark.parametrize(("changes", "status"), [(False, 0), (True, 1)])
def test_a_run_that_leaves_something_fails(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], changes: bool, status: int
) -> None:
    real = subprocess.run

    def instead_of_pytest(command: list[str], **options: object) -> object:
        if command[0] == "git":
            return real(command, **options)
        if changes:
            (checkout / "new").write_text("")
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(run, "missing_parts", list)
    monkeypatch.setattr(run.subprocess, "run", instead_of_pytest)
    assert run.main() == status
    assert ("  - new\n" in capsys.readouterr().out) == changes
