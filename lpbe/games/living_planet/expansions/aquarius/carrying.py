"""Carrying: who may go aboard a boat, and where its cargo may be landed."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.engine.model import Seat, State
from .....kernel.engine.table import Table
from ...actions.movement import Stride, crowds
from ...events import TeamLost
from ...map.paths import may_step, ways
from ...map.queries import hex_name, hex_of, inside, spots_of, team_in, teams_of, tile_of
from ...map.zones import zones_at
from ...state import Map, Place
from .fleet import boats_of, cargo_of, lands_at, zone_of
from .options import rules


def reaches(state: State, boat: str, place: Place) -> bool:
    """Return whether a place is in a boat's water, on the land that borders it, or a building there.

    AQ-CARRY-04, AQ-CARRY-07, AQ-AMB-15. Only its own hex counts: no single step leads anywhere else.
    """
    here = state[Map].teams[boat].place
    if rules(state).carry_reach == "hex" or zone_of(here) in zones_at(state, place):
        return True
    return any(borders(state, here, zone) for zone in lands_at(state, place))


def borders(state: State, water: Place, land: str) -> bool:
    """Return whether a land zone touches a sea zone of its hex: all do, unless the tile says which (AQ-AMB-15)."""
    tile = tile_of(state, hex_name(water))
    zone = zone_of(water)
    named = (*tile.zones[land].borders, *tile.zones[zone].borders)
    return not named or land in tile.zones[zone].borders or zone in tile.zones[land].borders


def shores(state: State, boat: str) -> list[Place]:
    """Return the open grounds and the buildings of a boat's hex."""
    hex = hex_of(state, boat)
    zones = [f"{hex}.{zone}" for zone in sorted(tile_of(state, hex).zones)]
    return [*zones, *(spot for spot in spots_of(state, hex) if spot in state[Map].buildings)]


def may_carry(state: State, name: str, place: Place) -> bool:
    """Return whether one step aboard or ashore is possible, by the base and all vetoes (AQ-CARRY-07, AQ-ARB-02)."""
    if inside(state, place) and team_in(state, place) is not None:
        return False
    return may_step(state, name, state[Map].teams[name].place, place) and not crowds(state, name, place)


def landings(state: State, name: str, boat: str) -> list[Place]:
    """Return where a team may go ashore from its boat (AQ-CARRY-06, AQ-CARRY-08, AQ-AMB-19)."""
    return [place for place in shores(state, boat) if may_carry(state, name, place)]


def boarders(state: State, boat: str) -> list[str]:
    """Return the teams that may go aboard a boat (AQ-CARRY-01, AQ-CARRY-10)."""
    teams = teams_of(state, state[Map].teams[boat].seat)
    return [name for name, team in teams if may_step(state, name, team.place, boat)]


def ferries(state: State, seat: Seat) -> Iterator[tuple[Stride, ...]]:
    """Yield going aboard, landing the wounded, and a voyage of one hex with whoever has come aboard."""
    for boat in boats_of(state, seat):
        load = cargo_of(state, boat)
        if load and state[Map].teams[load].wounded:
            yield from ((f"{load}:{place}",) for place in landings(state, load, boat))
        for name in boarders(state, boat):
            yield (f"{name}:{boat}",)
            yield from ((f"{name}:{boat}", f"{boat}:{place}") for place in ways(state, boat, 1))


def cargo_sinks(table: Table, event: TeamLost) -> None:
    """Lose whoever is carried along with the boat (AQ-CARRY-12)."""
    if load := cargo_of(table.state, event.team):
        table.emit(TeamLost(load))
