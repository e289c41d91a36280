"""What was compiled from source is kept beside an archive in our cache, and nowhere else."""

from __future__ import annotations

import json
import marshal
import shutil
from typing import TYPE_CHECKING

import pytest
from tests.release.test_archive import ANSWER, ANY, EVENT, PYTHONS, by_boot, started, without_bundles

if TYPE_CHECKING:
    from pathlib import Path

PRINTED = ("{'a': [1, True]}\n", "", 3)


def answer(python: str, path: Path) -> tuple[str, str, int]:
    done = by_boot(python, path, "yaml")
    return done.stdout, done.stderr, done.returncode


@pytest.fixture
def cached(archive: Path, tmp_path: Path) -> Path:
    """The archive in a folder that the launcher has made its own."""
    folder = tmp_path / "cache" / "9.8.7-0123456789abcdef"
    folder.mkdir(parents=True)
    (folder / "python").write_text("/usr/bin/python3\n")
    return shutil.copy(archive, folder / "feedback-gate.pyz")


def kept(path: Path) -> list[Path]:
    return sorted(path.parent.glob("code-*/*"))


def names(path: Path) -> set[str]:
    """The modules in a file of kept code."""
    ask = f"import marshal; print(*marshal.loads(open({str(path)!r}, 'rb').read()))"
    python = next(python for version, python in PYTHONS.items() if f"-{version.replace('.', '')}-" in path.parent.name)
    return set(started(python, "-c", ask).stdout.split())


@pytest.mark.parametrize("version", PYTHONS)
def test_every_python_keeps_its_own_and_uses_it(cached: Path, version: str) -> None:
    assert answer(PYTHONS[version], cached) == PRINTED
    (file,) = kept(cached)
    assert file.name == "yaml"
    found = names(file)
    assert {"feedback_gate.people", "feedback_gate.people.reader", "yaml", "yaml.scanner", "yaml.cyaml"} <= found
    assert not [name for name in found if name.startswith("feedback_gate.room")]
    assert answer(PYTHONS[version], cached) == PRINTED
    changed = "def read(text):\n    return 'from the kept code'\n"
    change = (
        f"import marshal; path = {str(file)!r}; known = marshal.loads(open(path, 'rb').read());"
        f"known['feedback_gate.people.reader'] = (False, marshal.dumps(compile({changed!r}, 'x', 'exec')));"
        "open(path, 'wb').write(marshal.dumps(known))"
    )
    assert started(PYTHONS[version], "-c", change).stderr == ""
    assert answer(PYTHONS[version], cached) == ("from the kept code\n", "", 3)


def test_its_folder_is_the_owners_alone(cached: Path) -> None:
    answer(PYTHONS[ANY], cached)
    assert {path.parent.stat().st_mode & 0o777 for path in kept(cached)} == {0o700}


def test_a_python_without_a_bundle_keeps_all_it_needs_for_each_event(cached: Path) -> None:
    without_bundles(cached, cached)
    for event in ("PreToolUse", "Stop"):
        for _ in range(2):
            assert json.loads(by_boot(PYTHONS[ANY], cached, "claude", event, stdin=EVENT).stdout) == ANSWER
    assert [path.name for path in kept(cached)] == ["claude.PreToolUse", "claude.Stop"]
    assert "feedback_gate.room.part" in names(kept(cached)[0])


def test_where_all_is_in_the_bundle_nothing_is_kept(cached: Path) -> None:
    by_boot(PYTHONS[ANY], cached, "claude", "PreToolUse", stdin=EVENT)
    assert kept(cached) == []


@pytest.mark.parametrize("words", [["../../x"], ["a/b", "c"], ["..", "x"], [""], ["claude", "../../x"], ["x" * 300]])
def test_no_word_leads_out_of_the_folder(cached: Path, words: list[str]) -> None:
    without_bundles(cached, cached)
    by_boot(PYTHONS[ANY], cached, *words, stdin=EVENT)
    (file,) = kept(cached)
    assert set(cached.parent.parent.iterdir()) == {cached.parent}
    assert len(file.name) <= 80


def test_beside_any_other_archive_nothing_is_kept(cached: Path) -> None:
    (cached.parent / "python").unlink()
    assert answer(PYTHONS[ANY], cached) == PRINTED
    assert [path.name for path in cached.parent.iterdir()] == ["feedback-gate.pyz"]


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff" * 50, marshal.dumps(5), marshal.dumps({})[:-1]])
def test_kept_code_that_is_damaged_is_compiled_again(cached: Path, content: bytes) -> None:
    answer(PYTHONS[ANY], cached)
    for path in kept(cached):
        path.write_bytes(content)
    assert answer(PYTHONS[ANY], cached) == PRINTED
    assert content not in [path.read_bytes() for path in kept(cached)]


def test_a_folder_that_cannot_be_made_does_not_matter(cached: Path) -> None:
    for python in PYTHONS.values():
        answer(python, cached)
    for folder in cached.parent.glob("code-*"):
        shutil.rmtree(folder)
        folder.write_text("a file in the way")
    assert [answer(path, cached) for path in PYTHONS.values()] == [PRINTED] * len(PYTHONS)
