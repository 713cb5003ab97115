"""Where teams can go: single steps, what they cost and who may take them, and the ways made of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from ....kernel.engine.amendments import amendable
from ....kernel.engine.hexgrid import opposite
from ....kernel.engine.model import State
from ....kernel.engine.rulebook import Rulebook
from ..state import Map, Place
from .hexes import Cell, neighbours
from .queries import (
    MAX_CACHED_BOOKS,
    hex_name,
    hex_of,
    hexes_by_cell,
    inside,
    is_abandoned,
    is_spot,
    kind_of,
    options,
    tile_of,
)
from .zones import are_joined, ground_facing, has_zones, side_between


@amendable
def step_cost(state: State, name: str, here: Place, there: Place) -> int | None:
    """Return the price of a step, one point on its hex or to the next; None if no step leads there.

    LP-MOVE-02, LP-MOVE-06, G-45, G-47. Amendments grant: they open a way, for example onto another team or off it, or
    make it cheaper. Steps are forbidden by `may_leave` or `may_enter`.
    """
    old, new = hex_name(here), hex_name(there)
    if old == new:
        return 1 if here != there else None
    hexes = state[Map].hexes
    try:
        beside = hexes[new].at in neighbours(hexes[old].at)
    except KeyError:  # onto another team, or off it
        return None
    return 1 if beside and (there == new or options(state).direct_entry) else None


@amendable
def may_enter(state: State, name: str, place: Place) -> bool:
    """Return whether a team may enter: open ground, a building with its seat's chip, or an abandoned one.

    LP-MOVE-07, LP-MOVE-10, C-09, C-10, G-47, G-48. Amendments veto: a single no decides.
    """
    if not is_spot(place):
        return True
    seat = state[Map].teams[name].seat
    building = state[Map].buildings[place]
    if kind_of(state, building).is_colony and building.tile != f"colony-{seat}":
        return False
    return building.chip == seat or is_abandoned(state, place)


@amendable
def may_leave(state: State, name: str, here: Place, there: Place) -> bool:
    """Return whether a team may go from one place towards another: over a side that both reach, where hexes have zones.

    Amendments veto: a single no decides.
    """
    return not has_zones(state.book) or are_joined(state, here, there)


@lru_cache(MAX_CACHED_BOOKS)
def all_one_ground(book: Rulebook) -> bool:
    """Return whether no hex has zones and no module limits where a step leads; rules then need not be asked."""
    return not has_zones(book) and not {may_enter, may_leave, arrival} & book.amendments.keys()


@amendable
def is_place(state: State, place: Place) -> bool:
    """Return whether there is such a place: a hex on the map, or its zone if it has some; a building.

    G-47, LP-MOVE-07. Amendments grant.
    """
    if inside(state, place):
        return place in state[Map].buildings
    hex, _, part = place.partition(".")
    if hex not in state[Map].hexes:
        return False
    zones = tile_of(state, hex).zones
    return part in zones if zones else not part


@amendable
def arrival(state: State, name: str, here: Place, hex: str) -> Place:
    """Return where on a hex a team arrives from the next one: its open ground, or the zone behind the common side."""
    if not has_zones(state.book):
        return hex
    return ground_facing(state, hex, opposite(side_between(state, hex_of(state, here), hex)))


def may_step(state: State, name: str, here: Place, there: Place) -> bool:
    """Return whether the ways and the vetoes allow one step, whoever may be there."""
    if step_cost(state, name, here, there) is None:
        return False
    return may_enter(state, name, there) and (all_one_ground(state.book) or may_leave(state, name, here, there))


def may_land(state: State, name: str, here: Place, hex: str) -> bool:
    """Return whether one step leads onto the ground of the next hex."""
    return may_step(state, name, here, arrival(state, name, here, hex))


def next_to(state: State, name: str, here: Place, by_cell: Mapping[Cell, str]) -> list[Place]:
    """Return the grounds of the next hexes, whether a team may go there or not."""
    hexes = state[Map].hexes
    laid = hexes.get(hex_name(here)) or hexes[hex_of(state, here)]
    near = [by_cell[at] for at in neighbours(laid.at) if at in by_cell]
    return near if all_one_ground(state.book) else [arrival(state, name, here, hex) for hex in near]


def ways(state: State, name: str, reach: int, avoiding: str = "") -> dict[Place, tuple[Place, ...]]:
    """Return the open grounds within that many steps, each with a shortest way; not over one hex."""
    home = state[Map].teams[name].place
    hex = hex_of(state, home)
    found: dict[Place, tuple[Place, ...]] = {home: (), hex: ()}
    edge = [home]
    by_cell = hexes_by_cell(state)
    for _ in range(reach):
        here, edge = edge, []
        for place in here:
            for there in next_to(state, name, place, by_cell):
                if there not in found and hex_name(there) != avoiding and may_step(state, name, place, there):
                    found[there] = (*found[place], there)
                    edge.append(there)
    del found[home]
    found.pop(hex, None)
    return found
