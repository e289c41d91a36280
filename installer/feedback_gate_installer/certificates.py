"""The issuer's name out of a certificate, read just far enough (X.509, DER)."""

from __future__ import annotations

_COMMON_NAME = b"\x06\x03\x55\x04\x03"
_ORGANISATION = b"\x06\x03\x55\x04\x0a"
_SEQUENCE, _VERSION = 0x30, 0xA0
_ISSUER = 2  # after serial number and signature algorithm
_MAX_NAME = 100  # characters shown
_BMP_STRING = 0x1E


def issuer(der: bytes) -> str:
    """Common name of the issuer, else its organisation, else an empty text; also for anything malformed."""
    try:
        name = _issuer_field(der)
    except (IndexError, ValueError):
        return ""
    return _attribute(name, _COMMON_NAME) or _attribute(name, _ORGANISATION)


def _issuer_field(der: bytes) -> bytes:
    certificate, _ = _value(der, _SEQUENCE)
    signed, _ = _value(certificate, _SEQUENCE)
    if signed[0] == _VERSION:
        _, signed = _value(signed)
    for _ in range(_ISSUER):
        _, signed = _value(signed)
    field, _ = _value(signed, _SEQUENCE)
    return field


def _value(data: bytes, tag: int | None = None) -> tuple[bytes, bytes]:
    """The content of the first element, and what follows it."""
    if tag is not None and data[0] != tag:
        raise ValueError("another tag")
    length, start = data[1], 2
    if length & 0x80:
        size = length & 0x7F
        length, start = int.from_bytes(data[2 : 2 + size], "big"), 2 + size
    if len(data) < start + length:
        raise ValueError("cut short")
    return data[start : start + length], data[start + length :]


def _attribute(name: bytes, kind: bytes) -> str:
    at = name.find(kind)
    if at < 0:
        return ""
    try:
        content, _ = _value(name[at + len(kind) :])
    except (IndexError, ValueError):
        return ""
    wide = name[at + len(kind)] == _BMP_STRING
    text = content.decode("utf-16-be" if wide else "utf-8", "replace")
    return "".join(sign for sign in text if sign.isprintable())[:_MAX_NAME]
