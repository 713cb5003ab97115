"""Hex grid geometry in axial coordinates: directions, distances, rings and rotations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

Hex: TypeAlias = tuple[int, int]
"""A place on the plane: q to the east, r to the south-east."""
DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""Pointy tops; 0 is east, then on counter-clockwise."""
SIDES = range(6)


def step(at: Hex, direction: int, far: int = 1) -> Hex:
    """Return the place `far` steps away in a direction."""
    q, r = DIRECTIONS[direction % 6]
    return at[0] + far * q, at[1] + far * r


@lru_cache(None)
def neighbours(at: Hex) -> tuple[Hex, ...]:
    """Return the six places around one, by direction."""
    return tuple(step(at, direction) for direction in SIDES)


def opposite(direction: int) -> int:
    return (direction + 3) % 6


def distance(one: Hex, other: Hex) -> int:
    """Return how many steps it takes from one to the other."""
    q = one[0] - other[0]
    r = one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def ring(at: Hex, radius: int) -> Iterator[Hex]:
    """Return the places at a distance, counter-clockwise from the east."""
    here = step(at, 0, radius)
    for side in SIDES:
        for _ in range(radius):
            yield here
            here = step(here, side + 2)
    if not radius:
        yield at


def rotate(place: Hex, turns: int) -> Hex:
    """Return a place turned about the centre by sixths of a turn, counter-clockwise."""
    q, r = place
    for _ in range(turns % 6):
        q, r = q + r, -q
    return q, r
