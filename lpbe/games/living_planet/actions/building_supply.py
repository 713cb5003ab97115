"""The supply of buildings: which tiles a seat may use, what they show, how many of a kind it may have."""

from __future__ import annotations

from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Seat, State
from ..map.queries import building_kinds, colony_of, options, team_in
from ..state import Map, Place

MAX_SCARCE_TILES = 4
"""G-07: a kind with this many tiles or fewer is limited."""
MAX_FACTORY_VALUE = 6
"""G-08: factories have values from 1 to this; the two sides of a tile add up to one more."""


@amendable
def colony_price(state: State, seat: Seat) -> int | None:
    """Return what a seat pays to construct its colony while it is not on the map, or None if it cannot (G-36).

    Amendments grant. If several do, the lowest price counts.
    """
    return None


def waiting_colony(state: State, seat: Seat) -> list[str]:
    """Return the tile of a seat's colony, if it may be constructed."""
    return [f"colony-{seat}"] if colony_price(state, seat) is not None and not colony_of(state, seat) else []


def tiles_of(state: State, building: str) -> tuple[str, ...]:
    """Return the tiles of a kind of building in the set that is in play (C-03, G-03)."""
    kind = building_kinds(state.book)[building]
    return kind.sets.get(options(state).building_set, kind.tiles)


def in_bank(state: State, seat: Seat, building: str) -> list[str]:
    """Return the tiles of one kind that a seat may use."""
    if building_bank in state.book.amendments:
        return building_bank(state, seat)[building]
    if building_kinds(state.book)[building].is_colony:
        return waiting_colony(state, seat)
    used = {building.tile for building in state[Map].buildings.values()}
    return [tile for tile in tiles_of(state, building) if tile not in used]


@amendable
def building_bank(state: State, seat: Seat) -> dict[str, list[str]]:
    """Return the tiles of each kind that a seat may use: those that are not on the map (LP-SETUP-17)."""
    used = {building.tile for building in state[Map].buildings.values()}
    kinds = building_kinds(state.book)
    chosen = options(state).building_set
    tiles = {name: kind.sets.get(chosen, kind.tiles) for name, kind in kinds.items()}
    bank = {name: [tile for tile in tiles[name] if tile not in used] for name in tiles}
    if colony_price in state.book.amendments:
        bank.update({name: waiting_colony(state, seat) for name, kind in kinds.items() if kind.is_colony})
    return bank


@amendable
def values_of(state: State, building: str, tile: str) -> tuple[int, ...]:
    """Return the values of a factory's tile, two for a double-sided one; nothing else has any (G-08)."""
    if not building_kinds(state.book)[building].makes:
        return (0,)
    value = int(tile.rpartition("-")[2])
    return (value, MAX_FACTORY_VALUE + 1 - value) if options(state).factory_values == "double-sided" else (value,)


@amendable
def tile_for(state: State, seat: Seat, building: str, value: int) -> str:
    """Return a tile of the bank with this value, preferably on its front; "" if there is none.

    LP-SETUP-17, G-08.
    """
    tiles = [(values_of(state, building, tile), tile) for tile in in_bank(state, seat, building)]
    good = [(values[0] != value, tile) for values, tile in tiles if value in values]
    return min(good)[1] if good else ""


def shown_value(state: State, building: str) -> int:
    """Return the value that a building shows; for a colony the one on which teams arrive (LP-COLONY-02)."""
    return MAX_FACTORY_VALUE if building_kinds(state.book)[building].is_colony else 0


def holds(state: State, seat: Seat, spot: Place, leaving: str) -> bool:
    """Return whether a seat has a chip on a building or a team in it, even wounded, that is not about to leave."""
    found = team_in(state, spot)
    inside = found is not None and found[1].seat == seat and found[0] != leaving
    return inside or state[Map].buildings[spot].chip == seat


@amendable
def limit_of(state: State, building: str) -> int:
    """Return how many of a kind with four tiles or fewer a seat may have; 0 means no limit (G-07)."""
    limit = options(state).special_limit
    return int(limit) if limit and 0 < len(tiles_of(state, building)) <= MAX_SCARCE_TILES else 0


def over_limit(state: State, seat: Seat, building: str, leaving: str = "") -> bool:
    """Return whether a seat has as many of a kind as it may (G-07)."""
    if not options(state).special_limit and limit_of not in state.book.amendments:
        return False  # the usual case; this is asked for every kind on every spot
    if not (limit := limit_of(state, building)):
        return False
    same = [spot for spot, other in state[Map].buildings.items() if other.kind == building]
    return sum(holds(state, seat, spot, leaving) for spot in same) >= limit
