"""What is printed of an order is what can be typed: in both languages, for every kind of order, in whole games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec import to_builtins

from lpbe.games import game_of
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.content import packs
from lpbe.kernel.play import standing
from lpbe.kernel.play.rulebook import Rules, tag
from lpbe.kernel.play.rules import Order, Plan, State
from lpbe.kernel.play.table import answers_wanted
from lpbe.kernel.words.grammar import parse_orders
from lpbe.kernel.words.templates import order_text

from .playouts import EDITIONS, acts, playout
from .positions import GAME

LANGUAGES = ("en", "fr")
SAMPLED = 20


def rules(state: State) -> Rules:
    return Rules(game_of(GAME), state.book)


def said_again(state: State, order: Order) -> None:
    for lang in LANGUAGES:
        line = order_text(packs.words(GAME, lang), to_builtins(order))
        assert parse_orders(rules(state), line) == [order], line


def candidates(state: State, random: Random) -> Iterator[Order]:
    """Some of what each seat may answer now."""
    for seat, question in answers_wanted(state).items():
        legal = list(standing.legal(state, question, seat))
        yield from random.sample(legal, min(SAMPLED, len(legal)))


def check_game(edition: int, seats: int, seed: int, known: dict[Order, None]) -> None:
    """Every order that was given, and some that could have been; what was tried before is not tried again."""
    random = Random(seed)
    for act, deed in acts(EDITIONS[edition], seats, seed):
        for order in (*(held.order for held in act.orders), *candidates(deed.table.state, random)):
            if order not in known:
                known[order] = None
                said_again(deed.table.state, order)


def test_orders_of_five_games_are_printed_and_typed() -> None:
    known: dict[Order, None] = {}
    for seed in range(5):
        check_game(seed % len(EDITIONS), 2 + seed % 3, seed, known)
    assert len({type(order) for order in known}) >= 25


@pytest.mark.soak
def test_orders_of_two_hundred_games_are_printed_and_typed() -> None:
    known: dict[Order, None] = {}
    for seed in range(200):
        check_game(seed % len(EDITIONS), 2 + seed % 3, seed, known)
    assert len(known) > 10_000


SELDOM = [
    {"order": "change-die", "value": 6},
    {"order": "trade", "use_card4": True},
    {"order": "protect", "hexes": ["H04", "H16"]},
    {"order": "protect-nothing"},
    {"order": "trigger", "hexes": ["H04", "H16"]},
    {"order": "take-damage", "teams": ["R1", "RM2"]},
    {"order": "take-damage"},
    {"order": "place-hex", "hex": "H05", "at": "-1,2", "turn": 4, "team": "RM1", "path": ["H01", "A"]},
    {"order": "call-scientist"},
    {"order": "call-nobody"},
    {"order": "recover-card", "card": 2},
    {"order": "trade-plan", "cards": ["oil:+2:only", "any:down"], "deals": ["buy:iron:2:<=3", "sell:oil:max"]},
    {"order": "plan", "then": {"order": "trade-plan", "otherwise": "default"}},
]


def test_every_kind_of_order_is_printed_and_typed() -> None:
    state = playout(0, 2, 0)[-1].table.state
    seldom = state.book.read_orders(SELDOM)
    for order in seldom:
        said_again(state, order)
    given: dict[Order, None] = {}
    for seed in range(2):
        check_game(seed, 2 + seed, seed, given)
    tried = {tag(type(order)) for order in (*seldom, *given)}
    assert {*state.book.orders, tag(Plan)} - tried == set()


@pytest.mark.parametrize("at", ["1,0\n", "01,0", "-0,1", "1, 0", "1,100", ""])
def test_a_cell_has_one_name(at: str) -> None:
    """Nobody lays a hex over another by spelling its cell differently."""
    state = playout(0, 2, 0)[-1].table.state
    with pytest.raises(Malformed):
        state.book.read_orders([{"order": "place-hex", "hex": "H05", "at": at}])
