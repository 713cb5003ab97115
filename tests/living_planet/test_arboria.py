"""Planet Arboria: its content against the catalogue, its laws in rich positions, its policies, how it is typed."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from lpbe.bots.arena import game_root, play
from lpbe.games import book_of, game_of
from lpbe.games.living_planet.actions.actions import Act
from lpbe.games.living_planet.actions.trade_terms import cubes_in_play
from lpbe.games.living_planet.expansions.arboria.bot import stem
from lpbe.games.living_planet.expansions.arboria.colonies import a_chip_will_do, colonies_are_built
from lpbe.games.living_planet.expansions.arboria.dams import BuildDam
from lpbe.games.living_planet.expansions.arboria.fire import Extinguish, LetBurn, PutOut
from lpbe.games.living_planet.expansions.arboria.flight import Flee, FleeFire, StayPut
from lpbe.games.living_planet.expansions.arboria.flood import BuildOnPlatform
from lpbe.games.living_planet.expansions.arboria.hydraulic_post import Quench
from lpbe.games.living_planet.expansions.arboria.state import Oxygen, Wilds
from lpbe.games.living_planet.expansions.arboria.volcano_placement import volcano_is_replaced
from lpbe.games.living_planet.expansions.arboria.wood import LANDSCAPE_HEXES, POOL
from lpbe.games.living_planet.map.queries import functional
from lpbe.games.living_planet.scoring import other_points
from lpbe.games.living_planet.setup import pool
from lpbe.games.living_planet.state import LAND, BuildingKind, Decks, MarketCard, Purse, ResourceKind, Tile, Turn
from lpbe.kernel.base.canonical import to_plain
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.content import packs
from lpbe.kernel.engine import auto_answers, legality
from lpbe.kernel.engine.auto_answers import AnswerReason, AutoAnswer
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Event, Held, Order, Proof, Standing, State
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.engine.table import Table, answers_wanted, play_batch, submit
from lpbe.kernel.language.order_parser import parse_orders
from lpbe.kernel.language.templates import order_text

from .expansions import bound_otherwise
from .positions import GAME, SEATS, new_game, position

MODULE = "arboria"
BOOK = book_of(GAME, [MODULE])
TILES = {name: tile for name, tile in BOOK.rows_of(Tile).items() if tile.deck == POOL}
OXYGEN = {name: tile for name, tile in TILES.items() if "oxygen" in tile.traits}
VOLCANO = TILES["VOL"]
BUILDINGS = BOOK.rows_of(BuildingKind)
FACES = [f"{colour}{n}" for colour in ("red", "blue", "yellow", "green") for n in range(1, 7)]


def dice_of(kind: str) -> list[str]:
    return [die for tile in OXYGEN.values() for die, brings in tile.dice.items() if brings == kind]


def colours(dice: list[str]) -> Counter[str]:
    return Counter(die[:-1] for die in dice)


# Content


def test_eight_hexes_with_thirteen_stars() -> None:
    stars = [row.stars for row in BOOK.rows_of(Oxygen).values()]
    assert len(TILES) == 8 and len(OXYGEN) == 7 and sum(stars) == 13
    assert {row.hex for row in BOOK.rows_of(Oxygen).values()} == OXYGEN.keys()
    assert 7 + sum(stars) == 8 * 1 + 6 * 2, "the value of all tokens of the box"


def test_every_face_is_used_once_by_fire_flood_and_tornado() -> None:
    dice = [die for tile in OXYGEN.values() for die in tile.dice]
    assert sorted(dice) == sorted(FACES)
    assert colours(dice_of("fire")) == {"red": 2, "blue": 2, "yellow": 3, "green": 3}
    assert colours(dice_of("flood")) == {"red": 3, "blue": 3, "yellow": 2, "green": 2}
    assert colours(dice_of("tornado")) == {"red": 1, "blue": 1, "yellow": 1, "green": 1}
    assert sorted(die[-1] for die in dice_of("tornado")) == ["2", "3", "4", "6"]


def test_dice_of_a_hex_differ_in_colour_and_value() -> None:
    for tile in OXYGEN.values():
        assert len({die[:-1] for die in tile.dice}) == len({die[-1] for die in tile.dice}) == len(tile.dice)


def test_some_hex_burns_and_has_tornadoes() -> None:
    assert any({"fire", "tornado"} <= set(tile.dice.values()) for tile in OXYGEN.values())


def test_the_known_dice_of_the_volcano_stand_at_their_corners() -> None:
    """North-west, south-west, south-east, north-east as they are printed; two more pairs make twelve."""
    pairs = {side: sorted(die for die, edge in VOLCANO.sides.items() if edge == side) for side in range(6)}
    assert pairs[2] == ["blue5", "green3"] and pairs[4] == ["red3", "yellow4"]
    assert pairs[5] == ["blue3", "yellow5"] and pairs[1] == ["green4", "red5"]
    assert sorted(VOLCANO.dice) == sorted(VOLCANO.sides) == sorted(f"{c}{n}" for c in SEATS for n in (3, 4, 5))
    assert len({frozenset(die[:-1] for die in pair) for pair in pairs.values()}) == 6
    assert VOLCANO.edges == "MMMMMM" and not VOLCANO.spots and set(VOLCANO.dice.values()) == {"eruption"}


def test_a_hex_floods_at_red_1_and_has_all_that_the_example_needs() -> None:
    tile = TILES["O5"]
    assert tile.dice["red1"] == "flood" and "mountain" in tile.traits
    assert tile.grounds.count("mountain") == 1 and len(tile.spots) >= 3
    assert TILES["O3"].dice["red3"] == "tornado"


def test_spots_icons_and_edges() -> None:
    icons = Counter(icon for tile in OXYGEN.values() for icon in tile.spots)
    assert icons == {"wood": 8, "mycelium": 5, "oil": 2, "electricity": 2, "iron": 1, "vibranium": 1, "": 3}
    assert all(len(tile.spots) == len(tile.grounds) and 1 <= len(tile.spots) <= 4 for tile in OXYGEN.values())
    edges = Counter("".join(tile.edges for tile in OXYGEN.values()))
    assert edges == {"M": 19, "D": 23}
    for tile in TILES.values():
        turned = {tile.edges[n:] + tile.edges[:n] for n in range(6)}
        assert tile.edges[::-1] in turned, "each is its own mirror image"


def test_mountains_and_floods() -> None:
    assert [name for name, tile in OXYGEN.items() if "mountain" not in tile.traits] == ["O7"]
    assert [name for name, tile in OXYGEN.items() if "flood" not in tile.dice.values()] == ["O6"]
    assert all(set(tile.grounds) <= {"mountain", "desert", "mixed"} for tile in OXYGEN.values())


def test_buildings_cards_and_wood() -> None:
    values = {
        name: [tile.rpartition("-")[2] for tile in BUILDINGS[name].tiles] for name in ("sawmill", "fungal_culture")
    }
    assert values == {"sawmill": list("123456"), "fungal_culture": list("2345")}
    post = BUILDINGS["hydro_post"]
    assert (post.cost, dict(post.needs), post.points, len(post.tiles)) == (5, {"wood": 1}, 1, 4)
    assert [BUILDINGS[name].cost for name in values] == [5, 5] and [BUILDINGS[name].points for name in values] == [2, 2]
    assert sorted(card.step for card in BOOK.rows_of(MarketCard).values() if card.resource == "wood") == [
        -2,
        -1,
        1,
        2,
        3,
    ]
    wood = BOOK.rows_of(ResourceKind)["wood"]
    assert (wood.cubes, wood.mineral, wood.nth) == (8, False, 6)


@pytest.mark.parametrize("edition", ["merged", "fr", "en", "published-like"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deck_has_fifteen_and_eight(edition: str, seats: int) -> None:
    table = new_game(seats, SEATS[:seats], {"edition": edition, "hex_set": "generated"}, [MODULE])
    decks = Counter(BOOK.rows_of(Tile)[hex].deck for hex in table.state[Decks].hexes)
    assert decks == {LAND: LANDSCAPE_HEXES, POOL: 8}
    assert len(pool(table.state, POOL)) == 8


EDGES = {"edges": "DDDDDD", "deck": POOL}


@pytest.mark.parametrize(
    ("row", "output"),
    [
        ({**EDGES, "traits": ["volcano"]}, "more than one volcano"),
        ({**EDGES, "dice": {"red1": "eruption"}}, "an eruption needs a volcano"),
        ({**EDGES, "edges": "SSSSSS", "dice": {"red1": "flood"}}, "a hex with sea cannot have a flood"),
    ],
)
def test_packs_that_cannot_be_played_are_refused(row: dict[str, Any], output: str) -> None:
    with pytest.raises(Malformed) as error:
        book_of(GAME, [MODULE], {"tiles": {"X1": row}})
    assert output in str(error.value)


def test_a_pack_reaches_the_expansion() -> None:
    book = book_of(GAME, [MODULE], {"tiles": {"X1": {**EDGES, "dice": {"red1": "fire"}}}})
    assert book.rows_of(Tile)["X1"].dice == {"red1": "fire"}


# Rich positions

MAP = {
    "O3": {"at": "1,0", "nth": 1},
    "VOL": {"at": "1,-1", "nth": 2},
    "O1": {"at": "0,1", "nth": 3},
    "O5": {"at": "0,-1", "nth": 4},
    "O4": {"at": "2,-1", "nth": 5},
    "O2": {"at": "-1,0", "nth": 6},
    "O6": {"at": "2,0", "nth": 7},
}
BUILT = {
    "2.2": {"chip": ""},
    "O3.1": {"kind": "vib_mine", "tile": "vib_mine-3", "value": 3, "chip": "red"},
    "O3.2": {"kind": "hydro_post", "tile": "hydro_post-a", "chip": "blue"},
    "O1.2": {"kind": "sawmill", "tile": "sawmill-3", "value": 3, "chip": "red"},
    "O1.3": {"kind": "fungal_culture", "tile": "fungal_culture-3", "value": 3, "chip": "red"},
    "O5.1": {"kind": "hydro_post", "tile": "hydro_post-b", "chip": "red"},
    "O5.2": {"kind": "sawmill", "tile": "sawmill-2", "value": 2},
    "O4.1": {"kind": "sawmill", "tile": "sawmill-4", "value": 4},
    "O6.1": {"kind": "sawmill", "tile": "sawmill-5", "value": 5},
}
TEAMS = {
    "B1": {"place": "O1"},
    "R2": {"seat": "red", "place": "O3.1"},
    "R3": {"seat": "red", "place": "O4"},
    "R4": {"seat": "red", "place": "O5.2", "wounded": True},
    "RM1": {"seat": "red", "place": "O2", "kind": "motorized"},
    "B2": {"seat": "blue", "place": "O3"},
    "B3": {"seat": "blue", "place": "O1"},
    "BM1": {"seat": "blue", "place": "O4.1", "kind": "motorized"},
}


def rich(seed: int, expansions: tuple[str, ...] = (MODULE,), **options: Any) -> Table:
    """Posts, fires, dams and platforms; all cubes that burn or build in everybody's purse; then turn 2 begins."""
    each = {"oil": 2, "electricity": 1, "iron": 2, "vibranium": 1, "wood": 1}
    found = {hex: {"seat": "red", "turn": 1} for hex in ("O1", "O2", "O3", "O4", "O5", "O6")}
    given = {
        "agenda": {"steps": [{"step": "begin-turn", "number": 2}]},
        "map": {"hexes": MAP, "buildings": BUILT, "teams": TEAMS},
        "wilds": {
            "fires": ["O3", "O6"],
            "dams": {"O3": "iron", "O4": "alloy"},
            "platforms": ["O5.2", "O4.1"],
            "found": found,
        },
        "bank": {"cubes": {"oil": 4, "electricity": 6, "iron": 2, "vibranium": 5, "wood": 4}},
        **{seat: {"purse": {"cubes": each}} for seat in ("red", "blue")},
    }
    others = {MODULE: options, "aquarius": {"scenario": "terra_h2o"}}
    state = position(given, SEATS[:2], {}, expansions, others).state
    table = Table(state, Rng(seed.to_bytes(32, "big")))
    table.settle()
    return table


