"""Chips, pieces and dice: told apart by shape and letter, not by colour alone; a game picks shapes by their names."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from .picture import TokenDrawn
from .shapes import (
    HALO,
    INK,
    LEAST,
    PAPER,
    Point,
    box,
    disc,
    fitted,
    ink_on,
    label,
    outline,
    paint,
    polygon,
    stroke,
    titled,
)
from .wording import Pen, mark_text


class Shape(Struct, frozen=True):
    """How a shape is drawn around x, y in half a width and half a height, and the part of its width for letters."""

    draw: Callable[[float, float, float, float, str, str], str]
    room: float = 0.8
    stretched: bool = False
    """Whether it fills its width; any other is as wide as it is high."""


def round_disc(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    return disc(x, y, min(w, h), fill, rim or f'stroke="{INK}"')


def square(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    side = min(w, h) * 1.8
    return box(x, y, side, side, fill, round=1, more=rim)


def block(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    return box(x, y, 2 * w, 2 * h, fill, round=1, more=rim)


def pill(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    return box(x, y, 2 * w, 2 * h, fill, round=h, more=rim)


def pointed(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    """A flat body with a point on either side."""
    flat = w - h * 0.55
    ends = [(x - flat, y - h), (x + flat, y - h), (x + w, y), (x + flat, y + h), (x - flat, y + h), (x - w, y)]
    return polygon(ends, fill, rim or stroke())


def hull(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    """A flat deck, narrower at the keel."""
    ends = [(x - w, y - h * 0.9), (x + w, y - h * 0.9), (x + w - h * 0.55, y + h), (x - w + h * 0.55, y + h)]
    return polygon(ends, fill, rim or stroke())


def frame(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    """A wall of stones around a place."""
    return box(x, y, 2 * w - 4, 2 * h - 2, "none", round=2, more=stroke(INK, 5)) + box(
        x, y, 2 * w - 4, 2 * h - 2, "none", round=2, more=f'{stroke(fill, 3.4)} stroke-dasharray="5 1.5"'
    )


def ledge(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    return box(x, y, 2 * w, 6, fill, round=1, more=rim)


def outlined(*ends: Point, room: float = 0.6) -> Shape:
    """A shape by its corners, in parts of half its height."""

    def draw(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
        far = min(w, h)
        return polygon([(x + dx * far, y + dy * far) for dx, dy in ends], fill, rim or stroke())

    return Shape(draw, room)


SHAPES = {
    "disc": Shape(round_disc),
    "square": Shape(square),
    "diamond": outlined((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "triangle": outlined((0, -1.4), (1.4, 1), (-1.4, 1)),
    "pill": Shape(pill, stretched=True),
    "pointed": Shape(pointed, 0.7, stretched=True),
    "block": Shape(block, stretched=True),
    "hexagon": outlined((0.6, -1), (1.2, 0), (0.6, 1), (-0.6, 1), (-1.2, 0), (-0.6, -1), room=0.8),
    "house": outlined((0, -1.2), (1.1, -0.3), (1.1, 1), (-1.1, 1), (-1.1, -0.3), room=0.8),
    "shield": outlined((-1, -1), (1, -1), (1, 0.2), (0, 1.2), (-1, 0.2), room=0.8),
    "boat": outlined((-1.4, -0.4), (1.4, -0.4), (0.8, 1), (-0.8, 1), room=0.8),
    "hull": Shape(hull, 0.66, stretched=True),
    "rim": Shape(frame, 0.5, stretched=True),
    "base": Shape(ledge, 0.5, stretched=True),
    "flame": outlined(
        (0, -1.5), (0.5, -0.6), (0.9, -0.9), (1.1, 0.2), (0.6, 1.1), (-0.6, 1.1), (-1.1, 0.2),
        (-0.8, -0.5), (-0.3, -0.2),
    ),
    "cross": outlined(
        (-0.4, -1.1), (0.4, -1.1), (0.4, -0.4), (1.1, -0.4), (1.1, 0.4), (0.4, 0.4),
        (0.4, 1.1), (-0.4, 1.1), (-0.4, 0.4), (-1.1, 0.4), (-1.1, -0.4), (-0.4, -0.4),
    ),
    "star": outlined(
        (0, -1.4), (0.4, -0.5), (1.3, -0.4), (0.6, 0.2), (0.8, 1.1), (0, 0.7),
        (-0.8, 1.1), (-0.6, 0.2), (-1.3, -0.4), (-0.4, -0.5),
    ),
}  # fmt: skip
"""What a game may pick from; one that is not here is drawn as letters in a disc."""


def shape_of(name: str) -> Shape:
    return SHAPES.get(name, SHAPES["disc"])


@lru_cache(1024)
def chip(x: float, y: float, radius: float, colour: str, shape: str, text: str) -> str:
    """A chip with the letter of its owner."""
    drawn = shape_of(shape).draw(x, y, radius, radius, paint(colour), "")
    return drawn + label(x, y + radius * 0.52, text, radius * 1.4, bold=True, fill=ink_on(colour))


@lru_cache(4096)
def token(
    x: float, y: float, width: float, height: float, colour: str, shape: str, text: str, broken: bool, marked: bool
) -> str:
    """A piece with its name; with a broken rim where something is wrong with it."""
    made, rim = shape_of(shape), outline(marked)
    if broken:
        rim = f'{stroke(HALO if marked else INK, 3.5 if marked else 1.8)} stroke-dasharray="3 2"'
    body = made.draw(x, y, width / 2, height / 2, paint(colour), rim)
    room = (width if made.stretched else min(width, height)) * made.room
    if not text or height < 10:  # no letter that small can be read
        return body
    size = min(height * 0.84, 13.0)
    return body + fitted(x, y + max(size, LEAST) * 0.36, text, size, max(room, 9.0), bold=True, fill=ink_on(colour))


def lying(pen: Pen, each: TokenDrawn, x: float, y: float, width: float, height: float) -> str:
    """What lies there, with what it is made of or the letter of its kind; a broken rim where it is a secret."""
    colour, sign = pen.token_colour(each), pen.material(each)
    drawn = token(x, y, width, height, colour, pen.token(each.kind), sign, each.private, each.name in pen.marked)
    return titled(mark_text(pen, each, each.kind), drawn)


@lru_cache(1024)
def die(x: float, y: float, width: float, colour: str, text: str, lit: bool) -> str:
    """A die; one that is lit is ringed and filled, any other is open with a rim of its colour."""
    height = max(width * 0.62, 15.0)
    if lit:
        body = box(x, y, width, height, paint(colour), more=stroke(INK, 2.5))
    else:
        body = box(x, y, width, height, PAPER, more=stroke(paint(colour), 2.5))
        body += box(x, y, width + 3, height + 3, "none", round=3, more=stroke(INK, 0.6))
    ink = ink_on(colour) if lit else INK
    return body + fitted(x, y + 4.8, text, 13.5, width - 3, bold=lit, fill=ink)
