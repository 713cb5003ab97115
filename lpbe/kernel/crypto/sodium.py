"""The only door to libsodium: a score of functions behind one module.

They call the library that PyNaCl brings, not PyNaCl's bindings: loading all of those takes longer than applying an
order. Every length that C trusts is checked here; the tests hold each function against the bindings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nacl._sodium import ffi, lib  # type: ignore[import-not-found]

TAG = 16
MISSING = -1


class CryptoError(Exception):
    """A signature, a seal or a key is not what it claims to be."""


def sized(value: bytes, size: int) -> bytes:
    if not isinstance(value, bytes) or len(value) != size:
        raise CryptoError(f"{size} bytes are wanted")
    return value


def good(result: int) -> None:
    if result:
        raise CryptoError


def sign_keypair(seed: bytes) -> tuple[bytes, bytes]:
    public, secret = ffi.new("unsigned char[32]"), ffi.new("unsigned char[64]")
    good(lib.crypto_sign_seed_keypair(public, secret, sized(seed, 32)))
    return bytes(ffi.buffer(public)), bytes(ffi.buffer(secret))


def sign(message: bytes, secret: bytes) -> bytes:
    """The signature, then the message."""
    signed = ffi.new("unsigned char[]", len(message) + 64)
    good(lib.crypto_sign(signed, ffi.NULL, message, len(message), sized(secret, 64)))
    return bytes(ffi.buffer(signed))


def sign_open(signed: bytes, public: bytes) -> bytes:
    message, length = ffi.new("unsigned char[]", len(signed)), ffi.new("unsigned long long *")
    good(lib.crypto_sign_open(message, length, signed, len(signed), sized(public, 32)))
    return bytes(ffi.buffer(message, length[0]))


def is_valid_point(point: bytes) -> bool:
    return bool(lib.crypto_core_ed25519_is_valid_point(sized(point, 32)) == 1)


def x25519(secret: bytes, public: bytes) -> bytes:
    shared = ffi.new("unsigned char[32]")
    good(lib.crypto_scalarmult(shared, sized(secret, 32), sized(public, 32)))
    return bytes(ffi.buffer(shared))


def x25519_base(secret: bytes) -> bytes:
    public = ffi.new("unsigned char[32]")
    good(lib.crypto_scalarmult_base(public, sized(secret, 32)))
    return bytes(ffi.buffer(public))


def point_of(compute: Any) -> Callable[[bytes, bytes], bytes]:
    """A group operation on two values of 32 bytes: points, scalars, or a scalar and a point."""

    def operation(one: bytes, other: bytes) -> bytes:
        out = ffi.new("unsigned char[32]")
        if compute(out, sized(one, 32), sized(other, 32)):
            raise CryptoError
        return bytes(ffi.buffer(out))

    return operation


point_add = point_of(lib.crypto_core_ed25519_add)
point_sub = point_of(lib.crypto_core_ed25519_sub)
point_mul = point_of(lib.crypto_scalarmult_ed25519_noclamp)
scalar_add = point_of(lib.crypto_core_ed25519_scalar_add)
scalar_mul = point_of(lib.crypto_core_ed25519_scalar_mul)


def point_base_mul(scalar: bytes) -> bytes:
    out = ffi.new("unsigned char[32]")
    good(lib.crypto_scalarmult_ed25519_base_noclamp(out, sized(scalar, 32)))
    return bytes(ffi.buffer(out))


def scalar_reduce(wide: bytes) -> bytes:
    out = ffi.new("unsigned char[32]")
    lib.crypto_core_ed25519_scalar_reduce(out, sized(wide, 64))
    return bytes(ffi.buffer(out))


def sealing(seal: Any, nonce_size: int) -> Callable[[bytes, bytes, bytes, bytes], bytes]:
    """Encryption with a tag, under a nonce of this size."""

    def encrypt(text: bytes, aad: bytes, nonce: bytes, key: bytes) -> bytes:
        out, length = ffi.new("unsigned char[]", len(text) + TAG), ffi.new("unsigned long long *")
        nonce, key = sized(nonce, nonce_size), sized(key, 32)
        good(seal(out, length, text, len(text), aad, len(aad), ffi.NULL, nonce, key))
        return bytes(ffi.buffer(out, length[0]))

    return encrypt


def opening(unseal: Any, nonce_size: int) -> Callable[[bytes, bytes, bytes, bytes], bytes]:
    def decrypt(body: bytes, aad: bytes, nonce: bytes, key: bytes) -> bytes:
        if len(body) < TAG:
            raise CryptoError
        out, length = ffi.new("unsigned char[]", len(body)), ffi.new("unsigned long long *")
        nonce, key = sized(nonce, nonce_size), sized(key, 32)
        good(unseal(out, length, ffi.NULL, body, len(body), aad, len(aad), nonce, key))
        return bytes(ffi.buffer(out, length[0]))

    return decrypt


aead_seal = sealing(lib.crypto_aead_chacha20poly1305_ietf_encrypt, 12)
aead_open = opening(lib.crypto_aead_chacha20poly1305_ietf_decrypt, 12)
xaead_seal = sealing(lib.crypto_aead_xchacha20poly1305_ietf_encrypt, 24)
xaead_open = opening(lib.crypto_aead_xchacha20poly1305_ietf_decrypt, 24)


def pwhash(size: int, passphrase: bytes, salt: bytes, passes: int, memory: int, kind: int) -> bytes:
    """A key from a passphrase; slow on purpose, so the bindings may be loaded for it."""
    from nacl.bindings import crypto_pwhash_alg

    return crypto_pwhash_alg(size, passphrase, salt, passes, memory, kind)


if lib.sodium_init() == MISSING:
    raise CryptoError("libsodium does not start")
