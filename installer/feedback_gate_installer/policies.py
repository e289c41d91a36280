"""The administrator's file: what it says about installing, and its word against the plugin's pin.

``/etc/feedback-gate/policy.conf`` holds ``key = value`` lines; the options of the executable live there too and
are not ours to judge. Ours: ``pinVersion``, ``pinSha256``, ``pinKeyIds``, ``revokedKeyIds``, ``releaseBaseUrl``,
``redirectHosts``, ``cacheDirs``, ``allowVersion`` (a deliberate downgrade), ``requireAttestation``.
"""

from __future__ import annotations

import os
import stat

from feedback_gate_installer import keys, lines, permissions
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate_installer.keys import Key
    from feedback_gate_installer.pins import Pin

_MAX_BYTES = 1024 * 1024
_BOOLEANS = {"true": True, "false": False}


class Policy:
    """What the administrator decided; ``path`` is empty where there is no file."""

    __slots__ = ("path", "values")

    def __init__(self, values: dict[str, str] | None = None, path: str = "") -> None:
        self.values = values or {}
        self.path = path

    def words(self, name: str) -> tuple[str, ...]:
        """A value as a list of words; empty when it is not set."""
        return tuple(self.values.get(name, "").split())

    @property
    def requires_attestation(self) -> bool:
        """Whether a release without build attestation must be refused."""
        return _BOOLEANS[self.values.get("requireAttestation", "false")]

    @property
    def allowed_version(self) -> str:
        """The one older version that may be installed, or an empty text."""
        return self.values.get("allowVersion", "")


def load(path: str, uid: int) -> Policy:
    """Read the administrator's file; a missing one is an empty policy.

    Raises:
        RefusedError: ``policy-unsafe`` (others may write to it), ``policy-invalid`` (unreadable or broken): an
            administrator's word that cannot be read is not skipped.
    """
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_BYTES:
            raise RefusedError("policy-invalid", path=path, what="no regular file, or too large")
        with open(path, "rb") as file:
            data = file.read(_MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError) as error:
        if os.path.islink(path):
            raise RefusedError("policy-invalid", path=path, what=error.strerror) from error
        return Policy()
    except OSError as error:
        raise RefusedError("policy-invalid", path=path, what=error.strerror or "unreadable") from error
    reason = permissions.complaint(status, uid)
    if reason:
        raise RefusedError("policy-unsafe", path=path, why=reason)
    return Policy(_values(path, data), path)


def trusted_keys(pin: Pin, policy: Policy) -> tuple[Key, ...]:
    """The keys whose signature counts: pinned, not revoked, and named by the administrator if he names any.

    Raises:
        RefusedError: ``key-missing``, ``key-revoked``, ``admin-key-mismatch``.
    """
    if not pin.keys:
        raise RefusedError("key-missing")
    revoked = set(pin.revoked) | set(policy.words("revokedKeyIds"))
    usable = tuple(key for key in pin.keys if key.id not in revoked)
    if not usable:
        raise RefusedError("key-revoked", key=" ".join(key.id for key in pin.keys))
    named = policy.words("pinKeyIds")
    allowed = tuple(key for key in usable if not named or key.id in named)
    if not allowed:
        raise RefusedError(
            "admin-key-mismatch", path=policy.path, found=" ".join(key.id for key in usable), wanted=" ".join(named)
        )
    return allowed


def check_pin(pin: Pin, policy: Policy) -> None:
    """Hold the plugin's pin against the administrator's.

    Raises:
        RefusedError: ``admin-pin-mismatch``.
    """
    for name, found in (("pinVersion", pin.version), ("pinSha256", pin.sha256)):
        wanted = policy.values.get(name)
        if wanted and wanted != found:
            raise RefusedError("admin-pin-mismatch", path=policy.path, name=name, wanted=wanted, found=found)


def _values(path: str, data: bytes) -> dict[str, str]:
    try:
        values = dict(lines.read(data.decode("utf-8-sig")))
    except (lines.LineError, UnicodeDecodeError) as error:
        raise RefusedError("policy-invalid", path=path, what=str(error)) from error
    if values.get("requireAttestation", "false") not in _BOOLEANS:
        raise RefusedError("policy-invalid", path=path, what="requireAttestation")
    for name in ("pinKeyIds", "revokedKeyIds"):
        if not all(keys.is_id(word) for word in values.get(name, "").split()):
            raise RefusedError("policy-invalid", path=path, what=name)
    return values
