"""Text in ASCII alone: accents dropped, signs replaced, all else spelled out."""

from __future__ import annotations

from typing import TypeVar
from unicodedata import normalize

from msgspec import Struct

T = TypeVar("T")

SIGNS = str.maketrans(
    {
        "↑": "^",
        "↓": "v",
        "↕": "*",
        "·": "-",
        "\u2013": "-",
        "\u2014": "-",
        "…": "...",
        "\u2019": "'",
        "\u2018": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "\u00d7": "x",
        "→": "->",
        "←": "<-",
        "°": "o",
        "œ": "oe",
        "Œ": "OE",
        "æ": "ae",
        "ß": "ss",
        "\u00a0": " ",
        "\u202f": " ",
    }
)


def spelled(value: T) -> T:
    """A page, or a part of one, with every text in it spelled in ASCII."""
    if isinstance(value, str):
        return plain(value)  # type: ignore[return-value]
    if isinstance(value, list):
        return [spelled(item) for item in value]  # type: ignore[return-value]
    if isinstance(value, Struct):
        return type(value)(*(spelled(getattr(value, name)) for name in value.__struct_fields__))
    return value


def plain(text: str) -> str:
    return text if text.isascii() else "".join(map(letter, text.translate(SIGNS)))


def letter(char: str) -> str:
    """Without its marks; a letter of another script can only be counted."""
    return char if char.isascii() else normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"
