"""One hex of an SVG board: its edges as bands of terrain, dice above, spots in the middle, pieces below."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .patterns import pattern_id
from .picture import Candidate, FaceDrawn, HexDrawn, PieceDrawn, SpotDrawn, TokenDrawn
from .shapes import (
    BUILT,
    FAINT,
    FREE,
    HALO,
    INK,
    PAPER,
    PLACE,
    ROOT3,
    box,
    corners,
    disc,
    label,
    moved,
    outline,
    polygon,
    stroke,
    titled,
)
from .tokens import chip, die, lying, token
from .wording import STAR, Pen, at, building_label, die_text, piece_label, touched

RADIUS, INNER = 120.0, 102.0
SPOT_HEIGHT, SPOT_GAP, SPOTS_WIDTH = 62.0, 2.0, 166.0
TOKENS = ((32.0, 15.0), (24.0, 12.0), (20.0, 11.0), (16.0, 9.0), (12.0, 7.0), (9.0, 5.0))
"""Sizes of pieces, large where there is room for all."""


def hexagon(pen: Pen, face: FaceDrawn, told: str, x: float, y: float) -> str:
    """A hex around its middle, and what is told of it."""
    changed = isinstance(face, HexDrawn) and touched(face, pen.marked)
    body = [
        *(band(pattern_id(pen, face.edges[d]), face.edges[d], d) for d in range(6)),
        polygon(corners(INNER), PAPER, stroke(HALO, 6) if changed else stroke(INK, 0.8)),
        label(0, -71, face.name + STAR * changed, 17, bold=True),
        *dice(pen, face),
        *spots(pen, face.spots),
    ]
    if isinstance(face, HexDrawn):
        body += [*outside(pen, face.pieces), label(0, 86, at(face.q, face.r), 9, fill=FAINT)]
    return moved(x, y, told, body)


@lru_cache(256)
def band(pattern: str, terrain: str, direction: int) -> str:
    """One edge: pattern and letter of its terrain."""
    outer, inner = corners(RADIUS - 1), corners(INNER)
    after = (direction + 1) % 6
    shape = (outer[direction], outer[after], inner[after], inner[direction])
    x, y = (sum(part) / 4 for part in zip(*shape, strict=True))
    ground = polygon(shape, f"url(#{pattern})", stroke(INK, 0.6))
    return ground + disc(x, y, 6.5, PAPER, "") + label(x, y + 3.6, terrain, 10, bold=True)


def dice(pen: Pen, face: FaceDrawn) -> Iterator[str]:
    """The dice side by side, and beneath them what they bring and what else lies on the hex."""
    step = min(31.0, 130 / max(len(face.dice), 1))
    for n, each in enumerate(face.dice):
        left = (n - (len(face.dice) - 1) / 2) * step
        yield die(left, -58, min(26.0, step - 4), pen.colour(each.colour), die_text(pen, each), each.lit)
    below = [*dict.fromkeys(pen.term(each.brings) for each in face.dice)]
    below += [pen.term(each.kind) for each in face.tokens]
    if below:
        yield label(0, -38, ", ".join(below), min(11.5, 170 / (0.6 * len(", ".join(below)))))


def spots(pen: Pen, row: tuple[SpotDrawn, ...]) -> Iterator[str]:
    width = min(48.0, (SPOTS_WIDTH - SPOT_GAP * (len(row) - 1)) / max(len(row), 1))
    for n, spot in enumerate(row):
        yield spot_box(pen, spot, (n - (len(row) - 1) / 2) * (width + SPOT_GAP), width)


def spot_box(pen: Pen, spot: SpotDrawn, x: float, width: float) -> str:
    """A spot: number and icon, the building, its chip, and who is in it."""
    building, size = spot.building, min(1.0, width / 40)
    body = [
        ground(x, width, building is not None, spot.name in pen.marked),
        label(x, -19, f"{spot.number} {pen.short(spot.icon)}", 11 * size, fill=FAINT),
    ]
    told = f"{spot.name} {pen.term(spot.icon)}"
    if building:
        value = str(building.value) if building.value else ""
        body.append(label(x, -4, pen.short(building.kind) + value, 15 * size, bold=True))
        told += f": {building_label(pen, building)}"
        if building.chip:
            body.append(chip_on(pen, building.chip, x, 6.5 * size))
    return titled(told, *body, *inside(pen, spot, x, width))


def chip_on(pen: Pen, seat: str, x: float, radius: float) -> str:
    return chip(x, 7, radius, pen.colour(seat), pen.chip(seat), pen.letter(seat))


def ground(x: float, width: float, built: bool, marked: bool) -> str:
    dashes = "" if built else ' stroke-dasharray="3 2"'
    return box(x, 0, width, SPOT_HEIGHT, BUILT if built else FREE, round=4, more=outline(marked) + dashes)


def inside(pen: Pen, spot: SpotDrawn, x: float, width: float) -> Iterator[str]:
    """Pieces and tokens side by side, each smaller the more there are."""
    things: tuple[PieceDrawn | TokenDrawn, ...] = (*spot.pieces, *spot.tokens)
    step = (width - 4) / max(len(things), 1)
    for n, each in enumerate(things):
        left, room = x + (n - (len(things) - 1) / 2) * step, min(step - 1, 32.0)
        if isinstance(each, PieceDrawn):
            yield piece_token(pen, each, left, 22.5, room, 13)
        else:
            yield lying(pen, each, left, 22.5, room, 13)


def piece_token(pen: Pen, piece: PieceDrawn, x: float, y: float, width: float, height: float) -> str:
    told = [piece.name, pen.term(piece.colour), pen.term(piece.kind), pen.caption("wounded") * piece.wounded]
    shape, marked = pen.token(piece.kind), piece.name in pen.marked
    drawn = token(x, y, width, height, pen.colour(piece.colour), shape, piece_label(piece), piece.wounded, marked)
    return titled(", ".join(filter(None, told)), drawn)


def outside(pen: Pen, pieces: tuple[PieceDrawn, ...]) -> Iterator[str]:
    """Pieces in rows that grow shorter towards the lower corner."""
    width, height = next((size for size in TOKENS if sum(rows(*size)) >= len(pieces)), TOKENS[-1])
    left = list(pieces)
    for n, room in enumerate(rows(width, height)):
        row, left = left[:room], left[room:]
        for m, piece in enumerate(row):
            across = (m - (len(row) - 1) / 2) * (width + 2)
            yield piece_token(pen, piece, across, 35 + (n + 0.5) * (height + 2), width, height)


@lru_cache(16)
def rows(width: float, height: float) -> list[int]:
    """How many pieces of a size go into each row below the spots."""
    out, bottom = [], 35 + height + 2
    while bottom <= 78:
        half = min((INNER - bottom) * ROOT3, INNER * ROOT3 / 2) - 4
        out.append(int(2 * half / (width + 2)))
        bottom += height + 2
    return out


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
