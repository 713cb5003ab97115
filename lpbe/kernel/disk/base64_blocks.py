"""Base64 in TOML: which fields are written as blocks of short lines, and how they are joined again."""

from __future__ import annotations

from typing import Any

WRAPPED = frozenset(["seal", "memo", "drawer", "sig", "head_sig", "proof", "secrets", "reason"])
"""The fields that hold base64; nothing else is ever wrapped, whatever it looks like."""
TABLE_OF_SEALS = "seals"
"""Every value directly under a table of this name is base64 too."""
COLUMNS = 64
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
BASE64 = LETTERS + "+/="
BASE64_BYTES = BASE64.encode()


def is_wrapped(table: str, name: str) -> bool:
    """Return whether the field of this name, in a table of that name, holds base64."""
    return name in WRAPPED or table == TABLE_OF_SEALS


def is_base64(text: str) -> bool:
    return text.isascii() and not text.encode().translate(None, BASE64_BYTES)


def split_lines(text: str) -> list[str]:
    return [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]


def is_block(text: str) -> bool:
    """Return whether a text is lines of base64, each with its line feed, perhaps with empty lines at the end."""
    lines = text.rstrip("\n").split("\n")
    return text.endswith("\n") and all(lines) and is_base64("".join(lines))


def mark_text(text: str) -> str:
    """Return a text as it is written in a wrapped field; one that could pass for a block gets one more line feed."""
    return f"{text}\n" if is_block(text) else text


def join_block(text: str) -> str:
    """Return the value of a wrapped field: a block in one piece, a marked text without its mark."""
    if not is_block(text):
        return text
    return text[:-1] if text.endswith("\n\n") else text.replace("\n", "")


def unwrap(data: Any, table: str = "") -> Any:
    """Join the blocks in what was read from TOML, in place."""
    if type(data) is dict:
        for name, value in data.items():
            if type(value) is not str:
                unwrap(value, name)
            elif is_wrapped(table, name):
                data[name] = join_block(value)
    elif type(data) is list:
        for value in data:
            if type(value) is not str:
                unwrap(value)
    return data
