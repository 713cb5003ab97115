"""Boats and their cargo on the map: the place of a team that is carried is the name of its boat."""

from __future__ import annotations

from functools import lru_cache

from .....kernel.engine.model import Seat, State
from .....kernel.engine.rulebook import Rulebook
from ...map.queries import MAX_CACHED_BOOKS, hex_name, is_motorized, reserve, team_names, tile_of
from ...map.zones import WHOLE, zones_at
from ...state import Map, OpenPurses, Place, Purse, TeamKind
from .options import rules

BOAT = "boat"
PORT = "port"
SEA = "sea"
COAST = "coast"
OIL = "oil"
MAELSTROM = "maelstrom"


@lru_cache(MAX_CACHED_BOOKS)
def floating_kinds(book: Rulebook) -> frozenset[str]:
    return frozenset(name for name, kind in book.rows_of(TeamKind).items() if "afloat" in kind.traits)


def afloat(state: State, name: str) -> bool:
    return state[Map].teams[name].kind in floating_kinds(state.book)


def is_boat(state: State, place: Place) -> bool:
    """Return whether a place is a boat, on which a team may be."""
    return place in state[Map].teams and afloat(state, place)


def cargo_of(state: State, boat: str) -> str:
    """Return the team on a boat, or "" (AQ-CARRY-03)."""
    return next((name for name, team in state[Map].teams.items() if team.place == boat), "")


def boats_of(state: State, seat: Seat) -> list[str]:
    afloat = floating_kinds(state.book)
    teams = state[Map].teams
    return sorted([name for name, team in teams.items() if team.seat == seat and team.kind in afloat])


def boats_on(state: State, hex: str, seat: Seat = "") -> list[str]:
    """Return the boats on a hex, all or one seat's (AQ-BOAT-04)."""
    kinds = floating_kinds(state.book)
    found = [
        name
        for name, team in state[Map].teams.items()
        if team.kind in kinds and hex_name(team.place) == hex and seat in ("", team.seat)
    ]
    return sorted(found)


def boats_left(state: State, seat: Seat) -> int:
    """Return the boats that a seat may still build (AQ-BOAT-06, AQ-BOAT-07, AQ-AMB-13)."""
    return len(reserve(state, seat, BOAT)) - len(team_names(state.book, seat, BOAT)) + rules(state).boats_per_player


def oil_of(state: State, seat: Seat) -> int:
    """Return the oil that a seat can burn; public where screens are open."""
    shown = state[OpenPurses].cubes.get(f"{seat}.{OIL}")
    return state[Purse, seat].cubes[OIL] if shown is None else shown


def zone_of(place: Place) -> str:
    return place.partition(".")[2]


def wet(state: State, hex: str, zone: str) -> bool:
    """Return whether a zone of a hex is water; a hex without zones is all land (AQ-SEA-01, AQ-EXPL-01)."""
    return zone != WHOLE and tile_of(state, hex).zones[zone].ground == SEA


def seas_at(state: State, place: Place) -> list[str]:
    """Return the sea zones that a place is in, wholly or in part."""
    hex = hex_name(place)
    return [zone for zone in zones_at(state, place) if wet(state, hex, zone)]


def lands_at(state: State, place: Place) -> list[str]:
    """Return the land zones that a place is in, wholly or in part."""
    hex = hex_name(place)
    return [zone for zone in zones_at(state, place) if not wet(state, hex, zone)]


def in_its_water(state: State, boat: str, spot: Place) -> bool:
    """Return whether a spot is in the sea zone of a boat, wholly or in part (AQ-BBUILD-01, AQ-BREP-01, AQ-WALL-03)."""
    here = state[Map].teams[boat].place
    return hex_name(here) == hex_name(spot) and zone_of(here) in zones_at(state, spot)


def rank_of_cargo(state: State, boat: str) -> str:
    """Return what a boat carries, as policies call it."""
    load = cargo_of(state, boat)
    if not load:
        return "empty"
    return "loaded_rover" if is_motorized(state, state[Map].teams[load]) else "loaded_scientist"


def is_maelstrom(state: State, hex: str) -> bool:
    return MAELSTROM in tile_of(state, hex).traits
