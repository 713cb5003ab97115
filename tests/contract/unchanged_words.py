"""A real game continued while everybody keeps still, so that what foresight announces can be observed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import UNSET

from lpbe.kernel.engine import legality
from lpbe.kernel.engine.model import Event, Held, Order, Question, Roster, Seat, Standing, State
from lpbe.kernel.engine.table import Table, answers_wanted, submit

from .contract_config import root

Say = Callable[[State, Question, Seat], Order | None]
"""What somebody answers; None: the safe answer of a seat that times out."""


def once(seat: Seat, order: Order, then: Say) -> Say:
    """Return an answer that lets one seat give one order, once."""
    given: list[Order] = []

    def say(state: State, question: Question, one: Seat) -> Order | None:
        if one == seat and not given:
            given.append(order)
            return order
        return then(state, question, one)

    return say


def quiet(state: State) -> State:
    """Return the same position without any standing orders."""
    fresh = state.copy()
    for seat in fresh[Roster].seats:
        fresh[Standing, seat].plan, fresh[Standing, seat].policy = [], {}
        fresh[Standing, seat].draft, fresh[Standing, seat].answer = [], UNSET
    return fresh


def at_ease(state: State) -> bool:
    """Return whether everybody still plays: the rules answer for a seat that has left."""
    return not state[Roster].resigned and not state[Roster].silent


def watch_until(state: State, say: Say, until: Callable[[Event], bool], steps: int = 80) -> Iterator[Event]:
    """Play on, question by question, until something has happened; return all events before it."""
    for _ in range(steps):
        wanted = answers_wanted(state)
        waiting = [seat for seat in wanted if state[Standing, seat].answer is UNSET]
        if not waiting:
            return
        seat = waiting[0]
        table = Table(state.copy(), root(1))
        submit(table, seat, [Held(say(state, wanted[seat], seat) or legality.safe_order(state, wanted[seat], seat))])
        for event in table.events:
            if until(event):
                return
            yield event
        state = table.state
    raise AssertionError("it never came to that")
