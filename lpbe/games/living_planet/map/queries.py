"""Questions about the state: places, pieces, and who controls what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from sys import intern

from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Roster, Seat, State
from ....kernel.engine.rulebook import Rulebook
from ..options import LivingPlanetOptions
from ..state import (
    CHIPS_PER_SEAT,
    LAND,
    TURNS_PER_GAME,
    Building,
    BuildingKind,
    HexSet,
    Map,
    Place,
    ResourceKind,
    Team,
    TeamKind,
    Tile,
    Turn,
)
from .hexes import Cell, edge_after_turn, neighbours

MAX_CACHED_BOOKS = 16
"""How many rulebooks keep their sorted content in memory: more than a process ever plays at once."""


def options(state: State) -> LivingPlanetOptions:
    return state[LivingPlanetOptions]


@lru_cache(MAX_CACHED_BOOKS)
def printed_tiles(book: Rulebook) -> Mapping[str, Tile]:
    """Return the hexes as printed; cached per rulebook here and below, because rules look them up all the time."""
    return book.rows_of(Tile)


@lru_cache(MAX_CACHED_BOOKS)
def building_kinds(book: Rulebook) -> Mapping[str, BuildingKind]:
    return book.rows_of(BuildingKind)


def tile_of(state: State, hex: str) -> Tile:
    return state[HexSet].tiles.get(hex) or printed_tiles(state.book)[hex]


def kind_of(state: State, building: Building) -> BuildingKind:
    return building_kinds(state.book)[building.kind]


@lru_cache(MAX_CACHED_BOOKS)
def resource_names(book: Rulebook) -> tuple[str, ...]:
    """Return the resources of a game in their fixed order; a file does not keep an order."""
    rows = book.rows_of(ResourceKind)
    return tuple(sorted(rows, key=lambda name: (rows[name].nth, name)))


@lru_cache(MAX_CACHED_BOOKS)
def team_kinds(book: Rulebook) -> tuple[str, ...]:
    """Return the kinds of team in their fixed order, one string per kind: defaults are recognised by identity."""
    rows = book.rows_of(TeamKind)
    return tuple(intern(name) for name in sorted(rows, key=lambda name: (rows[name].nth, name)))


def resources(state: State) -> tuple[str, ...]:
    """Return what is traded in this game, in the order that decides ties."""
    return resource_names(state.book)


def rank(state: State, resource: str) -> int:
    """Return the place of a resource in the fixed order."""
    return resource_names(state.book).index(resource)


@lru_cache(MAX_CACHED_BOOKS)
def mineral_names(book: Rulebook) -> tuple[str, ...]:
    return tuple(name for name in resource_names(book) if book.rows_of(ResourceKind)[name].mineral)


@amendable
def turns(state: State) -> int:
    """Return how many turns the game has (LP-END-01)."""
    return TURNS_PER_GAME


@lru_cache(4096)
def hex_name(place: Place) -> str:
    """Return the hex that a spot or zone is named after."""
    return place.partition(".")[0]


@lru_cache(4096)
def is_spot(place: Place) -> bool:
    """Return whether a place is a spot: spots have numbers, zones have names."""
    return place.partition(".")[2].isdigit()


def hex_of(state: State, place: Place) -> str:
    """Return the hex a piece is on, by its place."""
    hex = hex_name(place)
    return hex if hex in state[Map].hexes else hex_aboard(state, place)


@amendable
def hex_aboard(state: State, place: Place) -> str:
    """Return the hex of a place that is not itself part of a hex, such as another team.

    Separate from `hex_of`, which is called far too often to be amendable.
    """
    return hex_name(place)


@amendable
def inside(state: State, place: Place) -> bool:
    """Return whether a team at this place is in a building: on a spot, not in a zone or on another team."""
    return is_spot(place)


def ground_of(state: State, place: Place) -> str:
    """Return the ground of a spot or zone; land where the tile names none."""
    hex, _, part = place.partition(".")
    tile = tile_of(state, hex)
    if part in tile.zones:
        return tile.zones[part].ground
    return tile.grounds[int(part) - 1] if part and tile.grounds else LAND


def spots_of(state: State, hex: str) -> tuple[Place, ...]:
    return spot_names(hex, len(tile_of(state, hex).spots))


@lru_cache(None)
def spot_names(hex: str, count: int) -> tuple[Place, ...]:
    return tuple(f"{hex}.{n}" for n in range(1, count + 1))


def icon_of(state: State, spot: Place) -> str:
    """Return the resource printed on a spot; nothing on a blank one."""
    hex, _, number = spot.partition(".")
    return tile_of(state, hex).spots[int(number) - 1]


def placed_hexes(state: State) -> list[str]:
    """Return the hexes in the order they were placed; a file does not keep the order of its keys."""
    hexes = state[Map].hexes
    return sorted(hexes, key=lambda hex: (hexes[hex].nth, hex))


def hexes_by_cell(state: State) -> dict[Cell, str]:
    return {laid.at: name for name, laid in state[Map].hexes.items()}


def around(state: State, hex: str) -> list[str]:
    """Return the hexes on the map next to one."""
    by_cell = hexes_by_cell(state)
    return [by_cell[at] for at in neighbours(state[Map].hexes[hex].at) if at in by_cell]


def edge_of(state: State, hex: str, direction: int) -> str:
    return edge_after_turn(tile_of(state, hex).edges, state[Map].hexes[hex].turn, direction)


def seats(state: State) -> list[Seat]:
    return state[Roster].seats


def clockwise(state: State) -> list[Seat]:
    """Return the seats from the Leader on."""
    order = state[Roster].seats
    first = order.index(state[Turn].leader)
    return order[first:] + order[:first]


def die(state: State) -> int:
    """Return the present face of the die of this column (LP-DEF-02)."""
    turn = state[Turn]
    return turn.dice[turn.order[turn.column]]


@lru_cache(MAX_CACHED_BOOKS)
def motorized_kinds(book: Rulebook) -> frozenset[str]:
    return frozenset(name for name, kind in book.rows_of(TeamKind).items() if kind.motorized)


def is_motorized(state: State, team: Team) -> bool:
    return team.kind in motorized_kinds(state.book)


@lru_cache(512)
def team_names(book: Rulebook, seat: Seat, kind: str) -> tuple[str, ...]:
    """Return all teams of a kind that a seat has, on the map or not (C-05)."""
    row = book.rows_of(TeamKind)[kind]
    return tuple(f"{seat[0].upper()}{row.prefix}{n}" for n in range(1, row.count + 1))


def reserve(state: State, seat: Seat, kind: str) -> list[str]:
    """Return the teams that are not on the map (LP-DEF-06, C-05)."""
    teams = state[Map].teams
    return [name for name in team_names(state.book, seat, kind) if name not in teams]


def chips_left(state: State, seat: Seat) -> int:
    return CHIPS_PER_SEAT - sum(b.chip == seat for b in state[Map].buildings.values())


def teams_of(state: State, seat: Seat) -> list[tuple[str, Team]]:
    """Return a seat's teams on the map, by name."""
    return sorted([item for item in state[Map].teams.items() if item[1].seat == seat])


