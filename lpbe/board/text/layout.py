"""Lay out text: characters on a canvas, and items flowed into lines of a given width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ...kernel.base.wrapping import columns
from ..labels import Pen

MAX_MAP_LINES = 400
"""A taller map is not drawn, only described."""
Canvas = dict[tuple[int, int], str]


class Style(Struct, frozen=True):
    """The characters of a map: ASCII, or a few more."""

    built: str
    free: str
    ascii: bool

    def stroke(self, pen: Pen, terrain: str) -> str:
        return terrain if self.ascii else pen.words.terms.get(f"glyph.{terrain}", terrain)

    def symbol(self, pen: Pen, key: str) -> str:
        """Return exactly one character for a ground or a kind of token."""
        rich = "" if self.ascii else pen.words.terms.get(f"glyph.{key}", "")
        return next((symbol for symbol in (rich, pen.symbol(key)[:1]) if columns(symbol) == 1), "?")


PLAIN = Style(built="%", free="_", ascii=True)
RICH = Style(built="■", free="□", ascii=False)


def put(canvas: Canvas, x: int, y: int, text: str) -> None:
    for n, char in enumerate(text):
        canvas[x + n, y] = char


def lines_of(canvas: Canvas) -> list[str]:
    """Return the lines of a canvas from its leftmost character on; nothing if it is too high."""
    left = min(x for x, _ in canvas)
    rows: dict[int, dict[int, str]] = {}
    for (x, y), char in canvas.items():
        rows.setdefault(y, {})[x - left] = char
    if max(rows) - min(rows) > MAX_MAP_LINES:
        return []
    return [line_of(rows.get(y, {})) for y in range(min(rows), max(rows) + 1)]


def line_of(row: dict[int, str]) -> str:
    line = [" "] * (max(row, default=-1) + 1)
    for x, char in row.items():
        line[x] = char
    return "".join(line)


INDENT = " " * 5


def wrap_line(line: str, width: int) -> list[str]:
    if not line:
        return []
    fits = columns(line) <= width and line[0] != " "
    return [line] if fits else flow_items(line.split(" "), width, gap=" ")


def flow_items(items: Iterable[str], width: int, first: str = "", gap: str = "  ") -> list[str]:
    """Flow items into lines; an item that is too wide for a line is broken between words."""
    lines: list[str] = []
    current = first
    used = columns(first)
    begun = bool(first.strip())
    for piece in pieces_of(items, width):
        long = columns(piece)
        if begun and used + len(gap) + long > width:
            lines.append(current)
            current = INDENT
            used = len(INDENT)
            begun = False
        current += gap + piece if begun else piece
        used += len(gap) * begun + long
        begun = begun or bool(piece.strip())
    return [*lines, current] if begun else lines


def pieces_of(items: Iterable[str], width: int) -> Iterator[str]:
    """Yield the items; those wider than a line are split."""
    room = width - len(INDENT)
    for item in items:
        part = ""
        for word in item.split(" ") if columns(item) > room else ():
            if part and columns(part) + 1 + columns(word) > room:
                yield part
                part = ""
            part = clip(f"{part} {word}" if part else word, room)
        yield part or item


def clip(text: str, width: int) -> str:
    while columns(text) > width:
        text = text[:-1]
    return text
