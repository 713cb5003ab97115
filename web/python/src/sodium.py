"""Stand in for `lpbe/kernel/crypto/sodium.py` in a browser: verification by JavaScript, and nothing that needs a key.

`lpbe_primitives` is `primitives.mjs`. Signing, and reading key files, is up to the page, which has the key.
"""

from __future__ import annotations

from typing import Any, NoReturn

from lpbe_primitives import primitives  # type: ignore[import-not-found]
from pyodide.ffi import to_js  # type: ignore[import-not-found]

TAG_BYTES = 16
SIGNATURE_BYTES = 64


class CryptoError(Exception):
    """A signature, a seal or a key is not what it claims to be."""


def check_size(value: bytes, size: int) -> Any:
    """Return a value for JavaScript if it has exactly this many bytes."""
    if not isinstance(value, bytes) or len(value) != size:
        raise CryptoError(f"{size} bytes are wanted")
    return to_js(value)


def take(result: Any) -> bytes:
    """Return what JavaScript computed, if it did."""
    if not hasattr(result, "to_bytes"):
        raise CryptoError
    data: bytes = result.to_bytes()
    return data


def sign_keypair(seed: bytes) -> tuple[bytes, bytes]:
    """Return the public and the secret Ed25519 key of a seed."""
    public = take(primitives.signPublic(check_size(seed, 32)))
    return public, seed + public


def sign_open(signed: bytes, public: bytes) -> bytes:
    """Return the message of `signature + message`, if the signature is valid."""
    message = signed[SIGNATURE_BYTES:]
    signature = check_size(signed[:SIGNATURE_BYTES], SIGNATURE_BYTES)
    if not primitives.isSignature(signature, to_js(message), check_size(public, 32)):
        raise CryptoError
    return message


def x25519(secret: bytes, public: bytes) -> bytes:
    """Return the shared secret of two keys; a public key of small order is refused."""
    return take(primitives.exchange(check_size(secret, 32), check_size(public, 32)))


def x25519_base(secret: bytes) -> bytes:
    """Return the public key of a secret one."""
    return take(primitives.exchangePublic(check_size(secret, 32)))


def is_valid_point(point: bytes) -> bool:
    """Return whether this is a point of the prime-order group, in its only encoding."""
    return bool(primitives.isValidPoint(check_size(point, 32)))


def point_add(one: bytes, other: bytes) -> bytes:
    return take(primitives.pointAdd(check_size(one, 32), check_size(other, 32)))


def point_sub(one: bytes, other: bytes) -> bytes:
    return take(primitives.pointSub(check_size(one, 32), check_size(other, 32)))


def point_mul(scalar: bytes, point: bytes) -> bytes:
    return take(primitives.pointMul(check_size(scalar, 32), check_size(point, 32)))


def point_base_mul(scalar: bytes) -> bytes:
    return take(primitives.pointBaseMul(check_size(scalar, 32)))


def scalar_add(one: bytes, other: bytes) -> bytes:
    return take(primitives.scalarAdd(check_size(one, 32), check_size(other, 32)))


def scalar_mul(one: bytes, other: bytes) -> bytes:
    return take(primitives.scalarMul(check_size(one, 32), check_size(other, 32)))


def scalar_reduce(wide: bytes) -> bytes:
    return take(primitives.scalarReduce(check_size(wide, 64)))


def aead_seal(text: bytes, aad: bytes, nonce: bytes, key: bytes) -> bytes:
    """Return the text sealed with ChaCha20-Poly1305: an audit seals again what the referee sealed."""
    return take(primitives.seal(to_js(text), to_js(aad), check_size(nonce, 12), check_size(key, 32)))


def aead_open(body: bytes, aad: bytes, nonce: bytes, key: bytes) -> bytes:
    """Return the text of a ChaCha20-Poly1305 seal."""
    if len(body) < TAG_BYTES:
        raise CryptoError("a seal is shorter than its tag")
    return take(primitives.open(to_js(body), to_js(aad), check_size(nonce, 12), check_size(key, 32)))


def needs_key(*args: object) -> NoReturn:
    """Refuse what only the holder of a key does."""
    raise CryptoError("the page has the key, not this program")


sign = pwhash = xaead_seal = xaead_open = needs_key
