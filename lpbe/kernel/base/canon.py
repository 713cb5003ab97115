"""Canonical JSON, tagged hashes, ids."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from . import hashing
from .errors import Malformed

Plain = dict[str, Any]
"""A value of plain data by name: what a file holds before it is read as a type."""
Fields = Mapping[str, Any]
"""The same for those who only read it."""
LIMIT = 2**53
DEPTH = 24
LABEL = "lpbe/v2"
"""What every hash and every derived key of this format begins with."""

_encode = msgspec.json.Encoder(order="sorted").encode


def jcs(value: Any) -> bytes:
    """RFC 8785 JSON of plain data and structs: objects, arrays, strings, small ints, booleans."""
    return _encode(value)


def plain(value: Any, depth: int = 0) -> Any:
    """The value itself, if it is of the restricted type that `jcs` makes canonical."""
    if type(value) is bool:
        return value
    if type(value) is str:
        return utf8(value)
    if type(value) is int:
        if -LIMIT < value < LIMIT:
            return value
        raise Malformed("E_SCHEMA", "a number is too large")
    if depth > DEPTH:
        raise Malformed("E_FILE_DEPTH", "values are nested too deeply")
    if type(value) is list:
        for item in value:
            plain(item, depth + 1)
        return value
    if type(value) is dict:
        for key, item in value.items():
            if type(key) is not str or not key.isascii():
                raise Malformed("E_SCHEMA", "a key is not plain ASCII text")
            plain(item, depth + 1)
        return value
    raise Malformed("E_SCHEMA", "a value of kind {kind} has no place in a game file", kind=type(value).__name__)


def data(value: Any) -> Any:
    """A struct as plain data: what reading its canonical JSON gives."""
    return msgspec.json.decode(jcs(value))


def json_line(value: Any) -> str:
    """JSON on one line that cannot steer a terminal, whatever texts are in it: what is not printable is escaped."""
    try:
        text = jcs(value).decode()
        if text.isprintable():
            return text
    except UnicodeEncodeError:  # the name of a file need not be text
        pass
    import json

    return json.dumps(msgspec.to_builtins(value), sort_keys=True, separators=(",", ":")).replace("\x7f", "\\u007f")


def utf8(text: str) -> str:
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError:
        raise Malformed("E_FILE_UTF8", "a text is not valid Unicode") from None
    return text


def lp(*parts: str | int | bytes) -> bytes:
    """Length-prefixed concatenation, injective: text as UTF-8, a number in decimal, bytes as they are."""
    return b"".join([len(p).to_bytes(4, "big") + p if type(p) is bytes else framed(str(p)) for p in parts])


@lru_cache(1024)
def framed(text: str) -> bytes:
    """Labels, games, seats and heads come again and again."""
    raw = text.encode()
    return len(raw).to_bytes(4, "big") + raw


def tagged(tag: str, *parts: str | int | bytes) -> bytes:
    return hashing.sha256(lp(LABEL, tag, *parts))


def ident(tag: str, value: Any) -> str:
    """The id of a genesis, order, state, head or public part."""
    return tagged(tag, jcs(value)).hex()


_last: dict[str, tuple[Any, bytes, str]] = {}


def known(tag: str, record: Any) -> tuple[bytes, str]:
    """Canonical JSON and id of a frozen record: each step asks again and again for those of its letter and its head."""
    last = _last.get(tag)
    if last is None or last[0] is not record:
        raw = jcs(record)
        _last[tag] = last = (record, raw, tagged(tag, raw).hex())
    return last[1], last[2]


def mac(key: bytes, message: bytes) -> bytes:
    return hashing.mac(key, message)


def expand(key: bytes, info: bytes, size: int) -> bytes:
    """HKDF-Expand with HMAC-SHA256."""
    if size <= 32:
        return hashing.mac(key, info + b"\x01")[:size]
    out, block, count = b"", b"", 1
    while len(out) < size:
        block = mac(key, block + info + bytes([count]))
        out, count = out + block, count + 1
    return out[:size]


def kdf(key: bytes, label: str, *parts: str | int | bytes) -> bytes:
    return expand(key, lp(LABEL, label, *parts), 32)
