"""``verify``: proves again, without network, that what is installed is what was released."""

from __future__ import annotations

import os

from feedback_gate_installer import (
    checksums,
    files,
    hashing,
    history,
    launcher,
    permissions,
    placement,
    policies,
    records,
    verify,
)
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate_installer.pins import Pin
    from feedback_gate_installer.places import Places
    from feedback_gate_installer.policies import Policy


class Proof:
    """What was proved about the executable at ``path``; ``signed`` is False where only the pin's hash could be checked."""

    __slots__ = ("decided_by", "key_id", "notes", "path", "record", "signed")

    def __init__(self, path: str) -> None:
        self.path = path
        self.signed = False
        self.key_id = ""
        self.decided_by = ""
        self.record: dict[str, str] = {}
        self.notes: list[tuple[str, dict[str, str]]] = []


def inspect(places: Places, pin: Pin, policy: Policy) -> Proof:
    """Check what is installed: administrator's word, permissions, hash, the signature kept beside it, and the launcher.

    Raises:
        RefusedError: ``not-installed``, ``tampered``, ``admin-pin-mismatch``, ``cache-unsafe``, or what the kept
            signature and list are refused for.
    """
    policies.check_pin(pin, policy)
    path = placement.find(places, pin, permissions.user_id())
    if path is None:
        raise _missing(places, pin)
    proof = Proof(path)
    folder = os.path.dirname(path)
    proof.record = {key: str(value) for key, value in records.load(os.path.join(folder, placement.RECORD)).items()}
    papers = [files.read(os.path.join(folder, name), checksums.MAX_BYTES) for name in (checksums.NAME, checksums.SIGNATURE_NAME)]
    if any(paper is not None for paper in papers):
        verdict = verify.release(pin, policy, *papers)
        proof.signed, proof.key_id, proof.decided_by = True, verdict.key_id, verdict.decided_by
        if verdict.decided_by == verify.PLAIN_ALONE:
            proof.notes.append(("stage-one-alone", {}))
    _check_placed(places)
    if not history.is_kept(places):
        proof.notes.append(("no-history", {}))
    return proof


def _check_placed(places: Places) -> None:
    """Launcher, pin and command must be as they were placed: they decide what a hook starts."""
    placed = records.load(os.path.join(places.records, launcher.RECORD)).get("files")
    for path, wanted in placed.items() if isinstance(placed, dict) else ():
        try:
            found = hashing.sha256_of(str(path))[1]
        except OSError:
            found = "none"
        if found != wanted:
            raise RefusedError("tampered", path=path, found=found, wanted=wanted)


def _missing(places: Places, pin: Pin) -> RefusedError:
    path = placement.executable(places.cache, pin)
    try:
        _, found = hashing.sha256_of(path)
    except OSError:
        return RefusedError("not-installed", version=pin.version, path=places.cache)
    return RefusedError("tampered", path=path, found=found, wanted=pin.sha256)
