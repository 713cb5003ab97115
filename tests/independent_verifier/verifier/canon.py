"""Canonical JSON, hashes, derived keys and base64: section 1 of the page."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any

GAME_LIMIT, LINE_LIMIT, TOML_LINE = 2097152, 131072, 1024


class Wrong(Exception):
    """Something that the files say is not true."""


class Unreadable(Exception):
    """A file that cannot be read at all."""


def need(truth: Any, why: str) -> None:
    """Refuse the game unless this is so."""
    if not truth:
        raise Wrong(why)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object whose keys differ."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("a key stands twice")
    return found


def no_number(text: str) -> Any:
    """Refuse fractions, exponents and the like."""
    raise Unreadable(f"not an integer: {text}")


def plain(value: Any) -> Any:
    """The value, if it is made of what canonical JSON may hold."""
    if isinstance(value, dict):
        for key, item in value.items():
            if not (isinstance(key, str) and key.isascii()):
                raise Unreadable("a key is not ASCII")
            plain(item)
    elif isinstance(value, list):
        for item in value:
            plain(item)
    elif isinstance(value, str):
        value.encode()
    elif type(value) is int:
        if abs(value) >= 2**53:
            raise Unreadable("an integer is too large")
    elif type(value) is not bool:
        raise Unreadable("null, a fraction or a date")
    return value


def read_json(data: bytes) -> Any:
    """JSON of the restricted kind."""
    text = data.decode("utf-8")
    return plain(json.loads(text, object_pairs_hook=once, parse_float=no_number, parse_constant=no_number))


def jcs(value: Any) -> bytes:
    """Return the one way to write a value."""
    text = json.dumps(plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode()


def same(one: Any, two: Any) -> bool:
    """Return whether two values are written alike."""
    return jcs(one) == jcs(two)


def as_bytes(part: Any) -> bytes:
    """Return a part of a hash: text, number or raw bytes."""
    if isinstance(part, bytes):
        return part
    return str(part).encode()


def lp(*parts: Any) -> bytes:
    """Parts with their lengths before them."""
    return b"".join(len(raw).to_bytes(4, "big") + raw for raw in map(as_bytes, parts))


def tagged_hash(tag: str, *parts: Any) -> str:
    """Return the hash H of the page, as hex."""
    return hashlib.sha256(lp("lpbe/v2", tag, *parts)).hexdigest()


def mac(key: bytes, data: bytes) -> bytes:
    """HMAC with SHA-256."""
    return hmac.new(key, data, hashlib.sha256).digest()


def kdf(key: bytes, label: str, *parts: Any, version: str = "lpbe/v2") -> bytes:
    """Return a derived key of 32 bytes."""
    return mac(key, lp(version, label, *parts) + b"\x01")


def unbase(text: str) -> bytes:
    """Return bytes of strict base64."""
    raw = base64.b64decode(text.encode("ascii"), validate=True)
    need(base64.b64encode(raw).decode() == text, "base64 is not strict")
    return raw


def out(items: list[Any], item: Any) -> None:
    """Take the first such item out; it must be there."""
    need(item in items, "something is not there")
    items.remove(item)


def there(items: dict[str, Any], key: str) -> Any:
    """Return a member that must be there."""
    need(key in items, "something is not there")
    return items[key]
