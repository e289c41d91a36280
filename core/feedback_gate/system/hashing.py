"""Short hashes for names of files and folders; `hashlib` costs 3 ms at start, the C modules nothing."""

from __future__ import annotations


def digest(data: bytes) -> str:
    """The BLAKE2b-160 digest of the bytes, 40 hex digits."""
    try:
        from _blake2 import blake2b
    except ImportError:  # a build without the C module
        from hashlib import blake2b
    return blake2b(data, digest_size=20).hexdigest()


def short(text: str, digits: int = 16) -> str:
    """The first digits of the digest of a text; surrogates are allowed."""
    return digest(text.encode("utf-8", "surrogatepass"))[:digits]
