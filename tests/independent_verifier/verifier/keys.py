"""Which keys and signatures are sound: sections 1.4 and 2.4."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from ..draw import L, P, decode, is_neutral, times
from .canon import unbase


@lru_cache(maxsize=4096)
def sound_point(raw: bytes) -> bool:
    """Return whether a key is a canonical point of the large subgroup."""
    point = decode(raw)
    return point is not None and not is_neutral(point) and is_neutral(times(L, point))


@lru_cache(maxsize=4096)
def small(raw: bytes) -> bool:
    """Return whether an encoding is of small order, or no canonical point."""
    point = decode(raw)
    return point is None or is_neutral(times(8, point))


@lru_cache(maxsize=4096)
def sound_seal(raw: bytes) -> bool:
    """Return whether a sealing key is canonical and not of small order."""
    if len(raw) != 32 or int.from_bytes(raw, "little") >= P:
        return False
    try:
        X25519PrivateKey.from_private_bytes(b"\x40" * 32).exchange(X25519PublicKey.from_public_bytes(raw))
    except ValueError:
        return False
    return True


def ssh(raw: bytes) -> bytes:
    """Return a string as SSH writes it."""
    return len(raw).to_bytes(4, "big") + raw


def frame_message(namespace: str, message: bytes) -> bytes:
    """Return what a signature is made over."""
    digest = hashlib.sha512(message).digest()
    return b"SSHSIG" + ssh(namespace.encode()) + ssh(b"") + ssh(b"sha512") + ssh(digest)


def is_signed(key: str, namespace: str, message: bytes, sig: str | None) -> bool:
    """Return whether a bare signature is true, strictly."""
    if sig is None:
        return False
    public, bare = unbase(key), unbase(sig)
    if len(bare) != 64 or len(public) != 32 or int.from_bytes(bare[32:], "little") >= L:
        return False
    if small(public) or small(bare[:32]):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(bare, frame_message(namespace, message))
    except InvalidSignature:
        return False
    return True
