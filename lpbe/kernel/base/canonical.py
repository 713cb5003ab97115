"""Canonical JSON, tagged hashes, ids and key derivation."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from .errors import FileFailure, Malformed

Plain = dict[str, Any]
"""A table of plain data: what a file contains before it is decoded into a type."""
Fields = Mapping[str, Any]
"""The same, read-only."""
INTEGER_LIMIT = 2**53
MAX_DEPTH = 24
LABEL = "lpbe/v2"
"""The first part of the input of every hash and every derived key of this format."""

_encode = msgspec.json.Encoder(order="sorted").encode


def jcs(value: Any) -> bytes:
    """Return the RFC 8785 JSON of plain data and structs: objects, arrays, strings, small integers, booleans."""
    return _encode(value)


def check_plain(value: Any, depth: int = 0) -> Any:
    """Return the value if `jcs` can make it canonical; refuse any other type, large numbers and deep nesting."""
    if type(value) is bool:
        return value
    if type(value) is str:
        return check_utf8(value)
    if type(value) is int:
        if -INTEGER_LIMIT < value < INTEGER_LIMIT:
            return value
        raise Malformed("E_SCHEMA", "a number is too large")
    if depth > MAX_DEPTH:
        raise FileFailure("E_FILE_DEPTH", "values are nested too deeply")
    if type(value) is list:
        for item in value:
            check_plain(item, depth + 1)
        return value
    if type(value) is dict:
        for key, item in value.items():
            if type(key) is not str or not key.isascii():
                raise Malformed("E_SCHEMA", "a key is not plain ASCII text")
            check_plain(item, depth + 1)
        return value
    raise Malformed("E_SCHEMA", "a value of type {kind} is not allowed in a game file", kind=type(value).__name__)


def to_plain(value: Any) -> Any:
    """Return a struct as plain data, as if its canonical JSON had been read."""
    return msgspec.json.decode(jcs(value))


def json_line(value: Any) -> str:
    """Return JSON on one line, with everything escaped that is not printable and could control a terminal."""
    try:
        text = jcs(value).decode()
        if text.isprintable():
            return text
    except UnicodeEncodeError:  # the name of a file need not be text
        pass
    import json

    return json.dumps(msgspec.to_builtins(value), sort_keys=True, separators=(",", ":")).replace("\x7f", "\\u007f")


def check_utf8(text: str) -> str:
    """Return the text if it can be encoded as UTF-8: it must not contain lone surrogates."""
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError:
        raise FileFailure("E_FILE_UTF8", "a text is not valid Unicode") from None
    return text


def lp(*parts: str | int | bytes) -> bytes:
    """Concatenate parts, each with its length in front: text as UTF-8, a number in decimal, bytes unchanged.

    No two lists of parts give the same bytes.
    """
    return b"".join([len(p).to_bytes(4, "big") + p if type(p) is bytes else length_prefixed(str(p)) for p in parts])


@lru_cache(1024)
def length_prefixed(text: str) -> bytes:
    """Return a text with its length in front; cached, because labels, games, seats and heads recur."""
    raw = text.encode()
    return len(raw).to_bytes(4, "big") + raw


def tagged_hash(tag: str, *parts: str | int | bytes) -> bytes:
    """Return the SHA-256 of a tag and parts: hashes of different tags never collide."""
    return sha256(lp(LABEL, tag, *parts)).digest()


def ident(tag: str, value: Any) -> str:
    """Return the id of a genesis, letter, state, head or public part."""
    return tagged_hash(tag, jcs(value)).hex()


_last: dict[str, tuple[Any, bytes, str]] = {}


def encode_and_hash(tag: str, record: Any) -> tuple[bytes, str]:
    """Return the canonical JSON and the id of a frozen record.

    The last record of each tag is cached: each step asks several times for those of its letter and its head.
    """
    last = _last.get(tag)
    if last is None or last[0] is not record:
        raw = jcs(record)
        _last[tag] = last = (record, raw, tagged_hash(tag, raw).hex())
    return last[1], last[2]


def mac(key: bytes, message: bytes) -> bytes:
    """Return the HMAC-SHA256 of a message (RFC 2104)."""
    return hmac.digest(key, message, "sha256")


def expand(key: bytes, info: bytes, size: int) -> bytes:
    """Return the output of HKDF-Expand with HMAC-SHA256 (RFC 5869)."""
    if size <= 32:
        return mac(key, info + b"\x01")[:size]
    out = block = b""
    for count in range(1, -(-size // 32) + 1):
        block = mac(key, block + info + bytes([count]))
        out += block
    return out[:size]


def kdf(key: bytes, label: str, *parts: str | int | bytes) -> bytes:
    """Derive a key of 32 bytes for one purpose from another key."""
    return expand(key, lp(LABEL, label, *parts), 32)
