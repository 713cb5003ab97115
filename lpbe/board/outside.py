"""The pieces of a hex in an SVG that are on no spot: in rows that grow shorter, or zone by zone; cargo in its boat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from .measures import INNER, TOKENS, half_width, on_band
from .patterns import pattern_id
from .picture import HexDrawn, PieceDrawn
from .shapes import FAINT, PAPER, ROOT3, box, label, outline, stroke, titled
from .tokens import token
from .wording import Pen, astray, cargo_of, carriers, piece_label

TOP, LOWEST = 35.0, 78.0
"""Where pieces begin below the spots, and where they end."""
COLUMN = (130.0, 78.0, 54.0, 42.0)
"""How wide the column of a zone is where there are one, two, three or more."""


TINT = 'fill-opacity="0.75"'
Standing = tuple[PieceDrawn, float, float]
"""A piece, and where it stands."""


class Rank(Struct, frozen=True):
    """A row for pieces: where its middle is, how many go side by side in a column, and how broad a column is there."""

    y: float
    across: int
    broad: float


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
            yield piece_token(pen, piece, across, TOP + (n + 0.5) * (height + 2), width, height)


@lru_cache(16)
def rows(width: float, height: float) -> list[int]:
    """How many pieces of a size go into each row below the spots."""
    out, bottom = [], TOP + height + 2
    while bottom <= LOWEST:
        half = min((INNER - bottom) * ROOT3, INNER * ROOT3 / 2) - 4
        out.append(int(2 * half / (width + 2)))
        bottom += height + 2
    return out


def zone_columns(pen: Pen, hex: HexDrawn, top: float, end: float = LOWEST + 1) -> Iterator[str]:
    """Each zone by the name it is typed with, from west to east, and below it who is there."""
    zones = columns_of(hex)
    step = COLUMN[min(len(zones), len(COLUMN)) - 1]
    middles = [(n - (len(zones) - 1) / 2) * step for n in range(len(zones))]
    yield from (name_plate(pen, name, x, top, step - 2) for (name, _), x in zip(zones, middles, strict=True))
    groups, loaded = [pieces for _, pieces in zones], len(carriers(hex.pieces)) < len(hex.pieces)
    for size in TOKENS:
        if standing := abreast(groups, middles, size, top + 14 + size[1] * (1 + loaded), end):
            yield from trays(pen, hex, standing, size, loaded)
            yield from (with_cargo(pen, hex.pieces, *each, size) for each in standing)
            return
    yield from crowded(pen, hex.pieces, groups, step, loaded, top + 14, end)


def abreast(
    groups: Sequence[Sequence[PieceDrawn]],
    middles: Sequence[float],
    size: tuple[float, float],
    bottom: float,
    end: float,
) -> list[Standing]:
    """All pieces in one row, each group below its own name; nothing where that does not fit."""
    out, right = list[Standing](), -half_width(bottom)
    for pieces, middle in zip(groups, middles, strict=True):
        half = len(pieces) * (size[0] + 2) / 2
        x = max(min(middle, half_width(bottom) - half), right + half)
        nearest = min(middles, key=lambda each: abs(each - x))
        if pieces and (bottom > end or x + half > half_width(bottom) or nearest != middle):
            return []
        out += [(piece, x + (n + 0.5) * (size[0] + 2) - half, bottom - size[1] / 2) for n, piece in enumerate(pieces)]
        right = x + half + 3 if pieces else right
    return out


def trays(
    pen: Pen, hex: HexDrawn, standing: Sequence[Standing], size: tuple[float, float], loaded: bool
) -> Iterator[str]:
    """Below the pieces of each zone its ground, so that they stand on it wherever there is room to draw them."""
    high = size[1] * (1 + loaded)
    for zone in hex.zones:
        xs = [x for piece, x, _ in standing if piece.at == zone.name]
        if xs and zone.ground in pen.look.patterns:
            middle, wide = (min(xs) + max(xs)) / 2, max(xs) - min(xs) + size[0] + 5
            y = standing[0][2] + size[1] / 2 - high / 2
            yield box(middle, y, wide, high + 3, PAPER, round=5, more=stroke(FAINT, 0.6))
            yield box(middle, y, wide, high + 3, f"url(#{pattern_id(pen, zone.ground)})", round=5, more=TINT)


def crowded(
    pen: Pen,
    around: Sequence[PieceDrawn],
    groups: Sequence[Sequence[PieceDrawn]],
    step: float,
    loaded: bool,
    top: float,
    end: float,
) -> Iterator[str]:
    """Several rows in equal columns, small enough for the fullest."""
    most = max(map(len, groups))
    ways = [(size, ranks(size, loaded, len(groups), step, top, end)) for size in TOKENS]
    size, ranked = next((way for way in ways if room(way[1]) >= most), ways[-1])
    for n, pieces in enumerate(groups):
        yield from in_column(pen, around, pieces, size, ranked, n - (len(groups) - 1) / 2)


def columns_of(hex: HexDrawn) -> list[tuple[str, list[PieceDrawn]]]:
    """The zones as they lie from west to east, each with its pieces; those that are in none in a column more."""
    zones = sorted(hex.zones, key=lambda zone: (sum(on_band(edge)[0] for edge in zone.edges), zone.name))
    there = [(zone.name, [piece for piece in hex.pieces if piece.at == zone.name]) for zone in zones]
    return [*there, *([("", list(astray(hex)))] if astray(hex) else [])]


def ranks(size: tuple[float, float], loaded: bool, columns: int, step: float, top: float, end: float) -> list[Rank]:
    """The rows there is room for: columns draw together where the hex grows narrower."""
    (width, height), out = size, list[Rank]()
    bottom = top + height * (1 + loaded)
    while bottom <= end:
        broad = min(step, 2 * half_width(bottom) / columns)
        out.append(Rank(bottom - height / 2, int(broad / (width + 2)), broad))
        bottom += height * (1 + loaded) + 2
    return out or [Rank(end - height / 2, 0, step)]


def room(ranked: Sequence[Rank]) -> int:
    return sum(rank.across for rank in ranked)


def name_plate(pen: Pen, name: str, x: float, top: float, width: float) -> str:
    text = name or pen.caption("outside")
    size = min(9.5, width / (0.66 * max(len(text), 1)))
    rim = outline(True) if name in pen.marked else stroke(FAINT, 0.6)
    plate = box(x, top + 6, min(width, 0.66 * size * len(text) + 8), 12, PAPER, round=6, more=rim)
    return plate + label(x, top + 9.4, text, size, bold=True)


def in_column(
    pen: Pen,
    around: Sequence[PieceDrawn],
    pieces: Sequence[PieceDrawn],
    size: tuple[float, float],
    ranked: Sequence[Rank],
    nth: float,
) -> Iterator[str]:
    """The pieces of a zone row by row; what has no room stands with the last."""
    left = list(pieces)
    for n, rank in enumerate(ranked):
        there, left = (left, []) if n == len(ranked) - 1 else (left[: rank.across], left[rank.across :])
        step = min(size[0] + 2, rank.broad / max(len(there), 1))
        for m, piece in enumerate(there):
            x = nth * rank.broad + (m - (len(there) - 1) / 2) * step
            yield with_cargo(pen, around, piece, x, rank.y, size)


def with_cargo(
    pen: Pen, around: Sequence[PieceDrawn], piece: PieceDrawn, x: float, y: float, size: tuple[float, float]
) -> str:
    """A piece, and standing in it what it carries."""
    (width, height), cargo = size, cargo_of(piece, around)
    broad = width * 0.85 / max(len(cargo), 1)
    xs = [x + (n - (len(cargo) - 1) / 2) * broad for n in range(len(cargo))]
    loads = [piece_token(pen, each, at, y - height * 0.92, broad, height) for each, at in zip(cargo, xs, strict=True)]
    return "".join([*loads, piece_token(pen, piece, x, y, width, height)])
