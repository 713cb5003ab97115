"""What attacks there are: whether any, and some to choose from. Bent paths are never listed one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from ...kernel.play.hexes import SIDES
from ...kernel.play.rules import State
from .globe import globe, reliefs
from .patterns import fan, rings, size, walk
from .state import Kind, World

Direction = Literal["e", "ne", "nw", "w", "sw", "se"]
SIX: tuple[Direction, ...] = get_args(Direction)


def starts(state: State, row: Kind) -> list[str]:
    """2116-DMG-03, 2116-DMG-04: every tile that an attack of this kind may start from."""
    return sorted(tile for tile in state[World].taken if row.origin in reliefs(state, tile))


def origins(state: State, row: Kind) -> list[str]:
    """Those with something around them that stands: what is further inside the holes is seldom of use."""
    taken, around = set(state[World].taken), globe(state).around
    return [tile for tile in starts(state, row) if any(one and one not in taken for one in around[tile])]


def storms(state: State, row: Kind, cards: int, tiles: Sequence[str]) -> Iterator[tuple[str, Direction, int]]:
    """Straight paths up to the last tile that stands."""
    taken, world, most = set(state[World].taken), globe(state), size(row.reach, cards)
    for origin in tiles:
        for n, direction in enumerate(SIX):
            visited = walk(world, origin, [n] * most)
            inside = visited.index("") if "" in visited else most
            upright = [at for at in range(inside) if visited[at] not in taken]
            if upright:
                yield origin, direction, upright[-1] + 1


def fans(state: State, row: Kind, cards: int, tiles: Sequence[str]) -> Iterator[tuple[str, Direction]]:
    taken, world = set(state[World].taken), globe(state)
    for origin in tiles:
        for direction in SIX:
            if any(tile not in taken for tile in fan(world, row, cards, origin, direction)):
                yield origin, direction


def impacts(state: State, row: Kind, cards: int, tiles: Sequence[str]) -> Iterator[str]:
    taken, world = set(state[World].taken), globe(state)
    return (origin for origin in tiles if any(tile not in taken for tile in rings(world, row, cards, origin)))


def fires(state: State, row: Kind, cards: int, tiles: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The nearest tiles first."""
    for origin in tiles:
        burning = spread(state, row, origin, size(row.reach, cards))
        if burning:
            yield origin, burning


def spread(state: State, row: Kind, origin: str, most: int) -> tuple[str, ...]:
    taken, around = set(state[World].taken), globe(state).around
    lit, found = [origin], dict[str, None]()
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
    """2116-DMG-22: whether so many cards of a kind can hit anything at all."""
    tiles = starts(state, row)
    if row.pattern == "path":
        return any(True for _ in storms(state, row, cards, tiles)) or bent(state, row, cards, tiles)
    if row.pattern == "fan":
        return any(True for _ in fans(state, row, cards, tiles))
    if row.pattern == "rings":
        return any(True for _ in impacts(state, row, cards, tiles))
    return any(True for _ in fires(state, row, cards, tiles))


def bent(state: State, row: Kind, cards: int, tiles: Sequence[str]) -> bool:
    """Whether a path with bends hits what no straight one does: all places it can come to, ring by ring."""
    taken, around = set(state[World].taken), globe(state).around
    most, turns = size(row.reach, cards), size(row.bends, cards)
    front = dict.fromkeys((tile, side, 0) for tile in tiles for side in SIDES) if turns else {}
    known = dict(front)
    for _ in range(most):
        reached: dict[tuple[str, int, int], None] = {}
        for tile, side, bends in front:
            there = around[tile][side]
            if there and there not in taken:
                return True
            for turn in (0, 1, -1) if there else ():
                state_there = (there, (side + turn) % 6, bends + abs(turn))
                if bends + abs(turn) <= turns and state_there not in known:
                    reached[state_there] = known[state_there] = None
        front = reached
    return False


