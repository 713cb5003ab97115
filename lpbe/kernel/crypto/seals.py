"""Seals: HPKE of fixed size with an ephemeral key that depends on the content, and commitments."""

from __future__ import annotations

from typing import Any

from ..base import hashing
from ..base.canon import expand, jcs, kdf, lp, mac, tagged
from ..base.errors import Malformed, Unauthentic
from . import sodium

KEM = b"KEM\x00\x20"
SUITE = b"HPKE\x00\x20\x00\x01\x00\x03"
OVERHEAD = 48
LETTER_SIZES = {"play": 1024, "set-policy": 2048, "join": 256}
MINE_SIZE = 1024


def extract(salt: bytes, suite: bytes, label: bytes, material: bytes) -> bytes:
    return mac(salt or bytes(32), b"HPKE-v1" + suite + label + material)


NO_PSK = extract(b"", SUITE, b"psk_id_hash", b"")


def expand_labelled(key: bytes, suite: bytes, label: bytes, info: bytes, size: int) -> bytes:
    return expand(key, size.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info, size)


def derive_secret(material: bytes) -> bytes:
    """RFC 9180 7.1.3 for X25519."""
    return expand_labelled(extract(b"", KEM, b"dkp_prk", material), KEM, b"sk", b"", 32)


def shared_secret(product: bytes, enc: bytes, public: bytes) -> bytes:
    return expand_labelled(extract(b"", KEM, b"eae_prk", product), KEM, b"shared_secret", enc + public, 32)


def schedule(shared: bytes, info: bytes) -> tuple[bytes, bytes]:
    """Key and nonce of base mode."""
    context = b"\0" + NO_PSK + extract(b"", SUITE, b"info_hash", info)
    secret = extract(shared, SUITE, b"secret", b"")
    return expand_labelled(secret, SUITE, b"key", context, 32), expand_labelled(
        secret, SUITE, b"base_nonce", context, 12
    )


def hpke_seal(public: bytes, info: bytes, text: bytes, material: bytes, aad: bytes = b"") -> bytes:
    ephemeral = derive_secret(material)
    enc = sodium.x25519_base(ephemeral)
    key, nonce = schedule(shared_secret(sodium.x25519(ephemeral, public), enc, public), info)
    return enc + sodium.aead_seal(text, aad, nonce, key)


def hpke_open(secret: bytes, info: bytes, seal: bytes, aad: bytes = b"") -> bytes:
    enc, body = seal[:32], seal[32:]
    try:
        if len(seal) < OVERHEAD:
            raise sodium.CryptoError
        key, nonce = schedule(shared_secret(sodium.x25519(secret, enc), enc, sodium.x25519_base(secret)), info)
        return sodium.aead_open(body, aad, nonce, key)
    except (sodium.CryptoError, TypeError, ValueError):
        raise Unauthentic("E_SEAL_OPEN", "a seal does not open with this key, for this seat and place") from None


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


def seal(key: bytes, public: bytes, info: bytes, value: Any, size: int) -> bytes:
    """Equal inputs give equal bytes; the plaintext is in the ephemeral key, so no two texts share a key stream."""
    text = pad(jcs(value), size)
    return hpke_seal(public, info, text, kdf(key, "eph", public, info, hashing.sha256(text)))


def unseal(secret: bytes, info: bytes, sealed: bytes, size: int) -> bytes:
    """The canonical JSON inside a seal of a known size."""
    if len(sealed) != size + OVERHEAD:
        raise Unauthentic(
            "E_SEAL_SIZE", "a seal has {count} bytes, not {size}", count=len(sealed), size=size + OVERHEAD
        )
    return unpad(hpke_open(secret, info, sealed))


def letter_info(game: str, window: int, seat: str, kind: str, rev: int, seen: str, commits: list[str]) -> bytes:
    return lp("order-seal", game, window, seat, kind, rev, seen, *commits)


def state_info(game: str, seq: int, prev: str, recipient: str) -> bytes:
    return lp("state-seal", game, seq, prev, recipient)


def commitment(game: str, window: int, seat: str, kind: str, rev: int, index: int, nonce: bytes, value: Any) -> str:
    return tagged("commit", game, window, seat, kind, rev, index, nonce, jcs(value)).hex()


def commit_nonce(
    det: bytes, game: str, window: int, seat: str, kind: str, rev: int, index: int, seen: str, value: Any
) -> bytes:
    """Derived, so the same command makes the same file, and nothing need be stored to reveal later."""
    return kdf(det, "commit-nonce", game, window, seat, kind, rev, index, seen, jcs(value))
