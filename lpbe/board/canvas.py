"""Characters on a sheet: what a text map is put together from."""

from __future__ import annotations

from msgspec import Struct

from ..kernel.base.width import columns
from .wording import Pen

HIGHEST = 400
"""Lines of a map; one that is higher is told by its table alone."""
Canvas = dict[tuple[int, int], str]


class Style(Struct, frozen=True):
    """The characters of a map: ASCII, or a little more."""

    built: str
    free: str
    ascii: bool

    def stroke(self, pen: Pen, terrain: str) -> str:
        return terrain if self.ascii else pen.words.terms.get(f"glyph.{terrain}", terrain)

    def sign(self, pen: Pen, key: str) -> str:
        """Exactly one character for a ground or a kind of token."""
        rich = "" if self.ascii else pen.words.terms.get(f"glyph.{key}", "")
        return next((sign for sign in (rich, pen.sign(key)[:1]) if columns(sign) == 1), "?")


PLAIN, RICH = Style("%", "_", True), Style("■", "□", False)


def put(canvas: Canvas, x: int, y: int, text: str) -> None:
    for n, char in enumerate(text):
        canvas[x + n, y] = char


def lines_of(canvas: Canvas) -> list[str]:
    """The sheet from its leftmost sign on; nothing where it is too high."""
    left = min(x for x, _ in canvas)
    rows: dict[int, dict[int, str]] = {}
    for (x, y), char in canvas.items():
        rows.setdefault(y, {})[x - left] = char
    if max(rows) - min(rows) > HIGHEST:
        return []
    return [line_of(rows.get(y, {})) for y in range(min(rows), max(rows) + 1)]


def line_of(row: dict[int, str]) -> str:
    line = [" "] * (max(row, default=-1) + 1)
    for x, char in row.items():
        line[x] = char
    return "".join(line)
