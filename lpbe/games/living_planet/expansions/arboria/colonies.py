"""The landing hex: lava and driven fires reach it, and a colony that is lost may be constructed again."""

from __future__ import annotations

from .....kernel.play.rules import Seat, State
from ...reading import building_kinds, hex_of, named_hex, teams_of
from ...state import Place
from .reading import burning, is_landing, switches


def colonies_are_struck(answer: bool, state: State, kind: str) -> bool:
    """ARB-LAVA-08, ARB-AMB-20, ARB-AMB-21: like any building, by whatever comes to their hex."""
    return True


def colonies_are_built(answer: int | None, state: State, seat: Seat) -> int | None:
    """ARB-AMB-20: for so many MC; the lowest price that a module names."""
    price = switches(state).spaceport_cost
    if price == "never":
        return answer
    return price if answer is None else min(answer, price)


def a_chip_will_do(answer: bool, state: State, seat: Seat, building: str, spot: Place) -> bool:
    """ARB-AMB-20: on the landing hex, for a seat with no team on the map outside of fires."""
    home = building_kinds(state.book)[building].kind == "colony" and is_landing(state, named_hex(spot))
    return answer or (home and all(burning(state, hex_of(state, team.place)) for _, team in teams_of(state, seat)))
