"""What an event ran is kept beside an archive in our cache, ready to run, and nowhere else."""

from __future__ import annotations

import json
import marshal
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.release.conftest import HOT, build, write_product
from tests.release.test_archive import ANSWER, ANY, EVENT, PYTHONS, by_boot, started, without_bundles

import boot

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


def asked(path: Path, ask: str) -> str:
    """What a program prints that is run by the Python whose code the file holds; `path`, `data` and `index` are set."""
    python = next(python for version, python in PYTHONS.items() if f"-{version.replace('.', '')}-" in path.parent.name)
    begin = (
        f"import marshal; path = {str(path)!r}; data = open(path, 'rb').read(); length = int.from_bytes(data[:8], 'little');"
        "index = marshal.loads(data[8 : 8 + length]);"
    )
    done = started(python, "-c", begin + ask)
    assert done.stderr == ""
    return done.stdout


def names(path: Path) -> set[str]:
    """The modules in a file of kept code."""
    return set(asked(path, "print(*(name for name, (_, _, start, stop) in index.items() if stop > start))").split())


@pytest.mark.parametrize("version", PYTHONS)
def test_every_python_keeps_its_own_and_uses_it(cached: Path, version: str) -> None:
    assert answer(PYTHONS[version], cached) == PRINTED
    (file,) = kept(cached)
    assert file.name == "yaml"
    assert {"feedback_gate.people", "feedback_gate.people.reader", "yaml", "yaml.scanner"} <= names(file)
    assert "yaml.cyaml" in asked(file, "print(*index)").split()  # that there is none is kept too
    assert answer(PYTHONS[version], cached) == PRINTED
    changed = "def read(text):\n    return 'from the kept code'\n"
    asked(
        file,
        f"code = marshal.dumps(compile({changed!r}, 'x', 'exec')); rest = data[8 + length :];"
        "index['feedback_gate.people.reader'] = (False, False, len(rest), len(rest) + len(code)); head = marshal.dumps(index);"
        "open(path, 'wb').write(len(head).to_bytes(8, 'little') + head + rest + code)",
    )
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


def test_what_comes_from_the_bundle_is_kept_too_for_it_is_read_faster_there(cached: Path) -> None:
    for _ in range(2):
        assert json.loads(by_boot(PYTHONS[ANY], cached, "claude", "PreToolUse", stdin=EVENT).stdout) == ANSWER
        (file,) = kept(cached)
        assert names(file) == {f"feedback_gate{room}" for room in ("", ".main", ".room", ".room.part", ".room.words")}
        values = asked(file, "print(*(name for name in index if index[name][1]))").split()
        assert {"feedback_gate.room.words", "feedback_gate.main"} & set(values) == {"feedback_gate.room.words"}


def test_what_is_kept_is_written_once(cached: Path) -> None:
    by_boot(PYTHONS[ANY], cached, "claude", "PreToolUse", stdin=EVENT)
    (file,) = kept(cached)
    before = file.stat()
    by_boot(PYTHONS[ANY], cached, "claude", "PreToolUse", stdin=EVENT)
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


@pytest.mark.parametrize("words", [["../../x"], ["a/b", "c"], ["..", "x"], [""], ["claude", "../../x"], ["x" * 300]])
def test_no_word_leads_out_of_the_folder(cached: Path, words: list[str]) -> None:
    without_bundles(cached, cached)
    by_boot(PYTHONS[ANY], cached, *words, stdin=EVENT)
    (file,) = kept(cached)
    assert set(cached.parent.parent.iterdir()) == {cached.parent}
    assert len(file.name) <= 80


def overriding(archive: Path, home: Path, program: str = boot.BOOT) -> tuple[str, str, int]:
    done = subprocess.run(
        [PYTHONS[ANY], "-I", "-S", "-X", "utf8", "-c", program, str(archive), "yaml"],
        capture_output=True,
        text=True,
        env={"HOME": str(home), "XDG_CACHE_HOME": str(home / "elsewhere")},
        check=False,
    )
    return done.stdout, done.stderr, done.returncode


@pytest.fixture
def override(archive: Path, tmp_path: Path) -> Path:
    """An archive of the person's own anywhere, and in their home the launcher's folder for overrides."""
    (tmp_path / ".cache" / "feedback-gate" / "override").mkdir(parents=True)
    (tmp_path / ".cache" / "feedback-gate" / "override" / "python").write_text("/usr/bin/python3\n")
    return shutil.copy(archive, tmp_path / "any.pyz")


def test_what_an_override_ran_is_kept_in_the_home_until_the_override_changes(override: Path, tmp_path: Path) -> None:
    place = tmp_path / ".cache" / "feedback-gate" / "override"
    assert overriding(override, tmp_path) == PRINTED
    (folder,) = place.glob("code-*")
    assert [path.name for path in folder.iterdir()] == ["yaml"]
    assert overriding(override, tmp_path) == PRINTED
    os.utime(override, (1, 1))
    assert overriding(override, tmp_path) == PRINTED
    (other,) = place.glob("code-*")
    assert other != folder
    assert sorted(path.name for path in tmp_path.iterdir()) == [".cache", "any.pyz"]