def pick(orders: list[Order], random: Random) -> Order:
    """Choose a kind of order first, half of the time one that this module adds."""
    kinds = list(dict.fromkeys(map(type, orders)))
    own = [kind for kind in kinds if MODULE in kind.__module__ and kind is not StayPut]
    kind = random.choice(own if own and random.random() < 0.5 else kinds)
    return random.choice([order for order in orders if type(order) is kind])


@cache
def positions(seed: int, turns: int = 3) -> list[tuple[State, list[Event]]]:
    """Return every position of some turns, and what had just happened."""
    table = rich(seed, fire_wounded_inside="base-hit" if seed % 2 else "eliminated", volcano_automatic=not seed % 3)
    random, out = Random(seed), [(table.state.copy(), table.events)]
    while (wanted := answers_wanted(table.state)) and table.state[Turn].number <= turns + 1:
        seat = random.choice(list(wanted))
        table = Table(table.state, Rng(seed.to_bytes(32, "big")))
        submit(table, seat, [Held(pick(list(legality.legal_orders(table.state, wanted[seat], seat)), random))])
        out.append((table.state.copy(), table.events))
    return out


def test_from_rich_positions_everything_happens_and_nothing_is_lost() -> None:
    output = Counter[str]()
    for seed in range(20):
        for number, (state, events) in enumerate(positions(seed)):
            assert state.book.broken_laws(state) == [], (seed, number)
            output.update(type(event).__name__ for event in events)
    wanted = (
        "Extinguished",
        "NotExtinguished",
        "FireSet",
        "FireOut",
        "LavaFlowed",
        "DamBuilt",
        "DamHeld",
        "ColonyLost",
        "TeamLost",
        "BuildingLost",
        "BuildingTaken",
    )
    assert [name for name in wanted if not output[name]] == []


