"""The end of a game: why it ended, in words, and nothing after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.events import Answered, Ended, Stopped, WindowClosed
from lpbe.kernel.engine.model import Agenda, Event, Held, Module, Name, Offer, Order, Poll, Question, Seat, State, Step
from lpbe.kernel.engine.rulebook import bind
from lpbe.kernel.engine.table import Table, answers_wanted, start, submit
from lpbe.kernel.language.sentences import sentence

from .positions import tables
from .tide import TIDE


class Rang(Event, frozen=True):
    text: str


class Ring(Order, frozen=True):
    text: Name


def ring_bell(table: Table, seat: Seat, question: Question, order: Ring) -> None:
    """Ring the last bell, which ends the game although it would ring on."""
    assert not table.over
    table.emit(Rang(order.text))
    if order.text == "last":
        table.emit(Ended({}, (seat,), "bells"))
        table.then(Echo())


def bells(state: State, seat: Seat, question: Question) -> Sequence[Ring]:
    return [Ring("first"), Ring("last")]


class Bells(Poll, frozen=True):
    offers = {Ring: Offer(ring_bell, bells)}

    def asks(self, state: State) -> Sequence[Seat]:
        return ("ann", "ben")

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        table.emit(Rang("closed"))


class Bell(Question, frozen=True):
    offers = {Ring: Offer(ring_bell, bells)}

    def asks(self, state: State) -> Sequence[Seat]:
        return ("ann",)


class Echo(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.emit(Rang("echo"))


def belfry(*steps: Step) -> Table:
    module = Module(
        "belfry", events=(Rang,), steps=(Bells, Bell, Echo), setup=lambda table: table.then(*steps), endings=("bells",)
    )
    table = Table(bind(module).blank(["ann", "ben"], {}), Rng(bytes(32)))
    start(table)
    table.clear()
    return table


def test_answers_still_to_be_carried_out_are_not_after_the_end() -> None:
    table = belfry(Bells(), Echo())
    submit(table, "ann", [Held(Ring("last"))])
    submit(table, "ben", [Held(Ring("first"))])
    events = [event for event in table.events if not isinstance(event, Answered)]
    assert events == [Rang("last"), Ended({}, ("ann",), "bells"), Stopped(0, ())]
    assert not [event for event in table.events if isinstance(event, WindowClosed)]
    assert table.state[Agenda].steps == []
    assert answers_wanted(table.state) == {}


def test_the_rest_of_a_batch_is_dropped_with_the_agenda() -> None:
    table = belfry(Bell(), Bell(), Echo())
    submit(table, "ann", [Held(Ring("first")), Held(Ring("last")), Held(Ring("first"))])
    assert [event for event in table.events if isinstance(event, Rang)] == [Rang("first"), Rang("last")]
    assert table.events[-2:] == [Ended({}, ("ann",), "bells"), Stopped(0, ())]


def test_a_rule_can_ask_whether_the_game_is_over_before_it_says_anything() -> None:
    table = belfry(Bell())
    assert list(legality.legal_orders(table.state, Bell(), "ann")) == [Ring("first"), Ring("last")]


def test_a_fact_after_the_end_is_a_mistake_of_the_rules() -> None:
    table = belfry(Bell())
    table.emit(Ended({}, ()))
    with pytest.raises(AssertionError, match="rang is emitted after the end"):
        table.emit(Rang("again"))


def test_an_ending_that_no_module_names_is_a_mistake_of_the_rules() -> None:
    table = belfry(Bell())
    with pytest.raises(AssertionError, match="no module names the ending 'thunder'"):
        table.emit(Ended({}, (), "thunder"))


def test_a_reaction_cannot_add_to_the_end() -> None:
    late = Module("late", reactions={Ended: lambda table, event: table.emit(Rang("late"))})
    module = Module(
        "belfry", events=(Rang,), steps=(Bell, Echo), setup=lambda table: table.then(Bell()), endings=("bells",)
    )
    table = Table(bind(module, late).blank(["ann"], {}), Rng(bytes(32)))
    start(table)
    submit(table, "ann", [Held(Ring("last"))])
    assert [type(event).__name__ for event in table.events[-2:]] == ["Ended", "Stopped"]


def test_an_expansion_ends_the_game_its_own_way() -> None:
    ends = [table.events for seed in range(12) for table in tables(seed, TIDE) if not answers_wanted(table.state)]
    why = {event.why for events in ends for event in events if isinstance(event, Ended)}
    assert why == {"", "flood"}
    for events in ends:
        last = next(n for n, event in enumerate(events) if isinstance(event, Ended))
        assert all(isinstance(event, Stopped) for event in events[last + 1 :])


@pytest.mark.parametrize(
    ("event", "text"),
    [
        ({"scores": {"red": 3}, "winners": ["red"]}, "The game is over. Points: Red 3. Won by Red."),
        ({"scores": {}, "winners": ["red"]}, "The game is over. Won by Red."),
        ({"scores": {}, "winners": []}, "The game is over."),
        (
            {"scores": {}, "winners": [], "why": "agreed"},
            "All remaining players have agreed to stop: the game is over.",
        ),
        ({"scores": {}, "winners": ["red"], "why": "flood"}, "The game is over. Won by Red."),
    ],
)
def test_the_end_is_told_by_its_reason(event: dict[str, object], text: str) -> None:
    words = packs.words("pebbles", "en")
    assert sentence(words, {"event": "ended", **event}, None, {}) == text
