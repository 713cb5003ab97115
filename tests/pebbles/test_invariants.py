"""What holds in every position of every game of Pebbles."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from lpbe.games.pebbles.dig import Keep
from lpbe.games.pebbles.moss import Moss
from lpbe.games.pebbles.state import Bag, Hand, Path, Purse, Supply
from lpbe.games.pebbles.turn import Dig, EndTurn, Lay, Turn
from lpbe.kernel.base.errors import Refused
from lpbe.kernel.engine.events import Drafted
from lpbe.kernel.engine.model import Seat, Standing, State
from lpbe.kernel.engine.table import answers_wanted, play_batch

from ..contract.contract_config import root
from .playouts import EXPANSIONS, playouts

PEBBLE = re.compile(r'"([pm]\d\d)"')
games = pytest.mark.parametrize(
    ("expansions", "seats"), [(chosen, seats) for chosen in EXPANSIONS for seats in (2, 3, 4)], ids=str
)


@games
def test_pebbles_and_coins_are_neither_made_nor_lost(expansions: tuple[str, ...], seats: int) -> None:
    for _, table, _ in playouts(expansions, seats):
        assert table.book.broken_laws(table.state) == []


def test_a_law_that_is_broken_is_told() -> None:
    table = playouts(("moss",), 2).__next__().table
    spoilt = table.state.copy()
    spoilt[Supply].coins += 1
    spoilt[Supply].bag -= 1
    spoilt[Bag].pebbles[0] = spoilt[Bag].pebbles[1]
    spoilt[Purse, "red"].coins = -1
    spoilt[Moss].grown = ["p01"]
    spoilt[Path].laid, spoilt[Path].row = {}, []
    answer = table.book.broken_laws(spoilt)
    assert [line.partition(":")[0] for line in answer] == ["pebbles"] * 4 + ["moss"]


def fresh_turns(expansions: tuple[str, ...], seats: int) -> Iterator[tuple[State, Seat]]:
    for before, _, _ in playouts(expansions, seats):
        for seat, question in answers_wanted(before).items():
            standing = before[Standing, seat]
            if question == Turn(seat) and not standing.plan and not standing.policy:
                yield before, seat


@games
def test_a_batch_that_is_illegal_anywhere_changes_nothing(expansions: tuple[str, ...], seats: int) -> None:
    for state, seat in fresh_turns(expansions, seats):
        untouched = state.copy()
        for pebble in state[Hand, seat].pebbles:
            with pytest.raises(Refused) as refused:
                play_batch(state, root(1), seat, Lay(pebble), Lay(pebble))
            assert refused.value.clause == "PEB-TURN-02"
        assert state == untouched


@games
def test_a_dig_cuts_the_batch(expansions: tuple[str, ...], seats: int) -> None:
    for state, seat in fresh_turns(expansions, seats):
        if state[Supply].bag:
            table = play_batch(state, root(1), seat, Dig(), Keep("p01"), EndTurn())
            assert Drafted(seat, (Keep("p01"), EndTurn())) in table.events
            assert table.state[Standing, seat].draft == [Keep("p01"), EndTurn()]


def test_every_kind_of_order_is_given() -> None:
    done = [transition for seats in (2, 3, 4) for transition in playouts(("moss",), seats)]
    assert {type(transition.order) for transition in done if transition.order} == set(
        done[0].before.book.orders.values()
    )


def test_bids_and_shelters_are_windows_of_several() -> None:
    asked = [answers_wanted(transition.table.state) for seats in (2, 3, 4) for transition in playouts(("moss",), seats)]
    together = {type(question).__name__ for wanted in asked if len(wanted) > 1 for question in wanted.values()}
    assert together == {"Bid", "Shelter"}
