"""How wide a text is on a terminal, and how it is broken into lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from .text import printable

WIDTH = 72
"""What mail programs leave alone."""
SIGNS = (":", ";", "!", "?", "»", "».", "»,")
"""What French sets apart from the word before it, and never on another line."""
LATIN = "\u0300"
"""What stands before it in Unicode is as wide as a letter."""


def columns(text: str) -> int:
    """How many columns a text takes: marks none, ideographs two."""
    return len(text) if text.isascii() or max(text) < LATIN else counted_columns(text)


@lru_cache(1 << 12)
def counted_columns(text: str) -> int:
    """Sign by sign; boards have the same texts again and again."""
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def padded(text: str, size: int, right: bool = False) -> str:
    space = " " * (size - columns(text))
    return space + text if right else text + space


def wrap(line: str, first: str = "", other: str = "", room: int = WIDTH) -> list[str]:
    """Words on lines of so many columns; a word that is longer than a line is broken."""
    line = printable(line).replace("\n", " ")
    size = len if line.isascii() or max(line) < LATIN else columns
    if len(first) + size(line) <= room:
        return [first + line]
    out: list[str] = []
    current, used, bare = first, len(first), True
    for word in pieces(line, room - max(len(first), len(other)), size):
        if not bare and used + 1 + size(word) > room:
            out.append(current)
            current, used, bare = other, len(other), True
        current += word if bare else f" {word}"
        used += size(word) + (not bare)
        bare = False
    return [*out, current]


def pieces(line: str, room: int, size: Callable[[str], int]) -> Iterator[str]:
    """The words of a line, none of them wider than the room there is."""
    for word in together(line.split(" ")):
        while size(word) > room:
            cut = max((n for n in range(1, len(word)) if n == 1 or size(word[:n]) <= room), default=0)
            if not cut:
                break
            yield word[:cut]
            word = word[cut:]
        yield word


def together(words: list[str]) -> Iterator[str]:
    """Words with the signs that stand apart from them in French, but never on another line."""
    kept = words[0]
    for word in words[1:]:
        if word in SIGNS or kept.endswith("«"):
            kept += f" {word}"
        else:
            yield kept
            kept = word
    yield kept
