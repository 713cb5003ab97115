"""Text in columns: items side by side, wrapped and cut to a width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..kernel.base.width import columns

INDENT = " " * 5


def wrapped(line: str, width: int) -> list[str]:
    return flowed(line.split(" "), width, gap=" ") if line else []


def flowed(items: Iterable[str], width: int, first: str = "", gap: str = "  ") -> list[str]:
    """Items side by side, what does not fit further down; what is too wide for a line is broken between words."""
    lines: list[str] = []
    current = first
    for piece in pieces_of(items, width):
        if current.strip() and columns(current + gap + piece) > width:
            lines.append(current)
            current = INDENT
        current += gap + piece if current.strip() else piece
    return [*lines, current] if current.strip() else lines


def pieces_of(items: Iterable[str], width: int) -> Iterator[str]:
    """The items, those that are wider than a line in parts."""
    room = width - len(INDENT)
    for item in items:
        part = ""
        for word in item.split(" ") if columns(item) > room else ():
            if part and columns(part) + 1 + columns(word) > room:
                yield part
                part = ""
            part = clipped(f"{part} {word}" if part else word, room)
        yield part or item


def clipped(text: str, width: int) -> str:
    while columns(text) > width:
        text = text[:-1]
    return text
