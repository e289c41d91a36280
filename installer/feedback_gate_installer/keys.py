"""Public keys and their ids."""

from __future__ import annotations

import re

from feedback_gate_installer import ed25519

_PUBLIC = re.compile(r"[0-9a-f]{64}\Z")
_ID = re.compile(r"[0-9a-f]{32}\Z")


class Key:
    """An Ed25519 public key (``public``, 32 bytes) and the id people and files name it by."""

    __slots__ = ("id", "public")

    def __init__(self, public: bytes) -> None:
        self.public = public
        self.id = key_id(public)

    def __repr__(self) -> str:
        return f"Key({self.id})"


def key_id(public: bytes) -> str:
    """The id of a public key: the first 32 hex digits of its SHA-256."""
    import hashlib

    return hashlib.sha256(public).hexdigest()[:32]


def is_id(text: str) -> bool:
    """Say whether text looks like a key id."""
    return _ID.match(text) is not None


def parse(text: str) -> Key | None:
    """The key written as 64 hex digits, or None if it is not one or must not be trusted (``ed25519.is_weak``)."""
    if not _PUBLIC.match(text):
        return None
    public = bytes.fromhex(text)
    return None if ed25519.is_weak(public) else Key(public)
