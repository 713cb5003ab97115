"""What things are worth to a seat, in MC, as far as it can see."""

from __future__ import annotations

from collections.abc import Sequence

from lpbe.games.living_planet.actions.building_supply import in_bank, values_of
from lpbe.games.living_planet.actions.construction import open_spots
from lpbe.games.living_planet.map.queries import (
    buildings_of,
    controller,
    free_colony,
    functional,
    hex_of,
    icon_of,
    is_motorized,
    kind_of,
    reserve,
    seats,
    team_in,
    teams_of,
    tile_of,
    turns,
)
from lpbe.games.living_planet.scoring import MONEY_PER_POINT, worth
from lpbe.games.living_planet.state import Bank, BuildingKind, Hand, Map, Place, Purse, Team, TeamKind, Turn
from lpbe.games.living_planet.turn.cataclysms import brings, sheltered_buildings
from lpbe.games.living_planet.turn.production import amount
from lpbe.games.living_planet.turn.strikes import holder, teams_outside, unsheltered_buildings, untouched_places
from lpbe.kernel.engine.model import Seat, State

OFTEN = 0.55
"""How often per turn a value comes up."""
IN_HAND = 0.25
"""How much more often that of a card in hand comes up."""
SOLD = 0.6
"""The share of its price that a cube brings."""
WALKER = 6.0
"""What a scientist is worth."""
VEHICLE = 8.0
"""What a motorized team is worth."""
STRANGER = 0.7
"""How much a rival's factory counts compared with one of the seat's own."""


def turns_left(state: State) -> int:
    """Return the turns after this one."""
    return turns(state) - state[Turn].number


def able(state: State, seat: Seat) -> list[tuple[str, Team]]:
    """Return the teams that can walk and work."""
    return [(name, team) for name, team in teams_of(state, seat) if not team.wounded]


class Position(State):
    """The position that a bot thinks about; it does not change meanwhile, so some answers are kept."""

    __slots__ = ("sites", "works")
    works: dict[Seat, list[Place]]
    sites: dict[tuple[Seat, str], float]


def thought_over(state: State) -> Position:
    position = Position(state)
    position.book, position.works, position.sites = state.book, {}, {}
    return position


def works_for(state: State, seat: Seat) -> list[Place]:
    """Return the factories that produce for a seat."""
    if not isinstance(state, Position):
        return working(state, seat)
    if seat not in state.works:
        state.works[seat] = working(state, seat)
    return state.works[seat]


def working(state: State, seat: Seat) -> list[Place]:
    mine = [spot for spot in buildings_of(state, seat) if functional(state, spot)]
    return [spot for spot in mine if kind_of(state, state[Map].buildings[spot]).makes]


def production_of(state: State, seat: Seat, resource: str) -> int:
    return sum(kind_of(state, state[Map].buildings[spot]).makes == resource for spot in works_for(state, seat))


def advantage(state: State, seat: Seat, resource: str) -> float:
    """Return how much more of a resource this seat makes than its rivals do."""
    others = [production_of(state, rival, resource) for rival in seats(state) if rival != seat]
    return production_of(state, seat, resource) - STRANGER * sum(others)


def cube(state: State, resource: str) -> float:
    """Return what a cube is worth that is kept: nothing once it can be sold no more."""
    left = turns_left(state)
    return state[Bank].prices[resource] * SOLD * min(left, 3) / 3


def harvest(state: State, seat: Seat, value: int) -> float:
    """Return what one production of a value brings to a seat."""
    bank, gains = state[Bank], [0.0]
    for spot in works_for(state, seat):
        building = state[Map].buildings[spot]
        resource = kind_of(state, building).makes
        if building.value == value and bank.cubes[resource]:
            gains.append(bank.prices[resource] * SOLD * amount(state, spot))
    return max(gains)


def factory(state: State, seat: Seat, kind: BuildingKind, value: int) -> float:
    """Return what a new factory is worth: its points, and what it will make, most where no other has its value."""
    income = 0.0
    if not any(state[Map].buildings[spot].value == value for spot in works_for(state, seat)):
        rate = OFTEN + (IN_HAND if value in state[Hand, seat].cards else 0)
        together = 1 + 0.1 * min(production_of(state, seat, kind.makes), 3)
        income = max(turns_left(state) - 1, 0) * rate * state[Bank].prices[kind.makes] * SOLD * together
    return kind.points * MONEY_PER_POINT + income


def site(state: State, seat: Seat, icon: str) -> float:
    """Return the best factory that an icon is good for."""
    if not isinstance(state, Position):
        return best_factory(state, seat, icon)
    if (seat, icon) not in state.sites:
        state.sites[seat, icon] = best_factory(state, seat, icon)
    return state.sites[seat, icon]


def best_factory(state: State, seat: Seat, icon: str) -> float:
    kinds = [(name, kind) for name, kind in state.book.rows_of(BuildingKind).items() if icon and kind.spot == icon]
    best = [
        factory(state, seat, kind, value)
        for name, kind in kinds
        if kind.makes
        for tile in in_bank(state, seat, name)
        for value in values_of(state, name, tile)
    ]
    return max(best, default=0.0)


