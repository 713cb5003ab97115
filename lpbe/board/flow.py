"""Text in columns: items side by side, wrapped and cut to a width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..kernel.base.width import columns

INDENT = " " * 5


def wrapped(line: str, width: int) -> list[str]:
    if not line:
        return []
    fits = columns(line) <= width and line[0] != " "
    return [line] if fits else flowed(line.split(" "), width, gap=" ")


def flowed(items: Iterable[str], width: int, first: str = "", gap: str = "  ") -> list[str]:
    """Items side by side, what does not fit further down; what is too wide for a line is broken between words."""
    lines: list[str] = []
    current, used, begun = first, columns(first), bool(first.strip())
    for piece in pieces_of(items, width):
        long = columns(piece)
        if begun and used + len(gap) + long > width:
            lines.append(current)
            current, used, begun = INDENT, len(INDENT), False
        current += gap + piece if begun else piece
        used += len(gap) * begun + long
        begun = begun or bool(piece.strip())
    return [*lines, current] if begun else lines


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
