"""The pieces of a hex: in rows, or by zone in columns, with their cargo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ..labels import WOUND_MARK, Pen, piece_label
from ..model import HexView, PieceView
from ..queries import cargo_of, carriers, stray_pieces
from .geometry import INNER_RADIUS, MAX_NAMED_PIECES, PIECE_SIZES, PIECES_BOTTOM, PIECES_TOP, ROOT3, half_width, on_band
from .palette import FAINT, PAPER, pattern_id
from .shapes import MIN_FONT_PX, box, fit_text, outline, stroke, text_width, with_title
from .tokens import find_shape, token

Alike = tuple[PieceView, ...]
"""Pieces that are drawn as one, because only their names differ."""


def piece_token(pen: Pen, piece: PieceView, x: float, y: float, width: float, height: float) -> str:
    return pieces_token(pen, (piece,), x, y, width, height)


def pieces_token(pen: Pen, alike: Alike, x: float, y: float, width: float, height: float) -> str:
    """Draw a piece with its name; several with their letter and number, and their names in the tooltip."""
    piece = alike[0]
    names = [each.name for each in alike]
    title = [*names, pen.term(piece.colour), pen.term(piece.kind), pen.caption("wounded") * piece.wounded]
    shape = pen.token(piece.kind)
    changed = any(name in pen.changed for name in names)
    sign = (
        f"{pen.letter(piece.colour)}\u00d7{len(alike)}{WOUND_MARK * piece.wounded}" if names[1:] else piece_label(piece)
    )
    drawn = token(x, y, width, height, pen.colour(piece.colour), shape, sign, piece.wounded, changed)
    return with_title(", ".join(filter(None, title)), drawn)


def piece_rows(pen: Pen, pieces: Alike) -> Iterator[str]:
    """Draw pieces in rows that get shorter towards the lower corner; in a crowd those that are alike as one."""
    left = [(piece,) for piece in pieces] if len(pieces) <= MAX_NAMED_PIECES else group_alike(pieces)
    width, height = next((size for size in PIECE_SIZES if sum(rows(*size)) >= len(left)), PIECE_SIZES[-1])
    for n, room in enumerate(rows(width, height)):
        row, left = left[:room], left[room:]
        for m, alike in enumerate(row):
            across = (m - (len(row) - 1) / 2) * (width + 2)
            yield pieces_token(pen, alike, across, PIECES_TOP + (n + 0.5) * (height + 2), width, height)


def group_alike(pieces: Alike) -> list[Alike]:
    found: dict[tuple[str, str, bool], Alike] = {}
    for piece in pieces:
        key = piece.colour, piece.kind, piece.wounded
        found[key] = (*found.get(key, ()), piece)
    return list(found.values())


@lru_cache(16)
def rows(width: float, height: float) -> list[int]:
    """Return how many pieces of a size fit into each row below the spots."""
    out = []
    bottom = PIECES_TOP + height + 2
    while bottom <= PIECES_BOTTOM:
        half = min((INNER_RADIUS - bottom) * ROOT3, INNER_RADIUS * ROOT3 / 2) - 4
        out.append(int(2 * half / (width + 2)))
        bottom += height + 2
    return out


def with_cargo(
    pen: Pen, around: Sequence[PieceView], piece: PieceView, x: float, y: float, size: tuple[float, float]
) -> str:
    """Draw a piece and what it carries."""
    width, height = size
    cargo = cargo_of(piece, around)
    broad = width * 0.85 / max(len(cargo), 1)
    xs = [x + (n - (len(cargo) - 1) / 2) * broad for n in range(len(cargo))]
    cargo_pairs = [
        piece_token(pen, each, at, y - height * 0.92, broad, height) for each, at in zip(cargo, xs, strict=True)
    ]
    return "".join([*cargo_pairs, piece_token(pen, piece, x, y, width, height)])


COLUMN_WIDTHS = (130.0, 78.0, 54.0, 42.0)
"""The width of a column if there are one, two, three or more."""
NAME_PLATE_HEIGHT = 14.0
TRAY_OPACITY = 'fill-opacity="0.75"'
"""How the ground of a zone shows below its pieces."""
MIN_READABLE_HEIGHT = 10.0
"""Pieces that are less high have letters too small to read."""
PACKED_HEIGHT = 11.2
"""The height of pieces that are packed closely instead."""
Size = tuple[float, float]
PlacedPiece = tuple[PieceView, float, float]
"""A piece and its centre."""
PackedPiece = tuple[PieceView, float, float, float]
"""A piece, its centre and its width."""


class Column(Struct, frozen=True):
    """A zone by name, or "" for pieces in none; the centre of its column, and its pieces."""

    name: str
    x: float
    pieces: list[PieceView]


class Field(Struct, frozen=True):
    """The room for the pieces of a hex: its columns, their width, and the heights between which they are."""

    columns: list[Column]
    step: float
    top: float
    end: float
    loaded: bool
    """Whether some pieces carry others: then a row is twice as high."""

    def row(self, height: float) -> float:
        return height * (1 + self.loaded)


class Rank(Struct, frozen=True):
    """A row of pieces: its centre, how many fit side by side in a column, and how wide a column is there."""

    y: float
    across: int
    broad: float


def zone_columns(pen: Pen, hex: HexView, top: float, end: float = PIECES_BOTTOM + 1) -> Iterator[str]:
    """Draw each zone with the name it is typed with, from west to east, and its pieces below."""
    field = field_of(hex, top, end)
    yield from (name_plate(pen, column, top, field.step - 2) for column in field.columns)
    size, standing = place_pieces(field)
    if standing and size[1] < MIN_READABLE_HEIGHT and (close := pack_pieces(pen, hex, field)):
        yield from zone_trays(
            pen, hex, list(zone_ends(hex, close)), (PACKED_HEIGHT, PACKED_HEIGHT), replace(field, loaded=False)
        )
        yield from (piece_token(pen, *each, PACKED_HEIGHT) for each in close)
        return
    yield from zone_trays(pen, hex, standing, size, field)
    yield from (with_cargo(pen, hex.pieces, *each, size) for each in standing)


def field_of(hex: HexView, top: float, end: float) -> Field:
    zones = sorted(hex.zones, key=lambda zone: (sum(on_band(edge)[0] for edge in zone.edges), zone.name))
    there = [(zone.name, [piece for piece in hex.pieces if piece.at == zone.name]) for zone in zones]
    there += [("", list(stray_pieces(hex)))] if stray_pieces(hex) else []
    step = COLUMN_WIDTHS[min(len(there), len(COLUMN_WIDTHS)) - 1]
    columns = [Column(name, (n - (len(there) - 1) / 2) * step, pieces) for n, (name, pieces) in enumerate(there)]
    return Field(
        columns, step, top=top + NAME_PLATE_HEIGHT, end=end, loaded=len(carriers(hex.pieces)) < len(hex.pieces)
    )


def name_plate(pen: Pen, column: Column, top: float, width: float) -> str:
    text = column.name or pen.caption("outside")
    rim = outline(True) if column.name in pen.changed else stroke(FAINT, 0.6)
    plate = box(column.x, top + 6, min(width, text_width(text, MIN_FONT_PX) + 8), 13, PAPER, round=6, more=rim)
    return plate + fit_text(column.x, top + 10.2, text, MIN_FONT_PX, width - 4, bold=True)


def place_pieces(field: Field) -> tuple[Size, list[PlacedPiece]]:
    """Return the positions of all pieces, as large as possible: in one row if they fit into it."""
    if not any(column.pieces for column in field.columns):
        return PIECE_SIZES[0], []
    for size in PIECE_SIZES:
        if standing := single_row(field, size):
            return size, standing
    return equal_columns(field)


def single_row(field: Field, size: Size) -> list[PlacedPiece]:
    """Return all pieces in one row, each group below its own name; nothing if they do not fit."""
    bottom = field.top + field.row(size[1])
    edge = half_width(bottom)
    middles = [column.x for column in field.columns]
    out: list[PlacedPiece] = []
    right = -edge
    for column in field.columns if bottom <= field.end else ():
        half = len(column.pieces) * (size[0] + 2) / 2
        x = max(min(column.x, edge - half), right + half)
        stray_pieces = min(middles, key=lambda middle: abs(middle - x)) != column.x
        if column.pieces and (x + half > edge or stray_pieces):
            return []
        out += [
            (piece, x + (n + 0.5) * (size[0] + 2) - half, bottom - size[1] / 2) for n, piece in enumerate(column.pieces)
        ]
        right = x + half + 3 if column.pieces else right
    return out


def equal_columns(field: Field) -> tuple[Size, list[PlacedPiece]]:
    """Return several rows in equal columns, small enough for the fullest; the last row takes the rest."""
    most = max(len(column.pieces) for column in field.columns)
    ways = [(size, ranks(field, size)) for size in PIECE_SIZES]
    size, ranked = next((way for way in ways if sum(rank.across for rank in way[1]) >= most), ways[-1])
    groups = ((n - (len(field.columns) - 1) / 2, column.pieces) for n, column in enumerate(field.columns))
    return size, [each for nth, pieces in groups for each in rank_positions(pieces, size, ranked, nth)]


def pack_pieces(pen: Pen, hex: HexView, field: Field) -> list[PackedPiece]:
    """Return a crowd with each piece as wide as its name and cargo after its boat; nothing if it does not fit."""
    left = [[[piece, *cargo_of(piece, hex.pieces)] for piece in column.pieces] for column in field.columns]
    out = list[PackedPiece]()
    for n in range(int((field.end + 3 - field.top) // PACKED_HEIGHT)):
        y = field.top + (n + 0.5) * PACKED_HEIGHT
        there = take_row(pen, left, 2 * half_width(y + PACKED_HEIGHT / 2) - 4)
        x = -(sum(breadth_of(pen, group) for group in there)) / 2
        for piece in (piece for group in there for piece in group):
            out.append((piece, x + width_of(pen, piece) / 2, y, width_of(pen, piece) - 1))
            x += width_of(pen, piece)
    return [] if any(left) else out


def take_row(pen: Pen, left: list[list[list[PieceView]]], room: float) -> list[list[PieceView]]:
    """Take as many of each column as its share of the row holds; those that need less leave more to the others."""
    taken: list[list[list[PieceView]]] = [[] for _ in left]
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


def breadth_of(pen: Pen, group: Sequence[PieceView]) -> float:
    return sum(width_of(pen, piece) for piece in group)


def zone_ends(hex: HexView, close: Sequence[PackedPiece]) -> Iterator[PlacedPiece]:
    """Yield the left and right end of each packed piece; cargo counts as part of its boat."""
    boats = {piece.name: piece for piece in hex.pieces}
    for piece, x, y, width in close:
        there = boats.get(piece.at, piece) if isinstance(piece.at, str) else piece
        yield from ((there, x + far, y) for far in ((PACKED_HEIGHT - width) / 2, (width - PACKED_HEIGHT) / 2))


def width_of(pen: Pen, piece: PieceView) -> float:
    """Return the width of its name, letters close together."""
    return 6.4 * len(piece_label(piece)) / find_shape(pen.token(piece.kind)).room + 2


def ranks(field: Field, size: Size) -> list[Rank]:
    """Return the rows there is room for; columns get narrower where the hex does."""
    width, height = size
    out: list[Rank] = []
    bottom = field.top + field.row(height)
    while bottom <= field.end:
        broad = min(field.step, 2 * half_width(bottom) / len(field.columns))
        out.append(Rank(bottom - height / 2, int(broad / (width + 2)), broad))
        bottom += field.row(height) + 2
    return out or [Rank(field.end - height / 2, 0, field.step)]


def rank_positions(
    pieces: Sequence[PieceView], size: Size, ranked: Sequence[Rank], nth: float
) -> Iterator[PlacedPiece]:
    left = list(pieces)
    for n, rank in enumerate(ranked):
        there, left = (left, []) if n == len(ranked) - 1 else (left[: rank.across], left[rank.across :])
        step = min(size[0] + 2, rank.broad / max(len(there), 1))
        for m, piece in enumerate(there):
            yield piece, nth * rank.broad + (m - (len(there) - 1) / 2) * step, rank.y


def zone_trays(pen: Pen, hex: HexView, standing: Sequence[PlacedPiece], size: Size, field: Field) -> Iterator[str]:
    """Draw the ground of each zone below its pieces."""
    row_height = field.row(size[1])
    for zone in hex.zones:
        there = [(x, y) for piece, x, y in standing if piece.at == zone.name]
        if there and zone.ground in pen.look.patterns:
            xs, ys = [x for x, _ in there], [y + size[1] / 2 for _, y in there]
            left, right, top, bottom = min(xs), max(xs), min(ys) - row_height, max(ys)
            where = (left + right) / 2, (top + bottom) / 2, right - left + size[0] + 5, bottom - top + 3
            yield box(*where, PAPER, round=5, more=stroke(FAINT, 0.6))
            yield box(*where, f"url(#{pattern_id(pen, zone.ground)})", round=5, more=TRAY_OPACITY)
