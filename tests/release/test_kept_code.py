"""What was compiled from source is kept beside an archive in our cache, and nowhere else."""

from __future__ import annotations

import marshal
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.release.test_archive import ANY, PYTHONS, by_boot, without_bundles

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


@pytest.mark.parametrize("version", PYTHONS)
def test_every_python_keeps_its_own_and_uses_it(cached: Path, version: str) -> None:
    assert answer(PYTHONS[version], cached) == PRINTED
    names = [path.name for path in kept(cached)]
    assert {"feedback_gate.people", "feedback_gate.people.reader", "yaml", "yaml.scanner", "yaml.cyaml"} <= set(names)
    assert not [name for name in names if name.startswith("feedback_gate.room") or name.endswith(".tmp")]
    assert {path.parent.name.split("-")[2] for path in kept(cached)} == {version.replace(".", "")}
    reader = next(path for path in kept(cached) if path.name == "feedback_gate.people.reader")
    changed = "def read(text):\n    return 'from the kept code'\n"
    compile_it = f"import marshal;open({str(reader)!r},'wb').write(marshal.dumps((False, compile({changed!r}, 'x', 'exec'))))"
    subprocess.run([PYTHONS[version], "-c", compile_it], check=True)
    assert answer(PYTHONS[version], cached) == ("from the kept code\n", "", 3)


def test_its_folder_is_the_owners_alone(cached: Path) -> None:
    answer(PYTHONS[ANY], cached)
    assert {path.parent.stat().st_mode & 0o777 for path in kept(cached)} == {0o700}


def test_a_python_without_a_bundle_keeps_all_it_needs(cached: Path) -> None:
    without_bundles(cached, cached)
    assert answer(PYTHONS[ANY], cached) == PRINTED
    assert "feedback_gate.room.part" in [path.name for path in kept(cached)]
    assert answer(PYTHONS[ANY], cached) == PRINTED


def test_beside_any_other_archive_nothing_is_kept(cached: Path) -> None:
    (cached.parent / "python").unlink()
    assert answer(PYTHONS[ANY], cached) == PRINTED
    assert [path.name for path in cached.parent.iterdir()] == ["feedback-gate.pyz"]


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"\xff" * 50, marshal.dumps(5), marshal.dumps(5)[:-1], marshal.dumps((1, 2, 3))]
)
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
