"""Seals: sections 2.3 and 2.5."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from .canon import Wrong, jcs, kdf, lp, mac, need, read_json, unbase


def pair_of(own: bytes, other: str, game: str, referee: str, seat: str) -> bytes:
    """Return what two keys have in common."""
    shared = X25519PrivateKey.from_private_bytes(own).exchange(X25519PublicKey.from_public_bytes(unbase(other)))
    return mac(hashlib.sha256(lp("lpbe/v2", "box", game, unbase(referee), unbase(seat))).digest(), shared)


def public_half(secret: bytes) -> str:
    """Return the public half of a sealing secret."""
    return base64.b64encode(X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()).decode()


def unseal(pair: bytes, info: bytes, size: int, sealed: str) -> Any:
    """Return the value in a seal."""
    raw = unbase(sealed)
    need(len(raw) == size + 48, "a seal of another size")
    siv, box = raw[:32], raw[32:]
    try:
        padded = ChaCha20Poly1305(kdf(pair, "box-key", siv, info)).decrypt(bytes(12), box, None)
    except InvalidTag:
        raise Wrong("a seal does not open") from None
    need(siv == mac(kdf(pair, "box-siv"), lp(info, padded)), "a seal of another text")
    body = padded.rstrip(b"\x00")
    need(body.endswith(b"\x80"), "a seal without its padding")
    value = read_json(body[:-1])
    need(jcs(value) == body[:-1], "a seal that is not canonical")
    return value
