"""T7: the plain verifier gives the verdicts of the library, on the standard's vectors and on damaged ones."""

from __future__ import annotations

import hashlib
import random
import sys

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support import releases

from feedback_gate_installer import crosscheck, ed25519, keys

# RFC 8032, section 7.1: secret key, public key, message, signature.
RFC_8032 = {
    "empty message": (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        b"",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    "one byte": (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        b"\x72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    "two bytes": (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        b"\xaf\x82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    "a hash": (
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").digest(),
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
}
PRIME = 2**255 - 19
ORDER_8_Y = (
    2707385501144840649318225287225658788936804267575313519463743609750303021,
    55188659117513257062467267217118295137698188065244968500265048394206261417927,
)


def both(public: bytes, signature: bytes, message: bytes) -> bool:
    """The verdict of both verifiers, which must be the same one."""
    plain = ed25519.verify(public, signature, message)
    assert crosscheck.library_verdict(public, signature, message) is plain
    return plain


def edge_points() -> list[bytes]:
    """Small-order points and encodings that are not canonical, with either sign bit."""
    heights = (0, 1, 2, PRIME - 1, PRIME, PRIME + 1, PRIME + 2, 2**255 - 1, *ORDER_8_Y)
    return [(y | sign << 255).to_bytes(32, "little") for y in heights for sign in (0, 1)]


@pytest.mark.parametrize("name", RFC_8032)
def test_t7_both_verifiers_accept_the_vectors_of_the_standard(name: str) -> None:
    _, public, message, signature = RFC_8032[name]
    assert both(bytes.fromhex(public), bytes.fromhex(signature), message)


@pytest.mark.parametrize("name", RFC_8032)
def test_t7_the_vectors_are_what_the_secret_keys_sign(name: str) -> None:
    secret, public, message, signature = RFC_8032[name]
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    assert (releases.public(key).hex(), key.sign(message).hex()) == (public, signature)


@pytest.mark.parametrize("point", edge_points(), ids=lambda point: point.hex()[:12] + point.hex()[-2:])
def test_t7_no_small_order_or_non_canonical_key_can_be_pinned(point: bytes) -> None:
    assert keys.parse(point.hex()) is None


@pytest.mark.parametrize("scalar_shift", [1, 2])
def test_t7_a_signature_with_s_above_the_order_is_refused_by_both(scalar_shift: int) -> None:
    signature = releases.PRIMARY.sign(b"message")
    rewritten = int.from_bytes(signature[32:], "little") + scalar_shift * ed25519.ORDER
    forged = signature[:32] + rewritten.to_bytes(32, "little")
    assert not both(releases.public(releases.PRIMARY), forged, b"message")
    assert ed25519.has_large_scalar(forged)


@pytest.mark.parametrize("length", [0, 1, 32, 63, 65, 128])
def test_t7_a_signature_of_another_length_is_refused_by_both(length: int) -> None:
    signature = (releases.PRIMARY.sign(b"message") * 2)[:length]
    assert not both(releases.public(releases.PRIMARY), signature, b"message")


@pytest.mark.parametrize("length", [0, 31, 33])
def test_t7_a_key_of_another_length_is_refused_by_both(length: int) -> None:
    public = (releases.public(releases.PRIMARY) * 2)[:length]
    assert not both(public, releases.PRIMARY.sign(b"message"), b"message")


def test_t7_a_zero_byte_of_the_message_cannot_move_into_the_key_or_behind_the_signature() -> None:
    public, signature = releases.public(releases.PRIMARY), releases.PRIMARY.sign(b"\0message")
    assert both(public, signature, b"\0message")
    assert not both(public + b"\0", signature, b"message")
    assert not both(public, signature + b"\0", b"\0message")


def test_t7_s_is_large_from_the_order_on() -> None:
    def large(scalar: int) -> bool:
        return ed25519.has_large_scalar(bytes(32) + scalar.to_bytes(32, "little"))

    assert [large(scalar) for scalar in (0, ed25519.ORDER - 1, ed25519.ORDER, 2**256 - 1)] == [False, False, True, True]


def test_t7_a_key_that_is_no_point_is_refused_by_both() -> None:
    assert not both((2).to_bytes(32, "little"), releases.PRIMARY.sign(b"message"), b"message")


@given(secret=st.binary(min_size=32, max_size=32), message=st.binary(max_size=300))
@settings(max_examples=60, deadline=None)
def test_t7_both_verifiers_accept_what_any_key_signed(secret: bytes, message: bytes) -> None:
    key = Ed25519PrivateKey.from_private_bytes(secret)
    assert both(releases.public(key), key.sign(message), message)
    assert keys.parse(releases.public(key).hex()) is not None


def test_the_plain_verifier_answers_in_a_few_milliseconds() -> None:
    import time

    public, signature = releases.public(releases.PRIMARY), releases.PRIMARY.sign(b"message")
    start = time.process_time()
    for _ in range(20):
        ed25519.verify(public, signature, b"message")
    assert (time.process_time() - start) / 20 < 0.03


def test_a_library_that_does_not_import_gives_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    public, signature = releases.public(releases.PRIMARY), releases.PRIMARY.sign(b"message")
    assert crosscheck.library_verdict(public, signature, b"message") is None


# The slow ones come last.


def test_t7_both_verifiers_agree_on_a_thousand_mutations() -> None:
    source = random.Random(8032)
    accepted = 0
    for number in range(1000):
        message = source.randbytes(source.randrange(200))
        parts = [bytearray(releases.public(releases.PRIMARY)), bytearray(releases.PRIMARY.sign(message)), bytearray(message)]
        part = parts[number % 3]
        if part and number % 10:
            part[source.randrange(len(part))] ^= 1 << source.randrange(8)
            untouched = False
        else:
            untouched = True
        verdict = both(*(bytes(one) for one in parts))
        assert verdict is untouched
        accepted += verdict
    assert 90 <= accepted <= 110


def test_t7_both_verifiers_agree_on_small_order_and_non_canonical_points() -> None:
    points = edge_points()
    accepted = 0
    for public in points:
        for commitment in points:
            for scalar in (0, 1, ed25519.ORDER - 1, ed25519.ORDER, 2**255):
                accepted += both(public, commitment + scalar.to_bytes(32, "little"), b"edge")
    assert accepted > 0  # such keys do verify what nobody signed, which is why none can be pinned
