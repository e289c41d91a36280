"""Stage 1, the decision: is this release the one that the pin, the administrator and the release key agree on?

Pure: it gets bytes and gives a verdict. It needs the standard library only and runs under ``python -I -S``; it
never looks at the network or the clock. Order: signature, then what the signed list says against the pin, then
the files against the list.
"""

from __future__ import annotations

import os

from feedback_gate_installer import checksums, crosscheck, ed25519, hashing, keys, pins, policies
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate_installer.checksums import Checksums, Entry
    from feedback_gate_installer.keys import Key
    from feedback_gate_installer.pins import Pin
    from feedback_gate_installer.policies import Policy

BOTH = "plain+library"
PLAIN_ALONE = "plain"


class Verdict:
    """A release that may be installed: its list, the key that signed it, and which verifiers said so."""

    __slots__ = ("decided_by", "entry", "key_id", "sums")

    def __init__(self, sums: Checksums, entry: Entry, key_id: str, decided_by: str) -> None:
        self.sums = sums
        self.entry = entry
        self.key_id = key_id
        self.decided_by = decided_by


def release(pin: Pin, policy: Policy, sums_bytes: bytes | None, signature: bytes | None) -> Verdict:
    """Decide about a release from its checksums.txt and that file's signature.

    Args:
        pin: what the plugin or launcher was released with.
        policy: the administrator's word.
        sums_bytes: content of checksums.txt, None if there is none.
        signature: content of checksums.txt.sig (64 raw bytes), None if there is none.

    Raises:
        RefusedError: the first thing that does not agree.
    """
    policies.check_pin(pin, policy)
    trusted = policies.trusted_keys(pin, policy)
    if sums_bytes is None:
        raise RefusedError("sums-missing")
    key, decided_by = _signer(trusted, _revoked(pin, policy), sums_bytes, _whole(signature))
    sums = checksums.parse(sums_bytes)
    if sums.key_id != key.id:
        raise RefusedError("sums-invalid", what="key")
    return Verdict(sums, _agree(pin, sums), key.id, decided_by)


def signed_by(key: Key, signature: bytes, message: bytes) -> str | None:
    """Put the question to the plain verifier and, where it imports, to the library; both must say the same.

    Returns:
        ``plain+library`` or ``plain`` if the signature is good, None if it is not.

    Raises:
        RefusedError: ``verifiers-disagree``.
    """
    plain = ed25519.verify(key.public, signature, message)
    library = crosscheck.library_verdict(key.public, signature, message)
    if library is not None and library != plain:
        raise RefusedError("verifiers-disagree", plain=plain, library=library)
    if not plain:
        return None
    return PLAIN_ALONE if library is None else BOTH


def file(path: str, entry: Entry) -> None:
    """Hold a file on disk against its line in the signed list.

    Raises:
        RefusedError: ``size-mismatch``, ``checksum-mismatch`` (both hashes are named), ``no-sha256-tool``.
        OSError: the file cannot be read.
    """
    size = os.path.getsize(path)
    if size != entry.size:
        raise RefusedError("size-mismatch", name=entry.name, wanted=entry.size, found=size)
    _, found = hashing.sha256_of(path)
    if found != entry.sha256:
        raise RefusedError("checksum-mismatch", name=entry.name, wanted=entry.sha256, found=found)


def content(data: bytes | None, entry: Entry) -> bytes:
    """The same for a file in memory.

    Raises:
        RefusedError: ``file-missing``, ``size-mismatch``, ``checksum-mismatch``, ``no-sha256-tool``.
    """
    if data is None:
        raise RefusedError("file-missing", name=entry.name)
    if len(data) != entry.size:
        raise RefusedError("size-mismatch", name=entry.name, wanted=entry.size, found=len(data))
    found = hashing.sha256(data)
    if found != entry.sha256:
        raise RefusedError("checksum-mismatch", name=entry.name, wanted=entry.sha256, found=found)
    return data


def _whole(signature: bytes | None) -> bytes:
    if not signature:
        raise RefusedError("signature-missing")
    if len(signature) != ed25519.SIGNATURE_BYTES:
        raise RefusedError("signature-truncated", wanted=ed25519.SIGNATURE_BYTES, found=len(signature))
    if ed25519.has_large_scalar(signature):
        raise RefusedError("signature-malleable")
    return signature


def _signer(trusted: tuple[Key, ...], revoked: set[str], sums_bytes: bytes, signature: bytes) -> tuple[Key, str]:
    for key in trusted:
        decided_by = signed_by(key, signature, sums_bytes)
        if decided_by is not None:
            return key, decided_by
    named = _named_key(sums_bytes)
    if named in revoked:
        raise RefusedError("key-revoked", key=named)
    if named not in {key.id for key in trusted}:
        raise RefusedError("signature-unknown-key", found=named, wanted=" ".join(key.id for key in trusted))
    raise RefusedError("signature-mismatch", key=named)


def _named_key(sums_bytes: bytes) -> str:
    """The key an unverified list claims: only ever used to word the refusal."""
    for line in sums_bytes[: checksums.MAX_BYTES].split(b"\n"):
        name, _, value = line.lstrip(b"#").partition(b"=")
        text = value.strip().decode("ascii", "replace")
        if name.strip() == b"key" and keys.is_id(text):
            return text
    return "none"


def _revoked(pin: Pin, policy: Policy) -> set[str]:
    return set(pin.revoked) | set(policy.words("revokedKeyIds"))


def _agree(pin: Pin, sums: Checksums) -> Entry:
    for code, wanted, found in (
        ("product-mismatch", pins.PRODUCT, sums.product),
        ("version-mismatch", pin.version, sums.version),
    ):
        if wanted != found:
            raise RefusedError(code, wanted=wanted, found=found)
    entry = sums.entry(pins.EXECUTABLE)
    if entry is None:
        raise RefusedError("file-not-listed", name=pins.EXECUTABLE)
    if entry.platform != checksums.ANY_PLATFORM:
        raise RefusedError("platform-mismatch", wanted=checksums.ANY_PLATFORM, found=entry.platform)
    if (entry.size, entry.sha256) != (pin.size, pin.sha256):
        raise RefusedError("pin-sums-mismatch", wanted=f"{pin.sha256} ({pin.size})", found=f"{entry.sha256} ({entry.size})")
    return entry
