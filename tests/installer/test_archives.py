"""C9: what an archive may not hold."""

from __future__ import annotations

import shutil
import stat
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.installing import refusal

from feedback_gate_installer import archives, unpacking


def archive(path: Path, *members: tuple[str, int]) -> str:
    """Write members under stand-in names of the same length, then put in the names that `zipfile` would not write."""
    with zipfile.ZipFile(path, "w") as file:
        for number, (name, mode) in enumerate(members):
            info = zipfile.ZipInfo(chr(ord("~") - number) * len(name))
            info.external_attr = mode << 16
            file.writestr(info, b"content")
    data = path.read_bytes()
    for number, (name, _) in enumerate(members):
        data = data.replace(chr(ord("~") - number).encode() * len(name), name.encode())
    path.write_bytes(data)
    return str(path)


PLAIN = stat.S_IFREG | 0o644


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../outside", "path leaves the archive"),
        ("a/../../outside", "path leaves the archive"),
        ("a/./b", "path leaves the archive"),
        ("a//b", "path leaves the archive"),
        ("/etc/passwd", "absolute path"),
        ("C:/windows", "absolute path"),
        ("..\\outside", "unusable name"),
        ("a\nb", "unusable name"),
    ],
)
def test_c9_a_member_that_leaves_the_archive_is_refused(tmp_path: Path, name: str, why: str) -> None:
    path = archive(tmp_path / "a.zip", (name, PLAIN))
    refused = refusal(lambda: archives.check(path, "a.zip"))
    assert (refused.code, refused.params["why"]) == ("archive-unsafe", why)


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK])
def test_c9_links_and_devices_are_refused(tmp_path: Path, kind: int) -> None:
    path = archive(tmp_path / "a.zip", ("innocent", kind | 0o777))
    assert refusal(lambda: archives.check(path, "a.zip")).params["why"] == "neither file nor folder"


@pytest.mark.parametrize("names", [("same", "same"), ("case", "CASE"), ("folder/", "Folder")])
def test_c9_names_that_collide_are_refused(tmp_path: Path, names: tuple[str, str]) -> None:
    path = archive(tmp_path / "a.zip", *((name, PLAIN) for name in names))
    assert refusal(lambda: archives.check(path, "a.zip")).params["why"] == "name stands twice"


def test_c9_an_archive_that_would_unpack_beyond_reason_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("zeros", bytes(archives.MAX_UNPACKED + 1))
    assert refusal(lambda: archives.check(str(path), "a.zip")).params["why"] == "too large"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_member_that_is_packed_in_a_rare_way_is_refused(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", method) as file:
        file.writestr("a.py", "x = 1")
    assert refusal(lambda: archives.check(str(tmp_path / "a.zip"), "a.zip")).params["why"] == "neither stored nor deflated"


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(
        Path(archive(path, ("a.py", PLAIN)))
        .read_bytes()
        .replace(b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01")
    )
    assert refusal(lambda: archives.check(str(path), "a.zip")).params["why"] == "neither stored nor deflated"


def test_an_archive_of_ours_that_is_damaged_anywhere_is_unpacked_whole_or_not_at_all(tmp_path: Path) -> None:
    """Each byte of the packed data is wrong once; the installer then runs without what is native code, and nothing is raised."""
    whole = tmp_path / "whole.zip"
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("environment.json", '{"build_id": "b1"}')
        file.writestr("site-packages/a.so", bytes(range(256)) * 3)
    data = whole.read_bytes()
    for position in range(len(data)):
        path = tmp_path / "cache" / "a.zip"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data[:position] + bytes([data[position] ^ 0x55]) + data[position + 1 :])
        if unpacking.unpack(str(path), str(tmp_path / "cache" / "packages")):
            unpacked = [found.read_bytes() for found in (tmp_path / "cache" / "packages").rglob("*.so")]
            assert unpacked in ([], [bytes(range(256)) * 3])
        shutil.rmtree(tmp_path / "cache")


@pytest.mark.parametrize("build", ["[]", "{}", "[", '{"build_id": [1]}', '{"build_id": "/../../outside"}', '{"build_id": ""}'])
def test_an_archive_without_a_plain_build_id_is_not_unpacked(tmp_path: Path, build: str) -> None:
    path = tmp_path / "cache" / "a.zip"
    path.parent.mkdir()
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("environment.json", build)
        file.writestr("site-packages/a.so", b"x")
    assert unpacking.unpack(str(path), str(tmp_path / "cache" / "packages")) is False
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["cache"]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"<html>", b"\0" * 100])
def test_what_is_no_archive_is_said(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(data)
    assert refusal(lambda: archives.check(str(tmp_path / "a.zip"), "a.zip")).code == "archive-unreadable"


def test_plain_files_and_folders_pass(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", ("package/", stat.S_IFDIR | 0o755), ("package/a..b.py", PLAIN), ("file", 0))
    archives.check(path, "a.zip")


@given(st.lists(st.sampled_from(["a", "b.py", "..", ".", "", "C:", "\\", "\0"]), min_size=1, max_size=5))
def test_c9_no_accepted_name_ever_leaves_its_folder(parts: list[str]) -> None:
    import os.path

    name = "/".join(parts)
    if archives.complaint(name, PLAIN) is None:
        assert os.path.normpath(f"/folder/{name}").startswith("/folder/")
