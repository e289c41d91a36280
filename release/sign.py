"""Signs a release and checks it again: keys, checksums.txt with its signature, the pin, the folder to publish.

    python release/sign.py keys   --out FOLDER NAME
    python release/sign.py sign   --dist dist --version X.Y.Z --date YYYY-MM-DD --key NAME.key
    python release/sign.py verify --dist dist --key NAME.pub … [--whole]
    python release/sign.py pin    --dist dist --key PRIMARY.pub --key BACKUP.pub [--base-url URL …] [--revoked ID …] --out FILE
    python release/sign.py layout --dist dist --to BASE

Keys are PEM files as openssl writes and reads them; the signature is 64 raw bytes, so that anybody can repeat it:
`openssl pkeyutl -verify -pubin -inkey NAME.pub -rawin -in checksums.txt -sigfile checksums.txt.sig`.
"""

from __future__ import annotations

import argparse
import glob
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "installer"))

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from feedback_gate_installer import checksums, hashing, keys, pins, verify
from feedback_gate_installer.checksums import Checksums, Entry
from feedback_gate_installer.errors import RefusedError

# What every release holds; a release without one of them is not signed.
REQUIRED = ("feedback-gate.pyz", "feedback-gate-installer.pyz", "sbom.json")
# Signed as well when it is there; a star stands for the version in a wheel's name.
OPTIONAL = ("feedback-gate-plugin.zip", "feedback_gate-*.whl", "attestation.json")


class SignError(Exception):
    """The release cannot be signed as it is; the text says what is missing."""


def write_keys(folder: str, name: str) -> str:
    """Make a key pair, NAME.key (mode 0600) and NAME.pub, and return its id.

    Raises:
        FileExistsError: there is a key of that name already; keys are never overwritten.
    """
    private = Ed25519PrivateKey.generate()
    plain = serialization.NoEncryption()
    pem = private.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    descriptor = os.open(os.path.join(folder, f"{name}.key"), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "wb") as file:
        file.write(pem)
    public = private.public_key()
    with open(os.path.join(folder, f"{name}.pub"), "xb") as file:
        file.write(public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo))
    return keys.key_id(public.public_bytes_raw())


def private_key(path: str) -> Ed25519PrivateKey:
    """Read a signing key.

    Raises:
        SignError: it is no Ed25519 key, or others can read the file.
    """
    if os.stat(path).st_mode & 0o077:
        raise SignError(f"{path} can be read by others: chmod 600 {path}")
    with open(path, "rb") as file:
        key = serialization.load_pem_private_key(file.read(), None)
    if not isinstance(key, Ed25519PrivateKey):
        raise SignError(f"{path} is no Ed25519 key")
    return key


def public_key(path: str) -> keys.Key:
    """Read a public key in PEM form.

    Raises:
        SignError: it is no Ed25519 key.
    """
    with open(path, "rb") as file:
        key = serialization.load_pem_public_key(file.read())
    if not isinstance(key, Ed25519PublicKey):
        raise SignError(f"{path} is no Ed25519 key")
    return keys.Key(key.public_bytes_raw())


def sign(dist: str, version: str, date: str, key_path: str) -> Checksums:
    """Write checksums.txt over the files in ``dist`` and its signature beside it.

    Raises:
        SignError: a required file (also the SBOM) is missing.
        RefusedError: version or date are malformed.
    """
    private = private_key(key_path)
    key = keys.Key(private.public_key().public_bytes_raw())
    sums = Checksums(pins.PRODUCT, version, date, key.id, tuple(_entries(dist)))
    data = checksums.render(sums)
    _write(os.path.join(dist, checksums.NAME), data)
    _write(os.path.join(dist, checksums.SIGNATURE_NAME), private.sign(data))
    check(dist, [key])
    return sums


def check(dist: str, trusted: list[keys.Key]) -> Checksums:
    """Check a release folder as a stranger would: signature by one of ``trusted``, then every file.

    Raises:
        SignError: no trusted key signed it.
        RefusedError: a file is missing or differs.
    """
    data, signature = _read(dist, checksums.NAME), _read(dist, checksums.SIGNATURE_NAME)
    if not any(verify.signed_by(key, signature, data) for key in trusted):
        raise SignError(f"{checksums.NAME} is not signed by any of {', '.join(key.id for key in trusted)}")
    sums = checksums.parse(data)
    for entry in sums.entries:
        verify.file(os.path.join(dist, entry.name), entry)
    return sums


