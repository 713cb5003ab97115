"""The numbers a player watches: points on the map, money, cubes, reserves, prices, and the curves of a replay."""

from __future__ import annotations

from collections.abc import Mapping

from ....kernel.engine.model import Seat, State
from ..map.queries import buildings_of, chips_left, is_motorized, reserve, resources, seats, team_kinds, teams_of
from ..scoring import other_points, worth
from ..state import SCIENTIST, Bank, Hand, Map, Purse, TeamKind, Turn


def gauges(state: State, seat: Seat) -> Mapping[str, int]:
    """Return what a seat knows of itself, and the prices."""
    purse = state[Purse, seat]
    hand = state[Hand, seat]
    return {
        "points": map_points(state, seat),
        "money": purse.money,
        **{resource: purse.cubes.get(resource, 0) for resource in resources(state)},
        "chips": chips_left(state, seat),
        "scientists": len(reserve(state, seat, SCIENTIST)),
        "rovers": rovers_left(state, seat),
        "wounded": sum(team.wounded for _, team in teams_of(state, seat)),
        "fate": int(seat in state[Turn].fate),
        "cards": len(hand.cards),
        **{f"price.{resource}": state[Bank].prices[resource] for resource in resources(state)},
    }


def rovers_left(state: State, seat: Seat) -> int:
    """Return the motorized teams in reserve that may arrive on the colony."""
    rows = state.book.rows_of(TeamKind)
    kinds = [kind for kind in team_kinds(state.book) if rows[kind].motorized and rows[kind].cube]
    return sum(len(reserve(state, seat, kind)) for kind in kinds)


def map_points(state: State, seat: Seat) -> int:
    """Return what would count now, apart from money (LP-SCORE-01 to LP-SCORE-03)."""
    vehicles = sum(is_motorized(state, team) for team in state[Map].teams.values() if team.seat == seat)
    return vehicles + sum(worth(state, place) for place in buildings_of(state, seat)) + other_points(state, seat)


def curves(state: State) -> Mapping[str, Mapping[str, int]]:
    """Return the curves; money counts only when screens are lifted, for nobody sees it until then."""
    return {
        "points": {seat: map_points(state, seat) for seat in seats(state)},
        "prices": {name: state[Bank].prices.get(name, 0) for name in resources(state)},
    }
