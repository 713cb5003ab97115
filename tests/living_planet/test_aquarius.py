"""Planet Aquarius: its content against the catalogue, its laws in rich positions, and how it is typed."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from lpbe.games import book_of, game_of
from lpbe.games.living_planet.actions.actions import Act
from lpbe.games.living_planet.actions.building_supply import values_of
from lpbe.games.living_planet.actions.movement import Move
from lpbe.games.living_planet.actions.trade_terms import cubes_in_play, cubes_of
from lpbe.games.living_planet.events import TeamMoved
from lpbe.games.living_planet.expansions.aquarius.boat_reactions import SaveBoats
from lpbe.games.living_planet.expansions.aquarius.construction import faces_of
from lpbe.games.living_planet.expansions.aquarius.fleet import cargo_of
from lpbe.games.living_planet.expansions.aquarius.hex_picks import PickTogether, RankHexes
from lpbe.games.living_planet.expansions.aquarius.maelstrom import Resist
from lpbe.games.living_planet.expansions.aquarius.policies import DEFAULT
from lpbe.games.living_planet.expansions.aquarius.setup import ChoosePort, SetPort
from lpbe.games.living_planet.expansions.aquarius.storms import SaveInTurn, SaveTogether
from lpbe.games.living_planet.expansions.aquarius.strike_order import ArrangeStrikes, OrderStrikes
from lpbe.games.living_planet.expansions.aquarius.walls import BuildWall, UpgradeWall, Walls
from lpbe.games.living_planet.map.queries import resource_names, team_names
from lpbe.games.living_planet.state import LAND, Bank, BuildingKind, Decks, Map, Purse, Tile, Turn
from lpbe.kernel.base.canonical import to_plain
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Event, Held, Order, Question, State
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.engine.table import Table, answers_wanted, submit
from lpbe.kernel.language.order_parser import parse_orders
from lpbe.kernel.language.templates import order_text

from .positions import GAME, SEATS, new_game, position

MODULE = "aquarius"
BOOK = book_of(GAME, [MODULE])
TILES = {name: tile for name, tile in BOOK.rows_of(Tile).items() if name.startswith("AQ")}
ORDINARY = {name: tile for name, tile in TILES.items() if name not in ("AQ00", "AQ19")}
BUILDINGS = BOOK.rows_of(BuildingKind)
COLOURS = ("red", "blue", "yellow", "green")


def kind_of(tile: Tile) -> str:
    (kind,) = {*tile.dice.values()}
    return kind


def spots(ground: str, hexes: dict[str, Tile] = ORDINARY) -> Counter[str]:
    found = [spot for tile in hexes.values() for spot in zip(tile.spots, tile.grounds, strict=True)]
    return Counter(icon for icon, on in found if on == ground)


# Content, section 7


def test_there_are_twenty_hexes_in_their_pools() -> None:
    pools = Counter(tile.deck for tile in TILES.values())
    assert pools == {"harbour": 1, "open": 6, "shore": 12, "maelstrom": 1}
    assert not TILES["AQ00"].dice and len(TILES["AQ00"].spots) == 4 and set(TILES["AQ00"].grounds) == {"coast"}


def test_every_edge_belongs_to_one_zone_and_sea_to_sea() -> None:
    for tile in TILES.values():
        assert sorted(edge for zone in tile.zones.values() for edge in zone.edges) == list(range(6))
        for zone in tile.zones.values():
            assert {tile.edges[edge] == "S" for edge in zone.edges} <= {zone.ground == "sea"}
    assert Counter("".join(tile.edges for tile in ORDINARY.values())) == {"S": 77, "D": 17, "M": 14}


def test_spots_lie_in_zones_of_their_ground() -> None:
    for name, tile in TILES.items():
        assert len(tile.spots) == len(tile.grounds) == len(tile.beside), name
        for ground, zones in zip(tile.grounds, tile.beside, strict=True):
            wet = [tile.zones[zone].ground == "sea" for zone in zones]
            assert wet == {"sea": [True], "coast": [True, False]}.get(ground, [False]), name


def test_cataclysms_and_dice() -> None:
    kinds = Counter(kind_of(tile) for name, tile in TILES.items() if name != "AQ00")
    assert kinds == {"tornado": 7, "tidal-wave": 8, "earthquake": 2, "geyser": 1, "maelstrom": 1}
    faces = Counter(die for tile in TILES.values() for die in tile.dice)
    assert faces == {f"{colour}{value}": 2 for colour in COLOURS for value in range(1, 7)}
    pairs = Counter(frozenset(die[:-1] for die in tile.dice) for tile in ORDINARY.values())
    assert set(map(len, pairs)) == {2} and set(pairs.values()) == {3}
    for kind in kinds:
        dice = [die for tile in TILES.values() for die, brings in tile.dice.items() if brings == kind]
        assert len(set(dice)) == len(dice), "equal faces never share a cataclysm"
    by_colour = {
        kind: Counter(d[:-1] for t in ORDINARY.values() for d, k in t.dice.items() if k == kind) for kind in kinds
    }
    assert set(by_colour["tidal-wave"].values()) == {4} and set(by_colour["earthquake"].values()) == {1}


def test_icons() -> None:
    assert spots("sea") == {"vibranium": 8, "oil": 7, "electricity": 7}
    assert spots("coast") == {"electricity": 8, "": 7}
    assert spots("desert") + spots("mountain") == {"iron": 7, "oil": 2, "electricity": 1}


def test_several_zones_are_where_the_catalogue_has_them() -> None:
    seas = {name: sum(zone.ground == "sea" for zone in tile.zones.values()) for name, tile in TILES.items()}
    lands = {name: len(tile.zones) - seas[name] for name, tile in TILES.items()}
    assert [name for name in TILES if seas[name] > 1] == ["AQ15", "AQ16"]
    assert [name for name in TILES if lands[name] > 1] == ["AQ17"]


def test_the_maelstrom_has_a_pair_of_dice_a_side() -> None:
    tile = TILES["AQ19"]
    assert tile.sides.keys() == tile.dice.keys() and Counter(tile.sides.values()) == dict.fromkeys(range(6), 2)
    assert Counter(die[-1] for die in tile.dice) == {"4": 4, "5": 4, "6": 4}
    clockwise = [{die for die, side in tile.sides.items() if side == edge} for edge in (5, 4, 3, 2, 1, 0)]
    assert clockwise[0] == {"yellow4", "green6"} and clockwise[1] == {"red6", "blue5"}


def test_28_buildings_and_their_terms() -> None:
    rows = packs.rows(GAME)[MODULE]["buildings"]
    assert sum(len(BUILDINGS[name].tiles) for name in rows) == 28
    answer = {name: (kind.cost, kind.points, kind.grounds, kind.spot, kind.makes) for name, kind in BUILDINGS.items()}
    assert answer["port"] == (10, 2, ("coast",), "", "")
    assert answer["offshore_turbine"] == (5, 2, ("sea",), "electricity", "electricity")
    assert answer["oil_platform"] == (5, 1, ("sea",), "oil", "oil")
    assert answer["reef_extractor"] == (5, 2, ("sea",), "vibranium", "vibranium")
    assert answer["hydro_generator"] == (5, 2, ("coast",), "electricity", "electricity")


def test_ports_show_each_value_and_no_two_alike() -> None:
    faces = [faces_of(tile) for tile in BUILDINGS["port"].tiles]
    assert faces == [(1, 4), (2, 5), (3, 6), (3, 4)] and {face for both in faces for face in both} == set(range(1, 7))
    state = new_game(0, SEATS, expansions=[MODULE]).state
    assert values_of(state, "port", "port-36") == (3, 6) and values_of(state, "oil_platform", "oil_platform-5") == (5,)


def test_cubes_and_boats() -> None:
    state = new_game(0, SEATS, expansions=[MODULE]).state
    assert cubes_of(state) == {"oil": 13, "vibranium": 8, "electricity": 13, "iron": 8, "mycelium": 10}
    assert team_names(BOOK, "blue", "boat") == ("BB1", "BB2", "BB3")
    assert resource_names(BOOK) == resource_names(book_of(GAME, ()))


ROW = {"edges": "SSSSSS", "deck": "open", "zones": {"W1": {"edges": [0, 1, 2, 3, 4, 5], "ground": "sea"}}}
WRONG: list[tuple[dict[str, Any], str]] = [
    ({**ROW, "zones": {"W1": {"edges": [0, 1], "ground": "sea"}}}, "each edge must belong to exactly one zone"),
    ({**ROW, "edges": "SSSSSD"}, "the edges of sea zones"),
    ({**ROW, "spots": ["oil"], "grounds": ["sea"], "beside": [["W2"]]}, "must be in zones of its own hex"),
    ({**ROW, "spots": [""], "grounds": ["sea"], "beside": [["W1"]]}, "a spot at sea must have an icon"),
    ({**ROW, "spots": ["oil"], "grounds": ["coast"], "beside": [["W1"]]}, "a spot at sea must have an icon"),
]


@pytest.mark.parametrize(("row", "answer"), WRONG, ids=[answer for _, answer in WRONG])
def test_a_pack_that_the_rules_cannot_play_with_is_refused(row: dict[str, Any], answer: str) -> None:
    """AQ-AMB-47."""
    with pytest.raises(Malformed) as error:
        book_of(GAME, [MODULE], {"tiles": {"X1": row}})
    assert answer in str(error.value.__dict__) + str(error.value)


def test_a_pack_reaches_the_expansion() -> None:
    book = book_of(GAME, [MODULE], {"tiles": {"X1": ROW}})
    assert book.rows_of(Tile)["X1"].deck == "open"


# Set-up


@pytest.mark.parametrize("seed", range(4))
def test_the_deck_of_terra_h2o_is_half_water(seed: int) -> None:
    """AQ-R-03: 12 of the land, 8 shores, 3 of open water, the Maelstrom."""
    table = new_game(seed, SEATS, expansions=[MODULE], others={MODULE: {"scenario": "terra_h2o"}})
    rows = BOOK.rows_of(Tile)
    assert Counter(rows[hex].deck for hex in table.state[Decks].hexes) == {
        LAND: 12,
        "shore": 8,
        "open": 3,
        "maelstrom": 1,
    }


# Rich positions

WATERS = {
    "AQ01": {"at": "10,0", "nth": 1},
    "AQ05": {"at": "11,0", "nth": 2},
    "AQ10": {"at": "10,1", "nth": 3},
    "AQ19": {"at": "11,-1", "nth": 4},
    "AQ07": {"at": "12,-1", "nth": 5},
    "AQ15": {"at": "9,1", "nth": 6},
    "AQ03": {"at": "12,0", "nth": 7},
}
BUILT = {
    "AQ10.1": {"kind": "offshore_turbine", "tile": "offshore_turbine-1", "value": 1, "chip": "red"},
    "AQ10.2": {"kind": "port", "tile": "port-14", "value": 1, "chip": "blue"},
    "AQ05.2": {"kind": "port", "tile": "port-25", "value": 2, "chip": "red"},
    "AQ07.2": {"kind": "hydro_generator", "tile": "hydro_generator-2", "value": 2},
    "AQ03.1": {"kind": "oil_platform", "tile": "oil_platform-2", "value": 2},
}
FLEET = {
    "RB1": {"seat": "red", "place": "AQ10.W1", "kind": "boat"},
    "RB2": {"seat": "red", "place": "AQ19.W1", "kind": "boat"},
    "BB1": {"seat": "blue", "place": "AQ01.W1", "kind": "boat"},
    "BB2": {"seat": "blue", "place": "AQ03.W1", "kind": "boat"},
    "R2": {"seat": "red", "place": "RB1", "wounded": True},
    "RM1": {"seat": "red", "place": "AQ10.L1", "kind": "motorized"},
    "B2": {"seat": "blue", "place": "BB2"},
    "B3": {"seat": "blue", "place": "AQ07.2"},
}


def rich(seed: int, **options: Any) -> Table:
    """Boats loaded and near danger, walls, oil and iron in everybody's purse; then turn 2 begins."""
    cubes = {
        seat: {"purse": {"cubes": {"oil": 1, "iron": 1, "vibranium": 1, "mycelium": 1}}} for seat in ("red", "blue")
    }
    given = {
        "agenda": {"steps": [{"step": "begin-turn", "number": 2}]},
        "map": {"hexes": WATERS, "buildings": BUILT, "teams": FLEET},
        "walls": {"built": {"AQ10.1": "iron", "AQ07.2": "vibranium"}},
        "bank": {"cubes": {"oil": 11, "iron": 5, "vibranium": 5, "mycelium": 8}},
        **cubes,
    }
    state = position(given, SEATS[:2], {}, [MODULE], {MODULE: {"scenario": "terra_h2o", **options}}).state
    table = Table(state, Rng(seed.to_bytes(32, "big")))
    table.settle()
    return table


