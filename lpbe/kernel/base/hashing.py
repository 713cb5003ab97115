"""SHA-2 and HMAC: by Python's own code at first, by OpenSSL once there is much to do.

To load OpenSSL takes longer than to apply an order; what is hashed in one step does not pay for it, a whole game does.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256 as own_sha256
    from hashlib import sha512 as own_sha512
else:
    try:
        if sys.version_info >= (3, 12):
            from _sha2 import sha256 as own_sha256
            from _sha2 import sha512 as own_sha512
        else:
            from _sha256 import sha256 as own_sha256
            from _sha512 import sha512 as own_sha512
    except ImportError:  # a Python without code of its own
        from hashlib import sha256 as own_sha256
        from hashlib import sha512 as own_sha512

ENOUGH = 1 << 20
"""So many bytes by Python's own code, and OpenSSL pays."""
BLOCK = 64
INNER, OUTER = (bytes(byte ^ mask for byte in range(256)) for mask in (0x36, 0x5C))


class Slow:
    """Python's own code, until it has hashed enough."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = ENOUGH

    def spend(self, size: int) -> None:
        self.left -= size
        if self.left < 0:
            change_over()

    def sha256(self, data: bytes) -> bytes:
        self.spend(len(data))
        return own_sha256(data).digest()

    def sha512(self, data: bytes) -> bytes:
        self.spend(len(data))
        return own_sha512(data).digest()

    def mac(self, key: bytes, message: bytes) -> bytes:
        """RFC 2104."""
        self.spend(2 * BLOCK + len(message))
        block = (key if len(key) <= BLOCK else own_sha256(key).digest()).ljust(BLOCK, b"\0")
        inner = own_sha256(block.translate(INNER) + message).digest()
        return own_sha256(block.translate(OUTER) + inner).digest()


SLOW = Slow()
sha256, sha512, mac = SLOW.sha256, SLOW.sha512, SLOW.mac
"""To be called through this module: where they lead to changes."""


def change_over() -> None:
    """From here on by OpenSSL."""
    global sha256, sha512, mac
    import hashlib
    import hmac

    sha256 = lambda data: hashlib.sha256(data).digest()  # noqa: E731
    sha512 = lambda data: hashlib.sha512(data).digest()  # noqa: E731
    mac = lambda key, message: hmac.digest(key, message, "sha256")  # noqa: E731
