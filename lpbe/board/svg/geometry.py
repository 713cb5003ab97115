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
    """Return left, top, width and height of some hexes together."""
    middles = [centre(q, r, radius) for q, r in cells] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    half = radius * ROOT3 / 2
    return min(xs) - half, min(ys) - radius, max(xs) - min(xs) + 2 * half, max(ys) - min(ys) + 2 * radius


HEX_RADIUS = 120.0
BAND_RADIUS = 119.0
INNER_RADIUS = 99.0
"""The radius inside the terrain of the edges."""
SPOT_HEIGHT = 62.0
SPOT_GAP = 3.0
SPOTS_WIDTH = 172.0
MAX_SPOT_WIDTH = 50.0
SPOT_Y = 10.0


def spot_places(count: int) -> tuple[float, list[float]]:
    """Return the width of spots, and the centre of each."""
    width = min(MAX_SPOT_WIDTH, (SPOTS_WIDTH - SPOT_GAP * (count - 1)) / max(count, 1))
    return width, [(n - (count - 1) / 2) * (width + SPOT_GAP) for n in range(count)]


def on_band(edge: int, along: float = 0.0, depth: float = 0.5) -> Point:
    """Return a point of an edge's band: from corner (-1) to corner (1), and from inside (0) to outside (1)."""
    radius = INNER_RADIUS + (BAND_RADIUS - INNER_RADIUS) * depth
    (x1, y1), (x2, y2) = corners(radius)[edge], corners(radius)[(edge + 1) % 6]
    part = (1 + along) / 2
    return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
