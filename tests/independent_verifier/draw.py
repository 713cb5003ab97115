"""ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381 on plain integers, and what a game draws from it."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha512
from typing import Any

from .box import Bad, canonical, expand, hash_parts, keyed_hash

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
Point = tuple[int, int, int, int]
"""Extended coordinates X, Y, Z, T: x = X/Z, y = Y/Z, x*y = T/Z."""
NEUTRAL: Point = (0, 1, 1, 0)


def decode(data: bytes) -> Point | None:
    """RFC 8032, 5.1.3."""
    if len(data) != 32:
        return None
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number % 2**255
    x = root_of((y * y - 1) * pow(D * y * y + 1, -1, P) % P)
    if y >= P or x is None or (x == 0 and sign):
        return None
    x = P - x if x % 2 != sign else x
    return x, y, 1, x * y % P


def root_of(square: int) -> int | None:
    root = pow(square, (P + 3) // 8, P)
    for candidate in (root, root * pow(2, (P - 1) // 4, P) % P):
        if candidate * candidate % P == square:
            return candidate
    return None


def encode(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y + (x % 2) * 2**255).to_bytes(32, "little")


def add(one: Point, two: Point) -> Point:
    a, b = (one[1] - one[0]) * (two[1] - two[0]) % P, (one[1] + one[0]) * (two[1] + two[0]) % P
    c, d = 2 * D * one[3] * two[3] % P, 2 * one[2] * two[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def negative(point: Point) -> Point:
    return -point[0] % P, point[1], point[2], -point[3] % P


def times(count: int, point: Point) -> Point:
    out = NEUTRAL
    while count:
        if count & 1:
            out = add(out, point)
        point, count = add(point, point), count >> 1
    return out


def is_neutral(point: Point) -> bool:
    return point[0] % P == 0 and (point[1] - point[2]) % P == 0


def base() -> Point:
    point = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert point
    return point


BASE = base()


def of_prime_order(data: bytes) -> Point | None:
    point = decode(data)
    return point if point and not is_neutral(point) and is_neutral(times(L, point)) else None


def secret_of(seed: bytes) -> tuple[int, bytes]:
    half = sha512(seed).digest()
    scalar = int.from_bytes(half[:32], "little") & (2**254 - 8) | 2**254
    return scalar, half[32:]


def public_of(seed: bytes) -> bytes:
    return encode(times(secret_of(seed)[0], BASE))


def to_curve(public: bytes, text: bytes) -> Point:
    """RFC 9381, 5.4.1.1: try and increment."""
    for count in range(256):
        point = decode(sha512(b"\x03\x01" + public + text + bytes([count, 0])).digest()[:32])
        if point and not is_neutral(point := times(8, point)):
            return point
    raise Bad("E_PROOF")


def challenge(*points: bytes) -> bytes:
    return sha512(b"\x03\x02" + b"".join(points) + b"\x00").digest()[:16]


def prove(seed: bytes, text: bytes) -> bytes:
    (scalar, prefix), public = secret_of(seed), public_of(seed)
    point = to_curve(public, text)
    gamma = encode(times(scalar, point))
    k = int.from_bytes(sha512(prefix + encode(point)).digest(), "little") % L
    c = challenge(public, encode(point), gamma, encode(times(k, BASE)), encode(times(k, point)))
    s = (k + int.from_bytes(c, "little") * scalar) % L
    return gamma + c + s.to_bytes(32, "little")


def check(public: bytes, text: bytes, proof: bytes) -> bytes:
    """Return the 64 bytes that this key draws for this text."""
    if len(proof) != 80:
        raise Bad("E_PROOF")
    key, gamma = of_prime_order(public), of_prime_order(proof[:32])
    c, s = int.from_bytes(proof[32:48], "little"), int.from_bytes(proof[48:], "little")
    if key is None or gamma is None or not 0 < s < L or not c:
        raise Bad("E_PROOF")
    point = to_curve(public, text)
    u = add(times(s, BASE), negative(times(c, key)))
    v = add(times(s, point), negative(times(c, gamma)))
    if challenge(public, encode(point), proof[:32], encode(u), encode(v)) != proof[32:48]:
        raise Bad("E_PROOF")
    return sha512(b"\x03\x03" + encode(times(8, gamma)) + b"\x00").digest()


def roster(game: str, seats: list[dict[str, Any]]) -> str:
    """Return the id of who plays with which keys: `seats` as a game file has them."""
    names = ("id", "name", "sign", "seal", "draw", "tie", "held")
    return hash_parts("roster", game, canonical([{n: seat[n] for n in names if n in seat} for seat in seats]))


def root(secret: bytes, game: str, who: str, values: list[bytes]) -> bytes:
    return expand(secret, "rng-root", game, who, *values)


def words(root: bytes, label: str) -> Iterator[int]:
    key, count = expand(root, "rng/" + label), 0
    while True:
        block = keyed_hash(key, count.to_bytes(8, "big")).finalize()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4))
        count += 1


def below(stream: Iterator[int], limit: int) -> int:
    word = next(stream)
    while word >= 2**32 // limit * limit:
        word = next(stream)
    return word % limit


def shuffle_items(items: list[Any], stream: Iterator[int]) -> list[Any]:
    out = list(items)
    for last in reversed(range(1, len(out))):
        other = below(stream, last + 1)
        out[last], out[other] = out[other], out[last]
    return out