def test_what_is_listed_there_is_accepted_and_the_default_too() -> None:
    tried = set[str]()
    for seed in range(14):
        for state, _ in positions(seed)[::2]:
            for seat, question in answers_wanted(state).items():
                orders = list(legality.legal_orders(state, question, seat))
                assert orders == list(legality.legal_orders(state.seen_by(seat), question, seat))
                assert not [order for order in orders if legality.refusal(state, question, seat, order)]
                default = question.default(state.seen_by(seat), seat)
                assert default is None or legality.refusal(state, question, seat, default) is None
                tried |= {type(order).__name__ for order in orders}
    own = {"PutOut", "LetBurn", "Flee", "StayPut", "DriveFire", "BuildDam", "Quench", "BuildOnPlatform", "FeedCulture"}
    assert own - tried == set()


def test_the_events_make_the_state_and_each_readers_view() -> None:
    for seed in range(3):
        states = positions(seed)
        for (before, _), (after, events) in pairwise(states):
            folded, public = before.copy(), before.copy().seen_by(None)
            for event in events:
                event.apply(folded)
                if seen := event.seen_by(None):
                    seen.apply(public)
            assert folded == after and public == after.seen_by(None)


def test_both_orders_of_binding_allow_the_same() -> None:
    for seed in range(2):
        table, random = rich(seed, tuple(game_of(GAME).expansions)), Random(seed)
        while (wanted := answers_wanted(table.state)) and table.state[Turn].number <= 3:
            seat, question = random.choice(list(wanted.items()))
            again = bound_otherwise(table.state)
            orders = list(legality.legal_orders(table.state, question, seat))
            assert set(orders) == set(legality.legal_orders(again, question, seat))
            assert legality.default_order(table.state, question, seat) == legality.default_order(again, question, seat)
            table = play_batch(table.state, Rng(bytes(32)), seat, pick(orders, random))


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_plays_to_the_end(seats: int) -> None:
    done = play(game_of(GAME), BOOK, {}, dict.fromkeys(SEATS[:seats], "bot:greedy"), game_root(0, seats))
    assert done.result and {*done.result.scores} == {*SEATS[:seats]}


