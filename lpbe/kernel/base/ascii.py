"""Text in ASCII alone: accents dropped, signs replaced, all else counted."""

from __future__ import annotations

from unicodedata import normalize

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


def plain(text: str) -> str:
    return text if text.isascii() else "".join(map(letter, text.translate(SIGNS)))


def letter(char: str) -> str:
    """Without its marks; a letter of another script can only be counted."""
    return char if char.isascii() else normalize("NFKD", char).encode("ascii", "ignore").decode() or "?"
