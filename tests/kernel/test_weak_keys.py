"""Points of a curve that are no keys."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha512

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base.errors import Unauthentic
from lpbe.kernel.crypto import keys, sodium, sshsig

from ..sizes import examples

SEED = bytes(range(32))
some = examples(150)
few = examples(60)
seeds = st.binary(min_size=32, max_size=32)
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def decoded(data: bytes) -> Point | None:
    """The point of a canonical encoding, by RFC 8032 5.1.3."""
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if v * x * x % P != u or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def encoded(point: Point) -> bytes:
    x, y, z, _ = point
    x, y = x * pow(z, -1, P) % P, y * pow(z, -1, P) % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def added(one: Point, two: Point) -> Point:
    a, b = (one[1] - one[0]) * (two[1] - two[0]) % P, (one[1] + one[0]) * (two[1] + two[0]) % P
    c, d = 2 * one[3] * two[3] * D % P, 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(count: int, point: Point) -> Point:
    out = NEUTRAL
    for bit in bin(count)[2:]:
        out = added(out, out)
        out = added(out, point) if bit == "1" else out
    return out


def neutral(point: Point) -> bool:
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


def order_eight() -> Point:
    """A generator of the torsion: L times some point."""
    for y in range(2, 100):
        point = decoded(y.to_bytes(32, "little"))
        if point and not neutral(times(4, times(L, point))):
            return times(L, point)
    raise AssertionError("no point of order eight")


TORSION = [times(n, order_eight()) for n in range(8)]


def refusal(check: Callable[[bytes], None], public: bytes) -> str:
    try:
        check(public)
    except Unauthentic as caught:
        return caught.code
    return ""


@pytest.mark.parametrize(("times_eight", "order"), [(0, 1), (4, 2), (2, 4), (6, 4), (1, 8), (3, 8), (5, 8), (7, 8)])
def test_points_of_small_order_are_no_signing_keys(times_eight: int, order: int) -> None:
    point = TORSION[times_eight]
    assert neutral(times(order, point))
    assert not any(neutral(times(n, point)) for n in range(1, order))
    assert refusal(keys.check_sign_key, encoded(point)) == "E_KEY_WEAK"


def test_the_identity_point_is_no_signing_key() -> None:
    assert encoded(NEUTRAL) == bytes([1]) + bytes(31)
    assert refusal(keys.check_sign_key, bytes([1]) + bytes(31)) == "E_KEY_WEAK"


@pytest.mark.parametrize("value", [P, P + 1, 2**255 - 1, 1 | 1 << 255, (P - 1) | 1 << 255, P | 1 << 255])
def test_encodings_that_are_not_canonical_are_no_signing_keys(value: int) -> None:
    assert refusal(keys.check_sign_key, value.to_bytes(32, "little")) == "E_KEY_WEAK"


@few
@given(seeds, st.integers(1, 7))
def test_a_good_key_with_torsion_added_is_refused(seed: bytes, twist: int) -> None:
    public = keys.Identity(seed).sign_public
    keys.check_sign_key(public)
    point = decoded(public)
    assert point is not None
    assert refusal(keys.check_sign_key, encoded(added(point, TORSION[twist]))) == "E_KEY_WEAK"


@few
@given(seeds)
def test_signing_keys_are_exactly_the_points_of_prime_order(data: bytes) -> None:
    """Against a textbook implementation; a random point is of prime order one time in eight."""
    point = decoded(data)
    good = point is not None and not neutral(point) and neutral(times(L, point))
    assert refusal(keys.check_sign_key, data) == ("" if good else "E_KEY_WEAK")


def test_no_signature_fits_every_message_even_under_the_identity_point() -> None:
    """R the identity and S zero: lax verifiers say yes to any text."""
    forged = bytes([1]) + bytes(31) + bytes(32)
    for public in map(encoded, TORSION):
        for turn in range(16):
            message = sha512(bytes([turn])).digest()
            blob = sshsig.prefix(public, sshsig.ORDER) + forged
            with pytest.raises(Unauthentic):
                sshsig.verify(public, sshsig.ORDER, message, blob)


@pytest.mark.parametrize(
    "value",
    [
        0,
        1,
        325606250916557431795983626356110631294008115727848805560023387167927233504,
        39382357235489614581723060781553021112529911719440698176882885853963445705823,
        P - 1,
        P,
        P + 1,
        2**255,
        2**255 + 1,
        2**255 + P - 1,
    ],
)
def test_points_of_small_order_are_no_seal_keys(value: int) -> None:
    assert refusal(keys.check_seal_key, value.to_bytes(32, "little")) == "E_KEY_WEAK"


@pytest.mark.parametrize("size", [0, 1, 16, 31, 33, 64])
def test_a_signing_key_has_32_bytes(size: int) -> None:
    public = (keys.Identity(SEED).sign_public * 2)[:size]
    assert refusal(keys.check_sign_key, public) == "E_KEY_WEAK"


@pytest.mark.parametrize("size", [0, 1, 16, 31, 33, 64])
def test_a_seal_key_has_32_bytes(size: int) -> None:
    public = (keys.Identity(SEED).seal_public * 2)[:size]
    assert refusal(keys.check_seal_key, public) == "E_KEY_WEAK"


@some
@given(seeds)
def test_the_keys_of_every_identity_are_strong(seed: bytes) -> None:
    who = keys.Identity(seed)
    keys.check_sign_key(who.sign_public)
    keys.check_seal_key(who.seal_public)
    assert sodium.x25519_base(who.seal_secret) == who.seal_public
