"""2116-DMG-05: how attacks spread over the map. Pure geometry: an origin, a size, and the tiles that are hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...kernel.engine.hexgrid import SIDES, Hex, ring, step
from .globe import DIRECTIONS, Globe
from .state import Kind


def size(sizes: Sequence[int], cards: int) -> int:
    """Return the number for a combo of that many cards; the last number counts for larger ones."""
    return sizes[min(cards, len(sizes)) - 1] if sizes else 0


def walk(globe: Globe, origin: str, directions: Sequence[int]) -> list[str]:
    """Return the tiles that a path visits; "" for what is beyond the edge."""
    here = globe.tiles[origin].at
    visited = list[str]()
    for direction in directions:
        here = step(here, direction)
        visited.append(globe.places.get(here, ""))
    return visited


@lru_cache(128)
def fan_cells(direction: int, rows: int) -> tuple[Hex, ...]:
    """Return the cells of a fan: row k has 2k + 1 places, from the right of the direction to the left."""
    return tuple(cell for k in range(1, rows + 1) for cell in fan_row(direction, k))


def fan_row(direction: int, k: int) -> Iterator[Hex]:
    for j in range(k):
        yield step(step((0, 0), direction - 1, k - j), direction, j)
    for j in range(k + 1):
        yield step(step((0, 0), direction, k - j), direction + 1, j)


@lru_cache(32)
def ring_cells(rings: int, spokes: int) -> tuple[Hex, ...]:
    """Return the cells of that many rings, and of six spokes beyond them."""
    inner = [cell for radius in range(1, rings + 1) for cell in ring((0, 0), radius)]
    outer = [step((0, 0), side, spokes) for side in SIDES] if spokes else []
    return (*inner, *outer)


def pattern_tiles(globe: Globe, origin: str, cells: Sequence[Hex]) -> list[str]:
    """Return the tiles of a fixed shape that are on the map."""
    q, r = globe.tiles[origin].at
    found = (globe.places.get((q + dq, r + dr), "") for dq, dr in cells)
    return [tile for tile in found if tile]


def fan(globe: Globe, row: Kind, cards: int, origin: str, direction: str) -> list[str]:
    return pattern_tiles(globe, origin, fan_cells(DIRECTIONS.index(direction), size(row.reach, cards)))


def rings(globe: Globe, row: Kind, cards: int, origin: str) -> list[str]:
    return pattern_tiles(globe, origin, ring_cells(size(row.reach, cards), size(row.spokes, cards)))
