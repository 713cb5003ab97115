"""Base64 in TOML stands in blocks of short lines: under which names, how it is cut, and how it is put together."""

from __future__ import annotations

from typing import Any

WRAPPED = frozenset(["seal", "memo", "drawer", "sig", "head_sig", "proof", "secrets", "reason"])
"""The fields that hold base64; nothing else is ever wrapped, whatever it looks like."""
TABLE_OF_SEALS = "seals"
"""Every value directly under a table of this name is base64 too."""
COLUMNS = 64
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
BASE64 = LETTERS + "+/="


def is_wrapped(table: str, name: str) -> bool:
    """Whether the value of this name, in a table of that name, stands in a block."""
    return name in WRAPPED or table == TABLE_OF_SEALS


def rows_of(text: str) -> list[str]:
    """Pieces of one width."""
    return [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]


def is_base64(text: str) -> bool:
    return not text.strip(BASE64)


def like_block(text: str) -> bool:
    """Whether a text is what reading a block gives, or that with more empty lines after it."""
    body = text.rstrip("\n")
    return len(body) < len(text) and is_base64(body.replace("\n", "")) and all(body.split("\n"))


def marked(text: str) -> str:
    """A text that only looks like a block has one more empty line in the file, which `joined` takes away."""
    return f"{text}\n" if like_block(text) else text


def joined(text: str) -> str:
    if not like_block(text):
        return text
    return text[:-1] if text.endswith("\n\n") else text.replace("\n", "")


def unwrap(data: Any, table: str = "") -> Any:
    """Plain data as it was before it was written as TOML; changed in place."""
    if type(data) is dict:
        for name, value in data.items():
            if type(value) is not str:
                unwrap(value, name)
            elif is_wrapped(table, name):
                data[name] = joined(value)
    elif type(data) is list:
        for value in data:
            if type(value) is not str:
                unwrap(value)
    return data
