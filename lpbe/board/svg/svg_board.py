"""Draw a board as one self-contained SVG: the picture, its legend, and a description."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...kernel.content.packs import Words
from ...kernel.language.translate import typeset
from ..labels import NOBODY, Names, NameSet, Pen
from ..model import HexMap, Look, Picture
from . import hex_map, tile_map
from .geometry import HEX_RADIUS, extent
from .legend import MARGIN, Item, MapDrawing, grounds, hex_groups, legend
from .palette import CARD, EDGE, dark_mode_style, pattern
from .shapes import box, escape_xml, label, num, stroke

if TYPE_CHECKING:
    from .small_board import ListEntry

MIN_WIDTH = 556.0
SET_APART = re.compile(r">[^<>]* [:;!?»%][^<>]*<")
"""Text with punctuation that must not begin a line."""


def draw(
    picture: Picture,
    words: Words,
    changed: NameSet = frozenset(),
    *,
    names: Names = NOBODY,
    title: str = "",
    ids: str = "board",
    threatened: NameSet = frozenset(),
    overview: bool = False,
    quote_rules: bool = True,
) -> str:
    """Return the whole document.

    `ids` is the prefix of its ids, for pages with several boards; `threatened` are places in danger. Tooltips quote the
    rules if `quote_rules` is set.

    An `overview` fits a phone: at 390 pixels no letter has less than 11. It has the name of each hex, or the
    coordinates of a chart along its edges, and no legend. Each hex links to `#{ids}-at-NAME`; `listing` returns the
    list with these ids.
    """
    pen = Pen(
        look=picture.look,
        words=words,
        changed=changed,
        names=names,
        ids=ids,
        threatened=threatened,
        quote_rules=quote_rules,
    )
    if overview:
        from . import small_board  # saves it for whoever has room

        return small_board.overview(picture, pen, title)
    map_width = extent(picture.cells, HEX_RADIUS if isinstance(picture, HexMap) else tile_map.RADIUS)[2]
    width = max(map_width, MIN_WIDTH) + 2 * MARGIN
    heading = 2 * MARGIN if title else MARGIN
    parts = [label(MARGIN, MARGIN + 8, title, 18, bold=True, anchor="start")] if title else []
    drawing = draw_map(picture, pen, width, heading)
    keys, end = legend(pen, groups(picture, pen), width, drawing.end)
    whole = MapDrawing([*parts, *drawing.parts, *keys], end + MARGIN, drawing.description)
    return document(pen, title, width, "".join(definitions(picture, pen)), whole)


def listing(
    picture: Picture,
    words: Words,
    changed: NameSet = frozenset(),
    *,
    names: Names = NOBODY,
    ids: str = "board",
    threatened: NameSet = frozenset(),
) -> list[ListEntry]:
    """Return the list below an overview: for each hex the id that links to it, its name, a heading and items."""
    from . import small_board  # saves it for whoever has room

    pen = Pen(
        look=picture.look,
        words=words,
        changed=changed,
        names=names,
        ids=ids,
        threatened=threatened,
        quote_rules=False,
    )
    return small_board.listing(picture, pen)


def options(picture: Picture, words: Words, *, names: Names = NOBODY, ids: str = "board") -> tuple[str, str]:
    """Draw the hexes in hand as they would lie, with a line on how to type that; empty if there are none to place."""
    if not isinstance(picture, HexMap) or not picture.candidates:
        return "", ""
    from . import placements  # saves it for whoever has nothing to place

    pen = Pen(picture.look, words, names=names, ids=ids)
    return placements.draw(picture, pen), placements.typing_hint(picture, pen)


def draw_map(picture: Picture, pen: Pen, width: float, top: float) -> MapDrawing:
    if isinstance(picture, HexMap):
        return hex_map.draw_map(picture, pen, width, top)
    return tile_map.draw_map(picture, pen, width, top)


def groups(picture: Picture, pen: Pen) -> Iterable[list[Item]]:
    """Return the rows of the legend."""
    if isinstance(picture, HexMap):
        return hex_groups(picture, pen)
    return tile_map.tile_groups(picture, pen)


def definitions(picture: Picture, pen: Pen) -> Iterable[str]:
    """Return what the drawing refers to."""
    if isinstance(picture, HexMap):
        return (pattern(pen, ground) for ground in grounds(picture, pen))
    return tile_map.definitions(picture, pen)


def document(pen: Pen, title: str, width: float, defs: str, drawing: MapDrawing) -> str:
    ids = pen.ids
    height = drawing.end
    card = box(width / 2, height / 2, width, height, CARD, round=12, more=stroke(EDGE, 1))
    description = "; ".join(" ".join(line.split()) for line in drawing.description if line)
    whole = "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
            f"{size(pen.look, width, height)} "
            f'class="board" role="img" aria-labelledby="{ids}-title {ids}-desc" '
            'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif">',
            f'<title id="{ids}-title">{escape_xml(title or pen.caption("name"))}</title>',
            f'<desc id="{ids}-desc">{escape_xml(description)}</desc>',
            f"<defs>{dark_mode_style(''.join([defs, card, *drawing.parts]))}{defs}</defs>",
            card,
            *drawing.parts,
            "</svg>\n",
        ]
    )
    return SET_APART.sub(lambda match: typeset(match[0], pen.words.grammar["lang"]), whole)


def size(look: Look, width: float, height: float) -> str:
    """Return the size: as large as it is, or scaled to the width that is wanted."""
    scale = look.width / width if look.width else 1.0
    return f'width="{num(width * scale)}" height="{num(height * scale)}"'