def test_points_so_far_count_the_stars_as_they_stand() -> None:
    """ARB-OXY-04, ARB-OXY-07: red has most on O1; blue has O2 but found it in the last turn; nobody has O4."""
    built = {
        "O1.2": {"kind": "sawmill", "tile": "sawmill-3", "value": 3, "chip": "red"},
        "O2.2": {"kind": "sawmill", "tile": "sawmill-4", "value": 4, "chip": "blue"},
    }
    found = {"O1": ("blue", 3), "O2": ("blue", 12), "O4": ("red", 2)}
    given = {
        "turn": {"number": 12},
        "map": {"hexes": {hex: MAP[hex] for hex in found}, "buildings": built},
        "wilds": {"found": {hex: {"seat": seat, "turn": turn} for hex, (seat, turn) in found.items()}},
    }
    state = position(given, SEATS[:2], {}, [MODULE]).state
    assert [other_points(state, seat) for seat in SEATS[:2]] == [1 + 2, 2]


def test_answers_to_a_fire_are_sealed_and_long_lists_say_that_they_are_not_whole() -> None:
    assert all(order.secret for order in Extinguish.offers)
    assert not Flee.secret
    whole = {order: offer.complete for order, offer in (*FleeFire.offers.items(), *BOOK.offers[Act].items())}
    assert [whole[order] for order in (Flee, BuildOnPlatform, Quench)] == [False, False, False]
    assert whole[StayPut] and whole[BuildDam]


