"""Draw a board as text: the map, a description, and the legend."""

from __future__ import annotations

from ...kernel.base.safe_text import to_ascii
from ...kernel.content.packs import Words
from ..labels import NOBODY, Names, NameSet, Pen
from ..model import HexMap, Picture
from .layout import MAX_MAP_LINES, PLAIN, RICH, Style, clip, wrap_line

NO_WRAP_COLUMNS = 10_000
"""No line is as wide as this."""


def draw(
    picture: Picture,
    words: Words,
    changed: NameSet = frozenset(),
    *,
    names: Names = NOBODY,
    title: str = "",
    width: int = 72,
    ascii: bool = False,
) -> list[str]:
    """Return the lines of a board, none wider than `width`."""
    pen = Pen(picture.look, words, changed=changed, names=names)
    parts = [wrap_line(title, width), *board_parts(picture, pen, width, PLAIN if ascii else RICH)]
    lines = [line.rstrip() for part in parts if part for line in ("", *part)][1:]
    return [clip(to_ascii(line), width).rstrip() for line in lines] if ascii else lines


def draw_parts(
    picture: Picture, words: Words, changed: NameSet = frozenset(), *, names: Names = NOBODY, width: int = 72
) -> tuple[list[str], list[str], list[str]]:
    """Return the map, no line wider than `width`; and description and legend in unbroken lines."""
    pen = Pen(picture.look, words, changed=changed, names=names)
    map, _, _ = board_parts(picture, pen, width, RICH)
    _, description, legend = board_parts(picture, pen, NO_WRAP_COLUMNS, RICH)
    return map, description, legend


def draw_map(
    picture: Picture,
    words: Words,
    changed: NameSet = frozenset(),
    *,
    names: Names = NOBODY,
    width: int = 72,
    height: int = MAX_MAP_LINES,
) -> list[str]:
    """Return the map alone, in the largest size that fits into so many columns and lines; nothing if none does."""
    pen = Pen(picture.look, words, changed=changed, names=names)
    if isinstance(picture, HexMap):
        from . import hex_map  # saves it for charts

        return [line.rstrip() for line in hex_map.map_lines(picture, pen, width, RICH, height)]
    from . import tile_map  # saves it for maps of hexes

    lines = [line.rstrip() for line in tile_map.map_lines(picture, pen, width, RICH)]
    return lines if len(lines) <= height else []


def board_parts(picture: Picture, pen: Pen, width: int, style: Style) -> list[list[str]]:
    """Return map, description and legend."""
    if isinstance(picture, HexMap):
        from . import hex_map  # saves it for charts

        return hex_map.parts(picture, pen, width, style)
    from . import tile_map  # saves it for maps of hexes

    return tile_map.parts(picture, pen, width, style)
