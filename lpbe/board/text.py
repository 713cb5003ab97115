"""A board as text for a mail: the map, then what lies there in words, then what the signs mean."""

from __future__ import annotations

from ..kernel.content.packs import Words
from .canvas import PLAIN, RICH, Style
from .flow import clipped, wrapped
from .picture import HexMap, Picture
from .wording import NOBODY, Marked, Names, Pen

UNBROKEN = 10_000
"""So wide is no line."""


def draw(
    picture: Picture,
    words: Words,
    marked: Marked = frozenset(),
    *,
    names: Names = NOBODY,
    title: str = "",
    width: int = 72,
    ascii: bool = False,
) -> list[str]:
    """The lines of a board, none wider than `width`."""
    pen = Pen(picture.look, words, marked, names)
    parts = [wrapped(title, width), *parts_of(picture, pen, width, PLAIN if ascii else RICH)]
    lines = [line.rstrip() for part in parts if part for line in ("", *part)][1:]
    if not ascii:
        return lines
    from ..kernel.base.ascii import plain  # saves it for who may read any letter

    return [clipped(plain(line), width).rstrip() for line in lines]


def apart(
    picture: Picture, words: Words, marked: Marked = frozenset(), *, names: Names = NOBODY, width: int = 72
) -> tuple[list[str], list[str], list[str]]:
    """The map, none of its lines wider than `width`; what lies where, and what signs mean: a line each, unbroken."""
    pen = Pen(picture.look, words, marked, names)
    map, _, _ = parts_of(picture, pen, width, RICH)
    _, told, legend = parts_of(picture, pen, UNBROKEN, RICH)
    return map, told, legend


def parts_of(picture: Picture, pen: Pen, width: int, style: Style) -> list[list[str]]:
    """Map, description and legend."""
    if isinstance(picture, HexMap):
        from . import hex_text  # saves it for charts

        return hex_text.parts(picture, pen, width, style)
    from . import tile_text  # saves it for maps of hexes

    return tile_text.parts(picture, pen, width, style)
