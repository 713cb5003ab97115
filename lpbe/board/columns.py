"""The pieces of a hex in an SVG zone by zone: each in a column below the name of its zone, cargo in its boat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from .measures import LOWEST, TOKENS, half_width, on_band
from .outside import piece_token, with_cargo
from .patterns import pattern_id
from .picture import HexDrawn, PieceDrawn
from .shapes import FAINT, LEAST, PAPER, box, breadth, fitted, outline, stroke
from .tokens import shape_of
from .wording import Pen, astray, cargo_of, carriers, piece_label

COLUMN = (130.0, 78.0, 54.0, 42.0)
"""How wide a column is where there are one, two, three or more."""
PLATE, TINT = 14.0, 'fill-opacity="0.75"'
"""How much room a name takes, and how the ground of a zone shows below its pieces."""
READABLE, CLOSE = 10.0, 11.2
"""Pieces that are less high have letters too small to read; how high they are where they stand close instead."""
Size = tuple[float, float]
Standing = tuple[PieceDrawn, float, float]
"""A piece, and where it stands."""
Close = tuple[PieceDrawn, float, float, float]
"""And how broad it is there."""


class Column(Struct, frozen=True):
    """A zone by its name, or what is in none; where its column is, and who is there."""

    name: str
    x: float
    pieces: list[PieceDrawn]


class Field(Struct, frozen=True):
    """Where the pieces of a hex have room: its columns, how wide each is, between which heights, in rows how high."""

    columns: list[Column]
    step: float
    top: float
    end: float
    loaded: bool
    """Whether some carry others: then a row is twice as high."""

    def row(self, height: float) -> float:
        return height * (1 + self.loaded)


class Rank(Struct, frozen=True):
    """A row of pieces: where its middle is, how many go side by side in a column, and how broad a column is there."""

    y: float
    across: int
    broad: float


def zone_columns(pen: Pen, hex: HexDrawn, top: float, end: float = LOWEST + 1) -> Iterator[str]:
    """Each zone by the name it is typed with, from west to east, and below it who is there."""
    field = field_of(hex, top, end)
    yield from (name_plate(pen, column, top, field.step - 2) for column in field.columns)
    size, standing = placed(field)
    if standing and size[1] < READABLE and (close := packed(pen, hex, field)):
        yield from trays(pen, hex, list(ends(hex, close)), (CLOSE, CLOSE), replace(field, loaded=False))
        yield from (piece_token(pen, *each, CLOSE) for each in close)
        return
    yield from trays(pen, hex, standing, size, field)
    yield from (with_cargo(pen, hex.pieces, *each, size) for each in standing)


def field_of(hex: HexDrawn, top: float, end: float) -> Field:
    zones = sorted(hex.zones, key=lambda zone: (sum(on_band(edge)[0] for edge in zone.edges), zone.name))
    there = [(zone.name, [piece for piece in hex.pieces if piece.at == zone.name]) for zone in zones]
    there += [("", list(astray(hex)))] if astray(hex) else []
    step = COLUMN[min(len(there), len(COLUMN)) - 1]
    columns = [Column(name, (n - (len(there) - 1) / 2) * step, pieces) for n, (name, pieces) in enumerate(there)]
    return Field(columns, step, top + PLATE, end, len(carriers(hex.pieces)) < len(hex.pieces))


def name_plate(pen: Pen, column: Column, top: float, width: float) -> str:
    text = column.name or pen.caption("outside")
    rim = outline(True) if column.name in pen.marked else stroke(FAINT, 0.6)
    plate = box(column.x, top + 6, min(width, breadth(text, LEAST) + 8), 13, PAPER, round=6, more=rim)
    return plate + fitted(column.x, top + 10.2, text, LEAST, width - 4, bold=True)


def placed(field: Field) -> tuple[Size, list[Standing]]:
    """Where all pieces stand, as large as they can be: in one row if they fit into it."""
    if not any(column.pieces for column in field.columns):
        return TOKENS[0], []
    for size in TOKENS:
        if standing := abreast(field, size):
            return size, standing
    return crowded(field)


def abreast(field: Field, size: Size) -> list[Standing]:
    """All pieces in one row, each group below its own name; nothing where that does not fit."""
    bottom = field.top + field.row(size[1])
    edge, middles = half_width(bottom), [column.x for column in field.columns]
    out, right = list[Standing](), -edge
    for column in field.columns if bottom <= field.end else ():
        half = len(column.pieces) * (size[0] + 2) / 2
        x = max(min(column.x, edge - half), right + half)
        astray = min(middles, key=lambda middle: abs(middle - x)) != column.x
        if column.pieces and (x + half > edge or astray):
            return []
        out += [
            (piece, x + (n + 0.5) * (size[0] + 2) - half, bottom - size[1] / 2) for n, piece in enumerate(column.pieces)
        ]
        right = x + half + 3 if column.pieces else right
    return out


def crowded(field: Field) -> tuple[Size, list[Standing]]:
    """Several rows in equal columns, small enough for the fullest; what has no room stands with the last."""
    most = max(len(column.pieces) for column in field.columns)
    ways = [(size, ranks(field, size)) for size in TOKENS]
    size, ranked = next((way for way in ways if sum(rank.across for rank in way[1]) >= most), ways[-1])
    groups = ((n - (len(field.columns) - 1) / 2, column.pieces) for n, column in enumerate(field.columns))
    return size, [each for nth, pieces in groups for each in in_rows(pieces, size, ranked, nth)]


def packed(pen: Pen, hex: HexDrawn, field: Field) -> list[Close]:
    """In a crowd each as broad as its name, cargo behind its boat, in rows that may reach a little further down."""
    left = [[[piece, *cargo_of(piece, hex.pieces)] for piece in column.pieces] for column in field.columns]
    out = list[Close]()
    for n in range(int((field.end + 3 - field.top) // CLOSE)):
        y = field.top + (n + 0.5) * CLOSE
        there = in_a_row(pen, left, 2 * half_width(y + CLOSE / 2) - 4)
        x = -(sum(breadth_of(pen, group) for group in there)) / 2
        for piece in (piece for group in there for piece in group):
            out.append((piece, x + width_of(pen, piece) / 2, y, width_of(pen, piece) - 1))
            x += width_of(pen, piece)
    return [] if any(left) else out


def in_a_row(pen: Pen, left: list[list[list[PieceDrawn]]], room: float) -> list[list[PieceDrawn]]:
    """As many of each column as its share of the row holds: who needs less leaves more to the others."""
    taken: list[list[list[PieceDrawn]]] = [[] for _ in left]
    needs = [sum(breadth_of(pen, group) for group in groups) for groups in left]
    waiting = sum(need > 0 for need in needs)
    for nth in sorted(range(len(left)), key=lambda nth: needs[nth]):
        share = room / max(waiting, 1)
        while left[nth] and breadth_of(pen, left[nth][0]) <= share:
            taken[nth].append(left[nth].pop(0))
            share -= breadth_of(pen, taken[nth][-1])
            room -= breadth_of(pen, taken[nth][-1])
        waiting -= needs[nth] > 0
    return [group for groups in taken for group in groups]


def breadth_of(pen: Pen, group: Sequence[PieceDrawn]) -> float:
    return sum(width_of(pen, piece) for piece in group)


def ends(hex: HexDrawn, close: Sequence[Close]) -> Iterator[Standing]:
    """Where the zones of a crowd reach to either side; cargo is where its boat is."""
    boats = {piece.name: piece for piece in hex.pieces}
    for piece, x, y, width in close:
        there = boats.get(piece.at, piece) if isinstance(piece.at, str) else piece
        yield from ((there, x + far, y) for far in ((CLOSE - width) / 2, (width - CLOSE) / 2))


def width_of(pen: Pen, piece: PieceDrawn) -> float:
    """How much room its name takes, letters close together."""
    return 6.4 * len(piece_label(piece)) / shape_of(pen.token(piece.kind)).room + 2


def ranks(field: Field, size: Size) -> list[Rank]:
    """The rows there is room for: columns draw together where the hex grows narrower."""
    (width, height), out = size, list[Rank]()
    bottom = field.top + field.row(height)
    while bottom <= field.end:
        broad = min(field.step, 2 * half_width(bottom) / len(field.columns))
        out.append(Rank(bottom - height / 2, int(broad / (width + 2)), broad))
        bottom += field.row(height) + 2
    return out or [Rank(field.end - height / 2, 0, field.step)]


def in_rows(pieces: Sequence[PieceDrawn], size: Size, ranked: Sequence[Rank], nth: float) -> Iterator[Standing]:
    left = list(pieces)
    for n, rank in enumerate(ranked):
        there, left = (left, []) if n == len(ranked) - 1 else (left[: rank.across], left[rank.across :])
        step = min(size[0] + 2, rank.broad / max(len(there), 1))
        for m, piece in enumerate(there):
            yield piece, nth * rank.broad + (m - (len(there) - 1) / 2) * step, rank.y


def trays(pen: Pen, hex: HexDrawn, standing: Sequence[Standing], size: Size, field: Field) -> Iterator[str]:
    """Below the pieces of each zone its ground: they stand on it wherever there is room to draw them."""
    high = field.row(size[1])
    for zone in hex.zones:
        there = [(x, y) for piece, x, y in standing if piece.at == zone.name]
        if there and zone.ground in pen.look.patterns:
            xs, ys = [x for x, _ in there], [y + size[1] / 2 for _, y in there]
            left, right, top, bottom = min(xs), max(xs), min(ys) - high, max(ys)
            where = (left + right) / 2, (top + bottom) / 2, right - left + size[0] + 5, bottom - top + 3
            yield box(*where, PAPER, round=5, more=stroke(FAINT, 0.6))
            yield box(*where, f"url(#{pattern_id(pen, zone.ground)})", round=5, more=TINT)
