"""The rows of the packs, and every property that the catalogue states about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from lpbe.games import book_of
from lpbe.games.living_planet.actions.building_supply import building_bank
from lpbe.games.living_planet.map.hex_sets import generate_hexes
from lpbe.games.living_planet.map.hexes import CENTRE, edge_after_turn, neighbours
from lpbe.games.living_planet.map.queries import mineral_names, resource_names, team_kinds
from lpbe.games.living_planet.options import BUNDLES, LivingPlanetOptions, settle, usual
from lpbe.games.living_planet.policies import LivingPlanetPolicy
from lpbe.games.living_planet.setup import hex_deck, market_deck
from lpbe.games.living_planet.state import (
    COLOURS,
    BuildingKind,
    CataclysmKind,
    MarketCard,
    ResourceKind,
    TeamKind,
    Tile,
)
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.hexgrid import DIRECTIONS, opposite
from lpbe.kernel.engine.table import Table

from .positions import GAME, SEATS, new_game

BOOK = book_of(GAME, ())
TILES, BUILDINGS, MARKET = BOOK.rows_of(Tile), BOOK.rows_of(BuildingKind), BOOK.rows_of(MarketCard)
STANDARD = {name: tile for name, tile in TILES.items() if "start" not in tile.traits}
RESOURCES, MINERALS = resource_names(BOOK), mineral_names(BOOK)
KINDS = ("tornado", "geyser", "earthquake")
INDEX = {
    "red": ["H04 H16", "H01 H11", "H02 H17", "H13 H18", "H10 H22", "H08 H23"],
    "blue": ["H12 H21", "H15 H22", "H05 H14", "H06 H20", "H03 H09", "H07 H19"],
    "yellow": ["H05 H24", "H02 H13", "H15 H23", "H01 H16", "H08 H18", "H10 H20"],
    "green": ["H09 H17", "H07 H21", "H03 H12", "H14 H24", "H04 H19", "H06 H11"],
}


def make_hexes(seed: int) -> dict[str, Tile]:
    return generate_hexes(Table(BOOK.blank(SEATS, {}), Rng(seed.to_bytes(32, "big"))))


GENERATED = 20
sets = pytest.mark.parametrize(
    "seed", [None, *range(GENERATED)], ids=lambda seed: "standard" if seed is None else f"generated-{seed}"
)


@cache
def tiles_of(seed: int | None) -> Mapping[str, Tile]:
    """Return the standard hexes, or generated ones."""
    return STANDARD if seed is None else make_hexes(seed)


def kind_of(tile: Tile) -> str:
    (kind,) = {*tile.dice.values()}
    return kind


def by_kind(tiles: Mapping[str, Tile]) -> dict[str, list[Tile]]:
    return {kind: [tile for tile in tiles.values() if kind_of(tile) == kind] for kind in KINDS}


def test_each_die_of_the_standard_set_is_where_the_index_says() -> None:
    for colour, rows in INDEX.items():
        for value, names in enumerate(rows, 1):
            assert [name for name, tile in STANDARD.items() if f"{colour}{value}" in tile.dice] == names.split()


@sets
def test_each_die_is_on_two_hexes_of_different_cataclysms(seed: int | None) -> None:
    tiles = tiles_of(seed)
    homes: dict[str, list[str]] = {}
    for tile in tiles.values():
        for die in tile.dice:
            homes.setdefault(die, []).append(kind_of(tile))
    assert homes.keys() == {f"{colour}{value}" for colour in COLOURS for value in range(1, 7)}
    assert all(len(kinds) == 2 and kinds[0] != kinds[1] for kinds in homes.values())


@sets
def test_edges(seed: int | None) -> None:
    tiles = tiles_of(seed)
    edges = "".join(tile.edges for tile in tiles.values())
    assert Counter(edges) == {"M": 72, "D": 72}
    assert len({tile.edges for tile in tiles.values()}) == 13
    deserts = {kind: "".join(tile.edges for tile in group).count("D") for kind, group in by_kind(tiles).items()}
    assert deserts["tornado"] > deserts["geyser"] > deserts["earthquake"]
    assert deserts["tornado"] > 24 > deserts["earthquake"]


@sets
def test_eight_hexes_a_cataclysm_with_every_colour_and_value(seed: int | None) -> None:
    tiles = tiles_of(seed)
    assert len(tiles) == 24
    for group in by_kind(tiles).values():
        assert len(group) == 8
        dice = [die for tile in group for die in tile.dice]
        assert Counter(die[:-1] for die in dice) == dict.fromkeys(COLOURS, 4)
        assert {*Counter(die[-1] for die in dice).values()} <= {2, 3}
        assert {die[-1] for die in dice} == {*"123456"}


@sets
def test_the_two_dice_of_a_hex_differ_in_colour_and_value(seed: int | None) -> None:
    tiles = tiles_of(seed)
    for tile in tiles.values():
        (one, other) = tile.dice
        assert one[:-1] != other[:-1]
        assert one[-1] != other[-1]


@sets
def test_sixty_spots_with_nine_icons_a_resource(seed: int | None) -> None:
    tiles = tiles_of(seed)
    assert Counter(len(tile.spots) for tile in tiles.values()) == {1: 3, 2: 9, 3: 9, 4: 3}
    icons = Counter(icon for tile in tiles.values() for icon in tile.spots)
    assert icons == {**dict.fromkeys(RESOURCES, 9), "": 15}
    assert all(any(tile.spots) for tile in tiles.values())
    assert all(len({*filter(None, tile.spots)}) <= len(tile.spots) for tile in tiles.values())


@sets
def test_electricity_belongs_to_winds_and_mycelium_to_geysers(seed: int | None) -> None:
    tiles = tiles_of(seed)
    icons = {kind: Counter(icon for t in group for icon in t.spots) for kind, group in by_kind(tiles).items()}
    assert icons["tornado"] == {"electricity": 6, "oil": 3, "iron": 2, "vibranium": 2, "mycelium": 2, "": 5}
    assert icons["geyser"] == {"mycelium": 6, "oil": 3, "electricity": 2, "iron": 2, "vibranium": 2, "": 5}
    assert icons["earthquake"] == {"iron": 5, "vibranium": 5, "oil": 3, "electricity": 1, "mycelium": 1, "": 5}


def test_generated_sets_differ() -> None:
    assert make_hexes(1) == make_hexes(1)
    assert len({str(make_hexes(seed)) for seed in range(20)}) == 20


def rings(tiles: Mapping[str, Tile]) -> tuple[int, ...]:
    """How long the rings are of hexes that share a die with the next one: other names for dice do not change them."""
    left, found = {name: {*tile.dice} for name, tile in tiles.items()}, []
    while left:
        ring = [left.popitem()[1]]
        while near := [name for name, dice in left.items() if any(dice & other for other in ring)]:
            ring += [left.pop(name) for name in near]
        found.append(len(ring))
    return tuple(sorted(found))


def test_generated_sets_deal_their_dice_anew() -> None:
    assert len({rings(make_hexes(seed)) for seed in range(20)}) > 5


def test_a_game_is_played_with_the_generated_hexes() -> None:
    table = new_game(3, options={"hex_set": "generated"})
    assert sorted(table.state.book.rows_of(Tile)) == sorted(TILES)
    assert hex_deck(table) == sorted(STANDARD)


@pytest.mark.parametrize(
    ("name", "players", "edges"), [("A", 4, "MMMMMM"), ("B", 4, "DDDDDD"), ("3", 3, "MDMDMD"), ("2", 2, "MMMDDD")]
)
def test_start_tiles_have_a_colony_spot_a_player_and_no_cataclysm(name: str, players: int, edges: str) -> None:
    tile = TILES[name]
    assert (tile.edges, tile.players, tile.dice) == (edges, players, {})
    assert tile.spots == ("colony",) * players


def test_the_hex_deck() -> None:
    assert hex_deck(new_game()) == [f"H{n:02}" for n in range(1, 25)]
    short = hex_deck(new_game(options={"hex_deck": 21}))
    assert [name for name in STANDARD if name not in short] == ["H04", "H12", "H20"]
    assert sorted(kind_of(STANDARD[name]) for name in STANDARD if name not in short) == sorted(KINDS)


def test_geometry() -> None:
    assert DIRECTIONS == ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    for direction, cell in enumerate(neighbours(CENTRE)):
        assert neighbours(cell)[opposite(direction)] == CENTRE
    assert [edge_after_turn("MDDDDD", 2, direction) for direction in range(6)] == ["D", "D", "M", "D", "D", "D"]


def test_buildings() -> None:
    factories = {name: kind for name, kind in BUILDINGS.items() if kind.kind == "factory"}
    assert {kind.makes for kind in factories.values()} == {*RESOURCES}
    for name, kind in factories.items():
        assert (kind.cost, kind.points, kind.spot) == (5, 2, kind.makes)
        assert kind.tiles == tuple(f"{name}-{value}" for value in range(1, 7))
    shelters = [kind for kind in BUILDINGS.values() if kind.kind == "shelter"]
    offices = [kind for kind in BUILDINGS.values() if kind.kind == "office"]
    assert sorted(kind.shelters for kind in shelters) == sorted(KINDS)
    assert [len(kind.tiles) for kind in shelters] == [4, 4, 4]
    assert [len(kind.tiles) for kind in offices] == [2, 2, 2]
    assert all((kind.cost, kind.points, kind.spot) == (5, 1, "") for kind in (*shelters, *offices))
    assert len(BUILDINGS) == 11 + 1
    assert BUILDINGS["colony"].tiles == ()


@pytest.mark.parametrize(("chosen", "shelters", "offices"), [("std11", 12, 6), ("3x3", 9, 9)])
def test_the_building_bank_has_48_tiles(chosen: str, shelters: int, offices: int) -> None:
    bank = building_bank(new_game(options={"building_set": chosen}).state, "red")
    sizes = Counter[str]()
    for name, tiles in bank.items():
        sizes[BUILDINGS[name].kind] += len(tiles)
    assert sizes == {"factory": 30, "shelter": shelters, "office": offices, "colony": 0}
    assert sum(sizes.values()) == 48


def test_the_market_deck() -> None:
    cards = [MARKET[name] for name in market_deck(new_game())]
    assert Counter((card.resource, card.step) for card in cards) == {
        (resource, step): 1 for resource in RESOURCES for step in (1, 2, 3, -1, -2)
    }
    assert sum(card.step for card in cards) / len(cards) == 0.6
    assert all(name == f"{card.resource}{card.step:+}" for name, card in MARKET.items())


def test_the_french_market_deck() -> None:
    cards = [MARKET[name] for name in market_deck(new_game(options={"market_deck": "fr"}))]
    falls = {r: sorted(card.step for card in cards if card.resource == r and card.step < 0) for r in RESOURCES}
    assert len(cards) == 25
    assert falls == {r: [-3, -2] if r in MINERALS else [-2, -1] for r in RESOURCES}


def test_cubes() -> None:
    assert RESOURCES == ("oil", "vibranium", "electricity", "iron", "mycelium")
    assert MINERALS == ("oil", "vibranium", "iron")
    assert [BOOK.rows_of(ResourceKind)[name].cubes for name in RESOURCES] == [8, 8, 8, 8, 10]


def test_teams() -> None:
    rows = BOOK.rows_of(TeamKind)
    assert team_kinds(BOOK) == ("scientist", "motorized")
    assert [(row.prefix, row.count, row.cube) for row in map(rows.__getitem__, team_kinds(BOOK))] == [
        ("", 5, "mycelium"),
        ("M", 2, "oil"),
    ]


def test_every_cataclysm_has_a_row() -> None:
    assert {strike for tile in TILES.values() for strike in tile.dice.values()} == {*BOOK.rows_of(CataclysmKind)}


@pytest.mark.parametrize("edition", BUNDLES)
def test_an_edition_settles_every_switch(edition: str) -> None:
    chosen = LivingPlanetOptions(edition=edition)  # type: ignore[arg-type]
    settle(chosen, usual(chosen.edition))
    assert {name: getattr(chosen, name) for name in BUNDLES["merged"]} == {
        **BUNDLES["merged"],
        **BUNDLES[chosen.edition],
    }


def unbounded_parts(schema: Any, where: str = "") -> Iterator[str]:
    """Lists and texts of a JSON Schema that may be of any length."""
    for key, part in schema.items() if isinstance(schema, dict) else enumerate(schema):
        if isinstance(part, dict | list):
            yield from unbounded_parts(part, f"{where}.{key}")
    if isinstance(schema, dict):
        many = schema.get("type") == "array" and schema.get("prefixItems") is None
        if many and "maxItems" not in schema:
            yield f"{where}: list"
        if schema.get("type") == "string" and not {"maxLength", "pattern", "enum", "const"} & schema.keys():
            yield f"{where}: text"


def test_every_list_and_text_of_an_order_or_policy_has_a_length() -> None:
    for kind in (*BOOK.orders.values(), LivingPlanetPolicy):
        assert list(unbounded_parts(msgspec.json.schema(kind))) == [], kind
