"""Questions about the state: what burns, who is at sea, what is near."""

from __future__ import annotations

from functools import lru_cache

from .....kernel.engine.model import Seat, State
from .....kernel.engine.rulebook import Rulebook
from ...map.queries import (
    MAX_CACHED_BOOKS,
    around,
    building_kinds,
    controller,
    hex_of,
    kind_of,
    placed_hexes,
    spots_of,
    tile_of,
)
from ...state import Building, Map, Place, Purse, TeamKind
from .state import FUELS, ArboriaOptions, Fuel, Oxygen, Wilds

HYDRAULIC = "hydraulic"
FLOOD_PROOF = "flood-proof"
WORKS_IN_FIRE = "works-in-fire"
FUNGAL = "fungal"
SCARCE = "scarce"
"""These are the traits of buildings; their rows say the rest.

ARB-SAW-01 to ARB-SAW-05, ARB-HYDRO-01, ARB-HYDRO-02, ARB-HYDRO-09, ARB-FUNGI-01 to ARB-FUNGI-03, ARB-AMB-41,
ARB-AMB-45, ARB-AQUA-11: cost, spot, points and values.
"""
VOLCANO = "volcano"
"""The trait of the hex with the volcano."""
LANDING = "start"
"""The trait of the landing hex."""
AFLOAT = "afloat"
"""The trait of teams that go by water."""


def switches(state: State) -> ArboriaOptions:
    return state[ArboriaOptions]


def is_burning(state: State, hex: str) -> bool:
    return hex in state[Wilds].fires


def is_landing(state: State, hex: str) -> bool:
    return LANDING in tile_of(state, hex).traits


def is_volcano(state: State, hex: str) -> bool:
    return VOLCANO in tile_of(state, hex).traits


def volcano_of(state: State) -> str | None:
    """Return the volcano, once it is on the map."""
    return next((hex for hex in placed_hexes(state) if is_volcano(state, hex)), None)


@lru_cache(MAX_CACHED_BOOKS)
def afloat_kinds(book: Rulebook) -> frozenset[str]:
    return frozenset(name for name, kind in book.rows_of(TeamKind).items() if AFLOAT in kind.traits)


def sails(state: State, name: str) -> bool:
    """Return whether a team goes by water by itself (ARB-AQUA-01)."""
    return state[Map].teams[name].kind in afloat_kinds(state.book)


def adrift(state: State, name: str) -> bool:
    """Return whether a team goes by water or is on one that does (ARB-FIRE-25, ARB-AQUA-04)."""
    return sails(state, name) or state[Map].teams[name].place in state[Map].teams


def active_on(state: State, seat: Seat, hex: str) -> list[str]:
    """Return the unwounded teams of a seat on a hex, in buildings or not, that are not at sea."""
    teams = state[Map].teams
    here = [name for name, team in teams.items() if team.seat == seat and hex_of(state, team.place) == hex]
    return sorted(name for name in here if not teams[name].wounded and not adrift(state, name))


def has_trait(state: State, building: Building, trait: str) -> bool:
    return trait in kind_of(state, building).traits


@lru_cache(MAX_CACHED_BOOKS)
def kinds_with(book: Rulebook, trait: str) -> frozenset[str]:
    return frozenset(name for name, kind in building_kinds(book).items() if trait in kind.traits)


def has_post(state: State, seat: Seat, hex: str) -> bool:
    """Return whether a seat controls a hydraulic post on the hex or next to it (ARB-HYDRO-04, ARB-AMB-50)."""
    buildings = state[Map].buildings
    posts = kinds_with(state.book, HYDRAULIC)
    near = (hex, *around(state, hex))
    spots = [spot for one in near for spot in spots_of(state, one) if spot in buildings]
    return any(buildings[spot].kind in posts and controller(state, spot) == seat for spot in spots)


def cubes(state: State, seat: Seat, resource: str) -> int:
    """Return what a seat has of a resource behind its screen (ARB-AMB-46)."""
    return state[Purse, seat].cubes[resource]


def fuels(state: State, seat: Seat) -> list[Fuel]:
    return [fuel for fuel in FUELS if cubes(state, seat, fuel)]


@lru_cache(MAX_CACHED_BOOKS)
def stars_by_hex(book: Rulebook) -> dict[str, int]:
    return {row.hex: row.stars for row in book.rows_of(Oxygen).values()}


def buildings_on(state: State, hex: str) -> list[Place]:
    return [spot for spot in spots_of(state, hex) if spot in state[Map].buildings]


def pieces_on(state: State, hex: str) -> int:
    """Return the chips and teams of all players on a hex."""
    chips = sum(bool(state[Map].buildings[spot].chip) for spot in buildings_on(state, hex))
    return chips + sum(hex_of(state, team.place) == hex for team in state[Map].teams.values())
