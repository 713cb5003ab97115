"""The pieces of a hex in an SVG: alone, with what they carry, and outside in rows that grow shorter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from .measures import INNER, LOWEST, TOKENS, TOP
from .picture import PieceDrawn
from .shapes import ROOT3, titled
from .tokens import token
from .wording import Pen, cargo_of, piece_label


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


def with_cargo(
    pen: Pen, around: Sequence[PieceDrawn], piece: PieceDrawn, x: float, y: float, size: tuple[float, float]
) -> str:
    """A piece, and standing in it what it carries."""
    (width, height), cargo = size, cargo_of(piece, around)
    broad = width * 0.85 / max(len(cargo), 1)
    xs = [x + (n - (len(cargo) - 1) / 2) * broad for n in range(len(cargo))]
    loads = [piece_token(pen, each, at, y - height * 0.92, broad, height) for each, at in zip(cargo, xs, strict=True)]
    return "".join([*loads, piece_token(pen, piece, x, y, width, height)])
