"""Seals made by somebody who has the key but ignores the rules."""

from __future__ import annotations

from typing import Any

import pytest

from lpbe.kernel.base import canonical
from lpbe.kernel.base.errors import Unauthentic
from lpbe.kernel.crypto import seals, sodium


def expect_refusal(code: str, call: Any, *words: Any) -> None:
    with pytest.raises(Unauthentic) as caught:
        call(*words)
    assert caught.value.code == code


def make_seal(pair: bytes, info: bytes, padded: bytes) -> bytes:
    """Return a seal of any text, made with the key of the pair."""
    return seals.seal_text(pair, info, padded)


def forge_seal(pair: bytes, info: bytes, padded: bytes, siv: bytes) -> bytes:
    """Return a seal that begins with what its maker chose."""
    return siv + sodium.aead_seal(padded, b"", seals.NONCE, canonical.kdf(pair, "box-key", siv, info))