def pick(orders: list[Order], random: Random) -> Order:
    kinds = list(dict.fromkeys(map(type, orders)))
    sailing = [
        order
        for order in orders
        if isinstance(order, Move) and any(step[1] == "B" or step[:2] in ("R2", "B2") for step in order.steps)
    ]
    landing = [order for order in sailing if order.steps[-1].startswith(("R2", "B2")) and order.steps[-1][-2:-1] == "."]
    boarding = [order for order in orders if isinstance(order, Move) and order.steps[0][-2:] in ("B1", "B2")]
    for wanted in (boarding, landing, sailing):
        if wanted and random.random() < 0.5:
            return random.choice(wanted)
    kind = random.choice(kinds)
    return random.choice([order for order in orders if type(order) is kind])


@cache
def positions(seed: int, turns: int = 3) -> list[tuple[State, list[Event]]]:
    """Return every position of some turns, and what had just happened."""
    table, random = rich(seed, parallel_reactions="always" if seed % 3 else "when_independent"), Random(seed)
    out = [(table.state.copy(), table.events)]
    while (wanted := answers_wanted(table.state)) and table.state[Turn].number <= turns + 1:
        seat = random.choice(list(wanted))
        table = Table(table.state, Rng(seed.to_bytes(32, "big")))
        submit(table, seat, [Held(pick(list(legality.legal_orders(table.state, wanted[seat], seat)), random))])
        out.append((table.state.copy(), table.events))
    return out