def team_in(state: State, spot: Place) -> tuple[str, Team] | None:
    """Return the one team in a building (LP-MOVE-09)."""
    for name, team in state[Map].teams.items():
        if team.place == spot:
            return name, team
    return None


def colony_of(state: State, seat: Seat) -> Place | None:
    """Return the spot of a seat's colony (LP-SETUP-08)."""
    wanted = f"colony-{seat}"
    return next((spot for spot, b in state[Map].buildings.items() if b.tile == wanted), None)


@amendable
def free_colony(state: State, seat: Seat) -> Place | None:
    """Return the seat's colony if no team is on it, wounded or not; nothing else counts (LP-COLONY-02, G-34, G-36)."""
    colony = colony_of(state, seat)
    return colony if colony and team_in(state, colony) is None else None


def works(state: State, team: Team) -> bool:
    """Return whether a team counts: an unwounded one, or by option a wounded one too (LP-DEF-03, G-49)."""
    return not team.wounded or bool(options(state).wounded_controls)


@amendable
def controller(state: State, spot: Place) -> Seat | None:
    """Return whose chip or unwounded team is on a building (LP-DEF-07, G-49)."""
    building = state[Map].buildings[spot]
    if building.chip:
        return building.chip
    found = team_in(state, spot)
    return found[1].seat if found and works(state, found[1]) else None


@amendable
def functional(state: State, spot: Place) -> bool:
    """Return whether a chip or an unwounded team is on a building (LP-DEF-03, LP-DEF-04)."""
    found = team_in(state, spot)
    return bool(state[Map].buildings[spot].chip) or (found is not None and not found[1].wounded)


def is_abandoned(state: State, spot: Place) -> bool:
    """Return whether a building has neither a chip nor a team (LP-DEF-05)."""
    return not state[Map].buildings[spot].chip and team_in(state, spot) is None


def buildings_of(state: State, seat: Seat) -> list[Place]:
    """Return the buildings that a seat controls."""
    return [spot for spot in state[Map].buildings if controller(state, spot) == seat]
