"""Seals: encryption between a referee and a seat that either of them can open.

A seal has a fixed size, and the same content in the same place gives the same bytes.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest
from typing import Any, NoReturn

import msgspec

from ..base.canonical import LABEL, expand, jcs, kdf, lp, mac, tagged_hash
from ..base.errors import Malformed, Unauthentic
from . import sodium

OVERHEAD_BYTES = 48
NONCE = bytes(12)
SLOTS = 4
"""How many plans every letter contains, real or empty."""
EMPTY = b"{}"
"""The content of a slot without a plan."""


def pair_key(game: str, referee: bytes, seat: bytes, shared: bytes) -> bytes:
    """Return the key that referee and seat share: HKDF-Extract of their X25519 secret, with both keys in the salt."""
    return mac(sha256(lp(LABEL, "box", game, referee, seat)).digest(), shared)


def seal_failure() -> Unauthentic:
    """Return the failure for a seal that does not open."""
    return Unauthentic("E_SEAL_OPEN", "this key does not open a seal made for this seat at this point of the game")


def pad(text: bytes, size: int) -> bytes:
    """Pad a text to a fixed size (ISO 7816-4)."""
    if len(text) >= size:
        raise Malformed(
            "E_SEAL_TOO_LARGE", "{count} bytes do not fit into a seal of {size} bytes", count=len(text), size=size
        )
    return text + b"\x80" + bytes(size - len(text) - 1)


def unpad(padded: bytes) -> bytes:
    """Return a text without its padding."""
    text = padded.rstrip(b"\0")
    if not text.endswith(b"\x80"):
        raise Unauthentic("E_SEAL_PADDING", "the padding of a seal is wrong")
    return text[:-1]


def content_mac(pair: bytes, info: bytes, padded: bytes) -> bytes:
    """Return the first bytes of a seal: the MAC of content and place, from which the encryption key is derived.

    So no two contents share a key.
    """
    return mac(siv_key(pair), lp(info, padded))


@lru_cache(64)
def siv_key(pair: bytes) -> bytes:
    """Return the MAC key of a pair; cached, because every seal needs it."""
    return kdf(pair, "box-siv")


def seal(pair: bytes, info: bytes, value: Any, size: int) -> bytes:
    """Seal a value: equal inputs give equal bytes, any other content or place gives unrelated ones."""
    return seal_text(pair, info, pad(jcs(value), size))


def seal_text(pair: bytes, info: bytes, padded: bytes) -> bytes:
    """Seal a padded text."""
    siv = content_mac(pair, info, padded)
    return siv + sodium.aead_seal(padded, b"", NONCE, kdf(pair, "box-key", siv, info))


def unseal(pair: bytes, info: bytes, sealed: bytes, size: int) -> bytes:
    """Return the canonical JSON in a seal of known size: each content has exactly one seal at its place."""
    if len(sealed) != size + OVERHEAD_BYTES:
        raise Unauthentic(
            "E_SEAL_SIZE", "a seal has {count} bytes, not {size}", count=len(sealed), size=size + OVERHEAD_BYTES
        )
    siv, body = sealed[:32], sealed[32:]
    try:
        padded = sodium.aead_open(body, b"", NONCE, kdf(pair, "box-key", siv, info))
    except sodium.CryptoError:
        raise seal_failure() from None
    if not compare_digest(siv, content_mac(pair, info, padded)):
        raise seal_failure()
    return check_canonical(unpad(padded))


def refuse_fraction(number: str) -> NoReturn:
    """Refuse a fraction: two JSON libraries may write the same number differently."""
    raise ValueError(number)


decode = msgspec.json.Decoder(float_hook=refuse_fraction).decode


def check_canonical(text: bytes) -> bytes:
    """Return the text if it is canonical JSON."""
    try:
        if jcs(decode(text)) == text:
            return text
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        pass
    raise seal_failure()


@lru_cache(8)
def context_prefix(label: str, context: tuple[str | int, ...]) -> bytes:
    """Return the bytes that all nonces or commitments of a letter start with."""
    return lp(LABEL, label, *context)


def commit_nonce(pair: bytes, context: tuple[str | int, ...], index: int, seen: str, text: bytes) -> bytes:
    """Return the nonce that hides a value behind its commitment: both sides can derive it, nobody needs to send it."""
    return expand(pair, context_prefix("commit-nonce", context) + lp(index, seen, text), 32)


def mail_nonce(pair: bytes, context: tuple[str | int, ...], seen: str) -> bytes:
    """Return the nonce that hides an e-mail behind its mark."""
    return expand(pair, context_prefix("mail-nonce", context) + lp(seen), 32)


def commitment(context: tuple[str | int, ...], index: int, nonce: bytes, text: bytes) -> str:
    """Return the commitment to one entry of a letter's batch."""
    return sha256(context_prefix("commit", context) + lp(index, nonce, text)).hexdigest()


def plan_nonce(pair: bytes, context: tuple[str | int, ...], slot: int, seen: str, text: bytes) -> bytes:
    """Return the nonce that hides a plan behind its commitment."""
    return expand(pair, context_prefix("plan-nonce", context) + lp(slot, seen, text), 32)


def plan_commitment(context: tuple[str | int, ...], nonce: bytes, text: bytes) -> str:
    """Return the commitment to a plan; it does not depend on the slot.

    So an opening shows neither which plan it was nor how many there are.
    """
    return sha256(context_prefix("plan", context) + lp(nonce, text)).hexdigest()


def plan_commitments(
    pair: bytes, context: tuple[str | int, ...], seen: str, texts: list[bytes]
) -> list[tuple[str, str]]:
    """Return nonce and commitment of each slot of a letter's plans."""
    return list(make_plan_slots(pair, context, seen, tuple(texts)))


@lru_cache(4)
def make_plan_slots(
    pair: bytes, context: tuple[str | int, ...], seen: str, texts: tuple[bytes, ...]
) -> list[tuple[str, str]]:
    """Return nonce and commitment of each slot, empty plans included; cached for bots that are asked twice."""
    full = [*texts, *[EMPTY] * (SLOTS - len(texts))]
    nonces = [plan_nonce(pair, context, slot, seen, text) for slot, text in enumerate(full)]
    return [(r.hex(), plan_commitment(context, r, text)) for r, text in zip(nonces, full, strict=True)]


def plans_commitment(commitments: list[str]) -> str:
    """Return the commitment to all slots, whatever their order."""
    return tagged_hash("plans", *sorted(commitments)).hex()
