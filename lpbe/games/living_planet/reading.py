"""Reading the state: places, pieces, and who controls what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from sys import intern

from ...kernel.play.rulebook import Rulebook
from ...kernel.play.rules import Roster, Seat, State, amendable
from .hexes import Cell, edge_after_turn, neighbours
from .options import LivingPlanetOptions
from .state import (
    CHIPS,
    LAND,
    TURNS,
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

BOOKS = 16
"""Rulebooks whose content is kept in order; more than a process ever plays at once."""


def options(state: State) -> LivingPlanetOptions:
    return state[LivingPlanetOptions]


@lru_cache(BOOKS)
def printed_tiles(book: Rulebook) -> Mapping[str, Tile]:
    """The hexes as they come with the game; here and below kept by the book, for rules look them up all the time."""
    return book.rows_of(Tile)


@lru_cache(BOOKS)
def building_kinds(book: Rulebook) -> Mapping[str, BuildingKind]:
    return book.rows_of(BuildingKind)


def tile_of(state: State, hex: str) -> Tile:
    return state[HexSet].tiles.get(hex) or printed_tiles(state.book)[hex]


def kind_of(state: State, building: Building) -> BuildingKind:
    return building_kinds(state.book)[building.kind]


@lru_cache(BOOKS)
def resource_names(book: Rulebook) -> tuple[str, ...]:
    """The resources of a game in their fixed order; a file keeps no order of its own."""
    rows = book.rows_of(ResourceKind)
    return tuple(sorted(rows, key=lambda name: (rows[name].nth, name)))


@lru_cache(BOOKS)
def team_kinds(book: Rulebook) -> tuple[str, ...]:
    """The kinds of teams of a game in their fixed order; one string a kind, for defaults are told by identity."""
    rows = book.rows_of(TeamKind)
    return tuple(intern(name) for name in sorted(rows, key=lambda name: (rows[name].nth, name)))


def resources(state: State) -> tuple[str, ...]:
    """What is traded in this game, in the order that decides ties."""
    return resource_names(state.book)


def rank(state: State, resource: str) -> int:
    """The place of a resource in the fixed order."""
    return resource_names(state.book).index(resource)


@lru_cache(BOOKS)
def mineral_names(book: Rulebook) -> tuple[str, ...]:
    return tuple(name for name in resource_names(book) if book.rows_of(ResourceKind)[name].mineral)


@amendable
def turns(state: State) -> int:
    """LP-END-01: how many turns the game has."""
    return TURNS


@lru_cache(4096)
def named_hex(place: Place) -> str:
    """The hex a spot or zone is named after."""
    return place.partition(".")[0]


@lru_cache(4096)
def numbered_spot(place: Place) -> bool:
    """Spots have numbers, zones have names."""
    return place.partition(".")[2].isdigit()


def hex_of(state: State, place: Place) -> str:
    """The hex a piece is on, by its place."""
    hex = named_hex(place)
    return hex if hex in state[Map].hexes else hex_aboard(state, place)


@amendable
def hex_aboard(state: State, place: Place) -> str:
    """The hex of a place that is no part of one: amended where a team may be on another one, whose name is its place.

    A rule apart from `hex_of`, which is asked far too often to be one itself.
    """
    return named_hex(place)


@amendable
def inside(state: State, place: Place) -> bool:
    """Whether who is at a place is in a building: on a spot, not in a zone, nor on another team."""
    return numbered_spot(place)


def ground_of(state: State, place: Place) -> str:
    """What a spot stands on, what a zone is made of; land where the tile says nothing."""
    hex, _, part = place.partition(".")
    tile = tile_of(state, hex)
    if part in tile.zones:
        return tile.zones[part].ground
    return tile.grounds[int(part) - 1] if part and tile.grounds else LAND


def spots_of(state: State, hex: str) -> tuple[Place, ...]:
    return numbered(hex, len(tile_of(state, hex).spots))


@lru_cache(None)
def numbered(hex: str, count: int) -> tuple[Place, ...]:
    return tuple(f"{hex}.{n}" for n in range(1, count + 1))


def icon_of(state: State, spot: Place) -> str:
    """The resource printed on a spot; nothing on a blank one."""
    hex, _, number = spot.partition(".")
    return tile_of(state, hex).spots[int(number) - 1]


def placed(state: State) -> list[str]:
    """The hexes in the order they were placed; a file does not keep the order of its keys."""
    hexes = state[Map].hexes
    return sorted(hexes, key=lambda hex: (hexes[hex].nth, hex))


def hexes_by_cell(state: State) -> dict[Cell, str]:
    return {laid.at: name for name, laid in state[Map].hexes.items()}


def around(state: State, hex: str) -> list[str]:
    """The hexes on the map next to one."""
    by_cell = hexes_by_cell(state)
    return [by_cell[at] for at in neighbours(state[Map].hexes[hex].at) if at in by_cell]


def edge_of(state: State, hex: str, direction: int) -> str:
    return edge_after_turn(tile_of(state, hex).edges, state[Map].hexes[hex].turn, direction)


def seats(state: State) -> list[Seat]:
    return state[Roster].seats


def clockwise(state: State) -> list[Seat]:
    """The seats from the Leader on."""
    order = state[Roster].seats
    first = order.index(state[Turn].leader)
    return order[first:] + order[:first]


def die(state: State) -> int:
    """LP-DEF-02: the face of the die of the present column, as it is now."""
    turn = state[Turn]
    return turn.dice[turn.order[turn.column]]


@lru_cache(BOOKS)
def motorized_kinds(book: Rulebook) -> frozenset[str]:
    return frozenset(name for name, kind in book.rows_of(TeamKind).items() if kind.motorized)


def motorized(state: State, team: Team) -> bool:
    return team.kind in motorized_kinds(state.book)


@lru_cache(512)
def team_names(book: Rulebook, seat: Seat, kind: str) -> tuple[str, ...]:
    """C-05: all teams of a kind that a seat has, on the map or not."""
    row = book.rows_of(TeamKind)[kind]
    return tuple(f"{seat[0].upper()}{row.prefix}{n}" for n in range(1, row.count + 1))


def reserve(state: State, seat: Seat, kind: str) -> list[str]:
    """LP-DEF-06, C-05: teams that are not on the map."""
    teams = state[Map].teams
    return [name for name in team_names(state.book, seat, kind) if name not in teams]


def chips_left(state: State, seat: Seat) -> int:
    return CHIPS - sum(b.chip == seat for b in state[Map].buildings.values())


def teams_of(state: State, seat: Seat) -> list[tuple[str, Team]]:
    """A seat's teams on the map, by name."""
    return sorted([item for item in state[Map].teams.items() if item[1].seat == seat])


