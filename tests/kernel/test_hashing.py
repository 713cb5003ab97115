"""Hashes are the same by whose code they are made, and OpenSSL is loaded once it pays."""

from __future__ import annotations

import hashlib
import hmac
import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from lpbe.kernel.base.hashing import Slow

SOON = """
import sys
from lpbe.kernel.base import hashing
first = hashing.sha256(b"x"), hashing.sha512(b"x"), hashing.mac(b"k", b"x")
assert "_hashlib" not in sys.modules
hashing.sha256(bytes(hashing.ENOUGH))
assert "_hashlib" in sys.modules
assert first == (hashing.sha256(b"x"), hashing.sha512(b"x"), hashing.mac(b"k", b"x"))
"""


@given(st.binary(max_size=300), st.binary(max_size=200))
def test_our_way_to_hash_is_the_standard_one(data: bytes, key: bytes) -> None:
    slow = Slow()
    assert slow.sha256(data) == hashlib.sha256(data).digest()
    assert slow.sha512(data) == hashlib.sha512(data).digest()
    assert slow.mac(key, data) == hmac.digest(key, data, "sha256")


def test_openssl_is_loaded_only_when_there_is_much_to_hash() -> None:
    subprocess.run([sys.executable, "-c", SOON], check=True)
