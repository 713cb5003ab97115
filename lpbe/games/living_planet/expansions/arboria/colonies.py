"""The landing hex: lava and driven fires reach it, and a colony that is lost may be constructed again."""

from __future__ import annotations

from .....kernel.engine.model import Seat, State
from ...map.queries import building_kinds, hex_name, hex_of, teams_of
from ...state import Place
from .queries import is_burning, is_landing, switches


def colonies_are_struck(answer: bool, state: State, kind: str) -> bool:
    """Strike colonies like any building, by whatever comes to their hex (ARB-LAVA-08, ARB-AMB-20, ARB-AMB-21)."""
    return True


def colonies_are_built(answer: int | None, state: State, seat: Seat) -> int | None:
    """Grant construction at this price; the lowest that a module names counts (ARB-AMB-20)."""
    price = switches(state).spaceport_cost
    if price == "never":
        return answer
    return price if answer is None else min(answer, price)


def a_chip_will_do(answer: bool, state: State, seat: Seat, building: str, spot: Place) -> bool:
    """Grant building on the landing hex to a seat with no team on the map outside of fires (ARB-AMB-20)."""
    home = building_kinds(state.book)[building].is_colony and is_landing(state, hex_name(spot))
    return answer or (home and all(is_burning(state, hex_of(state, team.place)) for _, team in teams_of(state, seat)))