def test_who_puts_a_fire_out_shows_the_order_that_says_so() -> None:
    """ARB-AMB-25: it was sealed; what the others answered stays so."""
    given = {
        "agenda": {"steps": [{"step": "extinguish", "hex": "2"}]},
        "map": {"hexes": MAP, "buildings": BUILT},
        "bank": {"cubes": {"oil": 4}},
        **{seat: {"purse": {"cubes": {"oil": 2}}} for seat in ("red", "blue")},
    }
    table, proof = position(given, SEATS[:2], {}, [MODULE]), Proof(0, "aa", "bb")
    submit(table, "red", [Held(LetBurn(), proof)])
    submit(table, "blue", [Held(PutOut("oil"), proof)])
    assert [seat for seat, _ in table.openings] == ["blue"]


def test_a_post_works_where_it_burns_and_nothing_else_does() -> None:
    """ARB-FIRE-22, ARB-HYDRO-07."""
    state = position(
        {"map": {"hexes": MAP, "buildings": BUILT}, "wilds": {"fires": ["O3"]}}, SEATS[:2], {}, [MODULE]
    ).state
    assert functional(state, "O3.2") and not functional(state, "O3.1") and functional(state, "O1.2")


def test_what_lies_in_platforms_and_dams_is_in_no_hand_and_no_bank() -> None:
    """ARB-WOOD-08, ARB-DAM-07: two platforms, a dam of iron and one of alloy."""
    state = rich(0).state
    assert [cubes_in_play(state, cube) for cube in ("wood", "iron", "vibranium", "oil")] == [6, 6, 7, 8]


def test_what_another_module_grants_or_forbids_stays_so() -> None:
    """No matter which of them is bound first: the lowest price counts, and neither a grant nor a veto is taken back."""
    state = rich(0).state
    assert [colonies_are_built(price, state, "red") for price in (None, 4, 20)] == [10, 4, 10]
    assert a_chip_will_do(True, state, "red", "colony", "2.2") and not a_chip_will_do(
        False, state, "red", "colony", "2.2"
    )
    assert volcano_is_replaced(True, state, "VOL") and not volcano_is_replaced(False, state, "VOL")


