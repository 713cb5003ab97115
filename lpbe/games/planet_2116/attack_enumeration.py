"""Which attacks are possible: whether there is any, and some to choose from. Bent paths are never listed one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from ...kernel.engine.hexgrid import SIDES
from ...kernel.engine.model import State
from .globe import globe, reliefs
from .patterns import fan, rings, size, walk
from .state import Kind, World

Direction = Literal["e", "ne", "nw", "w", "sw", "se"]
ALL_DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
Heading = tuple[str, int, int]
"""A tile, the direction in which a path leaves it, and the bends so far."""
Way = tuple[str, tuple[int, ...]]
"""Where a path started, and its directions."""


def starts(state: State, row: Kind) -> list[str]:
    """Return every tile that an attack of this kind may start from (2116-DMG-03, 2116-DMG-04)."""
    return sorted(tile for tile in state[World].taken if row.origin in reliefs(state, tile))


def origins(state: State, row: Kind) -> list[str]:
    """Return the origins next to a standing tile; those further inside the holes only if there are none."""
    taken = set(state[World].taken)
    around = globe(state).around
    every = starts(state, row)
    return [tile for tile in every if any(one and one not in taken for one in around[tile])] or every


def storms(state: State, row: Kind, cards: int, tiles: Sequence[str]) -> Iterator[tuple[str, Direction, int]]:
    """Yield straight paths up to the last standing tile."""
    taken = set(state[World].taken)
    world = globe(state)
    most = size(row.reach, cards)
    for origin in tiles:
        for n, direction in enumerate(ALL_DIRECTIONS):
            visited = walk(world, origin, [n] * most)
            inside = visited.index("") if "" in visited else most
            upright = [at for at in range(inside) if visited[at] not in taken]
            if upright:
                yield origin, direction, upright[-1] + 1


def fans(state: State, row: Kind, cards: int, tiles: Sequence[str]) -> Iterator[tuple[str, Direction]]:
    taken = set(state[World].taken)
    world = globe(state)
    for origin in tiles:
        for direction in ALL_DIRECTIONS:
            if any(tile not in taken for tile in fan(world, row, cards, origin, direction)):
                yield origin, direction


def impacts(state: State, row: Kind, cards: int, tiles: Sequence[str]) -> Iterator[str]:
    taken = set(state[World].taken)
    world = globe(state)
    return (origin for origin in tiles if any(tile not in taken for tile in rings(world, row, cards, origin)))


def fires(state: State, row: Kind, cards: int, tiles: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the nearest tiles first."""
    for origin in tiles:
        burning = spread_tiles(state, row, origin, size(row.reach, cards))
        if burning:
            yield origin, burning


def spread_tiles(state: State, row: Kind, origin: str, most: int) -> tuple[str, ...]:
    taken = set(state[World].taken)
    around = globe(state).around
    lit = [origin]
    found = dict[str, None]()
    for here in lit:
        for tile in around[here]:
            if tile and tile not in taken and tile not in found and row.on in reliefs(state, tile):
                found[tile] = None
                if row.via in reliefs(state, tile):
                    lit.append(tile)
        if len(found) >= most:
            break
    return tuple(found)[:most]


def any_attack(state: State, row: Kind, cards: int) -> bool:
    """Return whether that many cards of a kind can hit anything at all (2116-DMG-22)."""
    tiles = starts(state, row)
    if row.pattern == "path":
        return any(True for _ in storms(state, row, cards, tiles)) or bool(bent(state, row, cards, tiles))
    if row.pattern == "fan":
        return any(True for _ in fans(state, row, cards, tiles))
    if row.pattern == "rings":
        return any(True for _ in impacts(state, row, cards, tiles))
    return any(True for _ in fires(state, row, cards, tiles))


def bent(state: State, row: Kind, cards: int, tiles: Sequence[str]) -> tuple[str, tuple[int, ...]] | None:
    """Return a path with bends that hits something, if there is one, by following all paths step by step."""
    taken = set(state[World].taken)
    around = globe(state).around
    most = size(row.reach, cards)
    turns = size(row.bends, cards)
    front: dict[Heading, Way] = {(tile, side, 0): (tile, (side,)) for tile in tiles for side in SIDES} if turns else {}
    known = dict(front)
    for _ in range(most):
        reached: dict[Heading, Way] = {}
        for (tile, side, bends), (origin, path) in front.items():
            there = around[tile][side]
            if there and there not in taken:
                return origin, path
            for turn in (0, 1, -1) if there else ():
                heading = there, (side + turn) % 6, bends + abs(turn)
                if heading[2] <= turns and heading not in known:
                    reached[heading] = known[heading] = origin, (*path, heading[1])
        front = reached
    return None
