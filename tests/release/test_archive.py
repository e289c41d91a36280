"""The executable: one file, the same bytes everywhere, the same answers on every Python."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest
from tests.release.conftest import HOT, PRODUCT, ROOT, build, write_product

import boot
import contents
import interpreters

if TYPE_CHECKING:
    from pathlib import Path

PYTHONS = {version: path for version in interpreters.released() if (path := interpreters.find(version))}
ANY = next(reversed(PYTHONS))  # the newest one of this machine
EVENT = '{"x": "b"}'
ANSWER = {"systemMessage": "確認 bTrue['a', 'b', 'c', 'd', 'e'] !"}


def started(python: str, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The Python with exactly these arguments, without anything of our environment, its streams in UTF-8."""
    return subprocess.run(
        [python, *words], input=stdin, capture_output=True, text=True, encoding="utf-8", env={"PYTHONUTF8": "1"}, check=False
    )


def by_boot(python: str, archive: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return started(python, "-I", "-S", "-X", "utf8", "-c", boot.BOOT, str(archive), *words, stdin=stdin)


def without_bundles(archive: Path, target: Path) -> Path:
    """A copy whose head names no Python, as one that is newer than the archive sees it."""
    data = archive.read_bytes()
    head = data[: boot.HEAD_BYTES].replace(b" cpython-", b" another-")
    target.write_bytes(head + data[boot.HEAD_BYTES :])
    return target


@pytest.mark.parametrize("version", PYTHONS)
def test_every_released_python_gives_the_same_answer_from_its_own_bytecode(archive: Path, version: str) -> None:
    done = by_boot(PYTHONS[version], archive, "claude", "PreToolUse", stdin=EVENT)
    assert (json.loads(done.stdout), done.stderr, done.returncode) == (ANSWER, "", 0)
    assert by_boot(PYTHONS[version], archive, "about").stdout.startswith("feedback-gate 9.8.7 ['about'] hot")


@pytest.mark.parametrize("version", PYTHONS)
def test_a_python_without_a_bundle_runs_the_source(archive: Path, tmp_path: Path, version: str) -> None:
    bare = without_bundles(archive, tmp_path / "bare.pyz")
    done = by_boot(PYTHONS[version], bare, "claude", "PreToolUse", stdin=EVENT)
    assert (json.loads(done.stdout), done.stderr, done.returncode) == (ANSWER, "", 0)
    assert by_boot(PYTHONS[version], bare, "about").stdout.startswith("feedback-gate 9.8.7 ['about'] cold")


@pytest.mark.parametrize("version", PYTHONS)
def test_the_file_itself_can_be_started_like_a_script(archive: Path, version: str) -> None:
    done = started(PYTHONS[version], str(archive), "claude", "PreToolUse", stdin=EVENT)
    assert (json.loads(done.stdout), done.stderr, done.returncode) == (ANSWER, "", 0)


@pytest.mark.parametrize("version", PYTHONS)
def test_commands_for_people_come_from_source_with_the_yaml_inside_and_keep_their_status(archive: Path, version: str) -> None:
    done = by_boot(PYTHONS[version], archive, "yaml")
    assert (done.stdout, done.stderr, done.returncode) == ("{'a': [1, True]}\n", "", 3)


@pytest.mark.parametrize("version", PYTHONS)
def test_a_traceback_names_the_file_in_the_product_and_no_folder_of_the_builder(archive: Path, version: str) -> None:
    done = by_boot(PYTHONS[version], archive, "fail")
    assert done.returncode == 1
    assert 'File "feedback_gate/main.py", line 12, in main' in done.stderr
    assert str(ROOT) not in done.stderr


def test_an_archive_named_by_a_relative_path_works_after_a_change_of_folder(archive: Path) -> None:
    done = subprocess.run(
        [sys.executable, "feedback-gate.pyz", "yaml"], cwd=archive.parent, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("{'a': [1, True]}\n", 3)


def test_folder_time_zone_locale_hash_seed_and_umask_do_not_show_in_the_bytes(archive: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "another folder" / "日本"
    core = write_product(elsewhere / "core")
    for path in core.rglob("*.py"):
        os.utime(path, (1, 1))
        path.chmod(0o600)
    stray = core / "feedback_gate" / "__pycache__" / "main.cpython-311.pyc"
    stray.parent.mkdir()
    stray.write_bytes(b"stray")
    env = {"TZ": "Asia/Tokyo", "LC_ALL": "POSIX", "PYTHONHASHSEED": "12345", "PYTHONOPTIMIZE": "1", "HOME": str(elsewhere)}
    again = build(core, elsewhere / "dist", env, umask=0o077)
    assert hashlib.sha256(again.read_bytes()).hexdigest() == hashlib.sha256(archive.read_bytes()).hexdigest()


def test_the_archive_is_a_sound_zip_that_holds_ours_and_the_pure_yaml_only(archive: Path) -> None:
    with zipfile.ZipFile(archive) as file:
        assert file.testzip() is None
        names = file.namelist()
    assert {name.split("/")[0] for name in names} == {"hot", "feedback_gate", "yaml", "__main__.py"}
    assert {name for name in names if name.startswith("feedback_gate/")} == {f"feedback_gate/{name}" for name in PRODUCT}
    assert "yaml/LICENSE" in names
    assert not [name for name in names if name.endswith((".so", ".pyc", "cyaml.py"))]


def test_bytecode_of_the_less_urgent_events_is_left_out_when_it_does_not_fit(tmp_path: Path) -> None:
    import archive

    core = write_product(tmp_path)
    (core / "imports.json").write_text(json.dumps({"codex.Interrupt": HOT, "claude.PreToolUse": HOT[:2], "claude.Stop": HOT[:3]}))
    whole = archive.build(str(core), [ANY], str(core / "imports.json"))
    assert whole.source == []
    smaller = archive.build(str(core), [ANY], str(core / "imports.json"), limit=len(whole.data))
    assert smaller.source == ["Interrupt"]
    smallest = archive.build(str(core), [ANY], str(core / "imports.json"), limit=0)
    assert smallest.source == ["PreToolUse", "Stop", "Interrupt"]
    for name, built, state in (("whole", whole, "hot"), ("smaller", smaller, "cold"), ("smallest", smallest, "cold")):
        path = tmp_path / f"{name}.pyz"
        path.write_bytes(built.data)
        assert json.loads(by_boot(PYTHONS[ANY], path, "claude", "Stop", stdin=EVENT).stdout) == ANSWER
        assert by_boot(PYTHONS[ANY], path, "about").stdout == f"feedback-gate 9.8.7 ['about'] {state} []\n"


def test_literals_are_kept_once_and_not_in_the_bytecode(archive: Path) -> None:
    with zipfile.ZipFile(archive) as file:
        data = [name for name in file.namelist() if name.startswith("hot/data/")]
    assert data == ["hot/data/feedback_gate", "hot/data/feedback_gate.room.words"]


def test_docstrings_are_not_in_the_bytecode(archive: Path) -> None:
    code = boot.BOOT.replace("start(b,f)", "c=Bundle(sys.argv[1],f,b,'')._codes_of('PreToolUse')[0].co_consts")
    code += ";print([k.co_consts for k in c if hasattr(k, 'co_consts')])"
    done = started(sys.executable, "-I", "-S", "-c", code, str(archive))
    assert "as asked" in done.stdout
    assert "This text" not in done.stdout


def test_checksums_are_read_by_sha256sum_and_hold_the_size(archive: Path) -> None:
    lines = (archive.parent / "checksums.txt").read_text().splitlines()
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    assert lines == [
        "# feedback-gate 9.8.7",
        f"# size {archive.stat().st_size} feedback-gate.pyz",
        f"{digest}  feedback-gate.pyz",
    ]
    subprocess.run(["sha256sum", "--check", "--strict", "checksums.txt"], cwd=archive.parent, capture_output=True, check=True)


def test_a_missing_python_is_named_and_the_archive_says_so(tmp_path: Path) -> None:
    import archive

    built = archive.build(str(write_product(tmp_path)), [ANY, "3.98", "3.99"], str(tmp_path / "imports.json"))
    assert built.missing == ["3.98", "3.99"]
    path = tmp_path / "partial.pyz"
    path.write_bytes(built.data)
    assert by_boot(PYTHONS[ANY], path, "about").stdout.endswith("['3.98', '3.99']\n")
    assert by_boot(PYTHONS[ANY], without_bundles(path, tmp_path / "bare.pyz"), "about").stdout.endswith("['3.98', '3.99']\n")


def test_an_archive_without_any_bundle_still_runs(tmp_path: Path) -> None:
    import archive

    path = tmp_path / "none.pyz"
    path.write_bytes(archive.build(str(write_product(tmp_path)), [], str(tmp_path / "imports.json")).data)
    assert json.loads(by_boot(sys.executable, path, "claude", "Stop", stdin=EVENT).stdout) == ANSWER


def test_a_release_build_fails_when_a_python_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import build as build_module

    monkeypatch.setattr(interpreters, "released", lambda: [ANY, "3.99"])
    core = str(write_product(tmp_path))
    arguments = ["--core", core, "--imports", f"{core}/imports.json", "--out", str(tmp_path)]
    assert build_module.main(arguments) == 0
    assert build_module.main([*arguments, "--release"]) == 1
    assert "not found here: Python 3.99; this archive is not releasable" in capsys.readouterr().err


def test_a_module_that_does_not_compile_is_named(tmp_path: Path) -> None:
    import archive

    core = write_product(tmp_path)
    (core / "feedback_gate" / "room" / "part.py").write_text("def (:\n")
    with pytest.raises(contents.BuildError, match=r"(?s)cannot compile the product:.*feedback_gate/room/part\.py"):
        archive.build(str(core), [ANY], str(tmp_path / "imports.json"))


def test_a_folder_without_the_product_is_refused_with_a_next_step(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "release" / "build.py"), "--core", str(tmp_path), "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert (
        done.stderr == f"build: {tmp_path} holds no feedback_gate/main.py: name the folder that holds the package with --core\n"
    )


def test_a_yaml_of_another_version_than_the_locked_one_is_refused(tmp_path: Path) -> None:
    lock = tmp_path / "dev.lock"
    lock.write_text("pyyaml==1.2.3 \\\n    --hash=sha256:00\n")
    with pytest.raises(contents.BuildError, match=r"PyYAML \S+ is installed, .* says 1\.2\.3: install from the lock file"):
        contents.yaml_files(str(lock))


def test_a_yaml_that_was_changed_after_installation_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.metadata

    import yaml

    site = os.path.dirname(os.path.dirname(yaml.__file__))
    info = next(name for name in os.listdir(site) if name.lower().startswith("pyyaml-"))
    for name in ("yaml", info):
        shutil.copytree(os.path.join(site, name), tmp_path / name)
    with open(tmp_path / "yaml" / "nodes.py", "a") as file:
        file.write("# more\n")
    changed = importlib.metadata.Distribution.at(tmp_path / info)
    monkeypatch.setattr(importlib.metadata, "distribution", lambda _: changed)
    with pytest.raises(contents.BuildError, match=r"yaml/nodes\.py was changed after it was installed"):
        contents.yaml_files()
