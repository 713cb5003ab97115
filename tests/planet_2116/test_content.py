"""The map and the decks are as the rules of the game promise."""

from __future__ import annotations

from collections import Counter

import pytest

from lpbe.games import book_of, game_of
from lpbe.games.planet_2116.attack_enumeration import spread_tiles
from lpbe.games.planet_2116.globe import globe_of
from lpbe.games.planet_2116.patterns import rings, size
from lpbe.games.planet_2116.setup import Found, PlaceAnywhere, place_anywhere
from lpbe.games.planet_2116.state import City, Fault, HumanCard, Kind, PlanetCard, World
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.engine.hexgrid import distance
from lpbe.kernel.engine.table import Table

from ..contract.contract_config import root
from . import atlas
from .positions import GAME

BOOK = book_of(GAME, [])
GLOBE = globe_of(BOOK)
CONTINENTS = ("pon", "lev", "mer")


def land(continent: str) -> list[str]:
    return [name for name, tile in GLOBE.tiles.items() if tile.continent == continent]


def away(one: str, other: str) -> int:
    return distance(GLOBE.tiles[one].at, GLOBE.tiles[other].at)


def test_there_are_330_tiles() -> None:
    count = Counter(tile.terrain for tile in GLOBE.tiles.values())
    assert count == {"sea": 176, "coast": 78, "forest": 36, "mountain": 36, "fault": 4}
    assert sum(count.values()) == 330


@pytest.mark.parametrize("continent", CONTINENTS)
def test_continents_are_alike(continent: str) -> None:
    tiles = [GLOBE.tiles[name] for name in land(continent)]
    assert Counter(tile.terrain for tile in tiles) == {"coast": 26, "forest": 12, "mountain": 12}
    cities = [tile for tile in tiles if tile.city]
    assert len(cities) == 7 and sum(tile.terrain == "coast" for tile in cities) == 3


def test_cities_stand_apart() -> None:
    tiles = [row.tile for row in BOOK.rows_of(City).values()]
    assert len(tiles) == 21
    assert min(away(one, other) for one in tiles for other in tiles if one != other) >= 3


def test_continents_are_apart_and_the_sea_is_one() -> None:
    for one in CONTINENTS:
        others = [tile for other in CONTINENTS if other != one for tile in land(other)]
        assert min(away(tile, other) for tile in land(one) for other in others) >= 2
    wet = {name for name, tile in GLOBE.tiles.items() if not tile.continent}
    assert len(connected_tiles(wet, "A01")) == len(wet) == 180
    faults = set(GLOBE.faults.values())
    assert len(wet - faults) - len(connected_tiles(wet - faults, "A01")) == 20
    edge = [name for name in GLOBE.tiles if name[0] in "AO" or name[1:] in ("01", "22")]
    assert {GLOBE.tiles[name].terrain for name in edge} == {"sea"}


def connected_tiles(tiles: set[str], start: str) -> set[str]:
    found, waiting = set[str](), [start]
    while waiting:
        here = waiting.pop()
        if here in tiles and here not in found:
            found.add(here)
            waiting += filter(None, GLOBE.around[here])
    return found


def test_a_coast_is_land_at_the_sea() -> None:
    for name, tile in GLOBE.tiles.items():
        if tile.continent:
            wet = any(not GLOBE.tiles[one].continent for one in GLOBE.around[name] if one)
            assert (tile.terrain == "coast") == wet, name


def test_how_far_the_faults_are() -> None:
    near = {1: (1, 1, 5), 2: (2, 2, 3), 3: (1, 7, 1), 4: (9, 1, 1)}
    cities = {1: (3, 3, 6), 2: (3, 3, 4), 3: (3, 8, 3), 4: (10, 3, 3)}
    for number, tile in GLOBE.faults.items():
        towns = [[name for name in land(c) if GLOBE.tiles[name].city] for c in CONTINENTS]
        assert tuple(min(away(tile, name) for name in land(c)) for c in CONTINENTS) == near[number]
        assert tuple(min(away(tile, name) for name in names) for names in towns) == cities[number]


def test_the_tiles_around_a_tile() -> None:
    for name in GLOBE.tiles:
        there = [atlas.name(one) if atlas.on_board(one) else "" for one in atlas.around(atlas.place(name))]
        assert list(GLOBE.around[name]) == there


def test_the_decks() -> None:
    assert Counter(row.kind for row in BOOK.rows_of(PlanetCard).values()) == {
        "tornado": 4,
        "tsunami": 4,
        "wildfire": 4,
        "meteorite": 4,
        "rise": 3,
    }
    humans = BOOK.rows_of(HumanCard).values()
    assert Counter(row.kind for row in humans) == {"resource": 16, "cooling": 10, "shield": 5, "unit": 5}
    assert Counter((row.cost, row.degrees) for row in humans if row.kind == "cooling") == {
        (1, 1): 3,
        (2, 2): 4,
        (3, 4): 3,
    }
    assert {row.origin for row in BOOK.rows_of(Kind).values() if row.origin} == {"sea", "land", "forest", "mountain"}


