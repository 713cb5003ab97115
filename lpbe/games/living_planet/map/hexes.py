"""Cells of the map as text, on the hex grid of the kernel, and how tiles are turned on them."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from ....kernel.engine import hexgrid

Cell = Annotated[str, Meta(pattern=r"^(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)\Z")]
"""A place on the plane as text: "1,-2"."""

CENTRE: Cell = "0,0"


def cell(q: int, r: int) -> Cell:
    return f"{q},{r}"


@lru_cache(None)
def neighbours(at: Cell) -> tuple[Cell, ...]:
    """Return the six cells around one, by direction."""
    q, r = map(int, at.split(","))
    return tuple(cell(*place) for place in hexgrid.neighbours((q, r)))


@lru_cache(10_000)
def turns(edges: str, borders: tuple[tuple[int, str], ...]) -> tuple[int, ...]:
    """Return the rotations in which a tile matches its neighbours on these sides."""
    return tuple(
        turn for turn in hexgrid.SIDES if all(edge_after_turn(edges, turn, side) == edge for side, edge in borders)
    )


def edge_after_turn(edges: str, rotation: int, direction: int) -> str:
    """Return the edge that a placed tile shows in a direction."""
    return edges[(direction - rotation) % 6]