def test_from_rich_positions_everything_happens_and_nothing_is_lost() -> None:
    answer = list[Event]()
    for seed in range(24):
        for number, (state, events) in enumerate(positions(seed)):
            assert state.book.broken_laws(state) == [], (seed, number)
            answer += events
    kinds = Counter(type(event).__name__ for event in answer)
    wanted = ("WallBuilt", "DrawnIn", "TeamWounded", "BuildingLost", "BuildingTaken", "HexPlaced")
    assert [name for name in wanted if not kinds[name]] == []
    moved = [event for event in answer if isinstance(event, TeamMoved)]
    assert any(event.place[1:2] == "B" for event in moved), "nobody went aboard"


# As people type


TYPED = [
    (
        "choose port 3/6 showing back at AQ00.2",
        {"order": "choose-port", "piece": "port-36", "face": "b", "place": "AQ00.2"},
    ),
    ("choisir port 3/6 montrant verso", {"order": "choose-port", "piece": "port-36", "face": "b"}),
    ("pick H04", {"order": "pick-hex", "hex": "H04"}),
    ("produce boat at AQ05.2", {"order": "produce", "what": "boat", "place": "AQ05.2"}),
    ("wall AQ07.2 with iron by RB1", {"order": "build-wall", "place": "AQ07.2", "material": "iron", "team": "RB1"}),
    ("endiguer AQ07.2 en vibranium", {"order": "build-wall", "place": "AQ07.2", "material": "vibranium"}),
    ("upgrade wall AQ07.2", {"order": "upgrade-wall", "place": "AQ07.2"}),
    (
        "save boats R2 to RB1, RB1 to AQ01.W1 holding RB2",
        {"order": "save-boats", "steps": ["R2:RB1", "RB1:AQ01.W1"], "stay": ["RB2"]},
    ),
    ("save boats holding RB1 RB2", {"order": "save-boats", "stay": ["RB1", "RB2"]}),
    ("sauver bateaux RB1 vers AQ01.W1", {"order": "save-boats", "steps": ["RB1:AQ01.W1"]}),
    ("maelstrom at @1,0 turn 2", {"order": "place-maelstrom", "at": "1,0", "turn": 2}),
    ("strikes AQ01 AQ19", {"order": "order-strikes", "hexes": ["AQ01", "AQ19"]}),
    ("repair AQ07.2 with RB1", {"order": "repair", "place": "AQ07.2", "team": "RB1"}),
    ("call scientist to AQ05.2", {"order": "call-scientist", "place": "AQ05.2"}),
    (
        "build port 4 at AQ07.2 with RB1 from port 3/4",
        {"order": "build", "building": "port", "value": 4, "place": "AQ07.2", "team": "RB1", "piece": "port-34"},
    ),
]


