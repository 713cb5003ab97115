"""Chapters wood and set-up: the sixth resource, the hexes of the deck, the length of the game."""

from __future__ import annotations

from collections.abc import Mapping

from .....kernel.engine.model import Seat, State
from .....kernel.engine.table import Table
from ...actions.market import PriceMoved
from ...map.queries import seats
from ...options import Switches
from ...setup import START_PRICE, WHOLE_POOL
from ...state import LAND, Tile
from .queries import SCARCE, kinds_with, switches
from .state import MATERIALS, WOOD, Wilds

LANDSCAPE_HEXES = 15
"""ARB-SETUP-02, ARB-AMB-01: how many hexes of the base game are in the deck."""
POOL = "arboria"
SHORT_GAME_TURNS = {2: 8, 3: 9, 4: 8}
"""ARB-SETUP-06: how many turns a short game has, by the number of players."""


def setup(table: Table) -> None:
    """Set the starting price of wood if a switch changes it from 5 MC (ARB-WOOD-03, ARB-SETUP-05)."""
    if (price := switches(table.state).wood_price) != START_PRICE:
        table.emit(PriceMoved(WOOD, price))


def fewer_landscapes(answer: dict[str, int], state: State) -> dict[str, int]:
    """Return 15 of the base game, unseen, and all of Arboria (ARB-SETUP-01, ARB-SETUP-02, ARB-AMB-01, ARB-AMB-04)."""
    land = {LAND: min(answer[LAND], LANDSCAPE_HEXES)} if LAND in answer else {}
    return {**answer, **land, POOL: WHOLE_POOL}


def no_late_starts(answer: Mapping[str, Tile], state: State) -> Mapping[str, Tile]:
    """Keep start tiles out of the deck (ARB-AMB-01)."""
    return {}


def a_wood_each(answer: dict[str, int], state: State, seat: Seat) -> dict[str, int]:
    """Give each seat one of the eight (ARB-SETUP-03, ARB-SETUP-04, ARB-WOOD-01, ARB-AMB-05, ARB-AMB-06)."""
    return {**answer, WOOD: 1}


def shorter(answer: int, state: State) -> int:
    """Return the shorter length; exhaustion goes on, and may end the game earlier.

    ARB-SETUP-06 to ARB-SETUP-08, ARB-AMB-02, ARB-AMB-03, ARB-AMB-47.
    """
    return SHORT_GAME_TURNS[len(seats(state))] if switches(state).length == "short" else answer


def one_of_a_kind(answer: Switches, state: State) -> Switches:
    """Limit what has four tiles or fewer to one per seat, unless set otherwise (ARB-HYDRO-08, ARB-AMB-38)."""
    return {**answer, "special_limit": 1}


def one_culture(answer: int, state: State, building: str) -> int:
    """Limit cultures to one per seat, whatever the option says (ARB-FUNGI-06)."""
    return 1 if building in kinds_with(state.book, SCARCE) else answer


def some_lies_about(answer: int, state: State, resource: str) -> int:
    """Count the cubes in platforms and dams, which are in no hand and no bank.

    ARB-WOOD-08, ARB-WOOD-09, ARB-DAM-07, ARB-AMB-42.
    """
    return answer - cubes_on_map(state, resource)


def cubes_on_map(state: State, resource: str) -> int:
    """Return the number of cubes of a resource on the map."""
    wilds = state[Wilds]
    dams = sum(MATERIALS[dam].count(resource) for dam in wilds.dams.values())
    return dams + (len(wilds.platforms) if resource == WOOD else 0)
