"""The geometry of a hex: its corners and its centre, how large it is, and where its parts are."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt

ROOT3 = sqrt(3)
Point = tuple[float, float]


@lru_cache(16)
def corners(radius: float) -> list[Point]:
    """Return the corners of a pointy-topped hex; edge d, counter-clockwise from the east, joins corners d and d + 1."""
    half = radius / 2
    inradius = radius * ROOT3 / 2
    return [(inradius, half), (inradius, -half), (0.0, -radius), (-inradius, -half), (-inradius, half), (0.0, radius)]


def centre(q: int, r: int, radius: float) -> Point:
    """Return the centre of a hex."""
    return (q + r / 2) * radius * ROOT3, r * radius * 1.5


def extent(cells: Iterable[tuple[int, int]], radius: float) -> tuple[float, float, float, float]:
    """Return left, top, width and height of some hexes."""
    middles = [centre(q, r, radius) for q, r in cells] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    half = radius * ROOT3 / 2
    return min(xs) - half, min(ys) - radius, max(xs) - min(xs) + 2 * half, max(ys) - min(ys) + 2 * radius


HEX_RADIUS = 120.0
INNER_RADIUS = 102.0
"""The radius inside the terrain of the edges."""
SPOT_HEIGHT = 66.0
SPOT_GAP = 2.0
SPOTS_WIDTH = 168.0
SPOT_Y = 8.0
PIECES_TOP = 43.0
PIECES_BOTTOM = 78.0
"""Between these heights pieces are drawn, below the spots."""
PIECE_SIZES = ((32.0, 15.0), (27.0, 14.0), (24.0, 13.0), (21.0, 11.0), (18.0, 10.0), (12.0, 7.0), (9.0, 5.0))
"""Width and height of pieces, from large to too small for letters; the largest that fits is used."""
MAX_NAMED_PIECES = 12
"""Up to this number, each piece has a name that can be read."""


def spot_places(count: int) -> tuple[float, list[float]]:
    """Return the width of spots, and the centre of each."""
    width = min(54.0, (SPOTS_WIDTH - SPOT_GAP * (count - 1)) / max(count, 1))
    return width, [(n - (count - 1) / 2) * (width + SPOT_GAP) for n in range(count)]


def half_width(y: float) -> float:
    """Return how far the ground of a hex reaches to either side at some height."""
    return min((INNER_RADIUS - abs(y)) * ROOT3, INNER_RADIUS * ROOT3 / 2)


def on_band(edge: int, along: float = 0.0, depth: float = 0.5) -> Point:
    """Return a point of an edge's band: along it from corner (-1) to corner (1), across it from inside (0) out (1)."""
    radius = INNER_RADIUS + (HEX_RADIUS - 1 - INNER_RADIUS) * depth
    (x1, y1), (x2, y2) = corners(radius)[edge], corners(radius)[(edge + 1) % 6]
    part = (1 + along) / 2
    return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
