"""The ground of a hex: a rim, terrain along its edges, zones with their shores, and tokens on an edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..labels import Pen, edge_label, piece_label, token_label, zone_label
from ..model import FaceView, HexView, SpotView, TokenView, ZoneView
from .geometry import (
    BAND_RADIUS,
    HEX_RADIUS,
    INNER_RADIUS,
    SPOT_HEIGHT,
    SPOT_Y,
    Point,
    corners,
    on_band,
    spot_places,
)
from .palette import shade
from .shapes import Named, box, group, named, num, path, points, polygon, text

PATTERNS = frozenset(["hills", "dots", "waves", "slashes", "crosses", "lines", "plain", "shore", "slopes", "flow"])
PATTERNS |= {"swirl", "cracks"}
"""How grounds can be drawn; each pattern has a class in the style sheet."""
DEFAULT_PATTERNS = ("hills", "dots", "waves", "slashes", "crosses", "lines")
"""The patterns of terrains for which the game specifies none."""
GROUNDS = {"waves": "sea", "swirl": "sea", "hills": "rock"}
"""Pattern -> the class of a zone of that ground; any other is sand."""


UPRIGHT = (0, 3)
"""The vertical edges, where there is less room."""
LOWER = (4, 5)
"""The edges next to which pieces are placed."""
PLATE_EDGES = (0, 3, 1, 2, 5, 4)
"""The edges where the name of a zone can be drawn, from best to worst: pieces may be at the lower ones."""


def pattern_of(pen: Pen, terrain: str) -> str:
    """Return the pattern that the game specifies; otherwise one that depends only on the terrain's name."""
    pinned = pen.look.patterns.get(terrain, "")
    return pinned if pinned in PATTERNS else DEFAULT_PATTERNS[sum(map(ord, terrain)) % len(DEFAULT_PATTERNS)]


def definitions(pen: Pen, faces: Sequence[FaceView]) -> Iterator[str]:
    """Yield the grounds, and a band for each terrain and direction in use."""
    yield gradient(f"{pen.ids}-sand", "g", 130) + gradient(f"{pen.ids}-home", "h", 120)
    rim = polygon(corners(HEX_RADIUS + 0.5), "hr")
    ripples = path("M-66 -34q16 -10 34 0M22 -62q12 -8 26 0M-30 62q20 -10 44 0M30 50q14 -8 30 0", "tx")
    inner = points(corners(INNER_RADIUS))
    yield f'<g id="{pen.ids}-hex">{rim}<polygon fill="url(#{pen.ids}-sand)" points="{inner}"/>{ripples}</g>'
    yield f'<g id="{pen.ids}-start">{rim}<polygon fill="url(#{pen.ids}-home)" points="{inner}"/></g>'
    for pattern in sorted({pattern_of(pen, terrain) for face in faces for terrain in face.edges}):
        for edge in range(6):
            yield f'<g id="{pen.ids}-{pattern}{edge}">{band(pattern, edge)}</g>'


def gradient(name: str, stops: str, radius: float) -> str:
    inside = f'<stop class="{stops}1" offset="0"/><stop class="{stops}2" offset="1"/>'
    where = f'gradientUnits="userSpaceOnUse" cx="0" cy="-30" r="{num(radius)}"'
    return f'<radialGradient id="{name}" {where}>{inside}</radialGradient>'


@lru_cache(128)
def band(pattern: str, edge: int) -> str:
    """Draw the terrain of one edge: its ground, and peaks, dunes or waves on it."""
    outer, inner = corners(BAND_RADIUS), corners(INNER_RADIUS)
    after = (edge + 1) % 6
    ground = polygon((outer[edge], outer[after], inner[after], inner[edge]), pattern)
    inset = 0.25 if edge in LOWER else 0.0
    marks = [on_band(edge, along, depth - inset) for along, depth in ((-0.6, 0.4), (0, 0.5), (0.6, 0.4))]
    if pattern in ("hills", "slopes"):
        heights = (0.6, 0.7, 0.6) if edge in UPRIGHT else (0.8, 1.05, 0.85)
        bright = "".join(slope(x, y, z, -13) for (x, y), z in zip(marks, heights, strict=True))
        dark = "".join(slope(x, y, z, 12) for (x, y), z in zip(marks, heights, strict=True))
        return ground + path(bright, "pk") + path(dark, "pd")
    half = 3.5 if edge in UPRIGHT else 4.5
    wave = f"q{num(half)} -6 {num(2 * half)} 0t{num(2 * half)} 0"
    curves = "".join(f"M{num(x - 2 * half)} {num(y + 2)}{wave}" for x, y in marks)
    return ground + path(curves, "wv" if pattern in ("waves", "swirl") else "dn")


def slope(x: float, y: float, size: float, across: float) -> str:
    """Return one slope of a peak."""
    return f"M{num(x + across * size)} {num(y + 7)}L{num(x - 1)} {num(y - 11 * size)}L{num(x + 2)} {num(y + 7)}Z"


def ground(pen: Pen, face: FaceView) -> Iterator[str]:
    """Draw the ground of a hex and the terrain of its edges."""
    yield use(pen, "start" if face.home and not face.zones else "hex")
    yield from (use(pen, f"{pattern_of(pen, face.edges[edge])}{edge}") for edge in range(6))


def use(pen: Pen, name: str) -> str:
    return f'<use href="#{pen.ids}-{name}"/>'


LOBE_DEPTH = 0.35


