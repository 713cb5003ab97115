"""Who is asked again: every stop for a question is a window of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.events import Asked
from lpbe.kernel.engine.model import Module, Offer, Order, Question, Seat, State
from lpbe.kernel.engine.rulebook import bind
from lpbe.kernel.engine.table import Table, play_batch, start


class GoOn(Order, frozen=True):
    times: int = 1


def go_on(table: Table, seat: Seat, question: Question, order: GoOn) -> None:
    table.then(question)


def ways(state: State, seat: Seat, question: Question) -> Iterator[Order]:
    yield GoOn(1)
    yield GoOn(2)


class Endless(Question, frozen=True):
    offers = {GoOn: Offer(go_on, ways)}

    def asks(self, state: State) -> Sequence[Seat]:
        return ("red",)


ENDLESS = Module("endless", steps=(Endless,), setup=lambda table: table.then(Endless()))


def test_a_question_that_plans_the_very_same_question_is_asked_again() -> None:
    table = Table(bind(ENDLESS).blank(["red"], {}), Rng(bytes(32)))
    start(table)
    assert table.events[-1] == Asked(("red",))
    again = play_batch(table.state, Rng(bytes(32)), "red", GoOn())
    assert again.events[-1] == Asked(("red",))
    twice = play_batch(table.state, Rng(bytes(32)), "red", GoOn(), GoOn())
    assert [event for event in twice.events if isinstance(event, Asked)] == [Asked(("red",))]
