"""What belongs to one edge of a hex in an SVG: dice that count there alone, what lies on it, what came over it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .measures import INNER, on_band
from .patterns import pattern_id
from .picture import DieDrawn, FaceDrawn, HexDrawn
from .shapes import FAINT, INK, LEAST, PAPER, box, corners, ink_on, label, paint, polygon, stroke, titled
from .tokens import die
from .wording import Pen, die_text, edge_label, piece_label, sided, token_label

REACH, WIDE = 0.68, 23.0
"""How far from the middle the dice of an edge are drawn, and how wide each is."""


def side_dice(pen: Pen, face: FaceDrawn) -> Iterator[str]:
    """The dice of single edges, in front of the edge they count for, around a free middle."""
    yield from (stream(pen, dice[0], side) for side, dice in sided(face.dice).items())
    yield box(0, -5, 66, 62, PAPER, round=26, more=stroke(FAINT, 0.8))
    for side, dice in sided(face.dice).items():
        x, y = (part * REACH for part in on_band(side, depth=0))
        for n, each in enumerate(dice):
            left = x + (n - (len(dice) - 1) / 2) * (WIDE + 2)
            yield die(left, y, WIDE, pen.colour(each.colour), die_text(pen, each), each.lit)


def stream(pen: Pen, first: DieDrawn, side: int) -> str:
    """From the middle to an edge, in the pattern of what comes there."""
    ground = f"url(#{pattern_id(pen, first.brings)})" if first.brings in pen.look.patterns else "none"
    ends = [(x * 0.97, y * 0.97) for x, y in (on_band(side, -0.5, 0), on_band(side, 0.5, 0))]
    return polygon([(0, 0), *ends], ground, stroke(FAINT, 0.8))


def at_edges(pen: Pen, face: FaceDrawn) -> Iterator[str]:
    """What lies or stands on an edge, and where something came over one."""
    for piece in face.pieces if isinstance(face, HexDrawn) else ():
        if isinstance(piece.at, int):
            yield titled(edge_label(pen, piece), bar(piece.at, pen.colour(piece.colour), piece_label(piece)))
    for token in face.tokens:
        if token.at is not None:
            yield titled(token_label(pen, token), bar(token.at, pen.token_colour(token), pen.made_of(token)))
        if token.way is not None:
            yield titled(token_label(pen, token), arrow(token.way, pen.token_colour(token)))


@lru_cache(256)
def bar(edge: int, colour: str, text: str) -> str:
    """A bar along the inner side of an edge, with what it is made of."""
    ends = [corners(INNER - 7)[edge], corners(INNER - 7)[(edge + 1) % 6]]
    ends += [corners(INNER + 3)[(edge + 1) % 6], corners(INNER + 3)[edge]]
    wall = polygon(ends, paint(colour), stroke(INK, 1.4))
    if not text:
        return wall
    x, y = on_band(edge, -0.4, 0)
    tag = box(x, y, 8 + 8 * len(text), 14, paint(colour), round=2, more=stroke(INK, 1))
    return wall + tag + label(x, y + 4.2, text, LEAST, bold=True, fill=ink_on(colour))


@lru_cache(64)
def arrow(edge: int, colour: str) -> str:
    """Over an edge into the hex."""
    (x1, y1), (x2, y2), tip = on_band(edge, -0.82, 1), on_band(edge, -0.5, 1), on_band(edge, -0.66, -0.6)
    return polygon([(x1, y1), (x2, y2), tip], paint(colour), stroke(INK, 1.2))
