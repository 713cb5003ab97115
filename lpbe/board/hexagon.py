"""One hex of an SVG board: its edges as bands of terrain, dice above, spots in the middle, pieces below."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from ..kernel.content.packs import Words
from .picture import Candidate, DieDrawn, FaceDrawn, HexDrawn, Picture, PieceDrawn, SpotDrawn
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
    chip,
    corners,
    die,
    disc,
    label,
    moved,
    outline,
    polygon,
    stroke,
    titled,
    token,
)
from .wording import STAR, Marked, at, building_label, face_head, face_items, letter, said, short, term, touched

RADIUS, INNER = 120.0, 102.0
SPOT_HEIGHT, SPOT_GAP, SPOTS_WIDTH = 62.0, 2.0, 166.0
TOKENS = ((32.0, 15.0), (24.0, 12.0), (20.0, 11.0), (16.0, 9.0), (12.0, 7.0), (9.0, 5.0))
"""Sizes of pieces, large where there is room for all."""


class Pen(Struct, frozen=True):
    """What every mark needs to know of the drawing."""

    picture: Picture
    words: Words
    marked: Marked
    ids: str

    def nth(self, colour: str) -> int:
        return self.picture.colours.index(colour) if colour in self.picture.colours else 0

    def kind(self, kind: str) -> int:
        return self.picture.kinds.index(kind) if kind in self.picture.kinds else 0


def hexagon(pen: Pen, face: FaceDrawn, x: float, y: float) -> str:
    """A hex around its middle."""
    changed = isinstance(face, HexDrawn) and touched(face, pen.marked)
    body = [
        *(band(pen.ids, face.edges[d], d) for d in range(6)),
        polygon(corners(INNER), PAPER, stroke(HALO, 6) if changed else stroke(INK, 0.8)),
        label(0, -71, face.name + STAR * changed, 17, bold=True),
        *dice(pen, face),
        *spots(pen, face.spots),
    ]
    if isinstance(face, HexDrawn):
        body += [*outside(pen, face.pieces), label(0, 86, at(face.q, face.r), 9, fill=FAINT)]
    told = [face_head(pen.words, face, pen.marked), *face_items(pen.words, face, pen.marked)]
    return moved(x, y, "; ".join(told), body)


@lru_cache(256)
def band(ids: str, terrain: str, direction: int) -> str:
    """One edge: pattern and letter of its terrain."""
    outer, inner = corners(RADIUS - 1), corners(INNER)
    after = (direction + 1) % 6
    shape = (outer[direction], outer[after], inner[after], inner[direction])
    x, y = (sum(part) / 4 for part in zip(*shape, strict=True))
    ground = polygon(shape, f"url(#{ids}-terrain-{terrain})", stroke(INK, 0.6))
    return ground + disc(x, y, 6.5, PAPER, "") + label(x, y + 3.6, terrain, 10, bold=True)


def dice(pen: Pen, face: FaceDrawn) -> Iterator[str]:
    """The dice side by side, and beneath them what they bring and what else lies on the hex."""
    step = min(31.0, 130 / max(len(face.dice), 1))
    for n, each in enumerate(face.dice):
        left = (n - (len(face.dice) - 1) / 2) * step
        yield die(left, -58, min(26.0, step - 4), each.colour, die_text(each), each.lit)
    below = [*dict.fromkeys(term(pen.words, each.brings) for each in face.dice)]
    below += [term(pen.words, each) for each in face.tokens]
    if below:
        yield label(0, -38, ", ".join(below), min(11.5, 170 / (0.6 * len(", ".join(below)))))


def die_text(die: DieDrawn) -> str:
    return f"{letter(die.colour)}{die.value}"


def spots(pen: Pen, row: tuple[SpotDrawn, ...]) -> Iterator[str]:
    width = min(48.0, (SPOTS_WIDTH - SPOT_GAP * (len(row) - 1)) / max(len(row), 1))
    for n, spot in enumerate(row):
        yield spot_box(pen, spot, (n - (len(row) - 1) / 2) * (width + SPOT_GAP), width)


def spot_box(pen: Pen, spot: SpotDrawn, x: float, width: float) -> str:
    """A spot: number and icon, the building, its chip, and who is in it."""
    building, size = spot.building, min(1.0, width / 40)
    body = [
        ground(x, width, building is not None, spot.name in pen.marked),
        label(x, -19, f"{spot.number} {short(pen.words, spot.icon)}", 11 * size, fill=FAINT),
    ]
    told = f"{spot.name} {term(pen.words, spot.icon)}"
    if building:
        value = str(building.value) if building.value else ""
        body.append(label(x, -4, short(pen.words, building.kind) + value, 15 * size, bold=True))
        told += f": {building_label(pen.words, building)}"
        if building.chip:
            body.append(chip(x, 7, 6.5 * size, building.chip, pen.nth(building.chip), letter(building.chip)))
    return titled(told, *body, *inside(pen, spot, x, width))


def ground(x: float, width: float, built: bool, marked: bool) -> str:
    dashes = "" if built else ' stroke-dasharray="3 2"'
    return box(x, 0, width, SPOT_HEIGHT, BUILT if built else FREE, round=4, more=outline(marked) + dashes)


def inside(pen: Pen, spot: SpotDrawn, x: float, width: float) -> Iterator[str]:
    """The pieces side by side, each smaller the more there are."""
    step = (width - 4) / max(len(spot.pieces), 1)
    for n, piece in enumerate(spot.pieces):
        yield piece_token(pen, piece, x + (n - (len(spot.pieces) - 1) / 2) * step, 22.5, min(step - 1, 32.0), 13)


def piece_token(pen: Pen, piece: PieceDrawn, x: float, y: float, width: float, height: float) -> str:
    told = [piece.name, term(pen.words, piece.colour), term(pen.words, piece.kind)]
    told += [said(pen.words, "wounded")] if piece.wounded else []
    drawn = token(
        x, y, width, height, piece.colour, pen.kind(piece.kind), piece.name, piece.wounded, piece.name in pen.marked
    )
    return titled(", ".join(told), drawn)


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


def place(pen: Pen, candidate: Candidate, x: float, y: float) -> str:
    """A place for a hex in hand: its number, its name, and how each hex may be turned there."""
    body = [
        polygon(corners(RADIUS - 4), PLACE, f'{stroke(HALO, 2)} stroke-dasharray="8 6"'),
        label(0, -58, str(candidate.number), 34, bold=True),
        label(0, -38, at(candidate.q, candidate.r), 14),
    ]
    step = min(17.0, 100 / max(len(candidate.fits), 1))
    for n, fit in enumerate(candidate.fits):
        turns = " ".join(map(str, fit.turns))
        body.append(label(0, -14 + n * step, f"{fit.hex}: {turns}", step * 0.84))
    return moved(x, y, f"({candidate.number}) {at(candidate.q, candidate.r)}", body)
