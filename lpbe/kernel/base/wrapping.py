"""Measure how wide a text is on a terminal, and wrap it into lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from .safe_text import printable

WIDTH = 72
"""Mail programs leave lines of this length alone."""
FRENCH_PUNCTUATION = (":", ";", "!", "?", "»", "».", "»,")
"""Punctuation that French separates from the word before it, but never moves to the next line."""
FIRST_COMBINING = "\u0300"
"""Every character before this one is one column wide."""


def columns(text: str) -> int:
    """Return how many columns a text takes: combining marks take none, ideographs two."""
    return len(text) if text.isascii() or max(text) < FIRST_COMBINING else count_columns(text)


@lru_cache(1 << 12)
def count_columns(text: str) -> int:
    """Count the columns of each character; cached, because boards repeat the same texts."""
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, size: int, right: bool = False) -> str:
    """Fill a text with spaces up to a number of columns, on its left side if it is aligned right."""
    space = " " * (size - columns(text))
    return space + text if right else text + space


def wrap(line: str, first: str = "", other: str = "", width: int = WIDTH) -> list[str]:
    """Wrap words into lines of at most `width` columns; a word that is longer than a line is broken.

    The first line starts with `first`, every further one with `other`.
    """
    line = printable(line).replace("\n", " ")
    size = len if line.isascii() or max(line) < FIRST_COMBINING else columns
    if len(first) + size(line) <= width:
        return [first + line]
    out: list[str] = []
    current = first
    used = len(first)
    bare = True
    for word in split_words(line, width - max(len(first), len(other)), size):
        if not bare and used + 1 + size(word) > width:
            out.append(current)
            current = other
            used = len(other)
            bare = True
        current += word if bare else f" {word}"
        used += size(word) + (not bare)
        bare = False
    return [*out, current]


def split_words(line: str, width: int, size: Callable[[str], int]) -> Iterator[str]:
    """Yield the words of a line, none of them wider than `width`."""
    for word in join_punctuation(line.split(" ")):
        while size(word) > width:
            cut = max((n for n in range(1, len(word)) if n == 1 or size(word[:n]) <= width), default=0)
            if not cut:
                break
            yield word[:cut]
            word = word[cut:]
        yield word


def join_punctuation(words: list[str]) -> Iterator[str]:
    """Yield words together with the French punctuation that must stay on the same line."""
    kept = words[0]
    for word in words[1:]:
        if word in FRENCH_PUNCTUATION or kept.endswith("«"):
            kept += f" {word}"
        else:
            yield kept
            kept = word
    yield kept