def zones(pen: Pen, face: FaceView, middle: Point) -> Iterator[str]:
    """Draw the zones of a hex, each on its own ground and with its own name, the central one first."""
    central = central_zone(face.zones) if face.zones else None
    for zone in sorted(face.zones, key=lambda zone: zone is not central):
        shore = f"{GROUNDS.get(pattern_of(pen, zone.ground), 'sand')} zone"
        if zone is central:
            shapes = [polygon(corners(INNER_RADIUS), shore)]
        else:
            shapes = [lobe(start, count, shore) for start, count in edge_runs(zone.edges)]
        shapes = shapes or [island(zone, face.spots, shore)]
        shapes += [shape.replace(f'"{shore}"', '"chg thin"', 1) for shape in shapes if zone.name in pen.changed]
        x, y = zone_anchor(zone)
        pieces = tuple(each for each in getattr(face, "pieces", ()) if each.at == zone.name)
        title = zone_label(pen, zone, pieces)
        thing = Named(zone.name, "zone", middle[0] + x, middle[1] + y, title)
        plates = zone_plates(zone, bool(pieces)) if len(face.zones) > 1 else ()
        yield named(thing, [*shapes, *plates])


def zone_plates(zone: ZoneView, named_below: bool) -> Iterator[str]:
    """Draw the name of a zone at each of its shores, except where pieces that show it, too, would cover the name."""
    name = zone.name.rpartition(".")[2]
    for start, length in edge_runs(zone.edges) if 0 < len(zone.edges) < 6 else ():
        edge = min(((start + n) % 6 for n in range(length)), key=PLATE_EDGES.index)
        if edge in LOWER and named_below:
            continue
        x, y = on_band(edge, 0, 0.3 if edge in UPRIGHT else 0.8)
        yield box(x, y, 27, 17, "plate zl", 6) + text(x, y + 4.7, name, "zl dt")


def zone_anchor(zone: ZoneView) -> Point:
    """Return a point inside a zone."""
    if len(zone.edges) in (0, 6):
        return (0.0, 62.0 if zone.edges else 0.0)
    start, length = max(edge_runs(zone.edges), key=lambda run: run[1])
    x, y = on_band((start + length // 2) % 6, 0 if length % 2 else -1, 0)
    return x * 0.8, y * 0.8


def central_zone(zones: Sequence[ZoneView]) -> ZoneView:
    """Return the zone in the middle: one that joins distant edges, otherwise the one that reaches most edges."""
    return max(zones, key=lambda zone: (min(len(edge_runs(zone.edges)), 2), len(zone.edges)))


def edge_runs(edges: Sequence[int]) -> list[tuple[int, int]]:
    """Return the edges as runs: where each begins, and how long it is."""
    if len(edges) == 6:
        return [(0, 6)]
    starts = [edge for edge in edges if (edge - 1) % 6 not in edges]
    return [(start, next(n for n in range(1, 7) if (start + n) % 6 not in edges)) for start in sorted(starts)]


def lobe(start: int, count: int, style: str) -> str:
    """Draw the ground from corner to corner along the edges, and back along a shore that bends inwards."""
    rim = [corners(INNER_RADIUS)[(start + n) % 6] for n in range(count + 1)]
    bends = points((x * LOBE_DEPTH, y * LOBE_DEPTH) for x, y in (rim[-1], rim[0]))
    return path(f"M{points(rim)} C{bends} {points(rim[:1])}Z", style)


def island(zone: ZoneView, spots: Sequence[SpotView], style: str) -> str:
    """Draw an ellipse around the spots of an enclosed zone; in the middle if it has none."""
    width, places = spot_places(len(spots))
    xs = [x for x, spot in zip(places, spots, strict=True) if zone.name in spot.zones] or [0.0]
    across = num(min((max(xs) - min(xs) + width) / 2 + 9, INNER_RADIUS * 0.85))
    where = f'cx="{num((max(xs) + min(xs)) / 2)}" cy="{num(SPOT_Y)}" rx="{across}" ry="{num(SPOT_HEIGHT / 2 + 8)}"'
    return f'<ellipse class="{style}" {where}/>'


def on_edges(pen: Pen, face: FaceView, middle: Point) -> Iterator[str]:
    """Draw what is on an edge, and where something came across one."""
    for piece in face.pieces if isinstance(face, HexView) else ():
        if isinstance(piece.at, int):
            x, y = on_band(piece.at, 0, 0.45)
            thing = Named(piece.name, "piece", middle[0] + x, middle[1] + y, edge_label(pen, piece))
            label = piece_label(pen, piece)
            yield named(thing, [bar(piece.at, shade(pen, piece.colour), label)])
    for token in face.tokens:
        yield from token_on_edge(pen, token)


def token_on_edge(pen: Pen, token: TokenView) -> Iterator[str]:
    colour, title = shade(pen, token.owner or token.kind), token_label(pen, token)
    if token.at is not None:
        yield group([bar(token.at, colour, pen.material_symbol(token))], title=title)
    if token.way is not None:
        tip = on_band(token.way, -0.66, -0.1)
        head = [on_band(token.way, along, 1.3) for along in (-0.84, -0.48)]
        yield group([polygon([*head, tip], f"f-{colour} rim")], title=title)


@lru_cache(256)
def bar(edge: int, colour: str, words: str) -> str:
    """Draw a wall along an edge, with its material."""
    (x1, y1), (x2, y2) = on_band(edge, -0.85, 0.45), on_band(edge, 0.85, 0.45)
    line = f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
    wall = path(line, "mortar dam") + path(line, f"stones dam s-{colour}")
    if not words:
        return wall
    x, y = on_band(edge, 0, 0.45)
    return wall + box(x, y, 27, 18, f"f-{colour} rim zl", 4) + text(x, y + 4.7, words, f"zl t-{colour}")
