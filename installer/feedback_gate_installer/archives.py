"""What a zip archive may hold: plain files under plain relative names, each name once, stored or deflated."""

from __future__ import annotations

import re
import stat

from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import zipfile

MAX_MEMBERS = 10_000
MAX_UNPACKED = 256 * 1024 * 1024  # bytes, all members together

_ENCRYPTED = 1
_METHODS = (0, 8)  # stored and deflated: what every Python can read, and what damage makes of them is known

_DRIVE = re.compile(r"[A-Za-z]:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def check(path: str, shown_name: str) -> None:
    """Refuse an archive with traversal, links, devices, doubled or colliding names, absurd sizes, or members packed otherwise.

    Raises:
        RefusedError: ``archive-unreadable``, ``archive-unsafe`` (names the member and the reason).
    """
    members = _members(path, shown_name)
    if len(members) > MAX_MEMBERS or sum(member.file_size for member in members) > MAX_UNPACKED:
        raise RefusedError("archive-unsafe", name=shown_name, member="(all)", why="too large")
    seen: set[str] = set()
    for member in members:
        why = complaint(member.orig_filename, member.external_attr >> 16)
        folded = member.filename.rstrip("/").casefold()
        if why is None and folded in seen:
            why = "name stands twice"
        if why is None and (member.flag_bits & _ENCRYPTED or member.compress_type not in _METHODS):
            why = "neither stored nor deflated"
        if why is not None:
            raise RefusedError("archive-unsafe", name=shown_name, member=ascii(member.orig_filename)[1:-1], why=why)
        seen.add(folded)


def complaint(name: str, mode: int) -> str | None:
    """Why a member of this name and Unix mode must not be in an archive, or None."""
    if not name or _CONTROL.search(name) or "\\" in name:
        return "unusable name"
    if name.startswith("/") or _DRIVE.match(name):
        return "absolute path"
    if any(part in ("", ".", "..") for part in name.rstrip("/").split("/")):
        return "path leaves the archive"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "neither file nor folder"
    return None


def _members(path: str, shown_name: str) -> list[zipfile.ZipInfo]:
    import zipfile

    try:
        with zipfile.ZipFile(path) as archive:
            return archive.infolist()
    except (OSError, ValueError, NotImplementedError, zipfile.BadZipFile) as error:
        raise RefusedError("archive-unreadable", name=shown_name) from error
