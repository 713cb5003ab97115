"""Boats and what they carry, read from the map: a team that is carried has its boat's name for a place."""

from __future__ import annotations

from functools import lru_cache

from .....kernel.play.rulebook import Rulebook
from .....kernel.play.rules import Seat, State
from ...reading import BOOKS, motorized, named_hex, reserve, team_names, tile_of
from ...state import Map, OpenPurses, Place, Purse, TeamKind
from ...zones import WHOLE, zones_at
from .options import rules

BOAT, PORT, SEA, COAST, OIL, MAELSTROM = "boat", "port", "sea", "coast", "oil", "maelstrom"


@lru_cache(BOOKS)
def floating_kinds(book: Rulebook) -> frozenset[str]:
    return frozenset(name for name, kind in book.rows_of(TeamKind).items() if "afloat" in kind.traits)


def afloat(state: State, name: str) -> bool:
    return state[Map].teams[name].kind in floating_kinds(state.book)


def is_boat(state: State, place: Place) -> bool:
    """Whether a place is a boat, on which a team may be."""
    return place in state[Map].teams and afloat(state, place)


def cargo_of(state: State, boat: str) -> str:
    """AQ-CARRY-03: the one team on a boat; nothing where there is none."""
    return next((name for name, team in state[Map].teams.items() if team.place == boat), "")


def boats_of(state: State, seat: Seat) -> list[str]:
    afloat, teams = floating_kinds(state.book), state[Map].teams
    return sorted([name for name, team in teams.items() if team.seat == seat and team.kind in afloat])


def boats_on(state: State, hex: str, seat: Seat = "") -> list[str]:
    """AQ-BOAT-04: the boats on a hex, all or one seat's."""
    kinds = floating_kinds(state.book)
    found = [
        name
        for name, team in state[Map].teams.items()
        if team.kind in kinds and named_hex(team.place) == hex and seat in ("", team.seat)
    ]
    return sorted(found)


def boats_left(state: State, seat: Seat) -> int:
    """AQ-BOAT-06, AQ-BOAT-07, AQ-AMB-13: the boats that a seat may still build."""
    return len(reserve(state, seat, BOAT)) - len(team_names(state.book, seat, BOAT)) + rules(state).boats_per_player


def oil_of(state: State, seat: Seat) -> int:
    """What a seat can burn; for all to see where screens are open."""
    shown = state[OpenPurses].cubes.get(f"{seat}.{OIL}")
    return state[Purse, seat].cubes[OIL] if shown is None else shown


def zone_of(place: Place) -> str:
    return place.partition(".")[2]


def wet(state: State, hex: str, zone: str) -> bool:
    """AQ-SEA-01, AQ-EXPL-01: whether a zone of a hex is water; a hex without zones is all land."""
    return zone != WHOLE and tile_of(state, hex).zones[zone].ground == SEA


def seas_at(state: State, place: Place) -> list[str]:
    """The sea zones that a place lies in, wholly or in part."""
    hex = named_hex(place)
    return [zone for zone in zones_at(state, place) if wet(state, hex, zone)]


def lands_at(state: State, place: Place) -> list[str]:
    """The land zones that a place lies in, wholly or in part."""
    hex = named_hex(place)
    return [zone for zone in zones_at(state, place) if not wet(state, hex, zone)]


def in_its_water(state: State, boat: str, spot: Place) -> bool:
    """AQ-BBUILD-01, AQ-BREP-01, AQ-WALL-03: whether a spot lies in the sea zone of a boat, wholly or in part."""
    here = state[Map].teams[boat].place
    return named_hex(here) == named_hex(spot) and zone_of(here) in zones_at(state, spot)


def rank_of_cargo(state: State, boat: str) -> str:
    """What a boat carries, as policies call it."""
    load = cargo_of(state, boat)
    if not load:
        return "empty"
    return "loaded_rover" if motorized(state, state[Map].teams[load]) else "loaded_scientist"


def is_maelstrom(state: State, hex: str) -> bool:
    return MAELSTROM in tile_of(state, hex).traits
