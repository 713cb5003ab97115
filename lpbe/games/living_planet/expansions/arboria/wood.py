"""Chapters wood and set-up: the sixth resource, the hexes of the deck, the length of the game."""

from __future__ import annotations

from collections.abc import Mapping

from .....kernel.play.rules import Seat, State
from .....kernel.play.table import Table
from ...market import PriceMoved
from ...options import Switches
from ...reading import seats
from ...setup import ALL, PRICE
from ...state import LAND, Tile
from .reading import SCARCE, kinds_with, switches
from .state import MATERIALS, WOOD, Wilds

LANDSCAPES = 15
"""ARB-SETUP-02, ARB-AMB-01: how many hexes of the base game are in the deck."""
POOL = "arboria"
SHORT = {2: 8, 3: 9, 4: 8}
"""ARB-SETUP-06: the turns of a short game, by the number of players."""


def setup(table: Table) -> None:
    """ARB-WOOD-03, ARB-SETUP-05: wood costs 5 MC at first, or as a switch says; all else is as in the base game."""
    if (price := switches(table.state).wood_price) != PRICE:
        table.emit(PriceMoved(WOOD, price))


def fewer_landscapes(answer: dict[str, int], state: State) -> dict[str, int]:
    """ARB-SETUP-01, ARB-SETUP-02, ARB-AMB-01, ARB-AMB-04: 15 of the base game, unseen, and all of Arboria."""
    land = {LAND: min(answer[LAND], LANDSCAPES)} if LAND in answer else {}
    return {**answer, **land, POOL: ALL}


def no_late_starts(answer: Mapping[str, Tile], state: State) -> Mapping[str, Tile]:
    """ARB-AMB-01: a start tile is never among the hexes of the deck."""
    return {}


def a_wood_each(answer: dict[str, int], state: State, seat: Seat) -> dict[str, int]:
    """ARB-SETUP-03, ARB-SETUP-04, ARB-WOOD-01, ARB-AMB-05, ARB-AMB-06: of the eight, each seat begins with one."""
    return {**answer, WOOD: 1}


def shorter(answer: int, state: State) -> int:
    """ARB-SETUP-06 to ARB-SETUP-08, ARB-AMB-02, ARB-AMB-03, ARB-AMB-47: exhaustion goes on, and ends it earlier."""
    return SHORT[len(seats(state))] if switches(state).length == "short" else answer


def one_of_a_kind(answer: Switches, state: State) -> Switches:
    """ARB-HYDRO-08, ARB-AMB-38: of what has four tiles or fewer, one a seat, unless the table sets it otherwise."""
    return {**answer, "special_limit": 1}


def one_culture(answer: int, state: State, building: str) -> int:
    """ARB-FUNGI-06: one culture a seat, whatever the switch says."""
    return 1 if building in kinds_with(state.book, SCARCE) else answer


def some_lies_about(answer: int, state: State, resource: str) -> int:
    """ARB-WOOD-08, ARB-WOOD-09, ARB-DAM-07, ARB-AMB-42: what lies in platforms and dams is in no hand and no bank."""
    return answer - lying(state, resource)


def lying(state: State, resource: str) -> int:
    """The cubes of a resource on the map."""
    wilds = state[Wilds]
    dams = sum(MATERIALS[dam].count(resource) for dam in wilds.dams.values())
    return dams + (len(wilds.platforms) if resource == WOOD else 0)