def test_an_override_that_is_replaced_while_it_starts_leaves_nothing_for_its_successor(override: Path, tmp_path: Path) -> None:
    core = write_product(tmp_path / "core")
    (core / "feedback_gate" / "main.py").write_text("def main(argv):\n    print('the new one')\n    return 0\n", encoding="utf-8")
    successor = build(core, tmp_path / "dist")
    replaced = boot.BOOT.replace("start(b,f)", f"import os;os.replace({str(successor)!r}, sys.argv[1]);start(b,f)")
    assert overriding(override, tmp_path, replaced)[2] == 3
    assert overriding(override, tmp_path) == ("the new one\n", "", 0)


def test_nothing_is_kept_of_an_override_that_the_person_could_not_change(override: Path, tmp_path: Path) -> None:
    os.chown(override, 12345, -1)
    assert overriding(override, tmp_path) == PRINTED
    assert list((tmp_path / ".cache" / "feedback-gate" / "override").glob("code-*")) == []


def test_beside_any_other_archive_nothing_is_kept(cached: Path) -> None:
    (cached.parent / "python").unlink()
    assert answer(PYTHONS[ANY], cached) == PRINTED
    assert [path.name for path in cached.parent.iterdir()] == ["feedback-gate.pyz"]


def framed(index: bytes) -> bytes:
    return len(index).to_bytes(8, "little") + index


@pytest.mark.parametrize(
    "content", [b"", b"nonsense", b"\xff" * 50, framed(marshal.dumps(5)), framed(marshal.dumps({}))[:-1], framed(b"nonsense")]
)
def test_kept_code_that_is_damaged_is_compiled_again(cached: Path, content: bytes) -> None:
    answer(PYTHONS[ANY], cached)
    for path in kept(cached):
        path.write_bytes(content)
    assert answer(PYTHONS[ANY], cached) == PRINTED
    assert content not in [path.read_bytes() for path in kept(cached)]


def test_a_damaged_module_is_taken_from_the_archive_and_kept_anew(cached: Path) -> None:
    answer(PYTHONS[ANY], cached)
    (file,) = kept(cached)
    whole = file.read_bytes()
    damage = "_, _, start, stop = index[{!r}]; at = 8 + length + start; open(path, 'wb').write(data[:at] + b'?' * (stop - start) + data[at + stop - start :])"
    for name in ("feedback_gate.people.reader", "yaml.scanner", "feedback_gate.main"):
        asked(file, damage.format(name))
        assert file.read_bytes() != whole
        assert answer(PYTHONS[ANY], cached) == PRINTED
        assert names(file) >= {"feedback_gate.people.reader", "yaml.scanner", "feedback_gate.main"}
        assert answer(PYTHONS[ANY], cached) == PRINTED


def test_of_kept_code_that_was_cut_off_no_module_is_taken_for_one_that_there_is_not(cached: Path) -> None:
    answer(PYTHONS[ANY], cached)
    (file,) = kept(cached)
    whole = names(file)
    asked(file, "open(path, 'wb').write(data[: 8 + length + 1])")
    by_boot(PYTHONS[ANY], cached, "yaml", "and less")  # keeps anew what it needs
    assert names(file) == {name for name in whole if name in HOT}
    assert answer(PYTHONS[ANY], cached) == PRINTED
    assert names(file) == whole


def test_a_fifo_in_place_of_kept_code_is_not_waited_for_and_replaced(cached: Path) -> None:
    answer(PYTHONS[ANY], cached)
    (file,) = kept(cached)
    file.unlink()
    os.mkfifo(file)
    begin = ["timeout", "10", PYTHONS[ANY], "-I", "-S", "-X", "utf8", "-c", boot.BOOT, str(cached), "yaml"]
    done = started(begin[0], *begin[1:])
    assert (done.stdout, done.stderr, done.returncode) == PRINTED
    assert file.is_file()


def test_on_a_full_disk_nothing_is_left_half_written(cached: Path) -> None:
    answer(PYTHONS[ANY], cached)
    (file,) = kept(cached)
    file.unlink()
    limited = "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096));"
    done = started(PYTHONS[ANY], "-I", "-S", "-X", "utf8", "-c", limited + boot.BOOT, str(cached), "yaml")
    assert (done.stdout, done.stderr, done.returncode) == PRINTED
    assert kept(cached) == []


def test_a_folder_that_cannot_be_made_does_not_matter(cached: Path) -> None:
    for python in PYTHONS.values():
        answer(python, cached)
    for folder in cached.parent.glob("code-*"):
        shutil.rmtree(folder)
        folder.write_text("a file in the way")
    assert [answer(path, cached) for path in PYTHONS.values()] == [PRINTED] * len(PYTHONS)
