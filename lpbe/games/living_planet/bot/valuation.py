"""What things are worth to a seat, in MC, as far as the bot can see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from ....kernel.engine.model import Seat, State
from ..map.queries import (
    building_kinds,
    buildings_of,
    controller,
    functional,
    is_motorized,
    kind_of,
    options,
    seats,
    teams_of,
    turns,
)
from ..scoring import MONEY_PER_POINT, worth
from ..state import OFFICE, Bank, Hand, Map, Place, Purse, Team, TeamKind, Turn
from ..turn.production import amount
from .cataclysm_risk import calm, threatened_place
from .module_answers import bot_asset, bot_keeps, bot_yield
from .position import once

T = TypeVar("T")
PRODUCTIONS_PER_TURN = 0.55
"""How often per turn a value comes up as long as there are cubes in the bank."""
OWN_CARD_PRODUCTIONS = 0.1
"""How much more often per turn a value comes up if a card in hand has it."""
PRODUCT_WEIGHT = 0.6
"""The share of today's price that the cubes of a factory bring in the end."""
KEPT_CUBE_WEIGHT = 0.7
"""The share of its price that a cube is worth if it is kept."""
SELLING_TURNS = 3
"""How many turns it takes to sell everything."""
SAME_PRODUCT_BONUS = 0.1
"""How much more a cube is worth for each factory that makes the same, because they are sold together."""
TRADE_VOLUME_WORTH = 2.0
"""What one more cube in a trade, and one more card to choose from, bring, in MC."""
SCIENTIST_WORTH = 6.0
"""What a scientist is worth, in MC."""
VEHICLE_WORTH = 8.0
"""What a motorized team is worth, in MC."""
RIVAL_FACTORY_WEIGHT = 0.7
"""How much a rival's factory counts compared with one of the seat's own."""


def best(items: Iterable[tuple[float, T]]) -> T | None:
    """Return what is worth most; the first of equals."""
    found = max(items, key=lambda item: item[0], default=None)
    return None if found is None else found[1]


def turns_left(state: State) -> int:
    """Return the number of turns after this one."""
    return turns(state) - state[Turn].number


def able(state: State, seat: Seat) -> list[tuple[str, Team]]:
    """Return the teams that can walk and work."""
    return [(name, team) for name, team in teams_of(state, seat) if not team.wounded]


@once
def works_for(state: State, seat: Seat) -> list[Place]:
    """Return the factories that produce for a seat."""
    mine = [spot for spot in buildings_of(state, seat) if functional(state, spot)]
    return [spot for spot in mine if kind_of(state, state[Map].buildings[spot]).makes]


@once
def count_makers(state: State, seat: Seat, resource: str) -> int:
    """Count the factories that produce a resource for a seat."""
    return sum(kind_of(state, state[Map].buildings[spot]).makes == resource for spot in works_for(state, seat))


def advantage(state: State, seat: Seat, resource: str) -> float:
    """Return how much more of a resource this seat makes than its rivals do."""
    others = [count_makers(state, rival, resource) for rival in seats(state) if rival != seat]
    return count_makers(state, seat, resource) - RIVAL_FACTORY_WEIGHT * sum(others)


def cube(state: State, resource: str) -> float:
    """Return the worth of a cube that is kept: nothing once it can no longer be sold."""
    return state[Bank].prices[resource] * KEPT_CUBE_WEIGHT * min(turns_left(state), SELLING_TURNS) / SELLING_TURNS


def cubes_value(state: State, cubes: Mapping[str, int]) -> float:
    """Return what these cubes are worth."""
    return sum(count * cube(state, resource) for resource, count in cubes.items())


def spare(state: State, seat: Seat, resource: str) -> int:
    """Return the cubes that need not be kept; in the end none need."""
    kept = bot_keeps(state, seat, resource) if turns_left(state) > 1 else 0
    return max(state[Purse, seat].cubes.get(resource, 0) - kept, 0)


@once
def harvest(state: State, seat: Seat, value: int) -> float:
    """Return what one production of a value brings a seat."""
    bank = state[Bank]
    gains = [0.0]
    for spot in works_for(state, seat):
        building = state[Map].buildings[spot]
        resource = kind_of(state, building).makes
        if building.value == value and bank.cubes[resource]:
            gains.append(bank.prices[resource] * PRODUCT_WEIGHT * amount(state, spot))
    return max(gains)


