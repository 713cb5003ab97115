"""What is left of a batch: plans for later questions, otherwise a draft as long as it makes sense."""

from __future__ import annotations

from msgspec import UNSET

from lpbe.kernel.engine.capacity import MAX_PLANS
from lpbe.kernel.engine.dry_run import look_ahead, worth_signing
from lpbe.kernel.engine.events import DraftDropped, Drafted, PlanDropped, PlanFiled
from lpbe.kernel.engine.model import Held, Order, Plan, Proof, Seat, Standing
from lpbe.kernel.engine.table import Table, answers_wanted, submit, time_out

from .tea_party import (
    Drink,
    Farewell,
    Grab,
    Guess,
    Peek,
    Pot,
    Serve,
    Sip,
    Sniff,
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


def kept_orders(table: Table, seat: Seat = "ann") -> tuple[list[Order], list[Order]]:
    """Return what is planned, and what is a draft."""
    own = table.state[Standing, seat]
    return [held.order for held in own.plan], own.draft


def test_what_comes_after_a_decision_of_others_is_planned() -> None:
    table = party(Drink("ann"), Stir("ben"), Stir("ann"), Serve(), cups=5)
    submit(table, "ann", orders(Sip(1), Sweeten(1), Grab("tart")))
    assert kept_orders(table) == ([Sweeten(1), Grab("tart")], [])
    submit(table, "ben", orders(Sweeten(1)))
    submit(table, "ben", orders(Grab("pie")))
    assert answers_of(table)[:2] == [(Sweeten(1), "plan"), (Grab("tart"), "plan")]
    assert log(table)[-1] == "served 2"


def test_it_behaves_as_if_it_had_been_planned() -> None:
    ends = []
    for batch in ([Sip(1), Sweeten(1)], [Sip(1), Plan(Sweeten(1))]):
        table = party(Drink("ann"), Stir("ben"), Stir("ann"), cups=5)
        submit(table, "ann", [Held(order) for order in batch])
        submit(table, "ben", orders(Sweeten(1)))
        ends.append(table.state)
    assert ends[0] == ends[1]


def test_a_decision_made_in_advance_stops_nothing_that_can_be_planned() -> None:
    """Ben has answered already: what ann said for the same window is used at once."""
    table = party(Drink("ann"), Serve(), cups=5)
    table.state[Standing, "ben"].plan = orders(Grab("pie"))
    submit(table, "ann", orders(Sip(1), Grab("tart")))
    assert log(table) == ["pie", "tart", "served 2"]
    assert kept_orders(table) == ([], [])


def test_plans_made_before_stay_and_come_first() -> None:
    table = party(Drink("ann"), Stir("ben"), cups=5)
    table.state[Standing, "ann"].plan = orders(Grab("bun"))
    submit(table, "ann", orders(Sip(1), Sweeten(1)))
    assert kept_orders(table) == ([Grab("bun"), Sweeten(1)], [])


def test_what_was_sealed_can_still_be_shown() -> None:
    table = party(Drink("ann"), Serve(), cups=5)
    submit(table, "ann", [Held(Sip(1)), Held(Grab("tart"), Proof(1, "0a", "0b"))])
    submit(table, "ben", orders(Grab("pie")))
    assert table.openings == [("ann", Held(Grab("tart"), Proof(1, "0a", "0b")))]


def test_what_comes_after_a_draw_is_a_draft() -> None:
    """Its sender has something new to look at first."""
    table = party(Sniff("ann"), Drink("ann"))
    submit(table, "ann", orders(Peek(), Sip(1)))
    assert kept_orders(table) == ([], [Sip(1)])


def test_more_of_the_same_is_a_draft() -> None:
    """Otherwise an order for a question that is over would answer the next of its kind, perhaps a turn later."""
    table = party(Drink("ann"), Drink("ben"), Drink("ann"), cups=5)
    submit(table, "ann", orders(Sip(1), Sip(2), Sweeten(1)))
    assert kept_orders(table) == ([], [Sip(2), Sweeten(1)]), "and so is all behind it"


def test_what_finds_no_room_among_the_plans_is_a_draft() -> None:
    table = party(Drink("ann"), Stir("ben"), Stir("ann"), cups=5)
    submit(table, "ann", orders(Sip(1), *[Sweeten(1)] * (MAX_PLANS + 1)))
    assert kept_orders(table) == ([Sweeten(1)] * MAX_PLANS, [Sweeten(1)])


def test_a_draft_for_a_question_that_is_over_is_dropped_with_a_word() -> None:
    table = party(Drink("ann"), Drink("ben"), Stir("ann"), cups=5)
    submit(table, "ann", orders(Sip(1), Sip(2)))
    assert kept_orders(table) == ([], [])
    assert of(table, DraftDropped) == [DraftDropped("ann", (Sip(2),))]
    assert [event.seen_by("ben") for event in of(table, DraftDropped)] == [None]
    assert all(event.is_news for event in of(table, DraftDropped))


def test_a_draft_waits_while_another_question_comes_first() -> None:
    table = party(Sniff("ann"), Stir("ann"), Drink("ann"), cups=5)
    submit(table, "ann", orders(Peek(), Sip(2)))
    assert kept_orders(table) == ([], [Sip(2)])
    assert of(table, DraftDropped) == []


def test_a_draft_is_dropped_when_its_question_was_answered_without_it() -> None:
    table = timed_party(Sniff("ann"), Drink("ann"), Stir("ben"), Drink("ann"), cups=5)
    submit(table, "ann", orders(Peek(), Sip(2)))
    assert kept_orders(table) == ([], [Sip(2)])
    time_out(table, ["ann"], 0)
    assert kept_orders(table) == ([], [Sip(2)]), "it is asked again"
    table = timed_party(Sniff("ann"), Drink("ann"), Stir("ben"), cups=5)
    submit(table, "ann", orders(Peek(), Sip(2)))
    time_out(table, ["ann"], 1)
    assert of(table, DraftDropped) == [DraftDropped("ann", (Sip(2),))]


def test_a_draft_is_dropped_when_its_phase_is_over() -> None:
    table = timed_party(Sniff("ann"), Drink("ann"), Strike(), Guess("ann"), cups=5)
    submit(table, "ann", orders(Peek(), Sip(2)))
    time_out(table, ["ann"], 1)
    assert list(answers_wanted(table.state)) == ["ann"]
    assert of(table, DraftDropped) == [DraftDropped("ann", (Sip(2),))]


def test_nothing_is_kept_of_a_game_that_is_over() -> None:
    table = party(Drink("ann"), Farewell(), cups=5)
    submit(table, "ann", orders(Sip(1), Sweeten(1)), draft=[Sip(1)])
    assert of(table, PlanFiled) == of(table, Drafted) == of(table, DraftDropped) == []


def test_a_tail_that_cannot_be_carried_out_is_no_reason_to_refuse_the_batch() -> None:
    table = party(Drink("ann"), Serve(), cups=5)
    table.state[Standing, "ben"].plan = orders(Grab("pie"))
    table.state[Pot].log.append("tart")
    submit(table, "ann", orders(Sip(1), Grab("tart")))
    assert len(of(table, PlanDropped)) == 1
    assert list(answers_wanted(table.state)) == ["ben", "ann"]
    assert table.state[Standing, "ann"].answer is UNSET


# As its sender sees it before it is signed


def split_batch(table: Table, *batch: Order) -> tuple[list[Order], list[Order], list[Order], list[Order]]:
    """Return what is signed, of which these are new plans; what is kept as a draft; what makes no sense any more."""
    outlook = look_ahead(table.state.seen_by("ann"), "ann", batch)
    return worth_signing(batch, outlook), outlook.plans, outlook.draft, outlook.dropped


def test_the_tail_is_signed_as_plans() -> None:
    table = party(Drink("ann"), Stir("ben"), Stir("ann"), cups=5)
    assert split_batch(table, Sip(1), Sweeten(1)) == ([Sip(1), Plan(Sweeten(1))], [Sweeten(1)], [], [])


def test_plans_that_stand_are_signed_again_beside_the_tail() -> None:
    """What a letter plans takes the place of all plans before."""
    table = party(Drink("ann"), Stir("ben"), Stir("ann"), cups=5)
    table.state[Standing, "ann"].plan = orders(Grab("bun"))
    assert split_batch(table, Sip(1), Sweeten(1))[0] == [Sip(1), Plan(Grab("bun")), Plan(Sweeten(1))]
    assert split_batch(table, Sip(1))[0] == [Sip(1)]
    batch = [Sip(1), Plan(Grab("pie")), Sweeten(1)]
    assert split_batch(table, *batch)[0] == [Sip(1), Plan(Grab("pie")), Plan(Sweeten(1))]


def test_behind_a_draw_it_is_a_draft_before_it_is_signed_too() -> None:
    table = party(Sniff("ann"), Drink("ann"))
    assert split_batch(table, Peek(), Sip(1)) == ([Peek()], [], [Sip(1)], [])


def test_what_makes_no_sense_any_more_is_told_before_it_is_signed() -> None:
    table = party(Drink("ann"), Drink("ben"), Stir("ann"), cups=5)
    assert split_batch(table, Sip(1), Sip(2)) == ([Sip(1)], [], [], [Sip(2)])


def test_what_is_signed_comes_to_what_the_table_makes_of_the_whole() -> None:
    steps = (Drink("ann"), Stir("ben"), Stir("ann"), Serve())
    batch = [Sip(1), Sweeten(1), Grab("tart")]
    ends = []
    for cut in (False, True):
        table = party(*steps, cups=5)
        sent = worth_signing(batch, look_ahead(table.state.seen_by("ann"), "ann", batch)) if cut else batch
        submit(table, "ann", [Held(order) for order in sent])
        ends.append(table.state)
    assert ends[0] == ends[1]
