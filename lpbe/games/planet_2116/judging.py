"""Whether an announced attack is what its pattern allows: the first wrong tile is named, with what would fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...kernel.base.errors import require
from ...kernel.play.rules import State
from .globe import DIRECTIONS, globe, reliefs, standing
from .patterns import bends, fan, rings, size, walk
from .state import Kind


def legs(path: Sequence[str]) -> list[int]:
    """A path as directions, step by step."""
    out: list[int] = []
    for leg in path:
        direction, _, steps = leg.partition(":")
        out += [DIRECTIONS.index(direction)] * int(steps or 1)
    return out


def twist(state: State, row: Kind, cards: int, origin: str, path: Sequence[int], tiles: Sequence[str]) -> list[str]:
    """2116-DMG-05, 2116-DMG-08: a path with few bends, which stays on the board and may run over holes."""
    directions = list(path) or followed(state, origin, tiles)
    visited = walk(globe(state), origin, directions)
    most = size(row.reach, cards)
    require(
        len(visited) <= most,
        "2116-DMG-05",
        "{tile} is too far: the path ends after {most} steps, at {last}",
        tile="".join(visited[most : most + 1]) or "-",
        most=most,
        last=visited[:most][-1] or "-",
    )
    check_bends(state, row, cards, origin, directions)
    inside = all(visited)
    before = ([origin, *visited])[visited.index("")] if not inside else ""
    require(inside, "2116-DMG-05", "the path leaves the board after {tile}", tile=before)
    return taken_of(state, visited)


def followed(state: State, origin: str, tiles: Sequence[str]) -> list[int]:
    """The directions of a path that is told tile by tile."""
    around, out = globe(state).around, list[int]()
    for before, tile in pairwise((origin, *tiles)):
        beside = around.get(before, ())
        fits = [one for one in beside if one]
        told = "{tile} is not beside {before}: {fits} would fit"
        require(tile in fits, "2116-DMG-05", told, tile=tile, before=before, fits=fits)
        out.append(beside.index(tile))
    return out


def check_bends(state: State, row: Kind, cards: int, origin: str, directions: Sequence[int]) -> None:
    """A sixth of a turn at a time, and not more often than the card allows."""
    most, visited = size(row.bends, cards), walk(globe(state), origin, directions)
    for count, (at, turn) in enumerate(bends(directions), 1):
        here = visited[at - 1]
        sides = (0, 1, -1) if count <= most else (0,)
        fits = [walk(globe(state), here, [directions[at - 1] + side])[0] for side in sides] if here else []
        require(
            turn == 1 and count <= most,
            "2116-DMG-05",
            "{tile} is a bend too sharp or too many: {fits} would fit",
            tile=visited[at] or "-",
            fits=[one for one in fits if one],
        )


def taken_of(state: State, tiles: Sequence[str]) -> list[str]:
    """2116-DMG-06, 2116-DMG-08: of the tiles of a pattern those that stand, each once; one at least."""
    found = [tile for tile in dict.fromkeys(tiles) if standing(state, tile)]
    require(found, "2116-DMG-08", "no standing tile is hit")
    return found


def flood_over(state: State, row: Kind, cards: int, origin: str, direction: str) -> list[str]:
    """2116-DMG-05: the whole fan, over any relief."""
    return taken_of(state, fan(globe(state), row, cards, origin, direction))


def crater(state: State, row: Kind, cards: int, origin: str) -> list[str]:
    """2116-DMG-05: the whole shape."""
    return taken_of(state, rings(globe(state), row, cards, origin))


def burn(state: State, row: Kind, cards: int, origin: str, tiles: Sequence[str]) -> list[str]:
    """2116-DMG-05, 2116-DMG-06, 2116-DMG-11: tile by tile, from the origin on or from forest that burns."""
    most = size(row.reach, cards)
    require(tiles, "2116-DMG-02", "name the tiles that burn")
    lit = [origin]
    for number, tile in enumerate(tiles, 1):
        require(number <= most, "2116-DMG-05", "{tile} is one too many: {most} burn at most", tile=tile, most=most)
        require(tile not in tiles[: number - 1], "2116-DMG-06", "{tile} is named twice", tile=tile)
        fits = tile in fuel(state, row, lit)
        told = "the fire does not reach {tile}: {fits} would fit"
        first = [one for one in fuel(state, row, lit) if one not in tiles][:6] if not fits else []
        require(fits, "2116-DMG-05", told, tile=tile, fits=first)
        if row.via in reliefs(state, tile):
            lit.append(tile)
    return list(tiles)


def fuel(state: State, row: Kind, lit: Sequence[str]) -> list[str]:
    """What may burn next to what passes the fire on."""
    around = globe(state).around
    beside = dict.fromkeys(tile for here in lit for tile in around[here])
    return [tile for tile in beside if standing(state, tile) and row.on in reliefs(state, tile)]