# Policies


def burning_state(policy: dict[str, Any], cubes: dict[str, int]) -> tuple[State, Extinguish]:
    state = rich(0).state
    state[Standing, "blue"].policy = {MODULE: policy}
    state[Purse, "blue"].cubes = {"oil": 0, "electricity": 0, **cubes}
    return state, Extinguish("O3")


@pytest.mark.parametrize(
    ("policy", "cubes", "answer"),
    [
        ({"fire": "never"}, {"oil": 2}, LetBurn()),
        ({"fire": "own"}, {"oil": 2}, PutOut("oil")),
        ({"fire": "always", "fuel": ["electricity"]}, {"oil": 2, "electricity": 1}, PutOut("electricity")),
        ({"fire": "always", "keep": 2}, {"oil": 2}, LetBurn()),
        ({"fire": "always", "keep": 1}, {"oil": 2}, PutOut("oil")),
        ({"fire": "always"}, {"electricity": 1}, PutOut("electricity")),
    ],
)
def test_a_policy_puts_fires_out(policy: dict[str, Any], cubes: dict[str, int], answer: Order) -> None:
    state, poll = burning_state(policy, cubes)
    assert auto_answers.by_policy(state, poll, "blue") == AutoAnswer(Held(answer), AnswerReason.POLICY)


def test_without_a_word_on_fires_one_is_asked() -> None:
    state, poll = burning_state({"flee": "stay"}, {"oil": 1})
    assert auto_answers.by_policy(state, poll, "blue") is None


@pytest.mark.parametrize(("flee", "answer"), [("default", Flee()), ("stay", StayPut())])
def test_a_policy_flees_or_stays(flee: str, answer: Order) -> None:
    state, _ = burning_state({"flee": flee}, {})
    assert auto_answers.by_policy(state, FleeFire("O3"), "blue") == AutoAnswer(Held(answer), AnswerReason.POLICY)


def policy_answers(policy: dict[str, Any]) -> list[str]:
    """Return what a policy does at the start of red's actions."""
    given = {
        "agenda": {"steps": [{"step": "act", "seat": "red"}]},
        "map": {"hexes": MAP, "buildings": BUILT, "teams": TEAMS},
        "wilds": {"fires": ["2", "VOL", "O5"]},
        "red": {"purse": {"cubes": {"oil": 3, "iron": 1}}, "standing": {"policy": {MODULE: policy}}},
    }
    table = position(given, SEATS[:2], {}, [MODULE])
    table.settle()
    return [type(event).__name__ for event in table.events]


def test_a_policy_puts_tokens_out_and_builds_dams() -> None:
    assert policy_answers({"quench": "all"}).count("FireOut") == 3
    assert policy_answers({"quench": "own"}).count("FireOut") == 2
    assert policy_answers({"quench": "all", "keep": 2}).count("FireOut") == 1
    assert policy_answers({"dams": "iron"}).count("DamBuilt") == 1
    assert policy_answers({"dams": "alloy"}).count("DamBuilt") == 0
    assert "FireOut" not in policy_answers({}) and "DamBuilt" not in policy_answers({})


def test_a_machine_builds_dams_of_what_it_has() -> None:
    given = {
        "agenda": {"steps": [{"step": "act", "seat": "red"}]},
        "map": {"hexes": MAP, "buildings": BUILT, "teams": TEAMS},
        "red": {"purse": {"cubes": {"vibranium": 1}}},
    }
    state = position(given, SEATS[:2], {}, [MODULE]).state
    assert stem(state, "red") == BuildDam("2", "vibranium")


