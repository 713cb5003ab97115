"""Arrivals: teams come from the reserve onto their own colony for a cube, and wherever else a module lets them."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from ....kernel.base.errors import require
from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Seat, State
from ....kernel.engine.rulebook import Rulebook
from ....kernel.engine.table import Table
from ..events import CubesSpent, TeamArrived
from ..map.queries import MAX_CACHED_BOOKS, die, free_colony, reserve, team_kinds
from ..state import Place, Purse, TeamKind

LANDING_VALUE = 6
"""LP-COLONY-02: the value on which teams arrive."""


def arrivals(state: State, seat: Seat) -> list[str]:
    """Return the kinds of team that might arrive, whether the seat can pay or not.

    LP-COLONY-02, LP-COLONY-03, G-34.
    """
    if die(state) != LANDING_VALUE or free_colony(state, seat) is None:
        return []
    return [kind for kind in arriving_kinds(state.book) if reserve(state, seat, kind)]


@lru_cache(MAX_CACHED_BOOKS)
def arriving_kinds(book: Rulebook) -> tuple[str, ...]:
    """Return the kinds of team that arrive on a colony at all (LP-COLONY-02, LP-COLONY-03)."""
    return tuple(kind for kind in team_kinds(book) if book.rows_of(TeamKind)[kind].cube)


def arrival_cube(state: State, kind: str) -> str:
    """Return the cube that a kind of team costs when it arrives; "" if it never does.

    LP-COLONY-03.
    """
    kinds = state.book.rows_of(TeamKind)
    return kinds[kind].cube if kind in kinds else ""


class Arrival(Struct, frozen=True):
    """A team that may arrive elsewhere than on the colony: its kind, the building, the price and the place."""

    kind: str
    place: Place
    cube: str
    to: Place
    clause: str
    free: bool = True
    """Whether there is room for it."""
    full: str = ""
    """The clause that forbids the seat another one of this kind; empty if none does."""

    @property
    def open(self) -> bool:
        return self.free and not self.full


@amendable
def more_arrivals(state: State, seat: Seat) -> list[Arrival]:
    """Return what else may arrive at this value, whether the seat can pay or not (LP-COLONY-02). Amendments add."""
    return []


def open_arrivals(state: State, seat: Seat) -> list[Arrival]:
    """Return what may arrive elsewhere as the production of a seat (LP-PROD-05)."""
    found = more_arrivals(state, seat) if more_arrivals in state.book.amendments else []
    return [one for one in found if one.open and reserve(state, seat, one.kind)]


def arrive(table: Table, seat: Seat, what: str, place: Place) -> None:
    """Let a team of a kind arrive, on the colony or at a place that is named (LP-PROD-05)."""
    if found := elsewhere(table.state, seat, what, place):
        arrive_elsewhere(table, seat, found)
    else:
        arrive_at_home(table, seat, what, place)


def arrive_at_home(table: Table, seat: Seat, what: str, place: Place) -> None:
    """Move a team from the reserve onto the colony, for a cube (LP-COLONY-02, LP-COLONY-03)."""
    state = table.state
    cube = arrival_cube(state, what)
    require(cube, "LP-COLONY-02", "no {team} can arrive on a colony", team=what)
    colony = free_colony(state, seat)
    waiting = reserve(state, seat, what)
    require(die(state) == LANDING_VALUE, "LP-COLONY-02", "teams only arrive on a {value}", value=LANDING_VALUE)
    require(colony, "LP-COLONY-02", "no team can arrive on {seat}'s colony", seat=seat)
    require(place in ("", colony), "LP-COLONY-02", "teams only arrive on {colony}", colony=colony or "")
    require(waiting, "G-34", "{seat} has no such team in reserve", seat=seat)
    require(state[Purse, seat].cubes[cube], "LP-COLONY-04", "{seat} has no {resource}", seat=seat, resource=cube)
    assert colony
    table.emit(CubesSpent(seat, cube, 1))
    kind = next(kind for kind in team_kinds(state.book) if kind == what)
    table.emit(TeamArrived(waiting[0], seat, place=colony, kind=kind))


def elsewhere(state: State, seat: Seat, what: str, place: Place) -> Arrival | None:
    """Return the arrival at the named place, or the only one if the colony is impossible."""
    found = [one for one in more_arrivals(state, seat) if one.kind == what]
    if place:
        return next((one for one in found if one.place == place), None)
    return found[0] if len(found) == 1 and what not in arrivals(state, seat) else None


def arrive_elsewhere(table: Table, seat: Seat, one: Arrival) -> None:
    state = table.state
    waiting = reserve(state, seat, one.kind)
    require(one.free, one.clause, "there is already a team in {place}", place=one.place)
    left = bool(waiting) and not one.full
    require(left, one.full or one.clause, "{seat} has no such team in reserve", seat=seat)
    paid = state[Purse, seat].cubes[one.cube]
    require(paid, one.clause, "{seat} has no {resource}", seat=seat, resource=one.cube)
    table.emit(CubesSpent(seat, one.cube, 1))
    kind = next(kind for kind in team_kinds(state.book) if kind == one.kind)
    table.emit(TeamArrived(waiting[0], seat, place=one.to, kind=kind))