def ground_value(state: State, seat: Seat, hex: str) -> float:
    """Return what a hex on the map has to offer to a team: its best free spot, and something for each of the others."""
    return offer([site(state, seat, icon_of(state, spot)) for spot in open_spots(state, hex)])


def find(state: State, seat: Seat, hex: str) -> float:
    """Return the same of a hex that is not on the map yet; the fewer rivals' dice strike it the better."""
    tile = tile_of(state, hex)
    strangers = sum(not die.startswith(seat) for die in tile.dice)
    return offer([site(state, seat, icon) for icon in tile.spots]) - strangers


def offer(spots: Sequence[float]) -> float:
    best = sorted(filter(None, spots), reverse=True)
    return best[0] + 0.25 * sum(best[1:]) if best else 0.0


def holding(state: State, seat: Seat, spot: Place) -> float:
    """Return what it is worth to control an existing building."""
    building = state[Map].buildings[spot]
    kind = kind_of(state, building)
    return factory(state, seat, kind, building.value) if kind.makes else MONEY_PER_POINT * worth(state, spot)


def scientist_value(state: State, seat: Seat) -> float:
    """Return what one more scientist is worth: much if there is none, something if there are few."""
    hands = len(able(state, seat))
    return (30.0, WALKER, 3.0)[min(hands, 2)] * min(turns_left(state), 4) / 4


def arrival(state: State, seat: Seat, what: str, cost: str) -> float:
    """Return a team on the colony for a cube; a vehicle is a point besides."""
    if free_colony(state, seat) is None or not reserve(state, seat, what):
        return 0.0
    points = MONEY_PER_POINT if state.book.rows_of(TeamKind)[what].motorized else 0
    return points + scientist_value(state, seat) - cube(state, cost)


def harm(state: State, seat: Seat, name: str) -> float:
    """Return what a seat loses when a team is struck."""
    team = state[Map].teams[name]
    if is_motorized(state, team):
        return VEHICLE
    return WALKER * (0.5 if team.wounded or turns_left(state) < 2 else 1)


def damage(state: State, colour: str, hex: str) -> dict[Seat, float]:
    """Return what each seat loses when a die strikes a hex."""
    out, kind = dict.fromkeys(seats(state), 0.0), brings(state, hex, colour)
    for spot in unsheltered_buildings(
        state, hex, untouched_places(state, hex, kind, sheltered_buildings(state, hex, kind))
    ):
        if owner := holder(state, spot):
            alone = team_in(state, spot) is None
            hit = MONEY_PER_POINT * worth(state, spot) if alone and turns_left(state) < 3 else WALKER
            out[owner] += hit
    for name in teams_outside(state, hex, kind):
        out[state[Map].teams[name].seat] += harm(state, state[Map].teams[name].seat, name)
    return out


def swing(state: State, seat: Seat, colour: str, hex: str) -> float:
    """Return how much better off a strike leaves a seat against its rivals."""
    lost = damage(state, colour, hex)
    others = sum(loss for rival, loss in lost.items() if rival != seat)
    return others / max(len(lost) - 1, 1) - lost[seat]


def weather(state: State, seat: Seat, colour: str, value: int) -> float:
    """Return what the cataclysms of a die would come to, were this its value."""
    turn = state[Turn]
    shown = {**turn.dice, colour: value}
    trial = state.with_parts({**state, Turn: state.book.copiers[Turn](turn)})
    trial[Turn].dice = shown
    hexes = [hex for hex in trial[Map].hexes if brings(trial, hex, colour)]
    swings = [swing(trial, seat, colour, hex) for hex in hexes]
    if not swings:
        return 0.0
    if colour == seat:
        return sum(one for one in swings if one > 0) or max(swings)
    return sum(swings) if colour not in seats(state) else sum(one for one in swings if one < 0)


def leaving(state: State, seat: Seat, name: str) -> float:
    """Return what is lost when a team leaves: a building without a chip is nobody's."""
    place = state[Map].teams[name].place
    building = state[Map].buildings.get(place)
    return holding(state, seat, place) if building and not building.chip else 0.0


def sale(state: State, seat: Seat, resource: str, volume: int, price: int | None = None) -> float:
    """Return what selling this many cubes brings beyond keeping them."""
    count = min(volume, spare(state, seat, resource))
    return count * ((state[Bank].prices[resource] if price is None else price) - cube(state, resource))


def spare(state: State, seat: Seat, resource: str) -> int:
    """Return the cubes that need not be kept: one of mycelium is, to heal."""
    have = state[Purse, seat].cubes.get(resource, 0)
    return max(have - 1, 0) if resource == "mycelium" and turns_left(state) > 1 else have


def best_sale(state: State, seat: Seat, volume: int) -> float:
    return max(sale(state, seat, resource, volume) for resource in state[Bank].prices)


def taken_over(state: State, seat: Seat, place: Place) -> float:
    """Return what entering a building brings: control of one that nobody holds."""
    return holding(state, seat, place) if controller(state, place) is None else 0.0


def here(state: State, seat: Seat) -> float:
    """Return the best ground where a team is."""
    hexes = {hex_of(state, team.place) for _, team in able(state, seat)}
    return max((ground_value(state, seat, hex) for hex in hexes), default=0.0)
