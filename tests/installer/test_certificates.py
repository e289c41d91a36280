"""D4: the issuer's name, read from any certificate and from anything that is none."""

from __future__ import annotations

import datetime as dt

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st

from feedback_gate_installer import certificates

KEY = ec.generate_private_key(ec.SECP256R1())


def certificate(*attributes: tuple[x509.ObjectIdentifier, str]) -> bytes:
    now = dt.datetime(2026, 11, 30, tzinfo=dt.timezone.utc)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "the subject")])
    issuer = x509.Name([x509.NameAttribute(kind, value) for kind, value in attributes])
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(KEY.public_key())
    builder = builder.serial_number(7).not_valid_before(now).not_valid_after(now + dt.timedelta(days=1))
    return builder.sign(KEY, hashes.SHA256()).public_bytes(serialization.Encoding.DER)


def test_d4_the_issuers_common_name_is_read() -> None:
    attributes = ((NameOID.ORGANIZATION_NAME, "Corp"), (NameOID.COMMON_NAME, "Corp 日本 CA"))
    assert certificates.issuer(certificate(*attributes)) == "Corp 日本 CA"


def test_d4_without_a_common_name_the_organisation_is_read() -> None:
    assert certificates.issuer(certificate((NameOID.ORGANIZATION_NAME, "Corp"))) == "Corp"


def test_d4_the_subject_is_never_taken_for_the_issuer() -> None:
    assert certificates.issuer(certificate((NameOID.COUNTRY_NAME, "JP"))) == ""


def test_d4_control_characters_and_length_cannot_spoil_a_terminal() -> None:
    name = "a\x1b[31m\nb" + "c" * 50
    assert certificates.issuer(certificate((NameOID.COMMON_NAME, name))) == "a[31mb" + "c" * 50


@given(st.binary(max_size=300))
def test_anything_else_has_no_issuer_and_raises_nothing(data: bytes) -> None:
    assert isinstance(certificates.issuer(data), str)


@given(st.integers(0, 400), st.binary(min_size=1, max_size=4))
def test_a_damaged_certificate_raises_nothing(at: int, damage: bytes) -> None:
    der = bytearray(certificate((NameOID.COMMON_NAME, "CA")))
    der[at : at + len(damage)] = damage
    assert isinstance(certificates.issuer(bytes(der)), str)
    assert isinstance(certificates.issuer(bytes(der[:at])), str)
