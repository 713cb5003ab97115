"""Hexes: axial coordinates, directions, rotations."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from msgspec import Meta

Cell = Annotated[str, Meta(pattern=r"^(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)\Z")]
"""A place on the plane as text: "1,-2"."""

CENTRE: Cell = "0,0"
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Pointy tops; 0 is east, then on counter-clockwise."""
TURNS = range(6)


def cell(q: int, r: int) -> Cell:
    return f"{q},{r}"


@lru_cache(None)
def neighbours(at: Cell) -> tuple[Cell, ...]:
    """The six cells around one, by direction."""
    q, r = map(int, at.split(","))
    return tuple(cell(q + dq, r + dr) for dq, dr in DIRECTIONS)


def opposite(direction: int) -> int:
    return (direction + 3) % 6


@lru_cache(10_000)
def turns(edges: str, borders: tuple[tuple[int, str], ...]) -> tuple[int, ...]:
    """How a tile may be turned to show on these sides what its neighbours show there."""
    return tuple(turn for turn in TURNS if all(edge_after_turn(edges, turn, side) == edge for side, edge in borders))


def edge_after_turn(edges: str, rotation: int, direction: int) -> str:
    """The edge a tile shows in a direction, turned as it lies."""
    return edges[(direction - rotation) % 6]
