"""What holds in every reachable position, and what content must comply with."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.base.errors import Message
from .....kernel.engine.model import State
from .....kernel.engine.rulebook import Rulebook
from ...actions.trade_terms import cubes_in_play
from ...map.queries import ground_of, inside, resources, seats
from ...state import LAND, Bank, BuildingKind, Map, Purse, TeamKind, Tile
from .fleet import BOAT, COAST, PORT, SEA, afloat, boats_of
from .hex_picks import MYCELIUM
from .options import rules
from .walls import IRON, VIBRANIUM, Walls

MAX_PLAYERS = 4
"""The most players of a game."""


def table_faults(state: State) -> Iterator[str]:
    """Yield an error unless every wall is on the map and of a known material."""
    for place, material in sorted(state[Walls].built.items()):
        if place.partition(".")[0] not in state[Map].hexes or material not in (IRON, VIBRANIUM):
            yield f"a wall of {material} stands at {place}"


def laws(state: State) -> Iterator[str]:
    yield from cargo_laws(state)
    yield from wall_laws(state)
    for resource in resources(state):
        held = sum(state[Purse, seat].cubes[resource] for seat in seats(state))
        if state[Bank].cubes[resource] + held != cubes_in_play(state, resource):
            yield f"{resource} was made or lost"


def cargo_laws(state: State) -> Iterator[str]:
    """Yield an error unless boats are on water with one team each, and nobody else is in the sea.

    AQ-SEA-03, AQ-SEA-04, AQ-CARRY-03, AQ-BOAT-06.
    """
    teams = state[Map].teams
    for name, team in sorted(teams.items()):
        if team.place in teams:
            alone = sum(other.place == team.place for other in teams.values()) == 1
            if not alone or afloat(state, name) or teams[team.place].seat != team.seat or not afloat(state, team.place):
                yield f"{name} is aboard {team.place}"
        elif not inside(state, team.place) and (ground_of(state, team.place) == SEA) != afloat(state, name):
            yield f"{name} is at {team.place}"
    for seat in seats(state):
        if len(boats_of(state, seat)) > rules(state).boats_per_player:
            yield f"{seat} has too many boats"


def wall_laws(state: State) -> Iterator[str]:
    for place, material in sorted(state[Walls].built.items()):
        if place not in state[Map].buildings or material not in (IRON, VIBRANIUM):
            yield f"a wall of {material} stands at {place}"


def audit(book: Rulebook) -> Iterator[Message]:
    """Yield errors in content with which the rules could not be played (AQ-AMB-47, AQ-SEA-06)."""
    yield from missing_rows(book)
    for name, tile in book.rows_of(Tile).items():
        yield from tile_problems(name, tile)
    for name, kind in book.rows_of(BuildingKind).items():
        if kind.kind == PORT and not all(has_two_faces(tile) for tile in kind.tiles):
            yield Message(
                "buildings.{building}: a port must be named after its two values, like port-14", {"building": name}
            )


def missing_rows(book: Rulebook) -> Iterator[Message]:
    """Yield what both scenarios need but lack: an island, boats, and a port and a mycelium hex for everybody."""
    tiles = book.rows_of(Tile).values()
    island = [tile for tile in tiles if tile.deck == "harbour" and "S" in tile.edges]
    if not any(len(tile.spots) >= MAX_PLAYERS for tile in island):
        yield Message("tiles: there is no island with water and a spot for everybody")
    fertile = [tile for tile in tiles if tile.deck == LAND and MYCELIUM in tile.spots and "start" not in tile.traits]
    if len(fertile) < MAX_PLAYERS:
        yield Message("tiles: there must be at least {least} hexes with mycelium", {"least": MAX_PLAYERS})
    if sum(len(kind.tiles) for kind in book.rows_of(BuildingKind).values() if kind.kind == PORT) < MAX_PLAYERS:
        yield Message("buildings: there must be a port for everybody")
    if BOAT not in book.rows_of(TeamKind):
        yield Message("teams: there are no boats")


def tile_problems(name: str, tile: Tile) -> Iterator[Message]:
    edges = sorted(edge for zone in tile.zones.values() for edge in zone.edges)
    if tile.zones and edges != list(range(6)):
        yield Message("tiles.{tile}: each edge must belong to exactly one zone", {"tile": name})
    wet = [edge for zone in tile.zones.values() if zone.ground == SEA for edge in zone.edges]
    if any((letter == "S") != (edge in wet) for edge, letter in enumerate(tile.edges)):
        yield Message("tiles.{tile}: the edges of sea zones must be S, and no others", {"tile": name})
    if any(not named or any(zone not in tile.zones for zone in named) for named in tile.beside):
        yield Message("tiles.{tile}: a spot must be in zones of its own hex", {"tile": name})
    for icon, ground in zip(tile.spots, tile.grounds, strict=False):
        if (ground == SEA and not icon) or (ground == COAST and icon not in ("", "electricity")):
            yield Message(
                "tiles.{tile}: a spot at sea must have an icon; one on the coast, electricity or none", {"tile": name}
            )


def has_two_faces(tile: str) -> bool:
    faces = tile.rpartition("-")[2]
    return len(faces) == 2 and all(face in "123456" for face in faces)