WRONG = {
    "no city": {"drop": {"cities": ["arvik"]}},
    "a row less": {"drop": {"map": ["H"]}},
    "no fault": {"drop": {"faults": ["fault-1"]}},
    "a strange sign": {"map": {"A": {"tiles": "~" * 21 + "?"}}},
    "a city in the sea": {"cities": {"arvik": {"tile": "A01", "continent": "pon"}}},
    "a city beyond the map": {"cities": {"arvik": {"tile": "Z99", "continent": "pon"}}},
    "land of nobody": {"map": {"A": {"tiles": "m" + "~" * 21}}},
    "too few cards": {"drop": {"human": [f"U{n:02}" for n in range(1, 26)]}},
    "a fan that is called tornado": {"kinds": {"tornado": {"pattern": "fan", "origin": "land", "reach": [1, 2, 3, 4]}}},
    "a rise that attacks": {"kinds": {"rise": {"pattern": "path", "origin": "land", "reach": [3]}}},
    "a tornado that goes nowhere": {"kinds": {"tornado": {"pattern": "path", "origin": "land", "reach": [0, 7]}}},
    "a tsunami without rows": {"kinds": {"tsunami": {"pattern": "fan", "origin": "sea"}}},
    "a meteorite from nowhere": {"kinds": {"meteorite": {"pattern": "rings", "reach": [1]}}},
    "a wildfire that burns nothing": {"kinds": {"wildfire": {"pattern": "spread", "origin": "forest", "reach": [4]}}},
    "a short row": {"map": {"A": {"tiles": "~" * 21}}},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_world_that_cannot_be_played_in_is_refused(name: str) -> None:
    with pytest.raises(Malformed, match="content pack"):
        book_of(GAME, [], WRONG[name])


def test_players_may_bring_a_world_and_decks_of_their_own() -> None:
    own = {"map": {"A": {"tiles": "~" * 22}}, "human": {"U17": {"kind": "resource"}}, "kinds": {"rise": heat()}}
    book = book_of(GAME, [], own)
    assert book.rows_of(HumanCard)["U17"].kind == "resource" and book.rows_of(Kind)["rise"].degrees == 3


def test_a_kind_of_their_own_may_leave_out_spokes_and_bends() -> None:
    plain = {"pattern": "rings", "origin": "mountain", "reach": [1]}
    path = {"pattern": "path", "origin": "land", "reach": [2, 4]}
    book = book_of(GAME, [], {"kinds": {"meteorite": plain, "tornado": path}})
    rows = book.rows_of(Kind)
    assert len(rings(globe_of(book), rows["meteorite"], 2, "D11")) == 6
    assert [size(rows["tornado"].reach, cards) for cards in (1, 2, 4)] == [2, 4, 4]
    assert size(rows["tornado"].bends, 2) == 0


def test_a_forest_may_stand_at_the_edge_of_their_map() -> None:
    book = book_of(GAME, [], {"map": {"A": {"tiles": "~~~~f" + "~" * 17}}})
    state = book.blank(game_of(GAME).seats, {})
    state[World].taken = ["A05"]
    assert spread_tiles(state, book.rows_of(Kind)["wildfire"], "A05", 4) == ("B04", "B05")


def test_chance_finds_a_place_on_land_that_is_all_cities() -> None:
    """Where every tile of their continents has a city, a factory goes to a city."""
    lines = {letter: {"tiles": "~" * 22} for letter in atlas.ROWS}
    rows = dict(zip(CONTINENTS, "CFI", strict=True))
    lines |= {letter: {"tiles": "~" * 7 + "C" * 7 + "~" * 8} for letter in rows.values()}
    lines["L"] = {"tiles": "1~2~3~4".ljust(22, "~")}
    names: dict[str, list[str]] = {
        c: [name for name, row in BOOK.rows_of(City).items() if row.continent == c] for c in rows
    }
    cities = {name: {"tile": f"{rows[c]}{n:02}", "continent": c} for c in rows for n, name in enumerate(names[c], 8)}
    faults = {
        name: {"number": row.number, "tile": f"L{2 * row.number - 1:02}"} for name, row in BOOK.rows_of(Fault).items()
    }
    book = book_of(GAME, [], {"map": lines, "cities": cities, "faults": faults})
    table = Table(book.blank(game_of(GAME).seats, {}), root(1))
    place_anywhere(table, "human-1", Found("human-1"), PlaceAnywhere())
    [site] = table.state[World].sites
    assert site[0] in "CFI"


def heat() -> dict[str, str | int]:
    return {"pattern": "heat", "degrees": 3}
