"""Who may write where: nothing that others could have changed is used, and no link is followed into our folders."""

from __future__ import annotations

import os
import stat

from feedback_gate_installer.errors import RefusedError

PRIVATE_FOLDER = 0o700
ROOT = 0


def user_id() -> int:
    """The effective user id; -1 where the system has none."""
    return os.geteuid() if hasattr(os, "geteuid") else -1


def check(path: str, uid: int, *, folder: bool) -> None:
    """Refuse a file or folder that is a link, of another kind, foreign, or writable for group or others.

    Owned by ``uid`` or by root is fine: a cache that an administrator filled belongs to root.

    Raises:
        RefusedError: ``link-refused``, ``cache-unsafe`` (names path and reason).
        OSError: it cannot be looked at.
    """
    status = os.lstat(path)
    if stat.S_ISLNK(status.st_mode):
        raise RefusedError("link-refused", path=path)
    if not (stat.S_ISDIR(status.st_mode) if folder else stat.S_ISREG(status.st_mode)):
        raise RefusedError("cache-unsafe", path=path, why="wrong kind of file")
    reason = complaint(status, uid)
    if reason:
        raise RefusedError("cache-unsafe", path=path, why=reason)


def complaint(status: os.stat_result, uid: int) -> str | None:
    """Why a file with this status must not be used by ``uid``, or None."""
    if uid < 0:
        return None
    if status.st_uid not in (uid, ROOT):
        return f"owned by user {status.st_uid}"
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"mode {stat.S_IMODE(status.st_mode):04o} lets others write"
    return None


def make_folder(path: str, mode: int = PRIVATE_FOLDER) -> None:
    """Make ``path`` and what is missing above it, all with this mode, whatever the umask would give.

    Raises:
        OSError: it cannot be made.
    """
    above = os.path.dirname(path)
    if above not in ("", path) and not os.path.isdir(above):
        make_folder(above, mode)
    try:
        os.mkdir(path, mode)
    except FileExistsError:
        if not os.path.isdir(path):
            raise


def own_folder(path: str, uid: int) -> None:
    """Make ``path`` a folder of ours (mode 0700 when it is new) and check it.

    The folder itself may be reached through a link above it, but is looked at where it really lies.

    Raises:
        RefusedError: ``cache-unsafe``, ``cache-unwritable``.
    """
    try:
        try:
            make_folder(path)
        except FileExistsError:
            pass
        check(os.path.realpath(path), uid, folder=True)
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: str, error: OSError) -> RefusedError:
    """The refusal that fits a failed write below ``path``: full disk, forbidden by the system, or just not writable."""
    import errno

    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return RefusedError("disk-full", path=path)
    if error.errno == errno.EACCES and _modes_allow(path):
        return RefusedError("denied-by-system", path=path)
    return RefusedError("cache-unwritable", path=path, why=error.strerror or "unknown")


def _modes_allow(path: str) -> bool:
    """Whether plain permissions would let us write: then SELinux, AppArmor or security software said no."""
    existing = path
    while not os.path.lexists(existing) and os.path.dirname(existing) != existing:
        existing = os.path.dirname(existing)
    try:
        status = os.stat(existing)
    except OSError:
        return False
    return status.st_uid == user_id() and bool(status.st_mode & stat.S_IWUSR)
