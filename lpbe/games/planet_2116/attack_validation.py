"""Checks of an announced attack against its pattern: the first wrong tile is named, with what would fit."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.base.errors import require
from ...kernel.engine.hexgrid import SIDES
from ...kernel.engine.model import State
from .globe import DIRECTIONS, globe, is_standing, reliefs
from .patterns import fan, rings, size
from .state import Kind

ELSEWHERE = -1
"""The side of a tile that is not next to the one before: none of the six."""


def legs(path: Sequence[str]) -> list[int]:
    """Return a path as directions, step by step."""
    out: list[int] = []
    for leg in path:
        direction, _, steps = leg.partition(":")
        out += [DIRECTIONS.index(direction)] * int(steps or 1)
    return out


def twist(state: State, row: Kind, cards: int, origin: str, path: Sequence[int], tiles: Sequence[str]) -> list[str]:
    """Return the tiles of a path with few bends, which stays on the board and may cross holes.

    2116-DMG-05, 2116-DMG-08.
    """
    around = globe(state).around
    most = size(row.reach, cards)
    left = size(row.bends, cards)
    visited = [origin]
    allowed = list(SIDES)
    steps: Sequence[int | str] = path or tiles
    for count, aim in enumerate(steps):
        here = visited[-1]
        side, tile = next_step(around[here], aim)
        far = "{tile} is too far: the path ends at {last}, after {most} steps"
        require(count < most, "2116-DMG-05", far, tile=tile or "-", most=most, last=here)
        check_step(around[here], here, side, tile, allowed)
        left -= count > 0 and side != allowed[0]
        visited.append(tile)
        allowed = [side, (side + 1) % 6, (side - 1) % 6] if left else [side]
    return standing_tiles(state, visited[1:])


def next_step(beside: Sequence[str], aim: int | str) -> tuple[int, str]:
    """Return a step as direction and tile: no direction if the tile is elsewhere, no tile if it is off the board."""
    if isinstance(aim, int):
        return aim, beside[aim]
    return (beside.index(aim) if aim in beside else ELSEWHERE), aim


def check_step(beside: Sequence[str], here: str, side: int, tile: str, allowed: Sequence[int]) -> None:
    """Check that a step is adjacent, on the board, turns by a sixth at most and keeps the limit of bends."""
    fits = [beside[one] for one in allowed if beside[one]] or ["-"]
    template = "{tile} is not next to {before}; possible: {fits}"
    require(side != ELSEWHERE, "2116-DMG-05", template, tile=tile, before=here, fits=fits)
    require(tile, "2116-DMG-05", "the path leaves the board after {tile}", tile=here)
    template = "going to {tile} is too sharp a bend, or one bend too many; possible: {fits}"
    require(side in allowed, "2116-DMG-05", template, tile=tile, fits=fits)


def standing_tiles(state: State, tiles: Sequence[str]) -> list[str]:
    """Return the standing tiles of a pattern, each once; there must be at least one (2116-DMG-06, 2116-DMG-08)."""
    found = [tile for tile in dict.fromkeys(tiles) if is_standing(state, tile)]
    require(found, "2116-DMG-08", "this attack hits no tile that is still on the map")
    return found


def flood_over(state: State, row: Kind, cards: int, origin: str, direction: str) -> list[str]:
    """Return the tiles of the whole fan, over any relief (2116-DMG-05)."""
    return standing_tiles(state, fan(globe(state), row, cards, origin, direction))


def crater(state: State, row: Kind, cards: int, origin: str) -> list[str]:
    """Return the tiles of the whole shape (2116-DMG-05)."""
    return standing_tiles(state, rings(globe(state), row, cards, origin))


def burn(state: State, row: Kind, cards: int, origin: str, tiles: Sequence[str]) -> list[str]:
    """Return the burning tiles, each next to the origin or to forest that burns.

    2116-DMG-05, 2116-DMG-06, 2116-DMG-11.
    """
    most = size(row.reach, cards)
    require(tiles, "2116-DMG-02", "name the tiles that burn")
    lit = [origin]
    for number, tile in enumerate(tiles, 1):
        require(
            number <= most, "2116-DMG-05", "{tile} is one too many: at most {most} tiles can burn", tile=tile, most=most
        )
        require(tile not in tiles[: number - 1], "2116-DMG-06", "{tile} is named twice", tile=tile)
        fits = tile in fuel(state, row, lit)
        template = "the fire cannot reach {tile}; possible: {fits}"
        first = [one for one in fuel(state, row, lit) if one not in tiles][:6] if not fits else []
        require(fits, "2116-DMG-05", template, tile=tile, fits=first)
        if row.via in reliefs(state, tile):
            lit.append(tile)
    return list(tiles)


def fuel(state: State, row: Kind, lit: Sequence[str]) -> list[str]:
    """Return what may burn next to what passes the fire on."""
    around = globe(state).around
    beside = dict.fromkeys(tile for here in lit for tile in around[here])
    return [tile for tile in beside if is_standing(state, tile) and row.on in reliefs(state, tile)]
