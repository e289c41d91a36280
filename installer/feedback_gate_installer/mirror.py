"""``mirror``: a whole release, verified, in a folder to serve from or an archive to carry."""

from __future__ import annotations

import os

from feedback_gate_installer import archives, checksums, files, permissions, pins, verify
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate_installer.pins import Pin
    from feedback_gate_installer.policies import Policy
    from feedback_gate_installer.sources import Opener, Source

_SIGNATURE_LIMIT = 4096  # bytes


def mirror(pin: Pin, policy: Policy, source: Source, base: str) -> str:
    """Copy every file of the pinned release to ``<base>/v<X.Y.Z>/``, each checked against the signed list.

    The signed list comes last, so that a mirror that was cut short is none.

    Returns:
        The release folder.

    Raises:
        RefusedError: what verification refuses, or ``cache-unwritable``.
    """
    sums = source.read(checksums.NAME, checksums.MAX_BYTES)
    signature = source.read(checksums.SIGNATURE_NAME, _SIGNATURE_LIMIT)
    verdict = verify.release(pin, policy, sums, signature)
    folder = os.path.join(base, f"v{pin.version}")
    try:
        os.makedirs(folder, exist_ok=True)
        for entry in verdict.sums.entries:
            _copy(source, entry, folder)
        files.replace(os.path.join(folder, checksums.SIGNATURE_NAME), signature or b"", 0o644)
        files.replace(os.path.join(folder, checksums.NAME), sums or b"", 0o644)
    except OSError as error:
        raise permissions.unwritable(folder, error) from error
    return folder


def archive(folder: str, pin: Pin, target: str) -> str:
    """Write the files of a release folder side by side into ``<target>/feedback-gate-X.Y.Z-offline.zip``."""
    import zipfile

    path = os.path.join(target, f"{pins.PRODUCT}-{pin.version}-offline.zip")
    unfinished = files.temporary(target)
    try:
        with zipfile.ZipFile(unfinished, "w", zipfile.ZIP_STORED) as packed:
            for name in sorted(os.listdir(folder)):
                if not name.startswith(files.TEMPORARY):
                    with open(os.path.join(folder, name), "rb") as file:
                        packed.writestr(zipfile.ZipInfo(name), file.read())
        files.adopt(unfinished, path, 0o644)
    except OSError as error:
        files.remove(unfinished)
        raise permissions.unwritable(path, error) from error
    return path


def first(pin: Pin, policy: Policy, opened: list[Opener], base: str) -> tuple[str, str]:
    """Mirror from the first source that gives the whole release.

    Returns:
        The release folder and the name of the source.

    Raises:
        RefusedError: the last source's refusal, or ``no-release-address``.
    """
    refused = RefusedError("no-release-address")
    for opener in opened:
        try:
            source = opener()
            return mirror(pin, policy, source, base), source.name
        except RefusedError as error:
            refused = error
    raise refused


def _copy(source: Source, entry: checksums.Entry, folder: str) -> None:
    target = os.path.join(folder, entry.name)
    unfinished = files.temporary(folder)
    try:
        source.save(entry, unfinished)
        verify.file(unfinished, entry)
        if entry.name == pins.EXECUTABLE:
            archives.check(unfinished, entry.name)
        files.adopt(unfinished, target, 0o644)
    except BaseException:
        files.remove(unfinished)
        raise