@pytest.mark.parametrize(("text", "meant"), TYPED, ids=[text for text, _ in TYPED])
def test_orders_are_understood(text: str, meant: dict[str, Any]) -> None:
    (order,) = parse_orders(Rules(game_of(GAME), BOOK), text)
    assert to_plain(order) == meant
    assert order_text(packs.words(GAME, "en"), meant)


def test_policies_of_aquarius_have_room_and_stand_in_their_own_section() -> None:
    policy = {MODULE: {"port": "boat", "ports": ["port-36b"], "picks": ["H04"], "boats": {"tornado": {"mode": "pay"}}}}
    assert BOOK.read_policy(policy) == policy
    assert set(BOOK.default_policy()) == {GAME, MODULE} and DEFAULT.port == "never"
    with pytest.raises(Malformed):
        BOOK.read_policy({MODULE: {"ports": ["port-99a"]}})


def test_a_ranking_names_ports_that_there_are() -> None:
    assert BOOK.read_policy({MODULE: {"ports": "default"}}) and BOOK.read_policy({MODULE: {"ports": ["port-25a"]}})
    with pytest.raises(Malformed):
        BOOK.read_policy({MODULE: {"ports": ["port-66a"]}})


CHANGED = SaveBoats(("R2:AQ10.L1", "RM1:RB1", "RB1:AQ01.W1"))
UNLISTED: list[tuple[Question, Order]] = [
    (Resist("AQ19", ("RB1",), ("RB2",)), SaveBoats(stay=("RB1",))),
    (SaveTogether("AQ10", "tidal-wave", ("red", "blue")), CHANGED),
    (SaveInTurn("red", "AQ10", "tidal-wave"), CHANGED),
    (Act("red"), BuildWall("AQ10.1", "iron", "RB1")),
    (Act("red"), UpgradeWall("AQ10.1", "RB1")),
    (SetPort("red"), ChoosePort("port-36", "a", "AQ00.3")),
    (PickTogether(1), RankHexes(("H04", "H07"))),
    (ArrangeStrikes("red", "red", tuple(WATERS)), OrderStrikes(tuple(sorted(WATERS, reverse=True)))),
]


