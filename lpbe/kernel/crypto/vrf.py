"""Verifiable draws: a key fixed in advance gives one value for one text, and a proof of it.

This is ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381, in the prime-order group throughout.
"""

from __future__ import annotations

from hashlib import sha512

from ..base.errors import Unauthentic
from . import sodium

SUITE = b"\x03"
FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
PROOF_BYTES = 80
MAX_TRIES = 256


def false_proof() -> Unauthentic:
    """Return the failure for a proof that does not hold."""
    return Unauthentic("E_PROOF", "the proof of a draw is false")


def draw_keys(seed: bytes) -> tuple[bytes, bytes, bytes]:
    """Return secret scalar, nonce prefix and public key of a seed, as RFC 8032 derives them."""
    spread = bytearray(sha512(seed).digest())
    spread[0] &= 248
    spread[31] &= 127
    spread[31] |= 64
    scalar = sodium.scalar_reduce(bytes(spread[:32]) + bytes(32))
    return scalar, bytes(spread[32:]), sodium.point_base_mul(scalar)


def draw_public(seed: bytes) -> bytes:
    """Return the public key of a seed."""
    return draw_keys(seed)[2]


def multiply_by_cofactor(point: bytes) -> bytes:
    """Return eight times a point."""
    for _ in range(3):
        point = sodium.point_add(point, point)
    return point


def hash_to_curve(public: bytes, text: bytes) -> bytes:
    """Return a point of the group whose logarithm nobody knows, by try and increment."""
    for count in range(MAX_TRIES):
        guess = sha512(SUITE + b"\x01" + public + text + bytes([count]) + b"\x00").digest()[:32]
        if int.from_bytes(guess, "little") % 2**255 >= FIELD:
            continue
        try:
            point = multiply_by_cofactor(guess)
        except sodium.CryptoError:
            continue  # not on the curve
        if sodium.is_valid_point(point):
            return point
    raise false_proof()


def challenge(*points: bytes) -> bytes:
    """Return the 16 bytes of the challenge as a scalar of 32."""
    return sha512(SUITE + b"\x02" + b"".join(points) + b"\x00").digest()[:16] + bytes(16)


def prove_draw(seed: bytes, text: bytes) -> bytes:
    """Return the proof of the value that a seed's key gives for a text."""
    scalar, prefix, public = draw_keys(seed)
    point = hash_to_curve(public, text)
    gamma = sodium.point_mul(scalar, point)
    nonce = sodium.scalar_reduce(sha512(prefix + point).digest())
    c = challenge(public, point, gamma, sodium.point_base_mul(nonce), sodium.point_mul(nonce, point))
    return gamma + c[:16] + sodium.scalar_add(nonce, sodium.scalar_mul(c, scalar))


def check_draw(public: bytes, text: bytes, proof: bytes) -> bytes:
    """Return the value that this key gives for this text, if the proof is valid."""
    gamma, c, s = proof[:32], proof[32:48] + bytes(16), proof[48:]
    if len(proof) != PROOF_BYTES or not any(c) or not 0 < int.from_bytes(s, "little") < ORDER:
        raise false_proof()
    if not sodium.is_valid_point(public) or not sodium.is_valid_point(gamma):
        raise false_proof()
    try:
        point = hash_to_curve(public, text)
        u = sodium.point_sub(sodium.point_base_mul(s), sodium.point_mul(c, public))
        v = sodium.point_sub(sodium.point_mul(s, point), sodium.point_mul(c, gamma))
    except sodium.CryptoError:
        raise false_proof() from None
    if challenge(public, point, gamma, u, v) != c:
        raise false_proof()
    return draw_value(gamma)


def draw_value(gamma: bytes) -> bytes:
    """Return the value of a draw from its proven point."""
    return sha512(SUITE + b"\x03" + multiply_by_cofactor(gamma) + b"\x00").digest()