def refuse_unlisted(dist: str, sums: Checksums) -> None:
    """Refuse a folder that holds a file nobody signed.

    Raises:
        SignError: names the files.
    """
    listed = {entry.name for entry in sums.entries} | {checksums.NAME, checksums.SIGNATURE_NAME}
    unlisted = sorted(set(os.listdir(dist)) - listed)
    if unlisted:
        raise SignError(f"{checksums.NAME} does not list {', '.join(unlisted)}")


def pin_text(dist: str, trusted: list[keys.Key], base_urls: list[str], revoked: list[str]) -> str:
    """The pin of the release in ``dist``, which must be signed by one of the keys it will name.

    Raises:
        SignError, RefusedError: the release does not check out.
    """
    sums = check(dist, trusted)
    entry = sums.entry(pins.EXECUTABLE)
    if entry is None:
        raise SignError(f"{checksums.NAME} does not list {pins.EXECUTABLE}")
    return pins.render(sums.version, entry.size, entry.sha256, [key.public.hex() for key in trusted], revoked, base_urls)


def lay_out(dist: str, base: str) -> str:
    """Copy a signed release to ``<base>/v<X.Y.Z>/``, the layout every client expects, and return that folder."""
    sums = checksums.parse(_read(dist, checksums.NAME))
    target = os.path.join(base, f"v{sums.version}")
    os.makedirs(target, exist_ok=True)
    for name in (*(entry.name for entry in sums.entries), checksums.NAME, checksums.SIGNATURE_NAME):
        shutil.copyfile(os.path.join(dist, name), os.path.join(target, name))
    return target


def _entries(dist: str) -> list[Entry]:
    missing = [name for name in REQUIRED if not os.path.isfile(os.path.join(dist, name))]
    if missing:
        raise SignError(f"{dist} lacks {', '.join(missing)}: a release is signed whole or not at all")
    present = [os.path.basename(path) for name in OPTIONAL for path in sorted(glob.glob(os.path.join(dist, name)))]
    return [Entry(name, *hashing.sha256_of(os.path.join(dist, name))) for name in (*REQUIRED, *present)]


def _read(dist: str, name: str) -> bytes:
    with open(os.path.join(dist, name), "rb") as file:
        return file.read()


def _write(path: str, data: bytes) -> None:
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "wb") as file:
        file.write(data)
    os.replace(temporary, path)


def _options(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="sign.py", description="Sign a release and check it again.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("keys", "sign", "verify", "pin", "layout"):
        command = commands.add_parser(name)
        if name == "keys":
            command.add_argument("name")
            command.add_argument("--out", default=".")
            continue
        command.add_argument("--dist", default="dist")
        if name == "sign":
            command.add_argument("--version", required=True)
            command.add_argument("--date", required=True)
            command.add_argument("--key", required=True)
        elif name == "layout":
            command.add_argument("--to", required=True)
        else:
            command.add_argument("--key", action="append", required=True)
        if name == "verify":
            command.add_argument("--whole", action="store_true", help="refuse a folder that holds a file nobody signed")
        if name == "pin":
            command.add_argument("--base-url", action="append", default=[])
            command.add_argument("--revoked", action="append", default=[])
            command.add_argument("--out", required=True)
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Do one of the jobs and return the exit status."""
    options = _options(argv)
    try:
        print(_do(options))
    except (SignError, RefusedError, OSError, ValueError) as problem:
        print(f"sign: {problem}", file=sys.stderr)
        return 1
    return 0


def _do(options: argparse.Namespace) -> str:
    if options.command == "keys":
        return write_keys(options.out, options.name)
    if options.command == "sign":
        return f"signed with key {sign(options.dist, options.version, options.date, options.key).key_id}"
    if options.command == "layout":
        return lay_out(str(options.dist), str(options.to))
    trusted = [public_key(path) for path in options.key]
    if options.command == "verify":
        sums = check(options.dist, trusted)
        if options.whole:
            refuse_unlisted(options.dist, sums)
        return f"good: version {sums.version}"
    _write(options.out, pin_text(options.dist, trusted, options.base_url, options.revoked).encode())
    return str(options.out)


if __name__ == "__main__":
    sys.exit(main())
