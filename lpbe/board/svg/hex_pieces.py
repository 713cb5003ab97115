"""The pieces on a map: pawns, rovers and boats above all hexes, with a halo if they are the reader's own."""

from __future__ import annotations

from collections.abc import Iterator

from ..labels import Pen, in_danger
from ..model import HexView, PieceView
from .geometry import Point
from .hex_ground import GROUNDS, pattern_of
from .hex_layout import Layout, Placed, Size, Tray
from .palette import shade
from .shapes import Named, box, circle, icon, named, text, translate

SHAPES = {
    "pawn": "M0 -20a8 8 0 0 1 5.5 13.8C13 -5 16 0 16 4L10 6L13 20H3L0 12L-3 20H-13L-10 6L-16 4C-16 0 -13 -5 -5.5 -6.2"
    "A8 8 0 0 1 0 -20Z",
    "rover": "M-19 9V-4L-11 -5L-6 -15H10L15 -5L19 -3V9H14.5A5.5 5.5 0 0 1 3.5 9H-3.5A5.5 5.5 0 0 1 -14.5 9Z"
    "M-9 13.5A4.5 4.5 0 1 1 -8.9 13.5ZM9 13.5A4.5 4.5 0 1 1 9.100 13.5Z",
    "boat": "M-22 2H22L15 16H-15ZM-1.5 -1V-18L12 -1Z",
    "hull": "M-22 2H22L15 16H-15Z",
    "disc": "M-15 0a15 15 0 1 0 30 0a15 15 0 1 0 -30 0Z",
}
"""Name -> outline of a piece, which extends about 20 from its centre."""


BREADTHS = {"boat": 1.3, "rover": 1.15}
"""How much broader than a pawn some pieces are."""


def definitions(pen: Pen) -> Iterator[str]:
    for name, outline in SHAPES.items():
        yield f'<path id="{pen.ids}-p-{name}" d="{outline}"/>'


def breadth(pen: Pen, each: PieceView) -> float:
    return BREADTHS.get(shape_of(pen, each.kind), 1.0)


def shape_of(pen: Pen, kind: str) -> str:
    shape = pen.token(kind)
    return shape if shape in SHAPES else "disc"


def trays(pen: Pen, hex: HexView, layout: Layout) -> Iterator[str]:
    """Draw the grounds below pieces in zones, with the names of these zones."""
    grounds = {zone.name: zone.ground for zone in hex.zones}
    for tray in layout[1]:
        yield from draw_tray(tray, GROUNDS.get(pattern_of(pen, grounds[tray.zone]), "sand"))


def draw_tray(tray: Tray, ground: str) -> Iterator[str]:
    width = tray.right - tray.left
    yield box(tray.left + width / 2, tray.y, width + 4, tray.height, f"{ground} zone", 7)
    if tray.labelled:
        yield text(tray.left + 13, tray.y + 4.7, tray.zone.rpartition(".")[2], "zl dt")


def pieces(pen: Pen, hex: HexView, layout: Layout, middle: Point, reader: str) -> Iterator[str]:
    """Draw the pieces of a hex, boats before what they carry."""
    for placed in layout[0]:
        yield piece(pen, placed, middle, bool(reader) and placed.piece.owner == reader)


def piece(pen: Pen, placed: Placed, middle: Point, own: bool) -> str:
    """Draw a piece with its name: on its side with a cross if wounded, ringed if it has changed or is in danger."""
    each, x, y = placed.piece, middle[0] + placed.x, middle[1] + placed.y
    shape = "hull" if placed.loaded else shape_of(pen, each.kind)
    parts = [*body(pen, each, shape, placed.size, own), *signs(pen, each, placed.size, 6 if placed.loaded else 0)]
    thing = Named(each.name, "piece", x, y, piece_text(pen, each))
    return named(thing, parts, style="own-piece" if own else "", move=translate(x, y))


def piece_text(pen: Pen, each: PieceView) -> str:
    state = [pen.caption("wounded")] if each.wounded else []
    danger = [pen.caption("threatened")] if in_danger(pen, each) else []
    return ", ".join(filter(None, [each.name, pen.term(each.colour), pen.term(each.kind), *state, *danger]))


def body(pen: Pen, each: PieceView, shape: str, size: Size, own: bool) -> Iterator[str]:
    turn = "rotate(-62)" if each.wounded else ""
    scale = f"scale({size.scale:g})"
    head = f'<use href="#{pen.ids}-p-{shape}" transform="{scale}{turn}" class="'
    if own:
        yield f'{head}own"/>'
    yield f'{head}f-{shade(pen, each.colour)} pw"/>'


def signs(pen: Pen, each: PieceView, size: Size, down: float) -> Iterator[str]:
    """Draw the name of a piece, its wound, and rings around it."""
    s = size.scale
    yield text(0, 4 + 4 * s + down, pen.term(each.name), f"{size.letters} nm")
    if each.wounded:
        yield circle(15 * s, -13 * s, 4 + 6 * s, "wd")
        yield icon(pen.ids, "cross", 15 * s, -13 * s, 2.5 + 3 * s, "wound")
    if in_danger(pen, each):
        yield circle(0, 0, 28 * s, "thr soft")
    if each.name in pen.changed:
        yield circle(0, 0, 24 * s, "chg thin")
