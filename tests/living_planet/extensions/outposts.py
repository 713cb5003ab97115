"""Outposts: buildings where teams also arrive, vehicles that repair from outside, colonies that can be constructed."""

from __future__ import annotations

from typing import Any

from lpbe.games.living_planet.actions.actions import call_places
from lpbe.games.living_planet.actions.arrivals import Arrival, more_arrivals
from lpbe.games.living_planet.actions.building_supply import colony_price
from lpbe.games.living_planet.actions.repairs import repairs_from
from lpbe.games.living_planet.map.queries import controller, hex_name, hex_of, is_motorized, team_in
from lpbe.games.living_planet.scoring import other_points
from lpbe.games.living_planet.state import Map, Place, Turn
from lpbe.kernel.engine.model import Module, Seat, State

ARRIVING = (3, 6)
"""The die values on which scientists arrive at outposts, for oil."""
PRICES = {"red": 8, "blue": 0}
"""The price of a colony that is not on the map; seats not listed cannot construct theirs."""


def own_outposts(state: State, seat: Seat) -> list[Place]:
    built = sorted(spot for spot, b in state[Map].buildings.items() if b.kind == "outpost")
    return [spot for spot in built if controller(state, spot) == seat]


def by_outpost(answer: list[Arrival], state: State, seat: Seat) -> list[Arrival]:
    turn = state[Turn]
    if turn.dice[turn.order[turn.column]] not in ARRIVING:
        return answer
    spots = own_outposts(state, seat)
    return [
        *answer,
        *(Arrival("scientist", spot, "oil", spot, "POST-01", team_in(state, spot) is None) for spot in spots),
    ]


def called_to_outposts(answer: list[Place], state: State, seat: Seat) -> list[Place]:
    return [*answer, *(spot for spot in own_outposts(state, seat) if team_in(state, spot) is None)]


def vehicles_repair(answer: bool, state: State, name: str, spot: Place) -> bool:
    team = state[Map].teams[name]
    return answer or (is_motorized(state, team) and hex_of(state, team.place) == hex_name(spot))


def price_outpost(answer: int | None, state: State, seat: Seat) -> int | None:
    return PRICES.get(seat, answer)


def outposts_count(answer: int, state: State, seat: Seat) -> int:
    """Add a point for each outpost, besides what it counts as a building."""
    return answer + len(own_outposts(state, seat))


OUTPOSTS = Module(
    "outposts",
    requires=("living-planet",),
    amendments={
        more_arrivals: by_outpost,
        call_places: called_to_outposts,
        repairs_from: vehicles_repair,
        colony_price: price_outpost,
        other_points: outposts_count,
    },
)
ROWS: dict[str, dict[str, Any]] = {
    "buildings": {"outpost": {"kind": "outpost", "tiles": ["outpost-a", "outpost-b", "outpost-c", "outpost-d"]}}
}
