"""checksums.txt: the signed list of what a release holds, written so that ``sha256sum -c`` reads it too.

``# key = value`` lines: ``format`` (a number; a higher one than ours needs a newer installer), ``product``,
``version``, ``date`` (of the release, YYYY-MM-DD), ``key`` (id of the signing key), and for each file
``# file = SIZE PLATFORM NAME``, followed by the usual ``SHA256  NAME``. The signature covers every byte.
"""

from __future__ import annotations

import re

from feedback_gate_installer import keys, lines, versions
from feedback_gate_installer.errors import RefusedError

FORMAT = 1
NAME = "checksums.txt"
SIGNATURE_NAME = "checksums.txt.sig"
MAX_BYTES = 64 * 1024
ANY_PLATFORM = "any"

_FILE_NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,99}"
_FILE = re.compile(rf"([1-9][0-9]{{0,9}}) ([a-z0-9_.-]{{1,60}}) ({_FILE_NAME})\Z")
_SUM = re.compile(rf"([0-9a-f]{{64}})  ({_FILE_NAME})\Z")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z", re.ASCII)


class Entry:
    """One file of a release: ``size`` in bytes, ``platform`` is ``any`` or a tag such as ``linux-x86_64``."""

    __slots__ = ("name", "platform", "sha256", "size")

    def __init__(self, name: str, size: int, sha256: str, platform: str = ANY_PLATFORM) -> None:
        self.name = name
        self.size = size
        self.sha256 = sha256
        self.platform = platform


class Checksums:
    """A parsed checksums.txt; nothing in it is trusted before its signature was checked."""

    __slots__ = ("date", "entries", "key_id", "product", "version")

    def __init__(self, product: str, version: str, date: str, key_id: str, entries: tuple[Entry, ...]) -> None:
        self.product = product
        self.version = version
        self.date = date
        self.key_id = key_id
        self.entries = entries

    def entry(self, name: str) -> Entry | None:
        """The file called ``name``, or None."""
        return next((entry for entry in self.entries if entry.name == name), None)


def render(sums: Checksums) -> bytes:
    """The bytes to sign.

    Raises:
        RefusedError: a value that ``parse`` would refuse.
    """
    pairs = [("format", str(FORMAT)), ("product", sums.product), ("version", sums.version)]
    pairs += [("date", sums.date), ("key", sums.key_id)]
    text = "".join(f"# {key} = {value}\n" for key, value in pairs)
    for entry in sums.entries:
        text += f"# file = {entry.size} {entry.platform} {entry.name}\n{entry.sha256}  {entry.name}\n"
    data = text.encode("ascii")
    parse(data)
    return data


def parse(data: bytes) -> Checksums:
    """Read checksums.txt.

    Raises:
        RefusedError: ``sums-format-unknown`` (written for newer installers), ``sums-invalid`` (names what is wrong).
    """
    heads, files, hashes = _split(data)
    values = dict(heads)
    if values.get("format", "").isdecimal() and int(values["format"]) > FORMAT:
        raise RefusedError("sums-format-unknown", found=values["format"], known=FORMAT)
    if len(values) != len(heads):
        raise RefusedError("sums-invalid", what="a key that stands twice")
    _check_heads(values)
    entries = tuple(_entry(line, hashes) for line in files)
    if len({entry.name.lower() for entry in entries}) != len(entries) or len(hashes) != len(entries):
        raise RefusedError("sums-invalid", what="files and hashes do not pair up")
    return Checksums(values["product"], values["version"], values["date"], values["key"], entries)


def _split(data: bytes) -> tuple[list[tuple[str, str]], list[str], dict[str, str]]:
    """The head lines, the file lines, and name → hash."""
    try:
        text = data.decode("ascii")
        marked = [line[1:] for line in text.split("\n") if line.startswith("#")]
        pairs = lines.read("\n".join(marked))
    except lines.LineError as error:
        raise RefusedError("sums-invalid", what=f"head line {error.line}") from error
    except UnicodeDecodeError as error:
        raise RefusedError("sums-invalid", what="encoding") from error
    hashes = {}
    for line in text.split("\n"):
        if line and not line.startswith("#"):
            match = _SUM.match(line)
            if match is None or match[2] in hashes:
                raise RefusedError("sums-invalid", what="a hash line")
            hashes[match[2]] = match[1]
    return [pair for pair in pairs if pair[0] != "file"], [value for key, value in pairs if key == "file"], hashes


def _check_heads(values: dict[str, str]) -> None:
    good = {
        "format": values.get("format") == str(FORMAT),
        "product": bool(values.get("product")),
        "version": versions.is_version(values.get("version", "")),
        "date": _DATE.match(values.get("date", "")) is not None,
        "key": keys.is_id(values.get("key", "")),
    }
    for name, is_good in good.items():
        if not is_good:
            raise RefusedError("sums-invalid", what=name)


def _entry(line: str, hashes: dict[str, str]) -> Entry:
    match = _FILE.match(line)
    if match is None or match[3] not in hashes:
        raise RefusedError("sums-invalid", what="a file line")
    size, platform, name = match.groups()
    return Entry(name, int(size), hashes[name], platform)
