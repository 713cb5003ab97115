"""The engine by itself, on a tea party: a game of a few lines that needs every part of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec import UNSET, Struct
from msgspec.structs import replace

from lpbe.kernel import standing
from lpbe.kernel.errors import Hidden, Malformed, Refused, Rejected, require
from lpbe.kernel.happenings import Answered, Asked, Drafted, Ended, Lapsed, PlanUsed, Replaced, Stopped, WindowClosed
from lpbe.kernel.rng import NoChance, Rng
from lpbe.kernel.rulebook import bind, policy_of
from lpbe.kernel.rules import (
    Component,
    Drawer,
    Event,
    Held,
    Module,
    Offer,
    Order,
    Plan,
    Proof,
    Question,
    Roster,
    Seat,
    Standing,
    State,
    Step,
    Window,
    amendable,
)
from lpbe.kernel.table import Table, answers_wanted, play, resign, start, submit, time_out


class Pot(Component):
    cups: int = 2
    log: list[str] = []


class Sugar(Component):
    drawer = Drawer.SCREEN
    lumps: int = 1
    biscuit: str = ""


class Tin(Component):
    drawer = Drawer.BOX
    biscuits: list[str] = []


class PartyOptions(Component):
    cups: int = 2


class Noted(Event, frozen=True):
    text: str

    def apply(self, state: State) -> None:
        state[Pot].log.append(self.text)


class Sipped(Event, frozen=True):
    seat: Seat
    cups: int

    def apply(self, state: State) -> None:
        state[Pot].cups -= self.cups


class Peeked(Event, frozen=True):
    seat: Seat
    biscuit: str = ""

    def apply(self, state: State) -> None:
        if own := state.open(Sugar, self.seat):
            own.biscuit = self.biscuit

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, biscuit="")


class Sip(Order, frozen=True):
    cups: int


class Sweeten(Order, frozen=True):
    secret = True
    lumps: int


class Peek(Order, frozen=True):
    pass


class Grab(Order, frozen=True):
    secret = True
    what: str


class Say(Step, frozen=True):
    text: str

    def run(self, table: Table) -> None:
        table.emit(Noted(self.text))


class Twice(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.emit(Noted("twice"))
        table.then(Say("first"), Say("second"))


class Forever(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.then(Forever())


class Farewell(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.emit(Ended({"ann": 1}, ("ann",)))


def sip(table: Table, seat: Seat, question: Drink, order: Sip) -> None:
    require(1 <= order.cups <= table.state[Pot].cups, "TEA-1", f"there are {table.state[Pot].cups} cups")
    table.emit(Sipped(seat, order.cups))


class Knock(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.emit(Noted("knock"))


class Drink(Question, frozen=True):
    """What is legal can be seen by all."""

    seat: Seat
    offers = {Sip: Offer(sip, lambda state, seat, question: map(Sip, range(state[Pot].cups, 0, -1)))}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if state[Pot].cups else ()

    def default(self, state: State, seat: Seat) -> Order:
        return Sip(1)


class Guess(Drink, frozen=True):
    """The same, but the list of orders is not complete."""

    offers = {Sip: Offer(sip, lambda state, seat, question: (Sip(1),), complete=False)}


def sweeten(table: Table, seat: Seat, question: Stir, order: Sweeten) -> None:
    require(order.lumps <= table.state[Sugar, seat].lumps, "TEA-2", f"{seat} has less sugar")
    table.emit(Noted(f"{seat} stirs"))


class Stir(Question, frozen=True):
    """What is legal hangs on a secret; and there is no default."""

    seat: Seat
    offers = {Sweeten: Offer(sweeten, lambda state, seat, question: (Sweeten(state[Sugar, seat].lumps),))}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)


def peek(table: Table, seat: Seat, question: Sniff, order: Peek) -> None:
    table.then(Open(seat))


class Open(Step, frozen=True):
    seat: Seat

    def run(self, table: Table) -> None:
        table.emit(Peeked(self.seat, table.rng.pick(table.state[Tin].biscuits, "tin")))


class Sniff(Question, frozen=True):
    seat: Seat
    offers = {Peek: Offer(peek, lambda state, seat, question: (Peek(), Peek()))}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)


def grab(table: Table, seat: Seat, window: Serve, order: Grab) -> None:
    require(order.what not in table.state[Pot].log, "TEA-3", f"{order.what} is gone")
    table.emit(Noted(order.what))
    table.reveal(seat)


class Serve(Window, frozen=True):
    """One wish each, so answers compete."""

    seats: tuple[Seat, ...] = ("ben", "ann")
    offers = {Grab: Offer(grab, lambda state, seat, window: map(Grab, ("bun", "tart", "pie")))}

    def asks(self, state: State) -> Sequence[Seat]:
        return self.seats

    def default(self, state: State, seat: Seat) -> Order:
        return Grab("bun")

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        table.emit(Noted(f"served {len(answers)}"))


class Spy(Question, frozen=True):
    """A mistake: whom it asks hangs on a secret."""

    def asks(self, state: State) -> Sequence[Seat]:
        return ("ann",) if state[Sugar, "ann"].lumps else ()


@amendable
def strength(state: State, cups: int) -> int:
    """How strong the tea is."""
    return cups


class PartyPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    cups: int


def sips(view: State, seat: Seat, question: Drink) -> Order | None:
    own = policy_of(view, seat, PARTY)
    return Sip(own.cups) if own else None


STEPS = (Say, Twice, Forever, Farewell, Drink, Guess, Stir, Open, Sniff, Serve, Spy)
PARTY = Module(
    "party",
    components=(Pot, Sugar, Tin),
    events=(Noted, Sipped, Peeked),
    steps=STEPS,
    options=PartyOptions,
    policy=PartyPolicy,
    policies={Drink: sips},
)


def party(*steps: Step, more: Sequence[Module] = (), cups: int = 2) -> Table:
    """A table with these steps to do, the first one first."""
    table = Table(bind(PARTY, *more).blank(("ann", "ben"), {}), Rng(bytes(32)))
    table.state[Pot].cups = cups
    table.state[Tin].biscuits = ["ginger", "oat"]
    table.then(*steps)
    table.settle()
    return table


def log(table: Table) -> list[str]:
    return table.state[Pot].log


def orders(*given: Order) -> list[Held[Any]]:
    return [Held(order) for order in given]


def of(table: Table, kind: type[Event]) -> list[Event]:
    return [event for event in table.events if isinstance(event, kind)]


# Binding


def test_a_module_is_bound_once_and_after_what_it_needs() -> None:
    with pytest.raises(AssertionError):
        bind(PARTY, PARTY)
    with pytest.raises(AssertionError, match="guests"):
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


@pytest.mark.parametrize("options", [{"cups": "many"}, {"spoons": 1}])
def test_options_are_checked(options: dict[str, Any]) -> None:
    assert bind(PARTY).blank((), {"party": {"cups": 5}})[PartyOptions].cups == 5
    with pytest.raises(Malformed, match="options of party"):
        bind(PARTY).blank((), {"party": options})


@pytest.mark.parametrize("order", [{"order": "dance"}, {"order": "sip"}, {"order": "sip", "cups": 1, "milk": True}])
def test_orders_are_checked(order: dict[str, Any]) -> None:
    book = bind(PARTY)
    assert book.read_orders([{"order": "plan", "then": {"order": "sip", "cups": 1}}]) == [Plan(Sip(1))]
    with pytest.raises(Malformed):
        book.read_orders([order])


# The agenda


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
    party_set = dataclasses.replace(PARTY, setup=lambda table: table.emit(Noted("party")))
    band_set = Module("band", setup=lambda table: table.then(Say("band")))
    table = Table(bind(party_set, band_set).blank(("ann",), {}), Rng(bytes(32)))
    start(table)
    assert log(table) == ["party", "band"]
    assert table.state[Roster].seats == ["ann"]


# Closed drawers


def test_a_closed_drawer_is_hidden() -> None:
    state = party().state
    view = state.seen_by("ann")
    assert view[Sugar, "ann"] is state[Sugar, "ann"]
    for key in ((Sugar, "ben"), Tin):
        with pytest.raises(Hidden):
            view[key]
    assert view.open(Sugar, "ben") is None
    assert state.seen_by(None).open(Sugar, "ann") is None
    with pytest.raises(Hidden):
        NoChance().pick(("a", "b"), "label")


def test_whom_a_question_asks_may_not_hang_on_a_secret() -> None:
    with pytest.raises(Hidden):
        party(Spy())


def test_a_copy_shares_nothing_that_changes() -> None:
    state = party().state
    twin = state.copy()
    twin[Pot].log.append("only here")
    twin[Tin].biscuits.clear()
    twin[Standing, "ann"].plan.append(Held(Sip(1)))
    assert state == party().state


# Answers given in the seats' names


def test_a_question_that_asks_nobody_is_passed() -> None:
    assert log(party(Drink("ann"), Say("dry"), cups=0)) == ["dry"]


def test_the_only_answer_all_can_see_is_given() -> None:
    table = party(Drink("ann"), Say("done"), cups=1)
    assert of(table, Answered) == [Answered("ann", Held(Sip(1)), "only")]
    assert log(table) == ["done"]


def test_an_only_answer_that_hangs_on_a_secret_is_asked_for() -> None:
    table = party(Stir("ann"))
    assert list(standing.legal(table.state, Stir("ann"), "ann")) == [Sweeten(1)]
    assert list(answers_wanted(table.state)) == ["ann"]


def test_an_incomplete_list_forces_nothing() -> None:
    assert list(answers_wanted(party(Guess("ann"), cups=1).state)) == ["ann"]


def answered(table: Table) -> list[tuple[Order, str]]:
    return [(event.held.order, event.why) for event in table.events if isinstance(event, Answered)]


def test_a_plan_is_used_once_and_a_policy_answers_after_it() -> None:
    table = party(Stir("ann"), Drink("ann"), Drink("ann"), cups=9)
    table.state[Standing, "ann"].policy = {"party": {"cups": 2}}
    submit(table, "ann", orders(Plan(Sip(3)), Sweeten(0)))
    assert answered(table) == [(Sip(3), "plan"), (Sip(2), "policy")]
    assert of(table, PlanUsed) == [PlanUsed("ann", 0)]


def test_a_plan_waits_until_its_question_is_asked() -> None:
    table = party(Stir("ann"), Stir("ann"), Drink("ann"), cups=9)
    submit(table, "ann", orders(Plan(Sip(3)), Sweeten(0)))
    assert answered(table) == []
    submit(table, "ann", orders(Sweeten(0)))
    assert answered(table) == [(Sip(3), "plan")]


def test_a_plan_that_no_longer_fits_is_dropped_whole() -> None:
    table = party(Stir("ann"), Drink("ann"))
    submit(table, "ann", orders(Plan(Sip(3)), Plan(Sweeten(0)), Sweeten(0)))
    assert answered(table) == []
    assert table.state[Standing, "ann"].plan == []
    assert list(answers_wanted(table.state)) == ["ann"]


def test_a_plan_has_its_limits() -> None:
    with pytest.raises(Rejected, match="too long"):
        submit(party(Stir("ann")), "ann", orders(*[Plan(Sip(1))] * 40, Sweeten(0)))
    with pytest.raises(Rejected, match="must answer"):
        submit(party(Stir("ann")), "ann", orders(Plan(Sip(1))))


def test_a_policy_that_would_be_refused_is_passed_over() -> None:
    table = party(Say("tea"))
    table.state[Standing, "ann"].policy = {"party": {"cups": 5}}
    table.then(Drink("ann"))
    table.settle()
    assert list(answers_wanted(table.state)) == ["ann"]


# Batches


def test_a_batch_illegal_anywhere_changes_nothing() -> None:
    state = party(Drink("ann"), Drink("ann"), cups=3).state
    with pytest.raises(Refused) as refused:
        play(state, Rng(bytes(32)), "ann", Sip(1), Sip(3))
    assert refused.value.clause == "TEA-1"
    assert state[Pot].cups == 3
    assert play(state, Rng(bytes(32)), "ann", Sip(1), Sip(2)).state[Pot].cups == 0


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
    assert standing.refusal(table.state, Drink("ann"), "ann", Sip(3))
    assert standing.refusal(table.state, Drink("ann"), "ann", Peek())
    assert standing.refusal(table.state.seen_by("ann"), Sniff("ann"), "ann", Peek()) is None
    assert table.state == before


# Windows


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
    submit(table, "ann", [Held(Grab("tart"), Proof("0a", 0, "0b"))])
    submit(table, "ben", [Held(Grab("bun"))])
    assert [(shown.order, shown.index, shown.v) for shown in table.openings] == [
        ("0a", 0, {"order": "grab", "what": "tart"})
    ]


# Those who stay silent


def test_a_deadline_gives_the_default_to_those_who_were_silent() -> None:
    table = party(Serve(), Say("next"))
    submit(table, "ann", orders(Grab("tart")))
    time_out(table, ["ben"])
    assert log(table) == ["bun", "tart", "served 2", "next"]
    assert answered(table)[-1] == (Grab("bun"), "default")


def test_a_deadline_answers_one_question_only() -> None:
    table = party(Drink("ann"), Drink("ann"), cups=5)
    time_out(table, ["ann"])
    assert answered(table) == [(Sip(1), "default")]
    assert list(answers_wanted(table.state)) == ["ann"]


def test_without_a_default_the_first_legal_answer_is_given() -> None:
    table = party(Stir("ann"))
    time_out(table, ["ann"])
    assert answered(table) == [(Sweeten(1), "default")]


def test_who_resigns_is_not_asked_again() -> None:
    table = party(Drink("ann"), Drink("ben"), Drink("ann"), Stir("ben"), cups=9)
    resign(table, "ann")
    assert table.state[Roster].resigned == ["ann"]
    submit(table, "ben", orders(Sip(1)))
    assert answered(table) == [(Sip(1), "default"), (Sip(1), "default")]
    assert list(answers_wanted(table.state)) == ["ben"]


def test_a_new_person_finds_nothing_the_old_one_left_standing() -> None:
    table = party(Stir("ann"))
    own = table.state[Standing, "ann"]
    own.plan, own.policy, own.draft = orders(Sip(1)), {"party": {"cups": 1}}, [Sip(1)]
    table.emit(Replaced("ann"))
    assert own == Standing()
