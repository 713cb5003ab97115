"""Draw chips, pieces, tokens and dice, which differ in shape and letter and not only in colour."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec import Struct

from ..labels import Pen, mark_text
from ..model import TokenView
from .geometry import Point
from .palette import HALO, INK, PAPER, ink_on, paint
from .shapes import MIN_FONT_PX, box, disc, fit_text, label, outline, polygon, stroke, with_title


class Shape(Struct, frozen=True):
    """How to draw a shape around x, y in half a width and half a height, and the part of its width for letters."""

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


def pointed_shape(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    """Draw a flat body with a point on either side."""
    flat = w - h * 0.55
    ends = [(x - flat, y - h), (x + flat, y - h), (x + w, y), (x + flat, y + h), (x - flat, y + h), (x - w, y)]
    return polygon(ends, fill, rim or stroke())


def hull(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    """Draw a flat deck, narrower at the keel."""
    ends = [(x - w, y - h * 0.9), (x + w, y - h * 0.9), (x + w - h * 0.55, y + h), (x - w + h * 0.55, y + h)]
    return polygon(ends, fill, rim or stroke())


def frame(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    """Draw a wall of stones around a place."""
    return box(x, y, 2 * w - 4, 2 * h - 2, "none", round=2, more=stroke(INK, 5)) + box(
        x, y, 2 * w - 4, 2 * h - 2, "none", round=2, more=f'{stroke(fill, 3.4)} stroke-dasharray="5 1.5"'
    )


def ledge(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
    return box(x, y, 2 * w, 6, fill, round=1, more=rim)


def polygon_shape(*ends: Point, room: float = 0.6) -> Shape:
    """Return a shape by its corners, in units of half its height."""

    def draw(x: float, y: float, w: float, h: float, fill: str, rim: str) -> str:
        far = min(w, h)
        return polygon([(x + dx * far, y + dy * far) for dx, dy in ends], fill, rim or stroke())

    return Shape(draw, room)


SHAPES = {
    "disc": Shape(round_disc),
    "square": Shape(square),
    "diamond": polygon_shape((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "triangle": polygon_shape((0, -1.4), (1.4, 1), (-1.4, 1)),
    "pill": Shape(pill, stretched=True),
    "pointed": Shape(pointed_shape, 0.7, stretched=True),
    "block": Shape(block, stretched=True),
    "hexagon": polygon_shape((0.6, -1), (1.2, 0), (0.6, 1), (-0.6, 1), (-1.2, 0), (-0.6, -1), room=0.8),
    "house": polygon_shape((0, -1.2), (1.1, -0.3), (1.1, 1), (-1.1, 1), (-1.1, -0.3), room=0.8),
    "shield": polygon_shape((-1, -1), (1, -1), (1, 0.2), (0, 1.2), (-1, 0.2), room=0.8),
    "boat": polygon_shape((-1.4, -0.4), (1.4, -0.4), (0.8, 1), (-0.8, 1), room=0.8),
    "hull": Shape(hull, 0.66, stretched=True),
    "rim": Shape(frame, 0.5, stretched=True),
    "base": Shape(ledge, 0.5, stretched=True),
    "flame": polygon_shape(
        (0, -1.5), (0.5, -0.6), (0.9, -0.9), (1.1, 0.2), (0.6, 1.1), (-0.6, 1.1), (-1.1, 0.2),
        (-0.8, -0.5), (-0.3, -0.2),
    ),
    "cross": polygon_shape(
        (-0.4, -1.1), (0.4, -1.1), (0.4, -0.4), (1.1, -0.4), (1.1, 0.4), (0.4, 0.4),
        (0.4, 1.1), (-0.4, 1.1), (-0.4, 0.4), (-1.1, 0.4), (-1.1, -0.4), (-0.4, -0.4),
    ),
    "star": polygon_shape(
        (0, -1.4), (0.4, -0.5), (1.3, -0.4), (0.6, 0.2), (0.8, 1.1), (0, 0.7),
        (-0.8, 1.1), (-0.6, 0.2), (-1.3, -0.4), (-0.4, -0.5),
    ),
}  # fmt: skip
"""Name -> shape; a game picks from these, any other is drawn as letters in a disc."""


def find_shape(name: str) -> Shape:
    return SHAPES.get(name, SHAPES["disc"])


@lru_cache(1024)
def chip(x: float, y: float, radius: float, colour: str, shape: str, text: str) -> str:
    """Draw a chip with the letter of its owner."""
    drawn = find_shape(shape).draw(x, y, radius, radius, paint(colour), "")
    return drawn + label(x, y + radius * 0.52, text, radius * 1.4, bold=True, fill=ink_on(colour))


@lru_cache(4096)
def token(
    x: float, y: float, width: float, height: float, colour: str, shape: str, text: str, broken: bool, changed: bool
) -> str:
    """Draw a piece with its name; its rim is broken if it is wounded or secret."""
    made = find_shape(shape)
    rim = outline(changed)
    if broken:
        rim = f'{stroke(HALO if changed else INK, 3.5 if changed else 1.8)} stroke-dasharray="3 2"'
    body = made.draw(x, y, width / 2, height / 2, paint(colour), rim)
    room = (width if made.stretched else min(width, height)) * made.room
    if not text or height < 10:  # no letter that small can be read
        return body
    size = min(height * 0.84, 13.0)
    return body + fit_text(
        x, y + max(size, MIN_FONT_PX) * 0.36, text, size, max(room, 9.0), bold=True, fill=ink_on(colour)
    )


def draw_token(pen: Pen, each: TokenView, x: float, y: float, width: float, height: float) -> str:
    """Draw a token with its material or the letter of its kind; its rim is broken if it is secret."""
    colour = pen.token_colour(each)
    sign = pen.material(each)
    drawn = token(x, y, width, height, colour, pen.token(each.kind), sign, each.private, each.name in pen.changed)
    return with_title(mark_text(pen, each, each.kind), drawn)


@lru_cache(1024)
def die(x: float, y: float, width: float, colour: str, text: str, lit: bool) -> str:
    """Draw a die: a lit one is filled, any other has a rim of its colour."""
    height = max(width * 0.62, 15.0)
    if lit:
        body = box(x, y, width, height, paint(colour), more=stroke(INK, 2.5))
    else:
        body = box(x, y, width, height, PAPER, more=stroke(paint(colour), 2.5))
        body += box(x, y, width + 3, height + 3, "none", round=3, more=stroke(INK, 0.6))
    ink = ink_on(colour) if lit else INK
    return body + fit_text(x, y + 4.8, text, 13.5, width - 3, bold=lit, fill=ink)
