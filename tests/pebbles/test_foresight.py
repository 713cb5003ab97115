"""Foresight is right: the rain takes what was announced."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lpbe.games.pebbles.foresight import foresight
from lpbe.games.pebbles.rain import MAX_STRENGTH, NoShelter, Point, PointAt, Shelter, Wash, Washed
from lpbe.games.pebbles.state import Path
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.model import Agenda, Held, Order, Question, Seat, State
from lpbe.kernel.engine.table import Table, answers_wanted, submit

from ..contract.contract_config import Case, cases, root
from ..contract.playouts import playouts
from ..contract.unchanged_words import at_ease, quiet
from ..size_limits import every

CASES = [case for case in cases() if case.game == "pebbles"]


def positions(case: Case) -> Iterator[tuple[State, Seat, Question]]:
    for transition in playouts(case):
        state = transition.table.state
        if at_ease(state):
            yield from ((quiet(state), seat, question) for seat, question in answers_wanted(state).items())


def answer(state: State, question: Question, seat: Seat, order: Order) -> dict[str, set[str]]:
    seen = foresight(state.seen_by(seat), question, seat)(order, None)
    return {one.key: set(one.values["pebbles"]) for one in seen}


def washed_seats(state: State, table: Table) -> dict[str, Seat]:
    gone = [name for event in table.events if isinstance(event, Washed) for name in event.pebbles]
    return {name: state[Path].laid[name] for name in gone}


@pytest.mark.parametrize("case", CASES, ids=str)
@every(5, 1)
def test_what_is_foreseen_comes_true(case: Case, every: int) -> None:
    rainy = [one for one in positions(case) if isinstance(one[2], Point | Shelter)]
    assert rainy
    for state, seat, question in rainy[::every]:
        for order in legality.legal_orders(state.seen_by(seat), question, seat):
            if isinstance(order, PointAt):
                heaviest(state, question, seat, order)
            else:
                answer_all(state, question, seat, order)


def heaviest(state: State, question: Question, seat: Seat, order: PointAt) -> None:
    """The strongest rain that there is."""
    table = Table(state.copy(), root(1))
    table.state[Agenda].steps = []
    table.then(Wash(order.colour, MAX_STRENGTH))
    table.settle()
    gone, seen = washed_seats(state, table), answer(state, question, seat, order)
    assert seen.get("rain.own", set()) == {name for name, owner in gone.items() if owner == seat}
    assert seen.get("rain.others", set()) == {name for name, owner in gone.items() if owner != seat}


def answer_all(state: State, question: Question, seat: Seat, order: Order) -> None:
    """The others shelter nothing."""
    table = Table(state.copy(), root(1))
    for one in answers_wanted(state):
        submit(table, one, [Held(order if one == seat else NoShelter())])
    mine = {name for name, owner in washed_seats(state, table).items() if owner == seat}
    assert answer(state, question, seat, order).get("washed", set()) == mine