# Buildings.


@once
def over_time(state: State, stay: float) -> tuple[float, float]:
    """Return how many turns something works and how likely it survives, if a turn spares it this often."""
    left = turns_left(state)
    return sum(stay**turn for turn in range(1, left)), stay**left


@once
def a_turn(state: State, seat: Seat, building: str) -> float:
    """Return what a building of a kind brings per turn: cubes, or more in a trade if there is something to sell."""
    kind = building_kinds(state.book)[building]
    more = bot_asset(state, seat, building)
    if kind.makes:
        return (
            PRODUCTIONS_PER_TURN * state[Bank].prices[kind.makes] * PRODUCT_WEIGHT * bot_yield(state, building) + more
        )
    busy = min(len(works_for(state, seat)), SELLING_TURNS) / SELLING_TURNS if kind.kind == OFFICE else 0.0
    return options(state).office_bonus * TRADE_VOLUME_WORTH * busy + more


def lifetime_value(state: State, seat: Seat, building: str, stay: float) -> float:
    """Return what a building is worth on ground that is spared this often: income and points."""
    turns, end = over_time(state, stay)
    points = building_kinds(state.book)[building].points
    return points * MONEY_PER_POINT * end + a_turn(state, seat, building) * turns


def income(state: State, seat: Seat, building: str, value: int) -> float:
    """Return what a new factory makes per turn: nothing if its value is taken, more if its product is made already."""
    if any(state[Map].buildings[spot].value == value for spot in works_for(state, seat)):
        return 0.0
    known = 1 + OWN_CARD_PRODUCTIONS / PRODUCTIONS_PER_TURN if value in state[Hand, seat].cards else 1.0
    same = count_makers(state, seat, building_kinds(state.book)[building].makes)
    return a_turn(state, seat, building) * known * (1 + SAME_PRODUCT_BONUS * min(same, 3))


def factory(state: State, seat: Seat, building: str, value: int, stay: float) -> float:
    """Return what a new factory is worth: its income and its points."""
    turns, end = over_time(state, stay)
    points = building_kinds(state.book)[building].points
    return points * MONEY_PER_POINT * end + income(state, seat, building, value) * turns


def building_value(state: State, seat: Seat, spot: Place) -> float:
    """Return what it is worth to keep a building."""
    building = state[Map].buildings[spot]
    if kind_of(state, building).is_colony:
        return MONEY_PER_POINT * float(worth(state, spot))
    return lifetime_value(state, seat, building.kind, calm(state, seat, threatened_place(state, spot)))


def takeover_value(state: State, seat: Seat, spot: Place) -> float:
    """Return what entering a building brings: control of one that nobody holds."""
    if controller(state, spot) is not None:
        return 0.0
    building = state[Map].buildings[spot]
    if not kind_of(state, building).makes:
        return building_value(state, seat, spot)
    return factory(state, seat, building.kind, building.value, calm(state, seat, threatened_place(state, spot)))


# Teams.


def scientist_value(state: State, seat: Seat) -> float:
    """Return what one more scientist is worth: much if there is none, something if there are few."""
    hands = len(able(state, seat))
    return (30.0, SCIENTIST_WORTH, 3.0)[min(hands, 2)] * min(turns_left(state), 4) / 4


def arrival(state: State, seat: Seat, what: str, cost: str) -> float:
    """Return the worth of one more team for a cube; a vehicle also scores a point."""
    points = MONEY_PER_POINT if state.book.rows_of(TeamKind)[what].motorized else 0
    return points + scientist_value(state, seat) - cube(state, cost)


def harm(state: State, seat: Seat, name: str) -> float:
    """Return what a seat loses when a team is struck."""
    team = state[Map].teams[name]
    if is_motorized(state, team):
        return VEHICLE_WORTH
    return SCIENTIST_WORTH * (0.5 if team.wounded or turns_left(state) < 2 else 1)


@once
def leaving_cost(state: State, seat: Seat, name: str) -> float:
    """Return what is lost when a team leaves: a building without a chip then belongs to nobody."""
    team = state[Map].teams.get(name)
    building = state[Map].buildings.get(team.place) if team else None
    return building_value(state, seat, team.place) if team and building and not building.chip else 0.0
