"""What building and repairing is worth to the bot."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.engine.model import Order, Seat, State
from ..actions.actions import Act
from ..actions.construction import Build, builds, cost_of, open_spots
from ..actions.repairs import REPAIR_PRICE, Repair, repairs
from ..map.queries import building_kinds, buildings_of, controller, hex_name
from ..state import Map, Place
from .building_sites import site
from .cataclysm_risk import calm, soon, threatened_place
from .module_answers import bot_ground
from .valuation import cubes_value, factory, leaving_cost, lifetime_value, scientist_value, takeover_value, turns_left

COVERED_ICON_LOSS = 0.5
"""The share of its worth that is lost with an icon under another building: there are other icons."""
OWN_BUILDING_CHANCE = 0.9
"""The chance that the seat itself builds on a spot that a shelter would guard."""
FREED_TEAM_WORTH = 3.0
"""What it is worth that a team may leave a building, in MC."""


def works(state: State, seat: Seat, question: Act) -> Iterator[tuple[float, Order]]:
    """Yield what may be built or repaired, with its worth beyond its price; nothing that the seat would lose again."""
    for order in builds(state, seat, question):
        assert isinstance(order, Build)
        if not leaving_cost(state, seat, order.team):
            yield new_building(state, seat, order) - cost_of(state, seat, order.building), order
    for order in repairs(state, seat, question):
        assert isinstance(order, Repair)
        yield repair_value(state, seat, order.place) - REPAIR_PRICE, order


def repair_value(state: State, seat: Seat, place: Place) -> float:
    """Return the worth of repairing a building: the seat's own, whose team may then leave, or nobody's."""
    if controller(state, place) == seat:
        return scientist_value(state, seat) + FREED_TEAM_WORTH if turns_left(state) > 1 else 0.0
    return takeover_value(state, seat, place)


def new_building(state: State, seat: Seat, order: Build) -> float:
    """Return the worth of a new building, by its product, what it shelters or its points, less that of its ground."""
    kind = building_kinds(state.book)[order.building]
    place = threatened_place(state, order.place)
    stay = calm(state, seat, place)
    now = soon(state, seat, place)
    more = also(state, seat, order)
    if kind.makes:
        return factory(state, seat, order.building, order.value, stay) * now + more
    covered = COVERED_ICON_LOSS * site(state, seat, order.place, stay)
    if kind.shelters:
        return shelter(state, seat, order) - covered + more
    return lifetime_value(state, seat, order.building, stay) * now - covered + more


def also(state: State, seat: Seat, order: Build) -> float:
    """Return what it is worth to modules, less the cubes it costs."""
    needs = building_kinds(state.book)[order.building].needs
    return bot_ground(state, seat, hex_name(order.place)) - cubes_value(state, needs)


def shelter(state: State, seat: Seat, order: Build) -> float:
    """Return what a shelter saves on its hex, now and later, and its points."""
    hex = hex_name(order.place)
    against = building_kinds(state.book)[order.building].shelters
    stay = calm(state, seat, hex)
    now = soon(state, seat, hex)
    better = calm(state, seat, hex, against)
    then = soon(state, seat, hex, against)
    mine = [state[Map].buildings[spot].kind for spot in buildings_of(state, seat) if hex_name(spot) == hex]
    saved = sum(
        then * lifetime_value(state, seat, one, better) - now * lifetime_value(state, seat, one, stay) for one in mine
    )
    free = [spot for spot in open_spots(state, hex) if spot != order.place]
    expected = sum(site(state, seat, spot, better) - site(state, seat, spot, stay) for spot in free)
    return lifetime_value(state, seat, order.building, better) * then + saved + OWN_BUILDING_CHANCE * expected
