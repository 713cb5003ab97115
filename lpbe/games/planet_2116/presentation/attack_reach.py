"""The tiles that an attack of a kind and size could hit, each with an order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from ....kernel.engine.hexgrid import SIDES
from ....kernel.engine.model import Order, State
from ..attack_enumeration import ALL_DIRECTIONS, starts
from ..attack_validation import fuel
from ..attacks import Meteorite, Tornado, Tsunami, Wildfire
from ..globe import DIRECTIONS, globe, reliefs
from ..patterns import fan, rings, size
from ..queries import row_of
from ..state import Kind, World

Made = Callable[[], Order]
"""Make the order that hits a tile, only when it is needed."""
Found = Iterator[tuple[str, Made]]
Heading = tuple[str, int, int]
"""A tile, the direction in which a path leaves it, and the bends up to there."""
Trail = tuple[str, tuple[int, ...]]
"""Where a path started, and its directions."""


def reachable_tiles(state: State, kind: str, cards: int) -> Mapping[str, Made]:
    """Return every standing tile that could be hit, with the first way that is found."""
    row = row_of(state, kind)
    taken = set(state[World].taken)
    out = dict[str, Made]()
    for tile, made in WAYS[row.pattern](state, row, cards):
        if tile not in taken:
            out.setdefault(tile, made)
    return out


def by_fan(state: State, row: Kind, cards: int) -> Found:
    for origin in starts(state, row):
        for side in ALL_DIRECTIONS:
            made = partial(Tsunami, origin, side)
            yield from ((tile, made) for tile in fan(globe(state), row, cards, origin, side))


def by_rings(state: State, row: Kind, cards: int) -> Found:
    for origin in starts(state, row):
        made = partial(Meteorite, origin)
        yield from ((tile, made) for tile in rings(globe(state), row, cards, origin))


def by_spread(state: State, row: Kind, cards: int) -> Found:
    """Return tiles reached through as few tiles as possible that pass the fire on."""
    most = size(row.reach, cards)
    queue = starts(state, row)
    ways: dict[str, tuple[str, tuple[str, ...]]] = {origin: (origin, ()) for origin in queue}
    for here in queue:
        origin, burnt = ways[here]
        for tile in fuel(state, row, [here]) if len(burnt) < most else ():
            if tile not in ways:
                ways[tile] = origin, (*burnt, tile)
                yield tile, partial(Wildfire, *ways[tile])
                if row.via in reliefs(state, tile):
                    queue.append(tile)


def by_path(state: State, row: Kind, cards: int) -> Found:
    """Return all places that a path can come to, step by step, with as few bends as possible to each."""
    around = globe(state).around
    turns = size(row.bends, cards)
    front: dict[Heading, Trail] = {(tile, side, 0): (tile, ()) for tile in starts(state, row) for side in SIDES}
    known = set(front)
    for _ in range(size(row.reach, cards)):
        further: dict[Heading, Trail] = {}
        for (here, side, bends), (origin, path) in front.items():
            if not (there := around[here][side]):
                continue
            trail = origin, (*path, side)
            yield there, partial(storm, *trail)
            for turn in (0, 1, -1) if bends < turns else (0,):
                heading = there, (side + turn) % 6, bends + abs(turn)
                if heading not in known:
                    known.add(heading)
                    further[heading] = trail
        front = further


def storm(origin: str, path: tuple[int, ...]) -> Order:
    return Tornado(origin, tuple(DIRECTIONS[side] for side in path))


WAYS: Mapping[str, Callable[[State, Kind, int], Found]] = {
    "path": by_path,
    "fan": by_fan,
    "spread": by_spread,
    "rings": by_rings,
    "heat": lambda state, row, cards: iter(()),
}