def team_in(state: State, spot: Place) -> tuple[str, Team] | None:
    """LP-MOVE-09: the one team in a building."""
    for name, team in state[Map].teams.items():
        if team.place == spot:
            return name, team
    return None


def colony_of(state: State, seat: Seat) -> Place | None:
    """LP-SETUP-08: the spot of a seat's colony."""
    wanted = f"colony-{seat}"
    return next((spot for spot, b in state[Map].buildings.items() if b.tile == wanted), None)


@amendable
def landing(state: State, seat: Seat) -> Place | None:
    """LP-COLONY-02, G-34, G-36: the own colony with no team on it, wounded or not; nothing else counts."""
    colony = colony_of(state, seat)
    return colony if colony and team_in(state, colony) is None else None


def works(state: State, team: Team) -> bool:
    """LP-DEF-03, G-49: an unwounded team; with the switch a wounded one too."""
    return not team.wounded or bool(options(state).wounded_controls)


@amendable
def controller(state: State, spot: Place) -> Seat | None:
    """LP-DEF-07, G-49: whose chip or unwounded team stands on a building."""
    building = state[Map].buildings[spot]
    if building.chip:
        return building.chip
    found = team_in(state, spot)
    return found[1].seat if found and works(state, found[1]) else None


@amendable
def functional(state: State, spot: Place) -> bool:
    """LP-DEF-03, LP-DEF-04: a chip or an unwounded team stands on it."""
    found = team_in(state, spot)
    return bool(state[Map].buildings[spot].chip) or (found is not None and not found[1].wounded)


def abandoned(state: State, spot: Place) -> bool:
    """LP-DEF-05: neither a chip nor a team."""
    return not state[Map].buildings[spot].chip and team_in(state, spot) is None


def controlled(state: State, seat: Seat) -> list[Place]:
    return [spot for spot in state[Map].buildings if controller(state, spot) == seat]
