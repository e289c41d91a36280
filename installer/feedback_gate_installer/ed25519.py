"""Plain Ed25519 signature verification (RFC 8032, section 5.1.7) on the standard library alone.

It decides exactly as OpenSSL does, so that the second opinion in ``crosscheck`` can be held to "identical":
S must be below the group order; the equation is checked without the cofactor, by comparing the encoding of
``S*B - h*A`` with R byte for byte; a y coordinate at or above the field prime and a zero x with the sign bit
set are decoded, not refused. Keys for which that leniency could matter never get here: ``keys`` refuses them
when they are pinned (``is_weak``). No secret is involved, so nothing has to run in constant time.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Point = tuple[int, int, int, int]

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
KEY_BYTES = 32
SIGNATURE_BYTES = 64

_D = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME
_ROOT_OF_MINUS_ONE = pow(2, (PRIME - 1) // 4, PRIME)
_IDENTITY = (0, 1, 1, 0)


def verify(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Say whether ``signature`` (64 bytes) over ``message`` was made by ``public_key`` (32 bytes).

    Anything malformed is a plain False.
    """
    if len(public_key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
        return False
    scalar = int.from_bytes(signature[32:], "little")
    key = _decode(public_key)
    if scalar >= ORDER or key is None:
        return False
    challenge = _challenge(signature[:32], public_key, message)
    return _encode(_sum_of_products(scalar, _BASE, challenge, _negative(key))) == signature[:32]


def has_large_scalar(signature: bytes) -> bool:
    """Say whether a 64-byte signature carries S at or above the group order (a rewritten signature)."""
    return int.from_bytes(signature[32:], "little") >= ORDER


def is_weak(public_key: bytes) -> bool:
    """Say whether a key must never be trusted: malformed, not canonical, or of small order.

    With a small-order key one signature fits many messages.
    """
    point = _decode(public_key) if len(public_key) == KEY_BYTES else None
    if point is None or _encode(point) != public_key:
        return True
    for _ in range(3):
        point = _double(point)
    return point[0] == 0  # so far up only the neutral point lies on the axis


def _challenge(commitment: bytes, public_key: bytes, message: bytes) -> int:
    import hashlib

    digest = hashlib.sha512(commitment + public_key + message).digest()
    return int.from_bytes(digest, "little") % ORDER


def _decode(encoded: bytes) -> Point | None:
    number = int.from_bytes(encoded, "little")
    y = (number & ((1 << 255) - 1)) % PRIME
    x = _x_of(y)
    if x is None:
        return None
    if x & 1 != number >> 255:
        x = -x % PRIME
    return x, y, 1, x * y % PRIME


def _x_of(y: int) -> int | None:
    top, bottom = (y * y - 1) % PRIME, (_D * y * y + 1) % PRIME
    square = top * pow(bottom, PRIME - 2, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME:
        x = x * _ROOT_OF_MINUS_ONE % PRIME
    return None if (x * x - square) % PRIME else x


def _encode(point: Point) -> bytes:
    inverse = pow(point[2], PRIME - 2, PRIME)
    x, y = point[0] * inverse % PRIME, point[1] * inverse % PRIME
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _negative(point: Point) -> Point:
    return -point[0] % PRIME, point[1], point[2], -point[3] % PRIME


def _add(left: Point, right: Point) -> Point:
    a = (left[1] - left[0]) * (right[1] - right[0]) % PRIME
    b = (left[1] + left[0]) * (right[1] + right[0]) % PRIME
    c = 2 * _D * left[3] * right[3] % PRIME
    d = 2 * left[2] * right[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _double(point: Point) -> Point:
    x, y, z = point[0], point[1], point[2]
    a, b = x * x % PRIME, y * y % PRIME
    h = a + b
    e = h - (x + y) ** 2
    g = a - b
    f = 2 * z * z + g
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _sum_of_products(first: int, left: Point, second: int, right: Point) -> Point:
    """``first * left + second * right``, bit by bit from the top, both at once."""
    table = (_IDENTITY, left, right, _add(left, right))
    total = _IDENTITY
    for bit in range(max(first.bit_length(), second.bit_length()) - 1, -1, -1):
        total = _double(total)
        choice = (first >> bit & 1) | (second >> bit & 1) << 1
        if choice:
            total = _add(total, table[choice])
    return total


def _base_point() -> Point:
    y = 4 * pow(5, PRIME - 2, PRIME) % PRIME
    x = -(_x_of(y) or 0) % PRIME  # of the two roots the even one; `_x_of` finds the odd one
    return x, y, 1, x * y % PRIME


_BASE = _base_point()
