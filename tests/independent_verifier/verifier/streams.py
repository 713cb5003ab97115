"""Proofs of draws, and the numbers that follow from a root: sections 7.2 to 7.4."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import Any

from ..draw import BASE, L, Point, add, decode, encode, is_neutral, negative, times
from .canon import Wrong, kdf, mac
from .keys import sound_point


def sha512(*parts: bytes) -> bytes:
    """SHA-512 of some bytes."""
    return hashlib.sha512(b"".join(parts)).digest()


def to_curve(public: bytes, alpha: bytes) -> Point:
    """Return the point that a key and a text give."""
    for count in range(256):
        raw = sha512(b"\x03\x01", public, alpha, bytes([count]), b"\x00")[:32]
        point = decode(raw)
        if point is not None and not is_neutral(times(8, point)):
            return times(8, point)
    raise Wrong("no point")


@lru_cache(maxsize=1024)
def beta(public: bytes, alpha: str, proof: bytes) -> bytes | None:
    """Return the value of a proof, or nothing if it is false."""
    if len(proof) != 80 or not sound_point(public) or not sound_point(proof[:32]):
        return None
    c, s = int.from_bytes(proof[32:48], "little"), int.from_bytes(proof[48:], "little")
    gamma, key = decode(proof[:32]), decode(public)
    if not c or not 0 < s < L or gamma is None or key is None:
        return None
    h = to_curve(public, alpha.encode())
    u = add(times(s, BASE), negative(times(c, key)))
    v = add(times(s, h), negative(times(c, gamma)))
    points = (encode(h), encode(gamma), encode(u), encode(v))
    if sha512(b"\x03\x02", public, *points, b"\x00")[:16] != proof[32:48]:
        return None
    return sha512(b"\x03\x03", encode(times(8, gamma)), b"\x00")


class Stream:
    """The numbers of one label."""

    def __init__(self, root: bytes, label: str) -> None:
        """A fresh stream."""
        self.key, self.block, self.left = kdf(root, "rng/" + label), 0, []

    def word(self) -> int:
        """Return the next number of 32 bits."""
        if not self.left:
            raw = mac(self.key, self.block.to_bytes(8, "big"))
            self.left = [int.from_bytes(raw[at : at + 4], "big") for at in range(0, 32, 4)]
            self.block += 1
        return self.left.pop(0)

    def below(self, count: int) -> int:
        """Return a number below another."""
        while (word := self.word()) >= 2**32 - 2**32 % count:
            pass
        return word % count

    def shuffle(self, items: list[Any]) -> list[Any]:
        """Return the items in another order."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items
