"""How large a hex of an SVG board is, and where its parts lie."""

from __future__ import annotations

from .shapes import ROOT3, Point, corners

RADIUS, INNER = 120.0, 102.0
SPOT_HEIGHT, SPOT_GAP, SPOTS_WIDTH, SPOT_Y = 66.0, 2.0, 168.0, 8.0
TOP, LOWEST = 43.0, 78.0
"""Where pieces begin below the spots, and where they end."""
TOKENS = ((32.0, 15.0), (27.0, 14.0), (24.0, 13.0), (21.0, 11.0), (18.0, 10.0), (12.0, 7.0), (9.0, 5.0))
"""Sizes of pieces, large where there is room for all; the last are too small for letters."""
CROWD = 12
"""So many pieces have a name each that can be read."""


def spot_places(count: int) -> tuple[float, list[float]]:
    """How wide spots are, and where their middles lie."""
    width = min(54.0, (SPOTS_WIDTH - SPOT_GAP * (count - 1)) / max(count, 1))
    return width, [(n - (count - 1) / 2) * (width + SPOT_GAP) for n in range(count)]


def half_width(y: float) -> float:
    """How far the ground of a hex reaches to either side at some height."""
    return min((INNER - abs(y)) * ROOT3, INNER * ROOT3 / 2)


def on_band(edge: int, along: float = 0.0, depth: float = 0.5) -> Point:
    """A point of an edge's band: from its middle (0) to its far corner (1) or back (-1), from inside (0) out (1)."""
    radius = INNER + (RADIUS - 1 - INNER) * depth
    (x1, y1), (x2, y2) = corners(radius)[edge], corners(radius)[(edge + 1) % 6]
    part = (1 + along) / 2
    return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
