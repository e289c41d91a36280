"""Private keys: PEM blocks whole, cut off at either end or written on one line, and the other formats in use."""

from __future__ import annotations

import re

from feedback_gate.redact import pem
from feedback_gate.redact.pattern import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.redact.pattern import Span

FULL_LINE = r"(?:[A-Za-z0-9+/]{32,20000}={0,2}|[A-Za-z0-9+/]{2,31}={1,2})(?![A-Za-z0-9+/=])"
BEGINNINGS = (
    "b3BlbnNzaC1rZXktdjE",  # "openssh-key-v1"
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
    "MIIEvgIBADANBgkqhkiG9w0BAQEFAASC",
    "MIIEvAIBADANBgkqhkiG9w0BAQEFAASC",
    "MIIJQgIBADANBgkqhkiG9w0BAQEFAASC",
    "MIIJQwIBADANBgkqhkiG9w0BAQEFAASC",
    "MIIEowIBAAKCAQEA",
    "MIIEpAIBAAKCAQEA",
    "MIIEogIBAAKCAQEA",
    "MIIEpQIBAAKCAQEA",
    "MIIJKQIBAAKCAgEA",
    "MIIJKAIBAAKCAgEA",
    "MIIJKgIBAAKCAgEA",
    "MHcCAQEEI",
    "MIGkAgEBBD",
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg",
    "MC4CAQAwBQYDK2VwBCIEI",
)
BODY = rf"(?-i:{'|'.join(re.escape(beginning) for beginning in BEGINNINGS)})[A-Za-z0-9+/]{{8,20000}}={{0,2}}(?:\r?\n[ \t]{{0,20}}{FULL_LINE}){{0,600}}"
ENCODED = r"(?-i:LS0tLS1CRUdJTi(?:BSU0EgUFJJ|BQUklWQVRF|BFQyBQUkl|BPUEVOU1NI|BFTkNSWVBUR|BEU0EgUFJJ|BQR1AgUFJJ))[A-Za-z0-9+/]{16,20000}={0,2}"
HASH = r"(?<![A-Za-z0-9$])\$(?:1|5|6|y|gy|7|apr1|2[abxy]?|argon2(?:id|i|d)|pbkdf2(?:-sha\d{1,3})?|scrypt)\$[A-Za-z0-9./$=,+*-]{22,400}"
PUTTY = r"Private-Lines:[ \t]*\d{1,4}\r?\n(?P<secret>(?:[A-Za-z0-9+/]{1,80}={0,2}(?:\r?\n|$)){1,400})"
PUTTY_MAC = r"Private-(?:MAC|Hash):[ \t]*(?P<secret>[0-9a-f]{32,128})"
JWK = (
    r"""\\{0,3}["'](?:d|p|q|dp|dq|qi|k)\\{0,3}["'][ \t]{0,4}:[ \t]{0,4}\\{0,3}["'](?P<secret>[A-Za-z0-9_-]{16,4096})\\{0,3}["']"""
)


def _putty(found: re.Match[str]) -> Iterable[Span]:
    start, end = found.span("secret")
    return ((start, start + len(found.string[start:end].rstrip())),)


def _jwk(found: re.Match[str]) -> Iterable[Span]:
    near = found.string[max(0, found.start() - 4096) : found.end() + 4096]
    return (found.span("secret"),) if "kty" in near else ()


KEYS = (
    Pattern(
        "private-key",
        "PEM private key blocks (RSA, EC, DSA, OpenSSH, PGP, SSH2, encrypted, plain), also on one line with written `\\n` as in JSON and "
        ".env files, and without their end: the header and the lines of key after it",
        "the text around the block; a header without a key",
        ("private key",),
        pem.HEAD,
        judge=pem.below,
    ),
    Pattern(
        "private-key-tail",
        "such a block without its beginning: the footer and the lines of key above it",
        "everything up to the last line that is no key",
        ("private key",),
        pem.FOOT,
        judge=pem.above,
        lines=True,
    ),
    Pattern(
        "private-key-body",
        "the inside of an OpenSSH, RSA, EC or Ed25519 private key without header and footer, known by its first characters",
        "the text around it",
        tuple(beginning.lower() for beginning in BEGINNINGS),
        BODY,
        lines=True,
    ),
    Pattern(
        "private-key-base64",
        "a PEM private key that was base64-encoded once more, as in kubeconfig files",
        "the name",
        ("ls0tls1crudjti",),
        ENCODED,
    ),
    Pattern(
        "password-hash",
        "password hashes of crypt and its kin: $1$, $2b$, $5$, $6$, $y$, $apr1$, $argon2…",
        "the name",
        ("$",),
        HASH,
    ),
    Pattern(
        "putty-key", "the private lines of a PuTTY key", "the public part", ("private-lines",), PUTTY, judge=_putty, lines=True
    ),
    Pattern("putty-key-mac", "its authentication code", "the field's name", ("private-mac", "private-hash"), PUTTY_MAC),
    Pattern(
        "jwk", "the private members of a JSON Web Key (d, p, q, dp, dq, qi, k)", "the public members", ("kty",), JWK, judge=_jwk
    ),
)
