"""Missed deadlines: answered by default until the phase is over or the seat sends a letter."""

from __future__ import annotations

from lpbe.games import book_of
from lpbe.kernel.engine.events import Answered, Asked, PolicySet, Returned, Silent
from lpbe.kernel.engine.model import Held, Roster, Standing
from lpbe.kernel.engine.rulebook import phase_of
from lpbe.kernel.engine.table import Table, answers_wanted, submit, time_out

from .tea_party import (
    Drink,
    Grab,
    Guess,
    Hour,
    Pot,
    Serve,
    Sip,
    Stir,
    Strike,
    Sweeten,
    answers_of,
    log,
    of,
    orders,
    party,
    timed_party,
)


def reasons(table: Table) -> list[tuple[str, str]]:
    return [(event.seat, event.why) for event in table.events if isinstance(event, Answered)]


def test_the_phase_is_what_the_clock_says_or_the_window() -> None:
    table = timed_party(Stir("ann"))
    table.state[Hour].number = 7
    assert phase_of(table.closed, 3) == 7
    assert phase_of(party(Stir("ann")).closed, 3) == 3
    assert book_of("living-planet", ()).clock and book_of("pebbles", ()).clock


def test_the_silent_are_named_once_and_answered_until_the_phase_is_over() -> None:
    table = timed_party(Stir("ann"), Guess("ann"), Stir("ben"), Stir("ann"), Strike(), Stir("ann"))
    time_out(table, ["ann"], 1)
    assert of(table, Silent) == [Silent(("ann",), 1)]
    assert table.state[Roster].silent == {"ann": 1}
    assert list(answers_wanted(table.state)) == ["ben"]
    assert answers_of(table) == [(Sweeten(1), "default"), (Sip(1), "default")]
    submit(table, "ben", orders(Sweeten(1)))
    assert reasons(table) == [("ann", "default")] * 3
    assert table.state[Hour].number == 2
    assert list(answers_wanted(table.state)) == ["ann"], "the phase is over"
    assert len(of(table, Silent)) == 1


def test_everybody_learns_who_was_silent_and_not_what_was_answered() -> None:
    table = timed_party(Stir("ann"), Stir("ben"))
    time_out(table, ["ann"], 1)
    assert Silent(("ann",), 1) in [event.seen_by(None) for event in table.events]
    assert [event.seen_by("ben") for event in of(table, Answered)] == [None]


def test_without_a_clock_a_deadline_answers_one_question() -> None:
    table = party(Drink("ann"), Drink("ann"), cups=5)
    time_out(table, ["ann"], 4)
    assert of(table, Silent) == [Silent(("ann",), 4)]
    assert answers_of(table) == [(Sip(1), "default")]
    assert list(answers_wanted(table.state)) == ["ann"]


def test_who_has_a_plan_or_a_policy_is_not_called_silent() -> None:
    table = timed_party(Serve(), Stir("ann"))
    table.state[Standing, "ann"].plan = orders(Grab("tart"))
    time_out(table, ["ben", "ann"], 1)
    assert of(table, Silent) == [Silent(("ben",), 1)]
    assert dict(reasons(table)) == {"ben": "default", "ann": "plan"}


def test_a_policy_that_came_after_the_question_answers_at_the_deadline() -> None:
    table = timed_party(Drink("ann"), Stir("ann"), cups=3)
    table.emit(PolicySet("ann", {"party": {"cups": 2}}))
    time_out(table, ["ann"], 1)
    assert of(table, Silent) == []
    assert answers_of(table) == [(Sip(2), "policy")]
    assert table.state[Roster].silent == {}
    assert list(answers_wanted(table.state)) == ["ann"]


def test_an_answer_that_is_in_is_no_silence() -> None:
    table = timed_party(Serve(), Stir("ann"))
    submit(table, "ann", orders(Grab("pie")))
    time_out(table, ["ben"], 1)
    assert of(table, Silent) == [Silent(("ben",), 1)]
    assert log(table) == ["bun", "pie", "served 2"]


def test_a_poll_does_not_wait_for_the_silent() -> None:
    table = timed_party(Stir("ben"), Serve())
    time_out(table, ["ben"], 1)
    assert of(table, Asked) == [Asked(("ann",), several=True, replace=True)]
    submit(table, "ann", orders(Grab("tart")))
    assert log(table)[-1] == "served 2"


def test_who_speaks_again_is_asked_again() -> None:
    table = timed_party(Stir("ben"), Serve(), Stir("ben"))
    time_out(table, ["ben"], 1)
    table.events.clear()
    submit(table, "ben", orders(Grab("pie")))
    assert table.events[0] == Returned("ben") == table.events[0].seen_by(None)
    assert table.state[Roster].silent == {}
    submit(table, "ann", orders(Grab("tart")))
    assert log(table) == ["ben stirs", "pie", "tart", "served 2"], "the own word takes the place of the default"
    assert list(answers_wanted(table.state)) == ["ben"]


def test_who_never_was_silent_does_not_return() -> None:
    table = timed_party(Stir("ben"), Stir("ann"))
    submit(table, "ben", orders(Sweeten(1)))
    assert of(table, Returned) == []


def test_a_plan_of_a_silent_seat_is_used_all_the_same() -> None:
    table = timed_party(Stir("ann"), Guess("ann"), Stir("ben"), cups=5)
    table.state[Standing, "ann"].plan = [Held(Sip(3))]
    time_out(table, ["ann"], 1)
    assert answers_of(table) == [(Sweeten(1), "default"), (Sip(3), "plan")]
    assert table.state[Pot].cups == 2


def test_all_silent_is_the_end_of_a_phase_and_not_of_the_game() -> None:
    table = timed_party(Serve(), Stir("ann"), Strike(), Stir("ben"))
    time_out(table, ["ben", "ann"], 1)
    assert list(answers_wanted(table.state)) == ["ben"]
    assert of(table, Asked) == [Asked(("ben",))]
