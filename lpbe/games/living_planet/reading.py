"""Reading the state: places, pieces, and who controls what."""

from __future__ import annotations

from functools import lru_cache

from ...kernel.play.rules import Roster, Seat, State, amendable
from .hexes import neighbours, shown
from .options import LivingPlanetOptions
from .state import CHIPS, ROVERS, SCIENTISTS, Building, BuildingKind, HexSet, Map, Place, Team, Tile, Turn


def options(state: State) -> LivingPlanetOptions:
    return state[LivingPlanetOptions]


def tile_of(state: State, hex: str) -> Tile:
    return state[HexSet].tiles.get(hex) or state.book.entries(Tile)[hex]


def kind_of(state: State, building: Building) -> BuildingKind:
    return state.book.entries(BuildingKind)[building.kind]


@lru_cache(None)
def hex_of(place: Place) -> str:
    return place.partition(".")[0]


def inside(place: Place) -> bool:
    return "." in place


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


def around(state: State, hex: str) -> list[str]:
    """The hexes on the map next to one."""
    cells = neighbours(state[Map].hexes[hex].at)
    by_cell = {laid.at: name for name, laid in state[Map].hexes.items()}
    return [by_cell[at] for at in cells if at in by_cell]


def edge_of(state: State, hex: str, direction: int) -> str:
    return shown(tile_of(state, hex).edges, state[Map].hexes[hex].turn, direction)


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


@lru_cache(None)
def team_names(seat: Seat, motorized: bool) -> tuple[str, ...]:
    prefix, count = (f"{seat[0].upper()}M", ROVERS) if motorized else (seat[0].upper(), SCIENTISTS)
    return tuple(f"{prefix}{n}" for n in range(1, count + 1))


def reserve(state: State, seat: Seat, motorized: bool) -> list[str]:
    """LP-DEF-06, C-05: teams that are not on the map."""
    teams = state[Map].teams
    return [name for name in team_names(seat, motorized) if name not in teams]


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


def tiles_of(state: State, building: str) -> tuple[str, ...]:
    """C-03, G-03: the tiles of a kind of building in the set that is played with."""
    kind = state.book.entries(BuildingKind)[building]
    return kind.sets.get(options(state).building_set, kind.tiles)


def building_bank(state: State) -> dict[str, list[str]]:
    """LP-SETUP-17: the tiles of each kind that are not on the map."""
    used = {building.tile for building in state[Map].buildings.values()}
    kinds, chosen = state.book.entries(BuildingKind), options(state).building_set
    tiles = {name: kind.sets.get(chosen, kind.tiles) for name, kind in kinds.items()}
    return {name: [tile for tile in tiles[name] if tile not in used] for name in tiles}
