"""Binding, the agenda, what is not visible, and answers given in the seats' names."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.kernel.base.errors import Malformed, NotVisible, Rejected
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.capacity import MAX_PLANS
from lpbe.kernel.engine.chance import NoChance, Rng
from lpbe.kernel.engine.events import Answered, Asked, PlanUsed, Stopped
from lpbe.kernel.engine.model import Held, Module, Offer, Plan, Roster, Standing
from lpbe.kernel.engine.rulebook import bind
from lpbe.kernel.engine.table import Table, answers_wanted, start, submit

from .tea_party import (
    PARTY,
    Drink,
    Farewell,
    Forever,
    Guess,
    Knock,
    Noted,
    PartyOptions,
    Peek,
    Pot,
    Say,
    Sip,
    Sipped,
    Spy,
    Stir,
    Sugar,
    Sweeten,
    Tin,
    Twice,
    answers_of,
    log,
    of,
    orders,
    party,
    strength,
)


def test_a_module_is_bound_once_and_after_what_it_needs() -> None:
    with pytest.raises(Malformed, match="two modules are called party"):
        bind(PARTY, PARTY)
    with pytest.raises(Malformed, match="band needs guests"):
        bind(PARTY, Module("band", requires=("guests",)))


def test_amendments_are_made_in_the_order_of_binding() -> None:
    milk = Module("milk", amendments={strength: lambda answer, state, cups: answer - 1})
    leaves = Module("leaves", amendments={strength: lambda answer, state, cups: answer * 2})
    for more, expected in (((), 3), ((milk,), 2), ((milk, leaves), 4), ((leaves, milk), 5)):
        assert strength(bind(PARTY, *more).blank((), {}), 3) == expected


def test_steps_of_others_come_before_and_after_every_step_of_a_kind() -> None:
    one = Module("one", before={Twice: lambda step: Say("before")}, after={Twice: lambda step: Say("after")})
    two = Module("two", after={Twice: lambda step: Say("at last")})
    assert log(party(Twice(), more=[one, two])) == ["before", "twice", "first", "second", "after", "at last"]
    assert log(party(Twice(), more=[two, one])) == ["before", "twice", "first", "second", "at last", "after"]


def test_an_inserted_step_has_steps_around_it_too() -> None:
    one = Module("one", before={Twice: lambda step: Say("before")})
    two = Module("two", steps=(Knock,), before={Say: lambda step: Knock()})
    assert log(party(Twice(), more=[one, two])) == ["knock", "before", "twice", "knock", "first", "knock", "second"]


def test_an_expansion_offers_another_answer() -> None:
    slurp = Offer(
        lambda table, seat, question, order: table.emit(Noted("slurp")), lambda state, seat, question: (Peek(),)
    )
    table = party(Drink("ann"), more=[Module("rude", offers={Drink: {Peek: slurp}})])
    submit(table, "ann", orders(Peek()))
    assert log(table) == ["slurp"]


def test_a_reaction_follows_its_fact() -> None:
    def thanks(table: Table, event: Sipped) -> None:
        table.emit(Noted(f"{event.seat} says thanks"))
        table.then(Say("more tea"))

    table = party(Drink("ann"), Say("later"), more=[Module("manners", reactions={Sipped: thanks})])
    submit(table, "ann", orders(Sip(1)))
    assert log(table) == ["ann says thanks", "more tea", "later"]


@pytest.mark.parametrize(
    ("options", "result"),
    [({"cups": "many"}, "the option cups of party cannot be 'many'"), ({"spoons": 1}, "party has no option 'spoons'")],
)
def test_options_are_checked(options: dict[str, Any], result: str) -> None:
    assert bind(PARTY).blank((), {"party": {"cups": 5}})[PartyOptions].cups == 5
    with pytest.raises(Malformed, match=result):
        bind(PARTY).blank((), {"party": options})


@pytest.mark.parametrize("order", [{"order": "dance"}, {"order": "sip"}, {"order": "sip", "cups": 1, "milk": True}])
def test_orders_are_checked(order: dict[str, Any]) -> None:
    book = bind(PARTY)
    assert book.read_orders([{"order": "plan", "then": {"order": "sip", "cups": 1}}]) == [Plan(Sip(1))]
    with pytest.raises(Malformed):
        book.read_orders([order])


def test_planned_steps_run_in_order_before_what_was_planned_earlier() -> None:
    assert log(party(Twice(), Say("later"))) == ["twice", "first", "second", "later"]


def test_nothing_runs_after_the_end() -> None:
    table = party(Say("hello"), Farewell(), Say("too late"))
    assert log(table) == ["hello"]
    assert answers_wanted(table.state) == {}


def test_a_runaway_is_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="runaway"):
        party(Forever())


def test_where_play_stopped_is_told_as_a_difference() -> None:
    table = party(Drink("ann"), Stir("ben"), Say("end"))
    submit(table, "ann", orders(Sip(1)))
    assert of(table, Stopped) == [Stopped(2, ())]
    assert of(table, Asked) == [Asked(("ben",))]


def test_start_sets_up_in_the_order_of_binding() -> None:
    party_set = replace(PARTY, setup=lambda table: table.emit(Noted("party")))
    band_set = Module("band", setup=lambda table: table.then(Say("band")))
    table = Table(bind(party_set, band_set).blank(("ann",), {}), Rng(bytes(32)))
    start(table)
    assert log(table) == ["party", "band"]
    assert table.state[Roster].seats == ["ann"]


def test_a_closed_drawer_is_hidden() -> None:
    state = party().state
    view = state.seen_by("ann")
    assert view[Sugar, "ann"] is state[Sugar, "ann"]
    for key in ((Sugar, "ben"), Tin):
        with pytest.raises(NotVisible):
            view[key]
    assert view.open(Sugar, "ben") is None
    assert state.seen_by(None).open(Sugar, "ann") is None
    with pytest.raises(NotVisible):
        NoChance().pick(("a", "b"), "label")


def test_whom_a_question_asks_may_not_hang_on_a_secret() -> None:
    with pytest.raises(NotVisible):
        party(Spy())


def test_a_copy_shares_nothing_that_changes() -> None:
    state = party().state
    twin = state.copy()
    twin[Pot].log.append("only here")
    twin[Tin].biscuits.clear()
    twin[Standing, "ann"].plan.append(Held(Sip(1)))
    assert state == party().state


def test_a_question_that_asks_nobody_is_passed() -> None:
    assert log(party(Drink("ann"), Say("dry"), cups=0)) == ["dry"]


def test_the_only_answer_all_can_see_is_given() -> None:
    table = party(Drink("ann"), Say("done"), cups=1)
    assert of(table, Answered) == [Answered("ann", Held(Sip(1)), "only")]
    assert log(table) == ["done"]


def test_an_only_answer_that_hangs_on_a_secret_is_asked_for() -> None:
    table = party(Stir("ann"))
    assert list(legality.legal_orders(table.state, Stir("ann"), "ann")) == [Sweeten(1)]
    assert list(answers_wanted(table.state)) == ["ann"]


def test_an_incomplete_list_forces_nothing() -> None:
    assert list(answers_wanted(party(Guess("ann"), cups=1).state)) == ["ann"]


def test_a_plan_is_used_once_and_a_policy_answers_after_it() -> None:
    table = party(Stir("ann"), Drink("ann"), Drink("ann"), cups=9)
    table.state[Standing, "ann"].policy = {"party": {"cups": 2}}
    submit(table, "ann", orders(Plan(Sip(3)), Sweeten(0)))
    assert answers_of(table) == [(Sip(3), "plan"), (Sip(2), "policy")]
    assert of(table, PlanUsed) == [PlanUsed("ann", 0)]


def test_a_plan_waits_until_its_question_is_asked() -> None:
    table = party(Stir("ann"), Stir("ann"), Drink("ann"), cups=9)
    submit(table, "ann", orders(Plan(Sip(3)), Sweeten(0)))
    assert answers_of(table) == []
    submit(table, "ann", orders(Sweeten(0)))
    assert answers_of(table) == [(Sip(3), "plan")]


def test_a_plan_that_no_longer_fits_is_dropped_and_the_others_stay() -> None:
    table = party(Stir("ann"), Drink("ann"))
    submit(table, "ann", orders(Plan(Sip(3)), Plan(Sweeten(0)), Sweeten(0)))
    assert answers_of(table) == []
    assert table.state[Standing, "ann"].plan == orders(Sweeten(0))
    assert list(answers_wanted(table.state)) == ["ann"]


def test_a_plan_has_its_limits() -> None:
    table = party(Stir("ann"), Stir("ann"))
    submit(table, "ann", orders(*[Plan(Sip(1))] * 40, Sweeten(0)))
    assert table.state[Standing, "ann"].plan == orders(*[Sip(1)] * MAX_PLANS)
    with pytest.raises(Rejected, match="must answer"):
        submit(party(Stir("ann")), "ann", orders(Plan(Sip(1))))


def test_a_policy_that_would_be_refused_is_passed_over() -> None:
    table = party(Say("tea"))
    table.state[Standing, "ann"].policy = {"party": {"cups": 5}}
    table.then(Drink("ann"))
    table.settle()
    assert list(answers_wanted(table.state)) == ["ann"]
