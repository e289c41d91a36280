"""Makes signed releases for tests, with throw-away keys, by the tools that make the real ones."""

from __future__ import annotations

import io
import os
import zipfile

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from feedback_gate_installer import checksums, hashing, keys, pins
from feedback_gate_installer.checksums import Checksums, Entry

VERSION = "1.4.0"
DATE = "2026-11-30"


def signing_key(number: int) -> Ed25519PrivateKey:
    """The same key for the same number, every time."""
    return Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)


PRIMARY = signing_key(1)
BACKUP = signing_key(2)
STRANGER = signing_key(3)


def public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def key_id(key: Ed25519PrivateKey) -> str:
    return keys.key_id(public(key))


def pem(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def executable(version: str = VERSION, filler: int = 20_000, extra: dict[str, bytes] | None = None) -> bytes:
    """A small archive that Python can run and that says its version."""
    members = {
        "__main__.py": f"print('feedback-gate {version}')\n".encode(),
        "filler.bin": version.encode() * (filler // len(version) + 1),
    }
    return b"#!/usr/bin/env python3\n" + zipped({**members, **(extra or {})})


def zipped(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return buffer.getvalue()


class Release:
    """A release in memory: ``files`` by name, and the pin a plugin would carry for it."""

    def __init__(
        self,
        version: str = VERSION,
        signer: Ed25519PrivateKey = PRIMARY,
        data: bytes | None = None,
        *,
        product: str = pins.PRODUCT,
        platform: str = checksums.ANY_PLATFORM,
        date: str = DATE,
        more: dict[str, bytes] | None = None,
    ) -> None:
        self.version = version
        self.signer = signer
        self.data = executable(version) if data is None else data
        self.files = {
            pins.EXECUTABLE: self.data,
            "feedback-gate-installer.pyz": zipped({"a": b"installer"}),
            "sbom.json": b"{}\n",
        }
        self.files.update(more or {})
        entries = [
            Entry(name, len(content), hashing.sha256(content), platform if name == pins.EXECUTABLE else checksums.ANY_PLATFORM)
            for name, content in self.files.items()
        ]
        self.sums = Checksums(product, version, date, key_id(signer), tuple(entries))
        self.files[checksums.NAME] = checksums.render(self.sums)
        self.sign()

    def sign(self) -> None:
        self.files[checksums.SIGNATURE_NAME] = self.signer.sign(self.files[checksums.NAME])

    @property
    def sha256(self) -> str:
        return hashing.sha256(self.data)

    def pin_text(self, trusted: tuple[Ed25519PrivateKey, ...] = (PRIMARY, BACKUP), **more: list[str]) -> str:
        return pins.render(self.version, len(self.data), self.sha256, [public(key).hex() for key in trusted], **more)

    def pin(self, trusted: tuple[Ed25519PrivateKey, ...] = (PRIMARY, BACKUP), **more: list[str]) -> pins.Pin:
        return pins.parse(self.pin_text(trusted, **more))

    def write(self, base: str | os.PathLike[str]) -> str:
        """Lay the files out as ``<base>/v<X.Y.Z>/`` and return that folder."""
        folder = os.path.join(base, f"v{self.version}")
        os.makedirs(folder, exist_ok=True)
        for name, content in self.files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        return folder
