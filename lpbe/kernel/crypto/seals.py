"""Seals: one box between two keys that either of them opens, of fixed size and the same bytes for the same content."""

from __future__ import annotations

from _operator import _compare_digest as equal
from functools import lru_cache
from typing import Any, NoReturn

import msgspec

from ..base import hashing
from ..base.canon import LABEL, expand, jcs, kdf, lp, mac, tagged
from ..base.errors import Malformed, Unauthentic
from . import sodium

OVERHEAD = 48
NONCE = bytes(12)
SLOTS = 4
"""So many plans go with every letter, whatever is planned."""
EMPTY = b"{}"
"""What stands in a slot without a plan."""


def pair_key(game: str, referee: bytes, seat: bytes, shared: bytes) -> bytes:
    """What referee and seat have in common, from the X25519 of their keys: HKDF-Extract, both keys in the salt."""
    return mac(hashing.sha256(lp(LABEL, "box", game, referee, seat)), shared)


def unopened() -> Unauthentic:
    return Unauthentic("E_SEAL_OPEN", "a seal does not open with this key, for this seat and place")


def pad(text: bytes, size: int) -> bytes:
    """ISO 7816-4 to a fixed size."""
    if len(text) >= size:
        raise Malformed(
            "E_SEAL_TOO_LARGE", "{count} bytes do not fit into a seal of {size}", count=len(text), size=size
        )
    return text + b"\x80" + bytes(size - len(text) - 1)


def unpad(padded: bytes) -> bytes:
    text = padded.rstrip(b"\0")
    if not text.endswith(b"\x80"):
        raise Unauthentic("E_SEAL_PADDING", "a seal is not padded as it must be")
    return text[:-1]


def content_mac(pair: bytes, info: bytes, padded: bytes) -> bytes:
    """What a seal begins with: the content and its place under a key of their own, so no two contents share a key."""
    return mac(siv_key(pair), lp(info, padded))


@lru_cache(64)
def siv_key(pair: bytes) -> bytes:
    """Asked for by every seal of a pair."""
    return kdf(pair, "box-siv")


def seal(pair: bytes, info: bytes, value: Any, size: int) -> bytes:
    """Equal inputs give equal bytes; any other content or place gives unrelated ones."""
    return seal_text(pair, info, pad(jcs(value), size))


def seal_text(pair: bytes, info: bytes, padded: bytes) -> bytes:
    siv = content_mac(pair, info, padded)
    return siv + sodium.aead_seal(padded, b"", NONCE, kdf(pair, "box-key", siv, info))


def unseal(pair: bytes, info: bytes, sealed: bytes, size: int) -> bytes:
    """The canonical JSON inside a seal of a known size: each content has exactly one seal at its place."""
    if len(sealed) != size + OVERHEAD:
        raise Unauthentic(
            "E_SEAL_SIZE", "a seal has {count} bytes, not {size}", count=len(sealed), size=size + OVERHEAD
        )
    siv, body = sealed[:32], sealed[32:]
    try:
        padded = sodium.aead_open(body, b"", NONCE, kdf(pair, "box-key", siv, info))
    except sodium.CryptoError:
        raise unopened() from None
    if not equal(siv, content_mac(pair, info, padded)):
        raise unopened()
    return check_canonical(unpad(padded))


def no_fraction(number: str) -> NoReturn:
    """No two libraries need write such a number alike."""
    raise ValueError(number)


decode = msgspec.json.Decoder(float_hook=no_fraction).decode


def check_canonical(text: bytes) -> bytes:
    try:
        if jcs(decode(text)) == text:
            return text
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        pass
    raise unopened()


@lru_cache(8)
def begun(label: str, context: tuple[str | int, ...]) -> bytes:
    """How all nonces or commitments of a letter begin."""
    return lp(LABEL, label, *context)


def commit_nonce(pair: bytes, context: tuple[str | int, ...], index: int, seen: str, text: bytes) -> bytes:
    """What hides a value behind its commitment: both ends of the pair can make it, nobody need send it."""
    return expand(pair, begun("commit-nonce", context) + lp(index, seen, text), 32)


def commitment(context: tuple[str | int, ...], index: int, nonce: bytes, text: bytes) -> str:
    return hashing.sha256(begun("commit", context) + lp(index, nonce, text)).hex()


def plan_nonce(pair: bytes, context: tuple[str | int, ...], slot: int, seen: str, text: bytes) -> bytes:
    return expand(pair, begun("plan-nonce", context) + lp(slot, seen, text), 32)


def plan_commitment(context: tuple[str | int, ...], nonce: bytes, text: bytes) -> str:
    """Says nothing of its slot: an opening shows neither which plan it was nor how many there are."""
    return hashing.sha256(begun("plan", context) + lp(nonce, text)).hex()


def plan_commitments(
    pair: bytes, context: tuple[str | int, ...], seen: str, texts: list[bytes]
) -> list[tuple[str, str]]:
    return list(slots_of(pair, context, seen, tuple(texts)))


@lru_cache(4)
def slots_of(pair: bytes, context: tuple[str | int, ...], seen: str, texts: tuple[bytes, ...]) -> list[tuple[str, str]]:
    """Of each slot the nonce and the commitment, empty ones filled up; who asks a bot again needs them twice."""
    full = [*texts, *[EMPTY] * (SLOTS - len(texts))]
    nonces = [plan_nonce(pair, context, slot, seen, text) for slot, text in enumerate(full)]
    return [(r.hex(), plan_commitment(context, r, text)) for r, text in zip(nonces, full, strict=True)]


def plans_commitment(commitments: list[str]) -> str:
    """One commitment to all slots, whatever their order."""
    return tagged("plans", *sorted(commitments)).hex()
