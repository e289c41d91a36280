"""C9: what an archive may not hold."""

from __future__ import annotations

import stat
import zipfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.installing import refusal

from feedback_gate_installer import archives

if TYPE_CHECKING:
    from pathlib import Path


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
