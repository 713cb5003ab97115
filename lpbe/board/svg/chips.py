"""The chips of players: distinguished by colour, shape and letter, so that no two differ in colour alone."""

from __future__ import annotations

from functools import lru_cache

from ..labels import Pen
from .geometry import Point
from .palette import shade
from .shapes import num, polygon, text, translate

CHIPS: dict[str, tuple[Point, ...]] = {
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
    "triangle": ((0, -1.15), (1.2, 0.85), (-1.2, 0.85)),
    "hexagon": ((-1.1, 0), (-0.55, -0.95), (0.55, -0.95), (1.1, 0), (0.55, 0.95), (-0.55, 0.95)),
}
"""Name -> corners of a shape, at a distance of about 1 from its centre; any other is a disc."""


@lru_cache(256)
def outline(shape: str, radius: float, style: str) -> str:
    """Draw the outline of a shape around the origin."""
    if shape not in CHIPS:
        return f'<circle class="{style}" r="{num(radius)}"/>'
    return polygon(((x * radius, y * radius) for x, y in CHIPS[shape]), style)


def chip(pen: Pen, seat: str, x: float, y: float, radius: float) -> str:
    """Draw the chip of a seat with its letter, which disappears where it would be too small to read."""
    colour, shape = shade(pen, seat), pen.chip(seat)
    letter = text(0, 6 if shape == "triangle" else 4.5, pen.letter(seat), f"cl t-{colour}")
    return f"<g{translate(x, y)}>{outline(shape, radius, f'f-{colour} rim')}{letter}</g>"
