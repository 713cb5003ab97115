"""The few functions of libsodium that the rest of the code uses, under short names.

Only this module knows PyNaCl. Its bindings check most lengths before they call C; what they leave unchecked is checked
here.
"""

from __future__ import annotations

from nacl import bindings
from nacl.bindings import crypto_aead_chacha20poly1305_ietf_encrypt as aead_seal
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt as xaead_seal
from nacl.bindings import crypto_core_ed25519_add as point_add
from nacl.bindings import crypto_core_ed25519_is_valid_point as is_valid_point
from nacl.bindings import crypto_core_ed25519_scalar_add as scalar_add
from nacl.bindings import crypto_core_ed25519_scalar_mul as scalar_mul
from nacl.bindings import crypto_core_ed25519_scalar_reduce as scalar_reduce
from nacl.bindings import crypto_core_ed25519_sub as point_sub
from nacl.bindings import crypto_pwhash_alg as pwhash
from nacl.bindings import crypto_scalarmult_ed25519_base_noclamp as point_base_mul
from nacl.bindings import crypto_scalarmult_ed25519_noclamp as point_mul
from nacl.exceptions import CryptoError

__all__ = [
    "CryptoError",
    "aead_open",
    "aead_seal",
    "is_valid_point",
    "point_add",
    "point_base_mul",
    "point_mul",
    "point_sub",
    "pwhash",
    "scalar_add",
    "scalar_mul",
    "scalar_reduce",
    "sign",
    "sign_keypair",
    "sign_open",
    "x25519",
    "x25519_base",
    "xaead_open",
    "xaead_seal",
]

TAG_BYTES = 16


def check_size(value: bytes, size: int) -> bytes:
    """Return the value if it has exactly this many bytes."""
    if not isinstance(value, bytes) or len(value) != size:
        raise CryptoError(f"{size} bytes are wanted")
    return value


def sign_keypair(seed: bytes) -> tuple[bytes, bytes]:
    """Return the public and the secret Ed25519 key of a seed."""
    return bindings.crypto_sign_seed_keypair(check_size(seed, 32))


def sign(message: bytes, secret: bytes) -> bytes:
    """Return the signature followed by the message."""
    return bindings.crypto_sign(message, check_size(secret, 64))


def sign_open(signed: bytes, public: bytes) -> bytes:
    """Return the message of `signature + message`, if the signature is valid."""
    return bindings.crypto_sign_open(signed, check_size(public, 32))


def x25519(secret: bytes, public: bytes) -> bytes:
    """Return the shared secret of two keys; a public key of small order is refused."""
    return bindings.crypto_scalarmult(check_size(secret, 32), check_size(public, 32))


def x25519_base(secret: bytes) -> bytes:
    """Return the public key of a secret one."""
    return bindings.crypto_scalarmult_base(check_size(secret, 32))


def aead_open(body: bytes, aad: bytes, nonce: bytes, key: bytes) -> bytes:
    """Return the text of a ChaCha20-Poly1305 seal."""
    check_tag(body)
    return bindings.crypto_aead_chacha20poly1305_ietf_decrypt(body, aad, nonce, key)


def xaead_open(body: bytes, aad: bytes, nonce: bytes, key: bytes) -> bytes:
    """Return the text of an XChaCha20-Poly1305 seal."""
    check_tag(body)
    return bindings.crypto_aead_xchacha20poly1305_ietf_decrypt(body, aad, nonce, key)


def check_tag(body: bytes) -> None:
    """Refuse a ciphertext that is too short to contain its tag."""
    if len(body) < TAG_BYTES:
        raise CryptoError("a seal is shorter than its tag")
