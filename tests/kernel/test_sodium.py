"""Our own door to libsodium, held against PyNaCl's bindings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl import bindings

from lpbe.kernel.crypto import sodium

KEYS = st.binary(min_size=32, max_size=32)
AEADS = {
    12: ("chacha20poly1305", sodium.aead_seal, sodium.aead_open),
    24: ("xchacha20poly1305", sodium.xaead_seal, sodium.xaead_open),
}


@given(KEYS, KEYS, st.binary(max_size=200), st.binary(max_size=40))
def test_the_door_gives_what_the_bindings_give(seed: bytes, other: bytes, text: bytes, aad: bytes) -> None:
    """Function by function, on the same bytes."""
    public, secret = sodium.sign_keypair(seed)
    assert (public, secret) == bindings.crypto_sign_seed_keypair(seed)
    signed = sodium.sign(text, secret)
    assert signed == bindings.crypto_sign(text, secret)
    assert sodium.sign_open(signed, public) == bindings.crypto_sign_open(signed, public) == text
    assert sodium.is_valid_point(other) == bindings.crypto_core_ed25519_is_valid_point(other)
    point = sodium.x25519_base(other)
    assert point == bindings.crypto_scalarmult_base(other)
    assert sodium.x25519(seed, point) == bindings.crypto_scalarmult(seed, point)
    for size, (name, own_seal, own_open) in AEADS.items():
        seal, unseal = (getattr(bindings, f"crypto_aead_{name}_ietf_{way}crypt") for way in ("en", "de"))
        body = own_seal(text, aad, other[:size], seed)
        assert body == seal(text, aad, other[:size], seed)
        assert own_open(body, aad, other[:size], seed) == unseal(body, aad, other[:size], seed) == text


@given(KEYS, KEYS, st.binary(min_size=64, max_size=64).filter(any))
def test_the_door_to_the_group_gives_what_the_bindings_give(seed: bytes, other: bytes, wide: bytes) -> None:
    scalar = sodium.scalar_reduce(wide)
    assert scalar == bindings.crypto_core_ed25519_scalar_reduce(wide)
    for one, two in ((scalar, seed), (seed, other)):
        assert sodium.scalar_add(one, two) == bindings.crypto_core_ed25519_scalar_add(one, two)
        assert sodium.scalar_mul(one, two) == bindings.crypto_core_ed25519_scalar_mul(one, two)
    a, b = sodium.sign_keypair(seed)[0], sodium.sign_keypair(other)[0]
    assert sodium.point_add(a, b) == bindings.crypto_core_ed25519_add(a, b)
    assert sodium.point_sub(a, b) == bindings.crypto_core_ed25519_sub(a, b)
    assert sodium.point_mul(scalar, a) == bindings.crypto_scalarmult_ed25519_noclamp(scalar, a)
    assert sodium.point_base_mul(scalar) == bindings.crypto_scalarmult_ed25519_base_noclamp(scalar)


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
        with pytest.raises(sodium.CryptoError, match="bytes are wanted"):
            call()
    with pytest.raises(sodium.CryptoError, match="bytes are wanted"):
        sodium.sign(b"", bytes(size + 1))
    for short in range(16):
        with pytest.raises(sodium.CryptoError):
            sodium.aead_open(bytes(short), b"", bytes(12), right)
    for short in range(64):
        with pytest.raises(sodium.CryptoError):
            sodium.sign_open(bytes(short), right)
