"""The second opinion: the same question put to the ``cryptography`` library, where it can be imported."""

from __future__ import annotations


def library_verdict(public_key: bytes, signature: bytes, message: bytes) -> bool | None:
    """Ask the library whether the signature is good.

    Returns:
        True or False, or None where the library does not import (packed native code of another system or
        Python): the plain verifier then decides alone, and the report says so.
    """
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except (ImportError, OSError, SystemError, SyntaxError):
        return None
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
