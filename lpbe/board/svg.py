"""A board as one SVG that needs nothing else: the picture, its legend, and the whole in words as well."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..kernel.content.packs import Words
from ..kernel.words.typography import typeset
from . import hex_legend, hex_svg, measures, tile_svg
from .legend import MARGIN, Drawn, Item, legend
from .night import style
from .patterns import pattern
from .picture import HexMap, Look, Picture
from .shapes import CARD, EDGE, box, escaped, extent, label, num, stroke
from .wording import NOBODY, Marked, Names, Pen

if TYPE_CHECKING:
    from .overview import Listed

NARROWEST = 556.0
SET_APART = re.compile(r">[^<>]* [:;!?»%][^<>]*<")
"""Text with a sign that may not stand at the beginning of a line."""


def draw(
    picture: Picture,
    words: Words,
    marked: Marked = frozenset(),
    *,
    names: Names = NOBODY,
    title: str = "",
    ids: str = "board",
    threatened: Marked = frozenset(),
    overview: bool = False,
    ruled: bool = True,
) -> str:
    """The whole document. `ids` begins its ids, for pages with several boards; `threatened` are places in danger.
    Who points at a thing is told its rule, unless the board is not to be `ruled`.

    An `overview` fits a phone: at 390 pixels no letter has less than 11. It has the name of each hex, or the
    coordinates of a chart along its edges, and no legend; each hex is a link to `#{ids}-at-NAME`:
    `listing` has what a list below is to say of each, with these ids.
    """
    pen = Pen(picture.look, words, marked, names, ids, threatened, ruled)
    if overview:
        from .overview import overview as small  # saves it for whoever has room

        return small(picture, pen, title)
    wide = extent(picture.cells, measures.RADIUS if isinstance(picture, HexMap) else tile_svg.RADIUS)[2]
    width = max(wide, NARROWEST) + 2 * MARGIN
    heading = 2 * MARGIN if title else MARGIN
    parts = [label(MARGIN, MARGIN + 8, title, 18, bold=True, anchor="start")] if title else []
    drawn = world(picture, pen, width, heading)
    keys, end = legend(pen, groups(picture, pen), width, drawn.end)
    whole = Drawn([*parts, *drawn.parts, *keys], end + MARGIN, drawn.told)
    return document(pen, title, width, "".join(definitions(picture, pen)), whole)


def listing(
    picture: Picture,
    words: Words,
    marked: Marked = frozenset(),
    *,
    names: Names = NOBODY,
    ids: str = "board",
    threatened: Marked = frozenset(),
) -> list[Listed]:
    """What a list below an overview says of each hex: the id its link leads to, its name, a head and items in words."""
    from .overview import listing as listed  # saves it for whoever has room

    return listed(picture, Pen(picture.look, words, marked, names, ids, threatened, ruled=False))


def options(picture: Picture, words: Words, *, names: Names = NOBODY, ids: str = "board") -> tuple[str, str]:
    """The hexes in hand as they would lie, and a line on how that is typed; nothing where none is to be placed."""
    if not isinstance(picture, HexMap) or not picture.candidates:
        return "", ""
    from . import turned  # saves it for whoever has nothing to place

    pen = Pen(picture.look, words, names=names, ids=ids)
    return turned.draw(picture, pen), turned.how_typed(picture, pen)


def world(picture: Picture, pen: Pen, width: float, top: float) -> Drawn:
    if isinstance(picture, HexMap):
        return hex_svg.world(picture, pen, width, top)
    return tile_svg.world(picture, pen, width, top)


def groups(picture: Picture, pen: Pen) -> Iterable[list[Item]]:
    """The rows of the legend."""
    if isinstance(picture, HexMap):
        return hex_legend.groups(picture, pen)
    return tile_svg.groups(picture, pen)


def definitions(picture: Picture, pen: Pen) -> Iterable[str]:
    """What the drawing refers to."""
    if isinstance(picture, HexMap):
        return (pattern(pen, ground) for ground in hex_legend.grounds(picture, pen))
    return tile_svg.definitions(picture, pen)


def document(pen: Pen, title: str, width: float, defs: str, drawn: Drawn) -> str:
    ids, height = pen.ids, drawn.end
    card = box(width / 2, height / 2, width, height, CARD, round=12, more=stroke(EDGE, 1))
    whole = "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
            f"{size(pen.look, width, height)} "
            f'class="board" role="img" aria-labelledby="{ids}-title {ids}-desc" '
            'font-family="DejaVu Sans, Verdana, Helvetica, Arial, sans-serif">',
            f'<title id="{ids}-title">{escaped(title or pen.caption("name"))}</title>',
            f'<desc id="{ids}-desc">{escaped("; ".join(" ".join(line.split()) for line in drawn.told if line))}</desc>',
            f"<defs>{style(''.join([defs, card, *drawn.parts]))}{defs}</defs>",
            card,
            *drawn.parts,
            "</svg>\n",
        ]
    )
    return SET_APART.sub(lambda match: typeset(match[0], pen.words.grammar["lang"]), whole)


def size(look: Look, width: float, height: float) -> str:
    """As large as it is, or scaled to the width that is wanted."""
    scale = look.width / width if look.width else 1.0
    return f'width="{num(width * scale)}" height="{num(height * scale)}"'
