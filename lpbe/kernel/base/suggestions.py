"""Guess what was meant by a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable

CUTOFF = 0.6


def close_matches(word: str, known: Iterable[str], cutoff: float = CUTOFF) -> list[str]:
    """Return the known word that is most like this one, if any is."""
    from difflib import get_close_matches  # most commands meet no unknown word, and need not load it

    return get_close_matches(word, list(known), 1, cutoff)
