"""``uninstall`` and ``prune``: takes away what we placed, and nothing else."""

from __future__ import annotations

import math
import os
import re
import time

from feedback_gate_installer import files, hashing, launcher, pins, placement, records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate_installer.places import Places

UNUSED_DAYS = 30
# Beside the versions, the cache holds what the executable parsed and what the installer's own archive unpacked.
_CACHE_NAMES = ("parsed", "installer", "override", placement.LOCK)
_VERSION_FOLDER = re.compile(r"\d+\.\d+\.\d+-[0-9a-f]{16}\Z")
# Where hosts keep the hooks a user registered; only read, to say what is left.
_HOST_FILES = (".claude/settings.json", ".codex/hooks.json", ".codex/config.toml")


class Removed:
    """Paths that are gone (or would be), and notes about what was left."""

    __slots__ = ("notes", "paths")

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.notes: list[tuple[str, dict[str, str]]] = []


def uninstall(places: Places, home: str, *, keep_log: bool, dry_run: bool) -> Removed:
    """Remove launcher, pin, command, cached executables and state; the user's settings stay.

    A file that somebody changed after we placed it stays and is named, and so is every host file that still
    registers our hooks: those lines belong to ``feedback-gate uninstall``.
    """
    removed = Removed()
    for path, digest in _placed(places).items():
        _remove_placed(path, digest, removed, dry_run=dry_run)
    for folder in _our_folders(places):
        _remove_tree(folder, removed, dry_run=dry_run)
    log = os.path.dirname(places.journal)
    _remove_children(places.state, (log,) if keep_log else (), removed, dry_run=dry_run)
    if not dry_run:
        for folder in (places.cache, places.data, places.bin):
            files.sweep(folder, math.inf)
        for folder in (places.cache, places.data, places.state):
            _remove_empty(folder)
    if os.path.isdir(places.config):
        removed.notes.append(("settings-kept", {"path": places.config}))
    removed.notes += _still_registered(places, home)
    return removed


def prune(places: Places, *, dry_run: bool) -> Removed:
    """Remove cached versions that nobody has used for 30 days, that no launcher pins and no process runs."""
    removed = Removed()
    running = _command_lines()
    for folder in _version_folders(places):
        why = _needed(places, folder, running)
        if why:
            removed.notes.append(("kept-in-use", {"path": folder, "why": why}))
        else:
            _remove_tree(folder, removed, dry_run=dry_run)
    return removed


def _placed(places: Places) -> dict[str, str]:
    """What the record says we placed, with its hash; without a record, what lies where we place things."""
    record = records.load(os.path.join(places.records, launcher.RECORD)).get("files")
    if isinstance(record, dict):
        return {str(path): str(digest) for path, digest in record.items()}
    return {places.command: ""} if launcher.is_ours(places.command) else {}


def _remove_placed(path: str, digest: str, removed: Removed, *, dry_run: bool) -> None:
    try:
        changed = bool(digest) and hashing.sha256_of(path)[1] != digest
    except OSError:
        return
    if changed and not launcher.is_ours(path):
        removed.notes.append(("changed-left", {"path": path}))
        return
    removed.paths.append(path)
    if not dry_run:
        files.remove(path)


def _our_folders(places: Places) -> list[str]:
    return _version_folders(places) + [os.path.join(places.cache, name) for name in _CACHE_NAMES]


def _version_folders(places: Places) -> list[str]:
    try:
        names = sorted(os.listdir(places.cache))
    except OSError:
        return []
    return [os.path.join(places.cache, name) for name in names if _VERSION_FOLDER.match(name)]


def _needed(places: Places, folder: str, running: list[bytes]) -> str:
    """The code of the reason to keep a version, or an empty text."""
    if os.path.basename(folder) == _pinned_folder(places):
        return "why-pinned"
    if any(os.fsencode(folder) + b"/" in line for line in running):
        return "why-running"
    if time.time() - _last_use(folder) < UNUSED_DAYS * 86_400:
        return "why-recent"
    return ""


def _pinned_folder(places: Places) -> str:
    from feedback_gate_installer.errors import RefusedError

    try:
        return pins.load(places.pin).folder
    except RefusedError:
        return ""


def _last_use(folder: str) -> float:
    """When anything in the folder was last written or read, in seconds since 1970."""
    newest = 0.0
    for name in ("", *os.listdir(folder)):
        try:
            status = os.lstat(os.path.join(folder, name))
        except OSError:
            continue
        newest = max(newest, status.st_mtime, 0.0 if name == "" else status.st_atime)
    return newest


def _command_lines() -> list[bytes]:
    """Command lines of running processes, where the system shows them as files."""
    found = []
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        if name.isdecimal():
            line = files.read(f"/proc/{name}/cmdline", 65_536)
            if line:
                found.append(line)
    return found


def _remove_tree(path: str, removed: Removed, *, dry_run: bool) -> None:
    """Remove a file or folder of ours; a link is removed, not followed."""
    import shutil

    if not os.path.lexists(path):
        return
    removed.paths.append(path)
    if dry_run:
        return
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        files.remove(path)


def _remove_children(folder: str, kept: tuple[str, ...], removed: Removed, *, dry_run: bool) -> None:
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        path = os.path.join(folder, name)
        if path not in kept:
            _remove_tree(path, removed, dry_run=dry_run)


def _remove_empty(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        pass


def _still_registered(places: Places, home: str) -> list[tuple[str, dict[str, str]]]:
    notes: list[tuple[str, dict[str, str]]] = []
    for name in _HOST_FILES:
        path = os.path.join(home, name)
        content = files.read(path, 8 * 1024 * 1024)
        if home and content is not None and b"feedback-gate/hook.sh" in content:
            notes.append(("registered", {"path": path, "launcher": places.launcher}))
    return notes
