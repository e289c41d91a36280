"""Build attestations: published with a release, and required where the administrator says so.

A release may hold ``attestation.json``, a bundle whose DSSE payload is an in-toto statement. It is covered by the
signed list like every file; here it is checked that the statement names the executable by its hash. Whether the
build service's own signature in it is good is for reviewers and their tools: that needs its trust roots and, for
fresh ones, the network.
"""

from __future__ import annotations

from feedback_gate_installer import verify
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate_installer.sources import Source
    from feedback_gate_installer.verify import Verdict

NAME = "attestation.json"
_MAX_BYTES = 4 * 1024 * 1024


def check(verdict: Verdict, source: Source, *, required: bool) -> bool:
    """Hold the release's attestation against its executable, if the administrator requires one.

    Returns:
        True if there is one; it is looked into only if required.

    Raises:
        RefusedError: ``attestation-missing``, ``attestation-mismatch``, and what ``verify.content`` refuses.
    """
    entry = verdict.sums.entry(NAME)
    if not required:
        return entry is not None
    if entry is None or entry.size > _MAX_BYTES:
        raise RefusedError("attestation-missing")
    bundle = verify.content(source.read(NAME, entry.size), entry)
    if verdict.entry.sha256 not in _subjects(bundle):
        raise RefusedError("attestation-mismatch", what=verdict.entry.sha256)
    return True


def _subjects(bundle: bytes) -> set[str]:
    """The SHA-256 of everything the statement is about."""
    import base64
    import json

    try:
        payload: Any = json.loads(bundle)["dsseEnvelope"]["payload"]
        statement: Any = json.loads(base64.b64decode(payload, validate=True))
        return {str(subject["digest"]["sha256"]) for subject in statement["subject"]}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RefusedError("attestation-mismatch", what=type(error).__name__) from error
