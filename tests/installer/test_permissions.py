"""C6, C7: whose folders are used, and whose are not."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.support import installing
from tests.support.installing import content, from_folder, listing, order, refusal
from tests.support.releases import Release

from feedback_gate_installer import install, permissions, placement

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feedback_gate_installer.places import Places


def installed(tmp_path: Path, places: Places) -> tuple[Release, str]:
    release = Release()
    return release, from_folder(release, places, release.write(tmp_path)).path


@pytest.mark.parametrize("which", ["cache", "folder", "file"])
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_c7_what_others_can_write_is_refused(tmp_path: Path, places: Places, which: str, mode: int) -> None:
    release, path = installed(tmp_path, places)
    target = {"cache": places.cache, "folder": os.path.dirname(path), "file": path}[which]
    os.chmod(target, mode)
    refused = refusal(lambda: install.install(order(release, places)))
    assert (refused.code, refused.params["path"]) == ("cache-unsafe", target)
    assert f"{mode:04o}" in refused.params["why"]


def test_c7_a_new_cache_in_a_folder_that_others_can_write_is_refused(tmp_path: Path, places: Places) -> None:
    os.makedirs(places.cache)
    os.chmod(places.cache, 0o777)
    release = Release()
    assert refusal(lambda: from_folder(release, places, release.write(tmp_path))).code == "cache-unsafe"
    assert listing(places.cache) == []


@pytest.mark.parametrize(("owner", "why"), [(12345, "owned by user 12345"), (0, None), (501, None)])
def test_c7_a_foreign_owner_is_refused_and_root_is_not_foreign(owner: int, why: str | None) -> None:
    status = os.stat_result((stat.S_IFREG | 0o644, 1, 1, 1, owner, owner, 1, 1, 1, 1))
    assert permissions.complaint(status, 501) == why


@pytest.mark.parametrize("which", ["folder", "file"])
def test_c9_a_link_in_our_place_is_refused(tmp_path: Path, places: Places, which: str) -> None:
    release, path = installed(tmp_path, places)
    target = path if which == "file" else os.path.dirname(path)
    moved = str(tmp_path / "elsewhere")
    shutil.move(target, moved)
    os.symlink(moved, target)
    assert refusal(lambda: install.install(order(release, places))).code == "link-refused"


@pytest.fixture
def no_umask() -> Iterator[None]:
    """A session whose files would be open to everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("no_umask")
def test_c7_what_is_made_is_for_nobody_else_whatever_the_umask(tmp_path: Path) -> None:
    os.mkdir(tmp_path / "home", 0o755)
    pin = tmp_path / "pin"
    release = Release()
    pin.write_text(release.pin_text())
    words = ("install", "--pin", str(pin), "--from", str(release.write(tmp_path / "mirror")))
    env = installing.environment(str(tmp_path / "home"))
    done = subprocess.run(installing.command(*words), env=env, capture_output=True, check=False)
    assert done.returncode == 0, done
    made = {
        str(path.relative_to(tmp_path / "home")): stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "home").rglob("*")
    }
    assert [name for name, mode in made.items() if mode & 0o022] == []
    assert {mode for name, mode in made.items() if name.endswith("/feedback-gate") and not name.startswith(".local/bin")} == {
        0o700
    }
    assert made[".local/bin/feedback-gate"] == 0o755


def test_a_cache_that_the_user_moved_behind_a_link_is_used(tmp_path: Path, places: Places) -> None:
    large = tmp_path / "large disk"
    large.mkdir(mode=0o700)
    os.makedirs(os.path.dirname(places.cache))
    os.symlink(large, places.cache)
    _, path = installed(tmp_path, places)
    assert path.startswith(places.cache)


def preseed(tmp_path: Path, places: Places) -> tuple[Release, str]:
    release = Release()
    folder = os.path.join(places.shared[0], release.pin().folder)
    os.makedirs(folder)
    path = os.path.join(folder, "feedback-gate.pyz")
    with open(path, "wb") as file:
        file.write(release.data)
    os.chmod(path, 0o444)
    for name in (folder, places.shared[0]):
        os.chmod(name, 0o555)
    return release, path


def test_c6_an_administrators_read_only_cache_is_used_and_never_written(tmp_path: Path, places: Places) -> None:
    release, path = preseed(tmp_path, places)
    before = listing(places.shared[0])
    result = install.install(order(release, places))
    assert (result.path, result.fresh) == (path, False)
    assert listing(places.shared[0]) == before
    assert not os.path.exists(places.cache)


def test_c6_a_pre_seeded_file_with_another_hash_is_passed_over(tmp_path: Path, places: Places) -> None:
    _, path = preseed(tmp_path, places)
    os.chmod(path, 0o644)
    with open(path, "ab") as file:
        file.write(b"x")
    release = Release()
    assert from_folder(release, places, release.write(tmp_path)).path.startswith(places.cache)


def test_c6_a_pre_seeded_cache_that_others_can_write_is_passed_over(tmp_path: Path, places: Places) -> None:
    release, path = preseed(tmp_path, places)
    os.chmod(path, 0o666)
    assert from_folder(release, places, release.write(tmp_path)).path.startswith(places.cache)
    assert content(path) == release.data


def test_a_cache_in_the_way_of_a_file_is_named(tmp_path: Path, places: Places) -> None:
    os.makedirs(os.path.dirname(os.path.dirname(places.cache)))
    with open(os.path.dirname(places.cache), "w") as file:
        file.write("in the way")
    release = Release()
    refused = refusal(lambda: from_folder(release, places, release.write(tmp_path)))
    assert (refused.code, refused.params["path"]) == ("cache-unwritable", places.cache)


@pytest.mark.parametrize(
    ("number", "code"), [(errno.ENOSPC, "disk-full"), (errno.EDQUOT, "disk-full"), (errno.EROFS, "cache-unwritable")]
)
def test_a_failed_write_is_named_by_its_cause(tmp_path: Path, number: int, code: str) -> None:
    assert permissions.unwritable(str(tmp_path), OSError(number, os.strerror(number))).code == code


def test_a_refusal_against_plain_permissions_is_the_systems(tmp_path: Path) -> None:
    denied = OSError(errno.EACCES, "Permission denied")
    assert permissions.unwritable(str(tmp_path / "new"), denied).code == "denied-by-system"
    tmp_path.chmod(0o500)
    assert permissions.unwritable(str(tmp_path / "new"), denied).code == "cache-unwritable"
    tmp_path.chmod(0o700)


def test_p6_a_file_that_disappears_after_it_was_written_is_not_called_corrupt(
    tmp_path: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = placement.files.adopt

    def adopt_and_quarantine(source: str, path: str, mode: int = 0o600) -> None:
        real(source, path, mode)
        os.unlink(path)

    monkeypatch.setattr(placement.files, "adopt", adopt_and_quarantine)
    release = Release()
    assert refusal(lambda: from_folder(release, places, release.write(tmp_path))).code == "removed-after-write"


def test_c3_content_that_never_reached_the_disk_is_noticed(
    tmp_path: Path, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = placement.files.adopt

    def adopt_and_lose(source: str, path: str, mode: int = 0o600) -> None:
        real(source, path, mode)
        os.truncate(path, 100)

    monkeypatch.setattr(placement.files, "adopt", adopt_and_lose)
    release = Release()
    folder = release.write(tmp_path)
    assert refusal(lambda: from_folder(release, places, folder)).code == "checksum-mismatch"
    monkeypatch.undo()
    assert from_folder(release, places, folder).fresh
