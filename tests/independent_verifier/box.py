"""Encryption between two keys, commitments and plans, with `cryptography` alone."""

from __future__ import annotations

import json
import struct
from typing import Any, NoReturn

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

FIELD = (1 << 255) - 19
Part = str | int | bytes
Place = tuple[str, int, str, str, int]
"""game, window, seat, kind, rev"""


class Bad(Exception):
    """Refused, by a code."""


def lp(*parts: Part) -> bytes:
    out = bytearray()
    for item in parts:
        raw = item if isinstance(item, bytes) else format(item).encode("utf-8")
        out += struct.pack(">I", len(raw)) + raw
    return bytes(out)


def digest(data: bytes) -> bytes:
    state = hashes.Hash(hashes.SHA256())
    state.update(data)
    return state.finalize()


def hash_parts(tag: str, *parts: Part) -> str:
    """H of the protocol, in hexadecimal."""
    return digest(lp("lpbe/v2", tag, *parts)).hex()


def keyed_hash(key: bytes, text: bytes) -> HMAC:
    state = HMAC(key, hashes.SHA256())
    state.update(text)
    return state


def expand(key: bytes, *labels: Part, version: str = "lpbe/v2") -> bytes:
    """kdf of the protocol."""
    return HKDFExpand(algorithm=hashes.SHA256(), length=32, info=lp(version, *labels)).derive(key)


def canonical(value: Any) -> bytes:
    """RFC 8785 for objects with ASCII keys, arrays, strings, integers, true, false and null."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8")


def no_number(text: str) -> NoReturn:
    raise ValueError(text)


def decode_json(text: bytes) -> Any:
    return json.loads(text.decode("utf-8"), parse_float=no_number, parse_constant=no_number)


def seal_public(secret: bytes) -> bytes:
    return X25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def pair_key(game: str, referee: bytes, seat: bytes, secret: bytes) -> bytes:
    """Return the shared key of either end: the public half shows whose secret it is."""
    mine = seal_public(secret)
    if referee == seat or mine not in (referee, seat):
        raise Bad("E_SEAL_OPEN")
    salt = digest(lp("lpbe/v2", "box", game, referee, seat))
    return keyed_hash(salt, shared_secret(secret, seat if mine == referee else referee)).finalize()


def shared_secret(secret: bytes, other: bytes) -> bytes:
    if len(other) != 32 or int.from_bytes(other, "little") >= FIELD:
        raise Bad("E_KEY_WEAK")
    try:
        return X25519PrivateKey.from_private_bytes(secret).exchange(X25519PublicKey.from_public_bytes(other))
    except ValueError:  # all zero: a point of small order
        raise Bad("E_KEY_WEAK") from None


def seal(pair: bytes, info: bytes, text: bytes, size: int) -> bytes:
    if len(text) > size - 1:
        raise Bad("E_SEAL_TOO_LARGE")
    padded = (text + b"\x80").ljust(size, b"\x00")
    siv = keyed_hash(expand(pair, "box-siv"), lp(info, padded)).finalize()
    return siv + ChaCha20Poly1305(expand(pair, "box-key", siv, info)).encrypt(b"\x00" * 12, padded, None)


def unseal(pair: bytes, info: bytes, sealed: bytes, size: int) -> bytes:
    if len(sealed) != 32 + size + 16:
        raise Bad("E_SEAL_SIZE")
    siv = sealed[:32]
    try:
        padded = ChaCha20Poly1305(expand(pair, "box-key", siv, info)).decrypt(b"\x00" * 12, sealed[32:], None)
        keyed_hash(expand(pair, "box-siv"), lp(info, padded)).verify(siv)
    except (InvalidTag, InvalidSignature):
        raise Bad("E_SEAL_OPEN") from None
    return remove_padding(padded)


def remove_padding(padded: bytes) -> bytes:
    end = len(padded) - 1
    while end >= 0 and padded[end] == 0:
        end -= 1
    if end < 0 or padded[end] != 0x80:
        raise Bad("E_SEAL_PADDING")
    text = padded[:end]
    try:
        if canonical(decode_json(text)) == text:
            return text
    except (ValueError, RecursionError):  # not JSON, not UTF-8, a number with a fraction, half a surrogate pair
        pass
    raise Bad("E_SEAL_OPEN")


def view_info(game: str, seq: int, prev: str, order: str, seat: str) -> bytes:
    return lp("view", game, seq, prev, order, seat)


def drawer_info(game: str, seq: int, prev: str, order: str) -> bytes:
    return lp("drawer", game, seq, prev, order)


def letter_info(place: Place, seen: str, plans: str, commits: list[str]) -> bytes:
    game, window, seat, kind, rev = place
    return lp("letter", game, seat, kind, window, rev, seen, plans, *commits)


def memo_info(place: Place, seen: str) -> bytes:
    game, window, seat, kind, rev = place
    return lp("memo", game, seat, kind, window, rev, seen)


def reason_info(game: str, seat: str, head: str, order: str, code: str) -> bytes:
    return lp("reason", game, seat, head, order, code)


def commit_nonce(pair: bytes, place: Place, index: int, seen: str, text: bytes) -> bytes:
    return expand(pair, "commit-nonce", *place, index, seen, text)


def commitment(place: Place, index: int, nonce: bytes, text: bytes) -> str:
    return hash_parts("commit", *place, index, nonce, text)


def plan_slots(pair: bytes, place: Place, seen: str, texts: list[bytes]) -> list[tuple[bytes, str]]:
    """Nonce and commitment of each of the four slots."""
    slots = []
    for position in range(4):
        text = texts[position] if position < len(texts) else b"{}"
        nonce = expand(pair, "plan-nonce", *place, position, seen, text)
        slots.append((nonce, hash_parts("plan", *place, nonce, text)))
    return slots


def plans(commitments: list[str]) -> str:
    return hash_parts("plans", *sorted(commitments))


def opens_plan(place: Place, outer: str, nonce: bytes, text: bytes, others: list[str]) -> bool:
    return len(others) == 3 and plans([hash_parts("plan", *place, nonce, text), *others]) == outer
