"""The zones of a hex in an SVG: lobes from the edges they reach, with a shore; islands and lakes around their spots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from .measures import INNER, SPOT_HEIGHT, SPOT_Y, on_band, spot_places
from .patterns import pattern_id
from .picture import FaceDrawn, SpotDrawn, ZoneDrawn
from .shapes import FAINT, LEAST, PAPER, box, corners, label, num, points, polygon, stroke
from .wording import Pen, intricate

SHORE, BEND, PALE = stroke(FAINT, 1.6), 0.35, 'fill-opacity="0.4"'
"""How a shore is drawn, how deep a lobe reaches, and how pale the ground inside a hex is beside its bands."""

BEFORE = (1, 4)
"""The edges whose tags stand before their middle: the upper corner is for the name, the lower one for coordinates."""


def regions(pen: Pen, face: FaceDrawn) -> Iterator[str]:
    """The zones of a hex, each on its own ground: first the one that holds the middle."""
    if not face.zones:
        return
    middle = holder(face.zones)
    yield polygon(corners(INNER), paint(pen, middle.ground), PALE)
    for zone in face.zones:
        if zone is not middle:
            own = f'fill="{paint(pen, zone.ground)}" {PALE} {SHORE}'
            shapes = [lobe(start, count) for start, count in runs(zone.edges)] or [island(zone, face.spots)]
            yield from (shape.format(f'fill="{PAPER}"') + shape.format(own) for shape in shapes)


def holder(zones: Sequence[ZoneDrawn]) -> ZoneDrawn:
    """The zone that holds the middle: one that joins edges far from each other, else one that reaches most."""
    return max(zones, key=lambda zone: (min(len(runs(zone.edges)), 2), len(zone.edges)))


def runs(edges: Sequence[int]) -> list[tuple[int, int]]:
    """The edges as stretches: where each begins, and how long it is."""
    if len(edges) == 6:
        return [(0, 6)]
    starts = [edge for edge in edges if (edge - 1) % 6 not in edges]
    return [(start, next(n for n in range(1, 7) if (start + n) % 6 not in edges)) for start in sorted(starts)]


def paint(pen: Pen, ground: str) -> str:
    """The pattern that the game has pinned to a ground; paper where it has none."""
    return f"url(#{pattern_id(pen, ground)})" if ground in pen.look.patterns else PAPER


@lru_cache(64)
def lobe(start: int, count: int) -> str:
    """From corner to corner along the edges, and back by a shore that bends inwards."""
    rim = [corners(INNER)[(start + n) % 6] for n in range(count + 1)]
    bends = points((x * BEND, y * BEND) for x, y in (rim[-1], rim[0]))
    path = f"M{points(rim)} C{bends} {points(rim[:1])}Z"
    return f'<path d="{path}" {{}}/>'


def island(zone: ZoneDrawn, spots: Sequence[SpotDrawn]) -> str:
    """Around the spots that lie in it; in the middle where none does."""
    width, places = spot_places(len(spots))
    xs = [x for x, spot in zip(places, spots, strict=True) if zone.name in spot.zones] or [0.0]
    across = min((max(xs) - min(xs) + width) / 2 + 9, INNER * 0.85)
    middle = (
        f'cx="{num((max(xs) + min(xs)) / 2)}" cy="{num(SPOT_Y)}" rx="{num(across)}" ry="{num(SPOT_HEIGHT / 2 + 8)}"'
    )
    return f"<ellipse {middle} {{}}/>"


def tags(face: FaceDrawn) -> Iterator[str]:
    """On each edge the zone that reaches it, where the terrain does not tell."""
    for zone in face.zones if intricate(face) else ():
        yield from (tag(edge, zone.name.rpartition(".")[2]) for edge in zone.edges)


@lru_cache(256)
def tag(edge: int, name: str) -> str:
    x, y = on_band(edge, -0.45 if edge in BEFORE else 0.45, 0.1)
    return box(x, y, 5 + 8 * len(name), 13, PAPER, round=5, more=stroke(FAINT, 0.6)) + label(
        x, y + 4.2, name, LEAST, bold=True
    )