@pytest.mark.parametrize(("feed", "made"), [(0, 1), (1, 3), (2, 1)])
def test_a_policy_feeds_cultures(feed: int, made: int) -> None:
    given = {
        "agenda": {"steps": [{"step": "produce", "seat": "red"}]},
        "turn": {"dice": {"red": 3}},
        "map": {"hexes": {"O1": MAP["O1"]}, "buildings": {"O1.3": BUILT["O1.3"]}},
        "red": {"standing": {"policy": {GAME: {"produce": {"colony": "never"}}, MODULE: {"feed": feed}}}},
    }
    table = position(given, SEATS, {}, [MODULE])
    table.settle()
    (produced,) = [event for event in table.events if type(event).__name__ == "Produced"]
    assert to_plain(produced)["count"] == made


def test_policies_are_read_by_their_own_section() -> None:
    policy = {MODULE: {"fire": "own", "fuel": ["oil"], "keep": 1, "flee": "default", "dams": "alloy", "feed": 3}}
    assert BOOK.read_policy(policy) == policy
    assert BOOK.default_policy()[MODULE] == {"fire": "own", "flee": "default", "drive": "default"}
    with pytest.raises(Malformed):
        BOOK.read_policy({MODULE: {"dams": "wood"}})


# As people type

TYPED = [
    ("extinguish with oil", {"order": "extinguish", "pay": "oil"}),
    (
        "platform sawmill 6 at O4.1 from sawmill 1",
        {"order": "build-on-platform", "building": "sawmill", "value": 6, "place": "O4.1", "piece": "sawmill-1"},
    ),
    ("éteindre avec électricité", {"order": "extinguish", "pay": "electricity"}),
    ("let burn", {"order": "let-burn"}),
    ("flee", {"order": "flee"}),
    ("flee R1 to H05.2, R1 to H06, R2 to O1", {"order": "flee", "steps": ["R1:H05.2", "R1:H06", "R2:O1"]}),
    ("fuir R1 vers H05", {"order": "flee", "steps": ["R1:H05"]}),
    ("stay put", {"order": "stay-put"}),
    ("drive fire to O3", {"order": "spread-fire", "hex": "O3"}),
    ("pousser le feu vers O3", {"order": "spread-fire", "hex": "O3"}),
    ("place volcano at @1,-1 turn 2", {"order": "place-volcano", "at": "1,-1", "turn": 2}),
    ("dam O3 with alloy", {"order": "build-dam", "hex": "O3", "material": "alloy"}),
    ("barrage O3 en vibranium", {"order": "build-dam", "hex": "O3", "material": "vibranium"}),
    ("quench O3 with oil, O1 with electricity", {"order": "quench", "fires": ["O3:oil", "O1:electricity"]}),
    (
        "platform sawmill 3 at O4.1 with R2",
        {"order": "build-on-platform", "building": "sawmill", "value": 3, "place": "O4.1", "team": "R2"},
    ),
    ("feed O1.3", {"order": "feed", "place": "O1.3"}),
    ("build hydraulic post at O2.1", {"order": "build", "building": "hydro_post", "place": "O2.1"}),
    (
        "construire culture fongique 3 en O2.3",
        {"order": "build", "building": "fungal_culture", "value": 3, "place": "O2.3"},
    ),
]


@pytest.mark.parametrize(("text", "meant"), TYPED, ids=[text for text, _ in TYPED])
def test_orders_are_understood(text: str, meant: dict[str, Any]) -> None:
    (order,) = parse_orders(Rules(game_of(GAME), BOOK), text)
    assert to_plain(order) == meant
    assert order_text(packs.words(GAME, "en"), meant)


def test_what_a_seat_can_count_is_told() -> None:
    state = rich(0).state
    assert list(state.book.complaints(state.seen_by("red"), "red")) == []
    state[Purse, "red"].cubes["wood"] = 9
    assert [output.template for output in state.book.complaints(state.seen_by("red"), "red")]


def test_laws_see_what_lies_wrong() -> None:
    state = rich(0).state
    state[Wilds].fires = ["O3", "O3"]
    state[Wilds].platforms.append("O6.2")
    state[Wilds].dams["O2"] = "iron"
    assert len([output for output in state.book.broken_laws(state) if output.startswith(MODULE)]) >= 3
