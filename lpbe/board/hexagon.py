"""One hex of an SVG board: its edges as bands of terrain, dice above, spots in the middle, pieces below."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..kernel.base.kept import Kept
from .columns import zone_columns
from .dice import dice, shaped
from .measures import INNER, RADIUS, TOP
from .outside import outside
from .patterns import pattern_id
from .picture import Candidate, FaceDrawn, HexDrawn
from .shapes import (
    DANGER,
    FAINT,
    HALO,
    INK,
    LEAST,
    PAPER,
    PLACE,
    breadth,
    corners,
    disc,
    label,
    moved,
    paint,
    polygon,
    stroke,
)
from .sides import at_edges, side_dice
from .spots import alarm, spots
from .tokens import lying
from .wording import STAR, Pen, astray, at, carriers, in_danger, touched
from .zones import regions, tags

BODIES: Kept[list[str]] = Kept()
NAME, HUB = -72.0, -26.0
"""Where the name of a hex stands: above the dice, or in the middle of dice that stand in front of their edges."""


def hexagon(pen: Pen, face: FaceDrawn, told: str, x: float, y: float) -> str:
    """A hex with what is told of it; kept from the last board that had it so, but where something on it has changed."""
    changed, danger = touched(face, pen.marked), touched(face, pen.threatened)
    if changed or danger:
        return moved(x, y, told, body(pen, face, changed and isinstance(face, HexDrawn)))
    basis = face, pen.words, pen.look, pen.names, pen.ids, pen.ruled
    return moved(x, y, told, BODIES.of((face.name, type(face)), basis, lambda: body(pen, face, False)))


def body(pen: Pen, face: FaceDrawn, changed: bool) -> list[str]:
    """A hex around its middle."""
    around = any(die.side is not None for die in face.dice)
    parts = [
        *(band(pattern_id(pen, face.edges[d]), face.edges[d], d) for d in range(6)),
        polygon(corners(INNER), PAPER, stroke(HALO, 6) if changed else stroke(INK, 0.8)),
        *regions(pen, face),
        *washes(pen, face),
        *tags(face),
        *(side_dice(pen, face) if around else ()),
        *at_edges(pen, face),
        *heading(pen, face, changed, HUB if around else NAME),
        *dice(pen, face, HUB + 11 if around else -40),
        *spots(pen, face),
    ]
    if in_danger(pen, face):
        parts += [polygon(corners(INNER - 5), "none", f'{stroke(DANGER, 2.5)} stroke-dasharray="9 5"'), alarm(-38, -76)]
    if isinstance(face, HexDrawn):
        parts += [*pieces(pen, face, around), label(0, 88, at(face.q, face.r), LEAST, fill=FAINT)]
    return parts


def pieces(pen: Pen, hex: HexDrawn, around: bool) -> Iterator[str]:
    """Zone by zone where there are zones or cargo; between the dice where these stand in front of their edges."""
    if hex.zones or len(carriers(hex.pieces)) < len(hex.pieces):
        return zone_columns(pen, hex, HUB + 21, 44) if around else zone_columns(pen, hex, TOP)
    return outside(pen, astray(hex))


def washes(pen: Pen, face: FaceDrawn) -> Iterator[str]:
    """A tint over the whole hex for what lies on it, where the game wants one."""
    for colour in dict.fromkeys(pen.look.washes.get(token.kind, "") for token in face.tokens):
        if colour:
            yield polygon(corners(INNER), paint(colour), 'fill-opacity="0.2"')


def heading(pen: Pen, face: FaceDrawn, changed: bool, y: float) -> Iterator[str]:
    """The name, and beside it the tokens that have a shape."""
    name, shown = face.name + STAR * changed, [each for each in face.tokens if shaped(pen, each)]
    if not shown:
        yield label(0, y, name, 17, bold=True)
        return
    wide, slot = breadth(name, 17) + 3, 21.0
    size = min(1.0, 84 / (wide + slot * len(shown)))
    left = -slot / 2 * size * len(shown)
    yield label(left, y, name, 17 * size, bold=True)
    for n, each in enumerate(shown):
        yield lying(pen, each, left + (wide / 2 + slot * (n + 0.5)) * size, y - 6 * size, 17 * size, 15 * size)


@lru_cache(256)
def band(pattern: str, terrain: str, direction: int) -> str:
    """One edge: pattern and letter of its terrain."""
    outer, inner = corners(RADIUS - 1), corners(INNER)
    after = (direction + 1) % 6
    shape = (outer[direction], outer[after], inner[after], inner[direction])
    x, y = (sum(part) / 4 for part in zip(*shape, strict=True))
    ground = polygon(shape, f"url(#{pattern})", stroke(INK, 0.6))
    return ground + disc(x, y, 7.5, PAPER, "") + label(x, y + 4.2, terrain, LEAST, bold=True)


def place(candidate: Candidate, x: float, y: float) -> str:
    """A place for a hex in hand: its number, its name, and how each hex may be turned there."""
    body = [
        polygon(corners(RADIUS - 4), PLACE, f'{stroke(HALO, 2)} stroke-dasharray="8 6"'),
        label(0, -58, f"#{candidate.number}", 34, bold=True),
        label(0, -38, at(candidate.q, candidate.r), 14),
    ]
    step = min(17.0, 100 / max(len(candidate.fits), 1))
    for n, fit in enumerate(candidate.fits):
        turns = " ".join(map(str, fit.turns))
        body.append(label(0, -14 + n * step, f"{fit.hex}: {turns}", step * 0.84))
    return moved(x, y, f"#{candidate.number} {at(candidate.q, candidate.r)}", body)
