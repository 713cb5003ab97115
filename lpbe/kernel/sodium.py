"""The only door to libsodium: eleven functions behind one module."""

from __future__ import annotations

from nacl import bindings
from nacl.exceptions import CryptoError as CryptoError

sign_keypair = bindings.crypto_sign_seed_keypair
sign = bindings.crypto_sign
sign_open = bindings.crypto_sign_open
is_valid_point = bindings.crypto_core_ed25519_is_valid_point
x25519 = bindings.crypto_scalarmult
x25519_base = bindings.crypto_scalarmult_base
aead_seal = bindings.crypto_aead_chacha20poly1305_ietf_encrypt
aead_open = bindings.crypto_aead_chacha20poly1305_ietf_decrypt
xaead_seal = bindings.crypto_aead_xchacha20poly1305_ietf_encrypt
xaead_open = bindings.crypto_aead_xchacha20poly1305_ietf_decrypt
pwhash = bindings.crypto_pwhash_alg
