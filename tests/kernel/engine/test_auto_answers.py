"""Standing orders are judged: what cannot be used is left out and reported in private, never refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import pytest
from msgspec import Meta, Struct

from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.engine.advance_orders import file_standing_orders, read_plan
from lpbe.kernel.engine.capacity import MAX_ANSWER_BYTES, MAX_PLANS, plan_capacity, plans_size, standing_orders_capacity
from lpbe.kernel.engine.dry_run import look_ahead
from lpbe.kernel.engine.events import DraftDropped, PlanFiled, PolicySet, Returned, Unfit
from lpbe.kernel.engine.model import Held, Module, Offer, Order, Plan, Proof, Question, Roster, Seat, Standing, State
from lpbe.kernel.engine.table import Table, answers_wanted, submit, time_out

from .tea_party import Drink, Grab, Serve, Sip, Stir, Sweeten, answers_of, of, orders, party, timed_party


class Shrug(Order, frozen=True):
    """An order that only a timeout gives."""


def nobody_shrugs(state: State, seat: Seat, question: Question) -> Sequence[Order]:
    return ()


SHRUGS = Module(
    "shrugs", offers={Stir: {Shrug: Offer(lambda table, seat, question, order: None, nobody_shrugs, timeout_only=True)}}
)


def table_with_shrugs() -> Table:
    return party(Stir("ben"), Drink("ann"), more=(SHRUGS,), cups=5)


def test_policy_and_plans_take_the_place_of_what_was_said_before() -> None:
    table = party(Stir("ben"), Drink("ann"), cups=5)
    file_standing_orders(table, "ann", {"party": {"cups": 2}}, orders(Sip(3)))
    file_standing_orders(table, "ann", {"party": {"cups": 4}}, orders(Grab("bun")))
    own = table.state[Standing, "ann"]
    assert (own.policy, own.plan) == ({"party": {"cups": 4}}, orders(Grab("bun")))
    file_standing_orders(table, "ann", {}, [])
    assert (own.policy, own.plan) == ({}, [])


def test_who_says_nothing_of_a_policy_keeps_it() -> None:
    table = party(Stir("ben"))
    file_standing_orders(table, "ann", {"party": {"cups": 2}}, [])
    file_standing_orders(table, "ann", None, orders(Sip(1)))
    assert table.state[Standing, "ann"].policy == {"party": {"cups": 2}}


def test_nobody_else_learns_what_stands_in_it_or_how_much() -> None:
    table = table_with_shrugs()
    file_standing_orders(table, "ann", {"party": {"cups": 1}, "cake": {}}, orders(Sip(1), Shrug()))
    assert {type(event) for event in table.events} == {PlanFiled, PolicySet, Unfit}
    assert not [event for event in table.events for reader in (None, "ben") if event.seen_by(reader)]


def test_a_section_that_cannot_be_read_is_left_out_and_the_rest_counts() -> None:
    table = party(Stir("ben"))
    file_standing_orders(table, "ann", {"party": {"cups": 2}, "cake": {"slices": 1}}, [])
    assert table.state[Standing, "ann"].policy == {"party": {"cups": 2}}
    (unfit,) = of(table, Unfit)
    assert isinstance(unfit, Unfit) and unfit.is_news
    assert (unfit.kind, unfit.values["section"]) == ("policy", "cake")


class Talk(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=1000)]


def test_a_policy_that_is_too_long_is_left_out() -> None:
    table = party(Stir("ben"), more=[Module(f"talk{n}", policy=Talk) for n in range(3)])
    file_standing_orders(
        table, "ann", {"party": {"cups": 1}, **{f"talk{n}": {"text": "x" * 900} for n in range(3)}}, orders(Sip(1))
    )
    assert table.state[Standing, "ann"].policy == {}
    assert [event.kind for event in table.events if isinstance(event, Unfit)] == ["policy"]
    assert table.state[Standing, "ann"].plan == orders(Sip(1))


def test_a_plan_that_only_silence_gives_can_never_fit() -> None:
    table = table_with_shrugs()
    file_standing_orders(table, "ann", None, orders(Shrug(), Sip(1)))
    assert table.state[Standing, "ann"].plan == orders(Sip(1))
    (unfit,) = of(table, Unfit)
    assert isinstance(unfit, Unfit)
    assert (unfit.kind, unfit.number, unfit.values) == ("plan", 1, {"order": "shrug"})


def test_plans_over_the_limits_are_left_out_and_those_before_count() -> None:
    table = party(Stir("ben"))
    file_standing_orders(table, "ann", None, orders(*[Sip(n) for n in range(MAX_PLANS + 2)]))
    assert table.state[Standing, "ann"].plan == orders(*map(Sip, range(MAX_PLANS)))
    assert [event.number for event in table.events if isinstance(event, Unfit)] == [MAX_PLANS + 1, MAX_PLANS + 2]
    file_standing_orders(table, "ann", None, orders(Grab("b" * 700), Sip(1)))
    assert table.state[Standing, "ann"].plan == orders(Sip(1))


def of_size(size: int) -> Sip:
    """Return an order that takes this many bytes."""
    return Sip(10 ** (size - len(jcs(Sip(1)))))


def test_what_the_policy_leaves_is_room_for_plans() -> None:
    """Both together have one limit."""
    table = party(Stir("ben"))
    own = table.state[Standing, "ann"]
    own.policy = {"x": "x" * (standing_orders_capacity(table.book) - len(jcs({"x": ""})) - 2 - 3 * 31)}
    file_standing_orders(table, "ann", None, orders(of_size(30), of_size(31), of_size(32), of_size(29)))
    assert own.plan == orders(of_size(30), of_size(31), of_size(29))
    assert [event.number for event in table.events if isinstance(event, Unfit)] == [3]


def test_a_plan_that_has_answered_and_is_kept_is_still_one_of_them() -> None:
    table = party(Serve())
    own = table.state[Standing, "ann"]
    before = plan_capacity(table.book, own)
    file_standing_orders(table, "ann", None, [Held(Grab("bun"), Proof(0))])
    own.answer = Held(Grab("bun"), Proof(0, "aa", "bb", "cc"))
    assert before - plan_capacity(table.book, own) == len(jcs(Grab("bun")))


def test_a_proof_that_takes_more_room_than_a_slot_counts() -> None:
    """An order of a batch that becomes a plan keeps the proof of its place there."""
    bare, slot, sent = Held(Grab("bun")), Held(Grab("bun"), Proof(3)), Held(Grab("bun"), Proof(3, "a" * 64, "b" * 64))
    assert plans_size([bare]) == plans_size([slot]) == len(jcs([Grab("bun")]))
    assert plans_size([sent]) - plans_size([slot]) == len(jcs(sent)) - len(jcs(slot))


def test_a_plan_for_all_at_once_is_as_short_as_any_answer() -> None:
    """It is kept until the last one is in, beside new plans."""
    table = party(Stir("ben"))
    short, longer = (Grab("b" * (size - len(jcs(Grab(""))))) for size in (MAX_ANSWER_BYTES, MAX_ANSWER_BYTES + 1))
    file_standing_orders(table, "ann", None, orders(longer, short))
    assert table.state[Standing, "ann"].plan == orders(short)


def test_a_draft_that_an_answer_leaves_no_room_for_is_dropped_with_a_word() -> None:
    table = party(Stir("ben"), Drink("ann"))
    own = table.state[Standing, "ann"]
    own.draft, own.answer = [Sip(1)] * 4, Held(Grab("bun"))
    file_standing_orders(table, "ann", None, orders(Sip(1)))
    assert own.draft and not of(table, DraftDropped)
    own.policy = {"x": "x" * (standing_orders_capacity(table.book) - len(jcs({"x": ""})) - 100)}
    file_standing_orders(table, "ann", None, orders(Sip(1)))
    assert not own.draft and of(table, DraftDropped) == [DraftDropped("ann", (Sip(1),) * 4)]


def test_what_is_no_order_is_told_and_not_refused() -> None:
    table = party(Stir("ben"))
    read = [read_plan(table.book, raw) for raw in ({"order": "sip", "cups": 1}, {"order": "fly"}, {})]
    assert read[0] == Sip(1)
    assert all(isinstance(one, Rejected) for one in read[1:])
    file_standing_orders(table, "ann", None, [one if isinstance(one, Rejected) else Held(one) for one in read])
    assert table.state[Standing, "ann"].plan == orders(Sip(1))
    assert [event.number for event in table.events if isinstance(event, Unfit)] == [2, 3]


def test_a_plan_of_a_plan_is_none() -> None:
    raw = {"order": "plan", "then": {"order": "sip", "cups": 1}}
    assert isinstance(read_plan(party(Stir("ben")).book, raw), Rejected)


def test_filing_ends_silence_and_answers_nothing_by_itself() -> None:
    table = timed_party(Stir("ann"), Stir("ben"), Drink("ann"), cups=5)
    time_out(table, ["ann"], 1)
    table.events.clear()
    file_standing_orders(table, "ann", {"party": {"cups": 2}}, [])
    assert table.events[0] == Returned("ann")
    assert table.state[Roster].silent == {}
    assert list(answers_wanted(table.state)) == ["ben"]
    submit(table, "ben", orders(Sweeten(1)))
    assert answers_of(table) == [(Sip(2), "policy")]


def test_plans_may_come_beside_a_batch_or_in_it() -> None:
    for beside in (True, False):
        table = party(Stir("ann"), Drink("ann"), cups=5)
        now, later = orders(Sweeten(1)), orders(Sip(3))
        if beside:
            submit(table, "ann", now, plans=later)
        else:
            submit(table, "ann", [*now, Held(Plan(Sip(3)))])
        assert answers_of(table) == [(Sip(3), "plan")]


@pytest.mark.parametrize("beside", [True, False])
def test_a_plan_that_cannot_fit_does_not_spoil_the_batch(beside: bool) -> None:
    table = party(Stir("ann"), Drink("ann"), more=(SHRUGS,), cups=5)
    if beside:
        submit(table, "ann", orders(Sweeten(1)), plans=orders(Shrug(), Sip(2)))
    else:
        submit(table, "ann", orders(Sweeten(1), Plan(Shrug()), Plan(Sip(2))))
    assert len(of(table, Unfit)) == 1
    assert answers_of(table) == [(Sip(2), "plan")]


def test_it_is_told_before_it_is_signed() -> None:
    table = party(Stir("ann"), Drink("ann"), more=(SHRUGS,), cups=5)
    with pytest.raises(Rejected, match="when time runs out"):
        look_ahead(table.state.seen_by("ann"), "ann", [Sweeten(1), Plan(Shrug())])
    with pytest.raises(Rejected, match="planned ahead"):
        look_ahead(table.state.seen_by("ann"), "ann", [Sweeten(1), *[Plan(Sip(1))] * 5])


def test_what_its_sender_keeps_for_later_is_the_draft() -> None:
    table = party(Stir("ann"), Stir("ben"), Stir("ann"))
    submit(table, "ann", orders(Sweeten(1)), draft=[Sweeten(0)])
    assert table.state[Standing, "ann"].draft == [Sweeten(0)]
    table = party(Drink("ann"), Drink("ben"), Drink("ann"), cups=9)
    submit(table, "ann", orders(Sip(1), Sip(2)), draft=[Sip(3)])
    assert table.state[Standing, "ann"].draft == [Sip(2), Sip(3)], "after the rest of the batch"


def test_a_poll_that_has_an_answer_takes_plans_all_the_same() -> None:
    table = party(Serve(), Drink("ann"), cups=5)
    submit(table, "ann", orders(Grab("tart")), plans=orders(Sip(4)))
    submit(table, "ben", orders(Grab("pie")))
    assert answers_of(table)[-1] == (Sip(4), "plan")
