"""The pin: which version, size, hash and keys the plugin or the launcher was released with.

Its first line is what ``shim/hook.sh`` reads with one ``read``: ``VERSION SHA-256 SIZE``. Behind it stand
``key = value`` lines: ``product``, ``key_primary`` and ``key_backup`` (Ed25519 public keys, 64 hex digits), and if
there is need ``revoked`` (key ids) and ``base_url`` (release addresses), both separated by blanks. The three words may
also stand there as ``version``, ``sha256`` and ``size``. Unknown keys are skipped. A pin without keys (built from a
checkout) can be started and checked by its hash, but nothing is installed by it.
"""

from __future__ import annotations

import re

from feedback_gate_installer import keys, lines, versions
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate_installer.keys import Key

PRODUCT = "feedback-gate"
EXECUTABLE = "feedback-gate.pyz"
MAX_SIZE = 64 * 1024 * 1024  # bytes; a pin that claims more is not ours
MAX_PIN_BYTES = 64 * 1024

_SHA256 = re.compile(r"[0-9a-f]{64}\Z")
_SIZE = re.compile(r"[1-9][0-9]{0,9}\Z")
_FIRST = re.compile(r"([^\s=#]+) ([^\s=]+) ([^\s=]+)[ \t\r]*(?:\n|\Z)")


class Pin:
    """One pin, checked: what must be installed and who must have signed it."""

    __slots__ = ("base_urls", "keys", "revoked", "sha256", "size", "text", "version")

    def __init__(
        self,
        version: str,
        size: int,
        sha256: str,
        trusted: tuple[Key, ...],
        revoked: tuple[str, ...] = (),
        base_urls: tuple[str, ...] = (),
        text: str = "",
    ) -> None:
        self.version = version
        self.size = size
        self.sha256 = sha256
        self.keys = trusted
        self.revoked = revoked
        self.base_urls = base_urls
        self.text = text

    @property
    def folder(self) -> str:
        """Name of the cache folder of this very build: version and first 16 hex digits of the hash."""
        return f"{self.version}-{self.sha256[:16]}"


def parse(text: str) -> Pin:
    """Read a pin.

    Raises:
        RefusedError: ``pin-invalid`` (names what is wrong), ``bad-version``, ``product-mismatch``, ``key-weak``.
    """
    values = _values(text)
    if values.get("product", PRODUCT) != PRODUCT:
        raise RefusedError("product-mismatch", wanted=PRODUCT, found=values["product"])
    version, size, sha256 = (_value(values, name) for name in ("version", "size", "sha256"))
    if not versions.is_version(version):
        raise RefusedError("bad-version", version=version)
    if not _SIZE.match(size) or int(size) > MAX_SIZE:
        raise RefusedError("pin-invalid", what="size")
    if not _SHA256.match(sha256):
        raise RefusedError("pin-invalid", what="sha256")
    revoked = tuple(values.get("revoked", "").split())
    return Pin(version, int(size), sha256, _keys(values), revoked, tuple(values.get("base_url", "").split()), text)


def render(
    version: str,
    size: int,
    sha256: str,
    public_keys: list[str],
    revoked: list[str] | None = None,
    base_urls: list[str] | None = None,
) -> str:
    """Write the text of a pin; ``public_keys`` are the primary and the backup key in hex.

    Raises:
        RefusedError: what ``parse`` refuses.
    """
    pairs = [("product", PRODUCT), *zip(("key_primary", "key_backup"), public_keys)]
    pairs += [(name, " ".join(words)) for name, words in (("revoked", revoked), ("base_url", base_urls)) if words]
    text = f"{version} {sha256} {size}\n{lines.write(pairs)}"
    parse(text)
    return text


def load(path: str) -> Pin:
    """Read the pin file at ``path``.

    Raises:
        RefusedError: ``pin-missing``, and what ``parse`` refuses.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_PIN_BYTES + 1)
    except OSError as error:
        raise RefusedError("pin-missing", path=path, why=error.strerror or "unreadable") from error
    if len(data) > MAX_PIN_BYTES:
        raise RefusedError("pin-invalid", what="length")
    try:
        return parse(data.decode("ascii"))
    except UnicodeDecodeError as error:
        raise RefusedError("pin-invalid", what="encoding") from error


def _values(text: str) -> dict[str, str]:
    first = _FIRST.match(text)
    pairs = list(zip(("version", "sha256", "size"), first.groups())) if first else []
    try:
        pairs += lines.read(text[first.end() :] if first else text)
    except lines.LineError as error:
        raise RefusedError("pin-invalid", what=f"line {error.line + (first is not None)}") from error
    values = dict(pairs)
    if len(values) != len(pairs):
        raise RefusedError("pin-invalid", what="a key that stands twice")
    return values


def _value(values: dict[str, str], name: str) -> str:
    if not values.get(name):
        raise RefusedError("pin-invalid", what=name)
    return values[name]


def _keys(values: dict[str, str]) -> tuple[Key, ...]:
    found = []
    for name in ("key_primary", "key_backup"):
        if name not in values:
            continue
        key = keys.parse(values[name])
        if key is None:
            raise RefusedError("key-weak", name=name)
        found.append(key)
    return tuple(found)
