"""SHA-256 of files, or a refusal: a check that cannot be made is never skipped."""

from __future__ import annotations

from feedback_gate_installer.errors import RefusedError

_BLOCK = 1024 * 1024  # bytes


def sha256_of(path: str) -> tuple[int, str]:
    """Size in bytes and SHA-256 in hex of a file.

    Raises:
        RefusedError: ``no-sha256-tool`` where this Python cannot hash.
        OSError: the file cannot be read.
    """
    digest = _new()
    size = 0
    with open(path, "rb") as file:
        while True:
            block = file.read(_BLOCK)
            if not block:
                return size, digest.hexdigest()
            size += len(block)
            digest.update(block)


def sha256(data: bytes) -> str:
    """SHA-256 of bytes in hex.

    Raises:
        RefusedError: ``no-sha256-tool``.
    """
    digest = _new()
    digest.update(data)
    return digest.hexdigest()


def _new() -> hashlib._Hash:
    try:
        import hashlib

        return hashlib.sha256()
    except (ImportError, ValueError, AttributeError) as error:
        raise RefusedError("no-sha256-tool") from error


TYPE_CHECKING = False
if TYPE_CHECKING:
    import hashlib
