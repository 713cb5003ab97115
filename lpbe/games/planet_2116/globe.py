"""The map: tiles by name, what is on them, and their neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ...kernel.engine.hexgrid import Hex, neighbours
from ...kernel.engine.model import State
from ...kernel.engine.rulebook import Rulebook
from .state import City, Fault, MapLine, Planet2116Options, Terrain, World

DIRECTIONS = ("e", "ne", "nw", "w", "sw", "se")
"""As the kernel counts them: from the east on counter-clockwise."""
SEA_ALONE = ("sea",)


class Tile(Struct, frozen=True):
    """A place of the map and what is on it; a tile with two reliefs counts as both (2116-MAP-02, 2116-MAP-03)."""

    name: str
    at: Hex
    terrain: str
    reliefs: tuple[str, ...]
    fault: bool
    city: str = ""
    continent: str = ""


class Globe(Struct, frozen=True):
    tiles: Mapping[str, Tile]
    places: Mapping[Hex, str]
    around: Mapping[str, tuple[str, ...]]
    """The six tiles around one, by direction; nothing beyond the edge of the map."""
    faults: Mapping[int, str]


@lru_cache(8)
def globe_of(book: Rulebook) -> Globe:
    """Return the map; built once for each rulebook."""
    terrains = {sign: (name, row) for name, row in book.rows_of(Terrain).items() for sign in row.signs}
    cities = {row.tile: name for name, row in book.rows_of(City).items()}
    plain = {
        name: Tile(name, at, terrain=kind, reliefs=row.reliefs, fault=row.fault, city=cities.get(name, ""))
        for name, at, sign in signs(book)
        for kind, row in [terrains[sign.lower()]]
    }
    places = {tile.at: name for name, tile in plain.items()}
    around = {name: tuple(places.get(at, "") for at in neighbours(tile.at)) for name, tile in plain.items()}
    tiles = with_continents(book, plain, around)
    return Globe(tiles, places, around=around, faults={row.number: row.tile for row in book.rows_of(Fault).values()})


def signs(book: Rulebook) -> Iterator[tuple[str, Hex, str]]:
    """Yield every tile with its place and its sign; every other row of the map is shifted by half a tile."""
    for r, (letter, line) in enumerate(sorted(book.rows_of(MapLine).items())):
        for c, sign in enumerate(line.tiles):
            yield f"{letter}{c + 1:02}", (c - r // 2, r), sign


def with_continents(
    book: Rulebook, tiles: Mapping[str, Tile], around: Mapping[str, Sequence[str]]
) -> Mapping[str, Tile]:
    """Return the tiles with continents: all land that is connected with their cities (2116-MAP-04)."""
    home = {row.tile: row.continent for row in book.rows_of(City).values() if row.tile in tiles}
    found: dict[str, str] = {}
    for start, continent in home.items():
        flood(tiles, around, start, continent, found)
    return {name: replace(tile, continent=found.get(name, "")) for name, tile in tiles.items()}


def flood(
    tiles: Mapping[str, Tile], around: Mapping[str, Sequence[str]], start: str, name: str, found: dict[str, str]
) -> None:
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here in found or not is_land(tiles[here]):
            continue
        found[here] = name
        waiting += filter(None, around[here])


def is_land(tile: Tile) -> bool:
    return "land" in tile.reliefs and not tile.fault


def globe(state: State) -> Globe:
    return globe_of(state.book)


def reliefs(state: State, tile: str) -> tuple[str, ...]:
    """Return what a tile counts as; a fault is wild, opened or not, unless an option says otherwise (2116-DMG-04)."""
    known = globe(state).tiles[tile]
    return SEA_ALONE if known.fault and not state[Planet2116Options].fault_is_wild else known.reliefs


def is_standing(state: State, tile: str) -> bool:
    """Return whether a tile is on the board and has not been removed (2116-MAP-01)."""
    return tile in globe(state).tiles and tile not in state[World].taken


def city_at(state: State, tile: str) -> str:
    """Return the city of a tile that is not destroyed, whatever became of the tile."""
    city = globe(state).tiles[tile].city
    return city if city not in state[World].cities else ""


def continent_at(state: State, tile: str) -> str:
    return globe(state).tiles[tile].continent
