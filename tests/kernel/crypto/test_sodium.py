"""The short names of libsodium's functions, held against another library and the laws of the group."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.crypto import sodium

KEYS = st.binary(min_size=32, max_size=32)
ORDER = 2**252 + 27742317777372353535851937790883648493
WIDE = st.binary(min_size=64, max_size=64).filter(any)


@given(KEYS, KEYS, st.binary(max_size=200), st.binary(max_size=40))
def test_signatures_keys_and_seals_are_those_of_another_library(
    seed: bytes, other: bytes, text: bytes, aad: bytes
) -> None:
    """Extended nonces are held against Wycheproof's cases elsewhere."""
    theirs = Ed25519PrivateKey.from_private_bytes(seed)
    public, secret = sodium.sign_keypair(seed)
    assert (public, secret) == (theirs.public_key().public_bytes_raw(), seed + public)
    signed = sodium.sign(text, secret)
    assert signed == theirs.sign(text) + text
    assert sodium.sign_open(signed, public) == text
    mine = X25519PrivateKey.from_private_bytes(seed)
    point = sodium.x25519_base(other)
    assert point == X25519PrivateKey.from_private_bytes(other).public_key().public_bytes_raw()
    assert sodium.x25519(seed, point) == mine.exchange(X25519PublicKey.from_public_bytes(point))
    body = sodium.aead_seal(text, aad, other[:12], seed)
    assert body == ChaCha20Poly1305(seed).encrypt(other[:12], text, aad)
    assert sodium.aead_open(body, aad, other[:12], seed) == text
    assert sodium.xaead_open(sodium.xaead_seal(text, aad, other[:24], seed), aad, other[:24], seed) == text


@given(WIDE, WIDE)
def test_points_and_scalars_obey_the_laws_of_the_group(one: bytes, other: bytes) -> None:
    """A scalar times the base point maps sums to sums and products to repeated multiplication."""
    a, b = sodium.scalar_reduce(one), sodium.scalar_reduce(other)
    assert int.from_bytes(a, "little") == int.from_bytes(one, "little") % ORDER
    point_a, point_b = sodium.point_base_mul(a), sodium.point_base_mul(b)
    assert sodium.is_valid_point(point_a)
    assert sodium.point_mul(b, point_a) == sodium.point_base_mul(sodium.scalar_mul(a, b))
    total = sodium.point_add(point_a, point_b)
    assert sodium.point_sub(total, point_b) == point_a
    if any(sodium.scalar_add(a, b)):
        assert total == sodium.point_base_mul(sodium.scalar_add(a, b))


def test_what_is_no_point_and_no_multiple_is_refused() -> None:
    off, small, good = (2).to_bytes(32, "little"), bytes([1]) + bytes(31), sodium.sign_keypair(bytes(32))[0]
    for call in (
        lambda: sodium.point_add(off, good),
        lambda: sodium.point_add(good, off),
        lambda: sodium.point_sub(off, good),
        lambda: sodium.point_mul(good, off),
        lambda: sodium.point_mul(good, small),
        lambda: sodium.point_mul(bytes(32), good),
        lambda: sodium.point_base_mul(bytes(32)),
    ):
        with pytest.raises(sodium.CryptoError):
            call()


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_no_length_that_c_trusts_goes_unchecked(size: int) -> None:
    wrong, right = bytes(size), bytes(32)
    for call in (
        lambda: sodium.sign_keypair(wrong),
        lambda: sodium.sign_open(bytes(64), wrong),
        lambda: sodium.is_valid_point(wrong),
        lambda: sodium.x25519(wrong, right),
        lambda: sodium.x25519(right, wrong),
        lambda: sodium.x25519_base(wrong),
        lambda: sodium.point_add(wrong, right),
        lambda: sodium.point_sub(right, wrong),
        lambda: sodium.point_mul(wrong, right),
        lambda: sodium.point_base_mul(wrong),
        lambda: sodium.scalar_add(right, wrong),
        lambda: sodium.scalar_mul(wrong, right),
        lambda: sodium.scalar_reduce(bytes(size + 1)),
        lambda: sodium.aead_seal(b"", b"", bytes(12), wrong),
        lambda: sodium.aead_open(bytes(16), b"", bytes(12), wrong),
        lambda: sodium.xaead_seal(b"", b"", wrong, right),
        lambda: sodium.xaead_open(bytes(16), b"", wrong, right),
    ):
        with pytest.raises(sodium.CryptoError, match=r"(?i)\bbytes|invalid seed|long bytes sequence"):
            call()
    with pytest.raises(sodium.CryptoError, match="bytes are wanted"):
        sodium.sign(b"", bytes(size + 1))
    for short in range(16):
        with pytest.raises(sodium.CryptoError):
            sodium.aead_open(bytes(short), b"", bytes(12), right)
        with pytest.raises(sodium.CryptoError):
            sodium.xaead_open(bytes(short), b"", bytes(24), right)
    for short in range(64):
        with pytest.raises(sodium.CryptoError):
            sodium.sign_open(bytes(short), right)