def test_a_list_says_where_there_are_more_orders_than_it_has() -> None:
    for question, order in UNLISTED:
        check_unlisted(question, order)


def check_unlisted(question: Question, order: Order) -> None:
    island = isinstance(question, SetPort)
    state, offer = new_game(0, expansions=[MODULE]).state if island else rich(0).state, BOOK.offers[type(question)]
    if isinstance(order, BuildWall):
        del state[Walls].built[order.place]
    assert legality.illegality(state, question, "red", order) is None
    assert order not in list(offer[type(order)].legal(state, "red", question))
    assert not offer[type(order)].complete


def test_cubes_in_walls_are_neither_in_the_bank_nor_behind_a_screen() -> None:
    state = rich(0).state
    for resource in resource_names(BOOK):
        held = sum(state[Purse, seat].cubes[resource] for seat in SEATS[:2])
        assert state[Bank].cubes[resource] + held == cubes_in_play(state, resource), resource


def test_the_default_policy_is_what_silence_answers() -> None:
    assert to_plain(DEFAULT) == {
        "boats": {},
        "port": "never",
        "ports": "default",
        "picks": "default",
        "mael_rotation": 0,
        "strikes": "as_listed",
    }


def test_a_loaded_boat_takes_its_cargo_along() -> None:
    state: State = rich(0).state
    assert cargo_of(state, "RB1") == "R2" and state[Map].teams["R2"].wounded
