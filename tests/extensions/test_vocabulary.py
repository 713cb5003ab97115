"""Orders that name many of hundreds of things, and fields that may be empty or of several types."""

from __future__ import annotations

from time import process_time

import pytest

from lpbe.games import game_of
from lpbe.kernel.base.canonical import to_plain
from lpbe.kernel.base.errors import Misused
from lpbe.kernel.engine.model import Order, Plan
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.language.order_parser import OrderLanguage, Typist, parse_orders
from lpbe.kernel.language.templates import order_text

from .atlas import ATLAS, MOST, TILES, Burn, Water, words
from .positions import BINDINGS, book, find_position, legal

LANGUAGES = ("en", "fr")


def rules() -> Rules:
    known = book(ATLAS)
    known.order_languages.update({lang: OrderLanguage(known, words(lang)) for lang in LANGUAGES})
    return Rules(game_of("pebbles"), known)


RULES = rules()


def read_orders(text: str, lang: str = "en") -> list[Order]:
    return parse_orders(RULES, text, Typist(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("start", [0, 100, len(TILES) - MOST])
@pytest.mark.parametrize("planned", [False, True])
def test_an_order_of_sixteen_tiles_is_read(lang: str, start: int, planned: bool) -> None:
    order = Burn(TILES[start : start + MOST], 3, "north")
    wanted: Order = Plan(order) if planned else order
    began = process_time()
    assert read_orders(order_text(words(lang), to_plain(wanted)), lang) == [wanted]
    assert read_orders(
        f"{'plan ' if planned else ''}burn {' '.join(order.tiles).lower()} force 3 wind north", lang
    ) == [wanted]
    assert process_time() - began < 2


def test_a_whole_id_is_not_the_beginning_of_another_one() -> None:
    known = book(ATLAS.__class__("atlas", offers=ATLAS.offers, events=ATLAS.events, vocabulary={"tiles": LIKE}))
    known.order_languages["en"] = OrderLanguage(known, words("en"))
    known.order_languages["fr"] = OrderLanguage(known, words("fr"))
    mine = Rules(game_of("pebbles"), known)
    assert parse_orders(mine, "burn " + " ".join(["t1"] * MOST)) == [Burn(("t1",) * MOST)]


LIKE = tuple(f"t{number}" for number in range(1, 200))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("burn A01", Burn(("A01",))),
        ("burn A01 force 4", Burn(("A01",), 4)),
        ("burn A01, A02 wind south", Burn(("A01", "A02"), wind="south")),
        ("burn tiles=A01,A02 strength=4 wind=south", Burn(("A01", "A02"), 4, "south")),
        ("burn tiles=A01", Burn(("A01",))),
        ("water B03", Water("B03")),
        ("water B03 B04", Water(("B03", "B04"))),
        ("water B03 until 4", Water("B03", 4)),
        ("water B03 until dusk", Water("B03", "dusk")),
        ("water tile=B03", Water("B03")),
        ("water tile=B03,B04 until=dawn", Water(("B03", "B04"), "dawn")),
        ("plan water tile=B03", Plan(Water("B03"))),
    ],
)
def test_a_field_may_be_empty_or_of_several_types(text: str, order: Order) -> None:
    assert read_orders(text) == [order]
    assert read_orders(order_text(words("en"), to_plain(order))) == [order]


@pytest.mark.parametrize("text", ["burn A01 force much", "burn A01 wind east", "water", "burn Z99", "water until=dusk"])
def test_what_is_no_such_thing_is_refused(text: str) -> None:
    with pytest.raises(Misused):
        read_orders(text)


@pytest.mark.parametrize("expansions", BINDINGS[2:4])
def test_the_map_can_be_bound_before_and_after_others(expansions: tuple[object, ...]) -> None:
    one, other = (*expansions, ATLAS), (ATLAS, *expansions)
    (before, seat), (after, same) = find_position(0, "Turn", one), find_position(0, "Turn", other)
    assert seat == same and legal(before.state, seat) == legal(after.state, seat)
    assert Burn(TILES[:MOST]) in legal(before.state, seat)
