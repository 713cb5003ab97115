"""Batches, windows, and seats that do not answer."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from lpbe.kernel.base.errors import Refused, Rejected
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.events import Answered, Asked, Drafted, Lapsed, Replaced, WindowClosed
from lpbe.kernel.engine.leaving import resign
from lpbe.kernel.engine.model import Held, Order, Proof, Roster, Seat, Standing
from lpbe.kernel.engine.table import answers_wanted, play_batch, submit, time_out

from .tea_party import (
    Drink,
    Grab,
    Peek,
    Peeked,
    Pot,
    Say,
    Serve,
    Sip,
    Sniff,
    Stir,
    Sweeten,
    answers_of,
    log,
    of,
    orders,
    party,
)


def test_a_batch_illegal_anywhere_changes_nothing() -> None:
    state = party(Drink("ann"), Drink("ann"), cups=3).state
    with pytest.raises(Refused) as refused:
        play_batch(state, Rng(bytes(32)), "ann", Sip(1), Sip(3))
    assert refused.value.clause == "TEA-1"
    assert state[Pot].cups == 3
    assert play_batch(state, Rng(bytes(32)), "ann", Sip(1), Sip(2)).state[Pot].cups == 0


def test_a_batch_stops_where_its_sender_learns_something() -> None:
    table = party(Sniff("ann"), Drink("ann"))
    submit(table, "ann", orders(Peek(), Sip(1)))
    assert of(table, Drafted) == [Drafted("ann", (Sip(1),))]
    assert table.state[Pot].cups == 2
    submit(table, "ann", orders(Sip(2)))
    assert table.state[Standing, "ann"].draft == []


def test_a_batch_stops_at_the_question_of_another_seat() -> None:
    table = party(Drink("ann"), Drink("ben"), Drink("ann"), cups=5)
    submit(table, "ann", orders(Sip(1), Sip(2)))
    assert table.state[Standing, "ann"].draft == [Sip(2)]
    assert list(answers_wanted(table.state)) == ["ben"]


def test_a_draft_is_private() -> None:
    table = party(Sniff("ann"), Drink("ann"))
    submit(table, "ann", orders(Peek(), Sip(1)))
    assert [event.seen_by("ben") for event in of(table, Drafted)] == [None]
    assert [event.seen_by(None) for event in of(table, Peeked)] == [Peeked("ann")]


@pytest.mark.parametrize(
    ("seat", "order", "code"), [("ben", Sip(1), "E_ORDER_NOT_WAITING"), ("ann", Peek(), "E_ORDER_KIND")]
)
def test_only_an_answer_of_the_seat_that_is_asked_is_accepted(seat: Seat, order: Order, code: str) -> None:
    with pytest.raises(Rejected) as rejected:
        submit(party(Drink("ann")), seat, orders(order))
    assert rejected.value.code == code


def test_what_is_legal_is_found_without_playing() -> None:
    table = party(Sniff("ann"))
    before = table.state.copy()
    assert legality.refusal(table.state, Drink("ann"), "ann", Sip(3))
    assert legality.refusal(table.state, Drink("ann"), "ann", Peek())
    assert legality.refusal(table.state.seen_by("ann"), Sniff("ann"), "ann", Peek()) is None
    assert table.state == before


def test_answers_are_carried_out_in_the_order_of_the_seats_when_the_last_is_in() -> None:
    table = party(Serve())
    submit(table, "ann", orders(Grab("tart")))
    assert log(table) == []
    assert [event.seen_by(None) for event in of(table, Answered)] == [None]
    submit(table, "ben", orders(Grab("bun")))
    assert log(table) == ["bun", "tart", "served 2"]
    assert of(table, WindowClosed) == [WindowClosed()]
    assert table.state[Standing, "ann"].answer is UNSET


def test_an_answer_may_be_replaced_until_the_window_closes() -> None:
    table = party(Serve())
    for what in ("bun", "tart"):
        submit(table, "ann", orders(Grab(what)))
    submit(table, "ben", orders(Grab("bun")))
    assert log(table) == ["bun", "tart", "served 2"]


def test_an_answer_that_came_too_late_lapses_and_only_its_sender_is_told() -> None:
    table = party(Serve())
    for seat in ("ann", "ben"):
        submit(table, seat, orders(Grab("bun")))
    assert log(table) == ["bun", "served 2"]
    assert of(table, Lapsed) == [Lapsed("ann", "TEA-3", "bun is gone")]
    assert [event.seen_by("ben") for event in of(table, Lapsed)] == [None]


def test_an_answer_is_checked_when_it_comes() -> None:
    table = party(Say("bun"), Serve())
    with pytest.raises(Refused, match="bun is gone"):
        submit(table, "ann", orders(Grab("bun")))


def test_a_window_that_asks_nobody_closes_by_itself() -> None:
    table = party(Serve(()), Say("next"))
    assert log(table) == ["served 0", "next"]
    assert of(table, WindowClosed) == []


def test_a_window_says_whom_it_asks_and_not_who_has_answered() -> None:
    table = party(Drink("ann"), Serve())
    table.state[Standing, "ben"].plan = orders(Grab("bun"))
    submit(table, "ann", orders(Sip(1)))
    assert of(table, Asked) == [Asked(("ben", "ann"), several=True, replace=True)]


def test_what_is_shown_can_be_checked_against_what_was_signed() -> None:
    table = party(Serve())
    submit(table, "ann", [Held(Grab("tart"), Proof(0, "0a", "0b"))])
    submit(table, "ben", [Held(Grab("bun"))])
    assert table.openings == [("ann", Held(Grab("tart"), Proof(0, "0a", "0b")))]


def test_a_deadline_gives_the_default_to_those_who_were_silent() -> None:
    table = party(Serve(), Say("next"))
    submit(table, "ann", orders(Grab("tart")))
    time_out(table, ["ben"], 1)
    assert log(table) == ["bun", "tart", "served 2", "next"]
    assert answers_of(table)[-1] == (Grab("bun"), "default")


def test_without_a_default_the_first_legal_answer_is_given() -> None:
    table = party(Stir("ann"))
    time_out(table, ["ann"], 1)
    assert answers_of(table) == [(Sweeten(1), "default")]


def test_who_resigns_is_not_asked_again() -> None:
    table = party(Drink("ann"), Drink("ben"), Drink("ann"), Stir("ben"), cups=9)
    resign(table, "ann")
    assert table.state[Roster].resigned == ["ann"]
    submit(table, "ben", orders(Sip(1)))
    assert answers_of(table) == [(Sip(1), "default"), (Sip(1), "default")]
    assert list(answers_wanted(table.state)) == ["ben"]


def test_a_new_person_finds_nothing_the_old_one_left_standing() -> None:
    table = party(Stir("ann"))
    own = table.state[Standing, "ann"]
    own.plan, own.policy, own.draft = orders(Sip(1)), {"party": {"cups": 1}}, [Sip(1)]
    table.emit(Replaced("ann"))
    assert own == Standing()
