"""The cache: finds a verified executable in it, and puts one there in one step.

``<cache>/<version>-<first 16 hex of the hash>/`` holds ``feedback-gate.pyz``, beside it the signed list, its
signature and ``record.json`` (when, from where, by which key). The executable comes last and by a rename: where it
is there, it is whole. Whatever was there before stays until that moment.
"""

from __future__ import annotations

import os

from feedback_gate_installer import checksums, files, hashing, permissions, pins
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate_installer.pins import Pin
    from feedback_gate_installer.places import Places
    from feedback_gate_installer.verify import Verdict

RECORD = "record.json"
LOCK = ".lock"
_STALE = 3600.0  # seconds after which a file under construction is nobody's


def find(places: Places, pin: Pin, uid: int) -> str | None:
    """The path of the pinned executable if it lies, whole and safe, in the user's cache or an administrator's.

    Raises:
        RefusedError: ``cache-unsafe`` or ``link-refused`` for the user's own cache; an administrator's that is not
            safe is passed over.
    """
    own = executable(places.cache, pin)
    if is_pinned(own, pin, uid):
        return own
    for cache in places.shared:
        path = executable(cache, pin)
        try:
            if is_pinned(path, pin, uid):
                return path
        except RefusedError:
            continue
    return None


def executable(cache: str, pin: Pin) -> str:
    """Where the pinned executable belongs below a cache folder."""
    return os.path.join(cache, pin.folder, pins.EXECUTABLE)


def is_pinned(path: str, pin: Pin, uid: int) -> bool:
    """Whether the file at ``path`` is the pinned one, in folders that only we (or root) can change.

    Raises:
        RefusedError: ``cache-unsafe``, ``link-refused``, ``no-sha256-tool``.
    """
    folder = os.path.dirname(path)
    try:
        permissions.check(os.path.realpath(os.path.dirname(folder)), uid, folder=True)
        permissions.check(folder, uid, folder=True)
        permissions.check(path, uid, folder=False)
        return hashing.sha256_of(path) == (pin.size, pin.sha256)
    except OSError:
        return False


def prepare(places: Places, pin: Pin, uid: int, now: float) -> str:
    """Make the folders ready for a download and return the one to download into.

    Raises:
        RefusedError: ``cache-unsafe``, ``cache-unwritable``, ``disk-full``, ``denied-by-system``.
    """
    folder = os.path.join(places.cache, pin.folder)
    for path in (places.cache, folder):
        permissions.own_folder(path, uid)
        files.sweep(path, now - _STALE)
    return folder


def place(places: Places, pin: Pin, verdict: Verdict, finished: str, papers: dict[str, bytes], record: dict[str, Any]) -> str:
    """Move a verified file into the cache.

    Args:
        places: where the cache is.
        pin: what it is pinned as.
        verdict: the decision that allowed it.
        finished: path of the verified file, in a folder of the cache; it is moved.
        papers: the signed list and its signature, kept for later checks.
        record: what to write down about it.

    Returns:
        The path of the executable.

    Raises:
        RefusedError: ``cache-unwritable``, ``disk-full``, ``removed-after-write``, ``checksum-mismatch``.
    """
    import json

    target = executable(places.cache, pin)
    folder = os.path.dirname(target)
    try:
        for name in (checksums.NAME, checksums.SIGNATURE_NAME):
            files.replace(os.path.join(folder, name), papers[name])
        files.replace(os.path.join(folder, RECORD), (json.dumps(record, indent=1, sort_keys=True) + "\n").encode())
        files.adopt(finished, target)
    except OSError as error:
        raise permissions.unwritable(target, error) from error
    _see_again(target, verdict)
    return target


def _see_again(target: str, verdict: Verdict) -> None:
    """What was just written must be there and be the same: security software takes files away after the fact."""
    try:
        size, found = hashing.sha256_of(target)
    except OSError as error:
        raise RefusedError("removed-after-write", path=target) from error
    entry = verdict.entry
    if (size, found) != (entry.size, entry.sha256):
        files.remove(target)
        raise RefusedError("checksum-mismatch", name=target, wanted=entry.sha256, found=found)
