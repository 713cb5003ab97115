"""Orders are typed as they are printed: in both languages, for every kind of order, in whole games."""

from __future__ import annotations

from random import Random

import pytest

from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.engine.model import Order, Plan
from lpbe.kernel.engine.rulebook import tag

from ..contract.test_words import candidates, say_again
from ..size_limits import sizes
from .contract_config import EDITIONS
from .playouts import acts, playout
from .positions import GAME


def check_game(edition: int, seats: int, seed: int, known: dict[Order, None]) -> None:
    """Every order that was given, and some that could have been; what was tried before is not tried again."""
    random = Random(seed)
    for act, transition in acts(EDITIONS[edition], seats, seed):
        for order in (*(held.order for held in act.orders), *candidates(transition.table.state, random, 20)):
            if order not in known:
                known[order] = None
                say_again(GAME, transition.table.state, order)


@sizes("games", 2, 200)
def test_orders_of_many_games_are_printed_and_typed(games: int) -> None:
    known: dict[Order, None] = {}
    for seed in range(games):
        check_game(seed % len(EDITIONS), 2 + seed % 3, seed, known)
    assert len({type(order) for order in known}) >= 25
    assert len(known) > 10_000 or games < 200


SELDOM = [
    {"order": "change-die", "value": 6},
    {"order": "trade", "use_card4": True},
    {"order": "protect", "hexes": ["H04", "H16"]},
    {"order": "protect-nothing"},
    {"order": "trigger", "hexes": ["H04", "H16"]},
    {"order": "take-damage", "teams": ["R1", "RM2"]},
    {"order": "take-damage"},
    {"order": "heal", "teams": ["R1", "R2"]},
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
        say_again(GAME, state, order)
    given: dict[Order, None] = {}
    for seed in range(2):
        check_game(seed, 2 + seed, seed, given)
    tried = {tag(type(order)) for order in (*seldom, *given)}
    assert {*state.book.orders, tag(Plan)} - tried == set()


@pytest.mark.parametrize("at", ["1,0\n", "01,0", "-0,1", "1, 0", "1,100", ""])
def test_a_cell_has_one_name(at: str) -> None:
    """Nobody places a hex over another by spelling its cell differently."""
    state = playout(0, 2, 0)[-1].table.state
    with pytest.raises(Malformed):
        state.book.read_orders([{"order": "place-hex", "hex": "H05", "at": at}])
