"""The ground of a hex: terrain along its edges, zones with their shores, and tokens on an edge or that crossed it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..labels import Pen, edge_label, piece_label, token_label
from ..model import FaceView, HexView, SpotView, ZoneView
from ..queries import needs_zone_labels
from .geometry import HEX_RADIUS, INNER_RADIUS, SPOT_HEIGHT, SPOT_Y, corners, on_band, spot_places
from .palette import FAINT, INK, PAPER, ink_on, paint, pattern_id
from .shapes import MIN_FONT_PX, box, disc, label, num, points, polygon, stroke, with_title


def washes(pen: Pen, face: FaceView) -> Iterator[str]:
    """Draw a tint over the whole hex for tokens on it, if the game wants one."""
    for colour in dict.fromkeys(pen.look.washes.get(token.kind, "") for token in face.tokens):
        if colour:
            yield polygon(corners(INNER_RADIUS), paint(colour), 'fill-opacity="0.2"')


@lru_cache(256)
def band(pattern: str, terrain: str, direction: int) -> str:
    """Draw one edge: pattern and letter of its terrain."""
    outer, inner = corners(HEX_RADIUS - 1), corners(INNER_RADIUS)
    after = (direction + 1) % 6
    shape = (outer[direction], outer[after], inner[after], inner[direction])
    x, y = (sum(part) / 4 for part in zip(*shape, strict=True))
    ground = polygon(shape, f"url(#{pattern})", stroke(INK, 0.6))
    return ground + disc(x, y, 7.5, PAPER, "") + label(x, y + 4.2, terrain, MIN_FONT_PX, bold=True)


SHORE_STROKE = stroke(FAINT, 1.6)
LOBE_DEPTH = 0.35
GROUND_OPACITY = 'fill-opacity="0.4"'
"""The ground inside a hex is paler than the terrain of its edges."""
EDGES_TAGGED_FIRST = (1, 4)
"""The edges whose tags come before their middle, since the upper corner has the name, the lower one the coordinates."""


def regions(pen: Pen, face: FaceView) -> Iterator[str]:
    """Draw the zones of a hex, each on its own ground, the central one first."""
    if not face.zones:
        return
    middle = central_zone(face.zones)
    yield polygon(corners(INNER_RADIUS), ground_fill(pen, middle.ground), GROUND_OPACITY)
    for zone in face.zones:
        if zone is not middle:
            own = f'fill="{ground_fill(pen, zone.ground)}" {GROUND_OPACITY} {SHORE_STROKE}'
            shapes = [lobe(start, count) for start, count in edge_runs(zone.edges)] or [island(zone, face.spots)]
            yield from (shape.format(f'fill="{PAPER}"') + shape.format(own) for shape in shapes)


def central_zone(zones: Sequence[ZoneView]) -> ZoneView:
    """Return the zone in the middle: one that joins edges far from each other, else the one that reaches most edges."""
    return max(zones, key=lambda zone: (min(len(edge_runs(zone.edges)), 2), len(zone.edges)))


def edge_runs(edges: Sequence[int]) -> list[tuple[int, int]]:
    """Return the edges as runs: where each begins, and how long it is."""
    if len(edges) == 6:
        return [(0, 6)]
    starts = [edge for edge in edges if (edge - 1) % 6 not in edges]
    return [(start, next(n for n in range(1, 7) if (start + n) % 6 not in edges)) for start in sorted(starts)]


def ground_fill(pen: Pen, ground: str) -> str:
    """Return the pattern of a ground; plain paper if the game has none for it."""
    return f"url(#{pattern_id(pen, ground)})" if ground in pen.look.patterns else PAPER


@lru_cache(64)
def lobe(start: int, count: int) -> str:
    """Return a path from corner to corner along the edges, and back by a shore that bends inwards."""
    rim = [corners(INNER_RADIUS)[(start + n) % 6] for n in range(count + 1)]
    bends = points((x * LOBE_DEPTH, y * LOBE_DEPTH) for x, y in (rim[-1], rim[0]))
    path = f"M{points(rim)} C{bends} {points(rim[:1])}Z"
    return f'<path d="{path}" {{}}/>'


def island(zone: ZoneView, spots: Sequence[SpotView]) -> str:
    """Return an ellipse around the spots of an enclosed zone; in the middle if it has none."""
    width, places = spot_places(len(spots))
    xs = [x for x, spot in zip(places, spots, strict=True) if zone.name in spot.zones] or [0.0]
    across = min((max(xs) - min(xs) + width) / 2 + 9, INNER_RADIUS * 0.85)
    middle = (
        f'cx="{num((max(xs) + min(xs)) / 2)}" cy="{num(SPOT_Y)}" rx="{num(across)}" ry="{num(SPOT_HEIGHT / 2 + 8)}"'
    )
    return f"<ellipse {middle} {{}}/>"


def tags(face: FaceView) -> Iterator[str]:
    """Draw on each edge the zone that reaches it, if the terrain does not say so."""
    for zone in face.zones if needs_zone_labels(face) else ():
        yield from (tag(edge, zone.name.rpartition(".")[2]) for edge in zone.edges)


@lru_cache(256)
def tag(edge: int, name: str) -> str:
    x, y = on_band(edge, -0.45 if edge in EDGES_TAGGED_FIRST else 0.45, 0.1)
    return box(x, y, 5 + 8 * len(name), 13, PAPER, round=5, more=stroke(FAINT, 0.6)) + label(
        x, y + 4.2, name, MIN_FONT_PX, bold=True
    )


def at_edges(pen: Pen, face: FaceView) -> Iterator[str]:
    """Draw what is on an edge, and where something came over one."""
    for piece in face.pieces if isinstance(face, HexView) else ():
        if isinstance(piece.at, int):
            yield with_title(edge_label(pen, piece), bar(piece.at, pen.colour(piece.colour), piece_label(piece)))
    for token in face.tokens:
        if token.at is not None:
            yield with_title(
                token_label(pen, token), bar(token.at, pen.token_colour(token), pen.material_symbol(token))
            )
        if token.way is not None:
            yield with_title(token_label(pen, token), arrow(token.way, pen.token_colour(token)))


@lru_cache(256)
def bar(edge: int, colour: str, text: str) -> str:
    """Draw a bar along the inner side of an edge, with its material."""
    ends = [corners(INNER_RADIUS - 7)[edge], corners(INNER_RADIUS - 7)[(edge + 1) % 6]]
    ends += [corners(INNER_RADIUS + 3)[(edge + 1) % 6], corners(INNER_RADIUS + 3)[edge]]
    wall = polygon(ends, paint(colour), stroke(INK, 1.4))
    if not text:
        return wall
    x, y = on_band(edge, -0.4, 0)
    tag = box(x, y, 8 + 8 * len(text), 14, paint(colour), round=2, more=stroke(INK, 1))
    return wall + tag + label(x, y + 4.2, text, MIN_FONT_PX, bold=True, fill=ink_on(colour))


@lru_cache(64)
def arrow(edge: int, colour: str) -> str:
    """Draw an arrow over an edge into the hex."""
    left, right = on_band(edge, -0.82, 1), on_band(edge, -0.5, 1)
    tip = on_band(edge, -0.66, -0.6)
    return polygon([left, right, tip], paint(colour), stroke(INK, 1.2))
