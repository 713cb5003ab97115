"""The pieces of a hex in an SVG: alone, with what they carry, and outside in rows that grow shorter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from .measures import CROWD, INNER, LOWEST, TOKENS, TOP
from .picture import PieceDrawn
from .shapes import ROOT3, titled
from .tokens import token
from .wording import WOUND, Pen, cargo_of, piece_label

Alike = tuple[PieceDrawn, ...]
"""Pieces that are drawn as one: they differ in nothing but their names."""


def piece_token(pen: Pen, piece: PieceDrawn, x: float, y: float, width: float, height: float) -> str:
    return pieces_token(pen, (piece,), x, y, width, height)


def pieces_token(pen: Pen, alike: Alike, x: float, y: float, width: float, height: float) -> str:
    """A piece by its name; of several the letter and how many they are, who points at it reads their names."""
    piece, names = alike[0], [each.name for each in alike]
    told = [*names, pen.term(piece.colour), pen.term(piece.kind), pen.caption("wounded") * piece.wounded]
    shape, marked = pen.token(piece.kind), any(name in pen.marked for name in names)
    sign = f"{pen.letter(piece.colour)}\u00d7{len(alike)}{WOUND * piece.wounded}" if names[1:] else piece_label(piece)
    drawn = token(x, y, width, height, pen.colour(piece.colour), shape, sign, piece.wounded, marked)
    return titled(", ".join(filter(None, told)), drawn)


def outside(pen: Pen, pieces: Alike) -> Iterator[str]:
    """Pieces in rows that grow shorter towards the lower corner; in a crowd those together that are alike."""
    left = [(piece,) for piece in pieces] if len(pieces) <= CROWD else gathered(pieces)
    width, height = next((size for size in TOKENS if sum(rows(*size)) >= len(left)), TOKENS[-1])
    for n, room in enumerate(rows(width, height)):
        row, left = left[:room], left[room:]
        for m, alike in enumerate(row):
            across = (m - (len(row) - 1) / 2) * (width + 2)
            yield pieces_token(pen, alike, across, TOP + (n + 0.5) * (height + 2), width, height)


def gathered(pieces: Alike) -> list[Alike]:
    found: dict[tuple[str, str, bool], Alike] = {}
    for piece in pieces:
        key = piece.colour, piece.kind, piece.wounded
        found[key] = (*found.get(key, ()), piece)
    return list(found.values())


@lru_cache(16)
def rows(width: float, height: float) -> list[int]:
    """How many pieces of a size go into each row below the spots."""
    out, bottom = [], TOP + height + 2
    while bottom <= LOWEST:
        half = min((INNER - bottom) * ROOT3, INNER * ROOT3 / 2) - 4
        out.append(int(2 * half / (width + 2)))
        bottom += height + 2
    return out


def with_cargo(
    pen: Pen, around: Sequence[PieceDrawn], piece: PieceDrawn, x: float, y: float, size: tuple[float, float]
) -> str:
    """A piece, and standing in it what it carries."""
    (width, height), cargo = size, cargo_of(piece, around)
    broad = width * 0.85 / max(len(cargo), 1)
    xs = [x + (n - (len(cargo) - 1) / 2) * broad for n in range(len(cargo))]
    loads = [piece_token(pen, each, at, y - height * 0.92, broad, height) for each, at in zip(cargo, xs, strict=True)]
    return "".join([*loads, piece_token(pen, piece, x, y, width, height)])
