"""How wide a text is on a terminal."""

from __future__ import annotations

LATIN = "\u0300"
"""What stands before it in Unicode is as wide as a letter."""


def columns(text: str) -> int:
    """How many columns a text takes: marks none, ideographs two."""
    if text.isascii() or max(text) < LATIN:
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)
