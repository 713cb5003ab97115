"""What holds in every game of 2116: how it begins, what is sealed, what lists leave out, what refusals name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lpbe.games.planet_2116.attack_enumeration import ALL_DIRECTIONS
from lpbe.games.planet_2116.attack_sequence import Assault, Declare
from lpbe.games.planet_2116.attacks import Block, Meteorite, Tornado, Tsunami, Wildfire
from lpbe.games.planet_2116.cards import CardsDrawn, refill
from lpbe.games.planet_2116.cooling import PlayCooling
from lpbe.games.planet_2116.destruction import blast_area, reveal_capitals
from lpbe.games.planet_2116.ending import stop
from lpbe.games.planet_2116.globe import globe
from lpbe.games.planet_2116.human_actions import HumanTurn
from lpbe.games.planet_2116.preparation import CardsLaid, Prepare, PrepareCards, prepare
from lpbe.games.planet_2116.queries import cards_of_kind, units_held
from lpbe.games.planet_2116.quick_blocks import QuickBlock
from lpbe.games.planet_2116.setup import FillBags, Found, PlaceAnywhere, place_anywhere
from lpbe.games.planet_2116.shields import PlayShield
from lpbe.games.planet_2116.state import (
    HUMANS,
    PLANET,
    Attack,
    Capital,
    City,
    Climate,
    Hand,
    HumanCard,
    Kind,
    Nations,
    Piles,
    PlanetCard,
    Prepared,
    Round,
    Terrain,
    World,
)
from lpbe.kernel.base.errors import NotVisible, Rejected
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.batches import is_unforeseen
from lpbe.kernel.engine.events import Ended
from lpbe.kernel.engine.model import Order, Question, Seat, State
from lpbe.kernel.engine.table import Table

from ..contract.contract_config import Position, root
from .contract_config import CONTRACT
from .positions import laid_out

SEATS = (PLANET, *HUMANS)
BOOK = CONTRACT.book()


def test_a_game_begins_with_an_empty_table() -> None:
    """2116-SETUP-13, 2116-SETUP-17: nothing is taken, laid or under way; the thermometer stands at 20."""
    state = BOOK.blank(SEATS, {})
    assert state[World] == World(taken=[], cities=[], sites={}, shields=[])
    assert state[Climate] == Climate(heat=20, combos=[])
    assert state[Round] == Round(number=0, turns=[])
    assert state[Nations] == Nations(hat="", continents={}, refugees=[], front={}, pot=[], pool=0)
    assert state[Piles] == Piles(planet=0, human=0, hands={}, planet_discard=[], human_discard=[], shuffles=0)
    assert state[Prepared] == Prepared(cards=[], groups=[], hidden=0, level=0)
    attack = Attack(kind="", origin="", tiles=[], blocked=[], pending=False, disturbed=False, used={})
    assert state[Attack] == attack


def test_what_rows_leave_out() -> None:
    """Ordinary ground is not a fault; cards cost and do only what their rows say."""
    assert [name for name, row in BOOK.rows_of(Terrain).items() if row.fault] == ["fault"]
    plain = {(row.cost, row.degrees) for row in BOOK.rows_of(HumanCard).values() if row.kind != "cooling"}
    assert plain == {(0, 0)}
    assert {name: row.degrees for name, row in BOOK.rows_of(Kind).items()} == {
        "tornado": 0,
        "tsunami": 0,
        "wildfire": 0,
        "meteorite": 0,
        "rise": 2,
    }
    assert len(BOOK.rows_of(PlanetCard)) == 19


def test_a_planet_card_is_no_human_card() -> None:
    state = BOOK.blank(SEATS, {})
    state[Hand, "human-1"].cards = ["P09", "U33", "U32", "U01"]
    assert units_held(state, "human-1") == ["U32", "U33"]
    assert sorted(cards_of_kind(state, "human-1", "unit")) == ["U32", "U33"]


def test_what_is_sealed() -> None:
    """Cards that are laid, and answers to an attack: whether one is a block must not show."""
    kinds = {order for offers in BOOK.offers.values() for order in offers}
    assert {str(order.__struct_config__.tag) for order in kinds if order.secret} == {"prepare", "block", "no-block"}


# Lists that are not all


def spread_out(level: int = 2) -> State:
    """Return some holes, every Catastrophe prepared, cards in hand and in front."""
    given = {
        "world": {"taken": ["D11", "D10", "D08", "D06"], "cities": ["corvane"]},
        "attack": {"kind": "tornado", "tiles": ["D09"], "pending": True},
        "prepared": {"cards": [f"P{n:02}" for n in range(3, 17)], "level": level},
        "nations": {"pool": 3, "front": {"U01": "human-1", "U02": "human-1"}},
        "planet": {"hand": {"cards": ["P01", "P02", "P17"]}},
        "human-1": {"hand": {"cards": ["U24", "U27", "U32"]}},
    }
    return laid_out(Position(given, SEATS, {}, ())).state


UNLISTED: dict[str, tuple[Question, Seat, Order]] = {
    "a path with a bend": (Declare(), PLANET, Tornado("D11", ("w:2", "sw:2"), cards=("P03", "P04"))),
    "another tsunami card": (Declare(), PLANET, Tsunami("D11", "w", ("P06",))),
    "a smaller fire": (Declare(), PLANET, Wildfire("D08", ("D09",), ("P09",))),
    "another meteorite card": (Declare(), PLANET, Meteorite("D11", ("P14",))),
    "the same in another order": (Prepare(), PLANET, PrepareCards(("P02", "P01"))),
    "a tile that is not hit": (Block(), "human-1", QuickBlock(("A01",))),
    "own cards though there are points": (HumanTurn("human-1"), "human-1", PlayCooling("U24", own=2)),
    "a shield in the sea": (HumanTurn("human-1"), "human-1", PlayShield("U27", ("A01",))),
}


@pytest.mark.parametrize("name", UNLISTED)
def test_what_a_list_leaves_out_may_be_typed(name: str) -> None:
    question, seat, order = UNLISTED[name]
    state = spread_out()
    assert legality.refusal(state, question, seat, order) is None
    assert order not in list(legality.legal_orders(state, question, seat))


def test_such_lists_say_that_they_are_not_all() -> None:
    """And only such lists."""
    shown = {(type(question), type(order)) for question, _, order in UNLISTED.values()}
    partial = {(asked, kind) for asked, offers in BOOK.offers.items() for kind in offers if not offers[kind].complete}
    assert partial == shown


# What a refusal names


def wrong(order: Order, taken: list[str], cards: list[str]) -> dict[str, object]:
    given = {"world": {"taken": taken}, "prepared": {"cards": cards, "level": 2}}
    state = laid_out(Position(given, SEATS, {}, ())).state
    refused = legality.refusal(state, Declare(), PLANET, order)
    assert isinstance(refused, Rejected)
    return dict(refused.values)


def refusals() -> Iterator[tuple[str, Order, dict[str, object]]]:
    one, two = ("P01",), ("P01", "P02")
    yield "too far", Tornado("D11", ("w:4",), cards=one), {"tile": "D07", "most": 3, "last": "D08"}
    yield "too far by its tiles", Tornado("D11", (), ("D10", "D09", "D08", "D07"), one), {"tile": "D07", "last": "D08"}
    yield "a bend of one card", Tornado("D11", ("w:2", "sw"), cards=one), {"tile": "E09", "fits": ["D08"]}
    yield "too sharp", Tornado("D11", ("w:2", "se"), cards=two), {"tile": "E10", "fits": ["D08", "E09", "C09"]}
    yield "a bend too many", Tornado("D11", ("w", "sw", "w"), cards=two), {"tile": "E09", "fits": ["F09"]}
    yield "not beside", Tornado("D11", (), ("D09",), one), {"tile": "D09", "before": "D11"}
    yield "not beside the second", Tornado("D11", (), ("D10", "D08"), one), {"tile": "D08", "fits": ["D09"]}
    edge = {"tile": "A06", "before": "A04", "fits": ["A03"]}
    yield "not beside, at the edge", Tornado("B04", (), ("A04", "A06"), two), edge
    yield "where nothing fits", Tornado("B04", (), ("A04", "A05"), one), {"tile": "A05", "fits": ["-"]}
    yield "off the board", Tornado("B04", ("nw:2",), cards=one), {"tile": "A04"}
    yield "a bend before it is too far", Tornado("D11", ("w:2", "sw:9"), cards=one), {"tile": "E09", "fits": ["D08"]}
    yield "off the board before a bend", Tornado("B04", ("nw:2", "e"), cards=two), {"tile": "A04"}
    yield "no tile at all", Tornado("D11", ("w",), ("100",), one), {"tile": "100"}
    fire = ("P09",)
    near = ["D09", "C09", "C08", "D07", "E09"]
    yield "out of reach", Wildfire("D08", ("E08", "F08"), fire), {"tile": "F08", "fits": near}
    yield "five of four", Wildfire("D08", ("D09", "D07", "E08", "C08", "C09"), fire), {"tile": "C09", "most": 4}
    six = ["C09", "C08", "E08", "E09", "D10", "C10"]
    yield "the first six", Wildfire("D08", ("D09", "D07", "A01"), fire), {"tile": "A01", "fits": six}


@pytest.mark.parametrize(
    ("name", "order", "named"), [*refusals()], ids=lambda part: part if isinstance(part, str) else ""
)
def test_the_first_wrong_tile_is_named_and_what_would_fit(name: str, order: Order, named: dict[str, object]) -> None:
    values = wrong(order, ["D11", "D08", "B04"], ["P01", "P02", "P09"])
    assert {key: values[key] for key in named} == named


# Who looks where


class Listening(Table):
    """A table that notes whose sealed choices are shown to be what was signed."""

    __slots__ = ("shown",)

    def __init__(self, state: State) -> None:
        super().__init__(state, root(1))
        self.shown: list[Seat] = []

    def reveal(self, seat: Seat) -> None:
        self.shown.append(seat)


@pytest.mark.parametrize(("cities", "shown"), [(0, [PLANET]), (4, [PLANET]), (5, []), (10, [])])
def test_what_was_sealed_is_shown_only_where_all_is_in_sight(cities: int, shown: list[Seat]) -> None:
    """2116-CLAIR-02 to 2116-CLAIR-05: at lower levels the seal may hold groups, or cards that nobody sees."""
    given = {"world": {"cities": [*BOOK.rows_of(City)][:cities]}, "planet": {"hand": {"cards": ["P01", "P02"]}}}
    table = Listening(laid_out(Position(given, SEATS, {}, ())).state)
    prepare(table, PLANET, Prepare(), PrepareCards(("P01:P02",)))
    assert table.shown == shown


def test_nobody_looks_at_capitals_where_no_city_falls() -> None:
    """So that the Planet can look ahead to the end of an attack, though cities fell before."""
    view = spread_out().seen_by(PLANET)
    reveal_capitals(Table(view, root(1)), ["D09", "D10"])
    with pytest.raises(NotVisible):
        reveal_capitals(Table(view, root(1)), ["D06"])


def test_nobody_looks_into_a_pile_for_nothing() -> None:
    """Whoever looks ahead to the end of a turn with a full hand sees it."""
    view = spread_out().seen_by("human-1")
    refill(table := Table(view, root(1)), "human-1", 3)
    assert table.events == []
    with pytest.raises(NotVisible):
        refill(table, "human-1", 4)


def test_cards_that_nobody_sees_are_counted() -> None:
    """The first ones that a hand gets, and those that leave it face down."""
    view = BOOK.blank(SEATS, {}).seen_by("human-1")
    CardsDrawn(PLANET, 5).apply(view)
    assert view[Piles].hands == {PLANET: 5}
    CardsLaid(2, 1).apply(view)
    assert view[Piles].hands == {PLANET: 3} and view[Prepared].hidden == 2


def test_where_blasts_heed_no_shield_a_factory_under_one_goes_up_too() -> None:
    """2116-DMG-18: unless it is announced itself, for then its shield counts."""
    given = {"world": {"sites": {"F07": "polluting", "E07": "polluting"}, "shields": ["E07"]}}
    for heeded, far in ((True, False), (False, True)):
        options = {"planet-2116": {"blast_respects_protection": heeded}}
        state = laid_out(Position(given, SEATS, options, ())).state
        assert ("D06" in blast_area(state, ["F07"])) == far
        assert "D06" not in blast_area(state, ["E07"])


def test_an_agreement_to_stop_has_no_winner() -> None:
    stop(table := Table(spread_out(), root(1)), SEATS)
    assert table.events == [Ended({}, (), "agreed")] and table.over


def test_the_planet_knows_what_it_lays() -> None:
    """Cards that nobody else sees are no news to it, drawn ones are: only these end its batch."""
    assert not is_unforeseen(CardsLaid(1, 1, ("P01",)), PLANET)
    assert is_unforeseen(CardsDrawn(PLANET, 1, ("P02",)), PLANET)


def test_whoever_looks_on_sees_no_plans() -> None:
    """A Human can look ahead to where the Planet has nothing left to announce."""
    view = spread_out().seen_by("human-1")
    view[Prepared].cards = []
    Assault().run(table := Table(view, root(1)))
    assert table.events == []


def test_chance_finds_no_city() -> None:
    """The default: a factory goes to a tile without a city."""
    for seed in range(40):
        table = Table(laid_out(Position({}, SEATS, {}, ())).state, root(seed))
        place_anywhere(table, "human-1", Found("human-1"), PlaceAnywhere())
        [tile] = table.state[World].sites
        assert not globe(table.state).tiles[tile].city and globe(table.state).tiles[tile].continent


def test_capitals_are_cities_of_three_continents() -> None:
    """2116-SETUP-10 to 2116-SETUP-12: and whoever looks knows the continents, but no capital."""
    for seed in range(12):
        table = Table(BOOK.blank(SEATS, {}), root(seed))
        FillBags().run(table)
        cities, known = BOOK.rows_of(City), table.state[Nations].continents
        assert {seat: cities[table.state[Capital, seat].city].continent for seat in HUMANS} == known
        assert sorted(known.values()) == ["lev", "mer", "pon"]


def test_directions_are_those_of_the_map() -> None:
    assert ALL_DIRECTIONS == ("e", "ne", "nw", "w", "sw", "se")
