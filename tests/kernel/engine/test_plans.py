"""Plans: matched by question, each used once, and one that does not fit is reported."""

from __future__ import annotations

from lpbe.kernel.engine.dry_run import look_ahead
from lpbe.kernel.engine.events import PlanDropped, PlanUsed
from lpbe.kernel.engine.model import Held, Plan, Standing
from lpbe.kernel.engine.table import Table, answers_wanted, submit

from .tea_party import Drink, Grab, Guess, Pot, Serve, Sip, Stir, Sweeten, answers_of, of, orders, party


def plan_of(table: Table, seat: str = "ann") -> list[object]:
    return [held.order for held in table.state[Standing, seat].plan]


def test_a_plan_waits_for_its_own_question_and_holds_up_no_other() -> None:
    table = party(Stir("ben"), Guess("ann"), Stir("ann"), cups=5)
    table.state[Standing, "ann"].plan = orders(Grab("bun"), Sweeten(1), Sip(2))
    submit(table, "ben", orders(Sweeten(1)))
    assert answers_of(table) == [(Sip(2), "plan"), (Sweeten(1), "plan")]
    assert of(table, PlanUsed) == [PlanUsed("ann", 2), PlanUsed("ann", 1)]
    assert plan_of(table) == [Grab("bun")]


def test_a_plan_beats_the_policy_wherever_it_stands_in_the_list() -> None:
    table = party(Stir("ben"), Guess("ann"), Drink("ann"), cups=9)
    own = table.state[Standing, "ann"]
    own.policy, own.plan = {"party": {"cups": 4}}, orders(Grab("bun"), Sweeten(1), Sip(3), Sip(2))
    submit(table, "ben", orders(Sweeten(1)))
    assert answers_of(table) == [(Sip(3), "plan"), (Sip(2), "plan")], "in the order of the list"
    assert plan_of(table) == [Grab("bun"), Sweeten(1)]


def test_a_plan_that_is_illegal_now_is_dropped_alone_and_its_seat_is_told_why() -> None:
    table = party(Stir("ben"), Drink("ann"), cups=3)
    table.state[Standing, "ann"].plan = orders(Grab("bun"), Sip(9), Sweeten(1))
    submit(table, "ben", orders(Sweeten(1)))
    assert of(table, PlanDropped) == [PlanDropped("ann", 1, Sip(9), "TEA-1", "there are 3 cups")]
    assert [event.seen_by("ben") for event in of(table, PlanDropped)] == [None]
    assert all(event.is_news for event in of(table, PlanDropped))
    assert plan_of(table) == [Grab("bun"), Sweeten(1)]
    assert list(answers_wanted(table.state)) == ["ann"]


def test_the_next_plan_for_the_same_question_takes_the_place_of_one_that_is_dropped() -> None:
    table = party(Stir("ben"), Drink("ann"), cups=3)
    table.state[Standing, "ann"].plan = orders(Sip(9), Grab("bun"), Sip(2))
    submit(table, "ben", orders(Sweeten(1)))
    assert answers_of(table) == [(Sip(2), "plan")]
    assert plan_of(table) == [Grab("bun")]


def test_the_events_say_which_plan_so_that_they_can_be_folded() -> None:
    table = party(Stir("ben"), Drink("ann"), Serve(), cups=3)
    table.state[Standing, "ann"].plan = orders(Sweeten(1), Sip(9), Sip(2), Grab("pie"))
    before = table.state.copy()
    table.events.clear()
    submit(table, "ben", orders(Sweeten(1)))
    for event in table.events:
        event.apply(before)
    assert before[Standing, "ann"] == table.state[Standing, "ann"]
    assert plan_of(table) == [Sweeten(1)]
    written = table.book.read_events(
        [
            {
                "event": "plan-dropped",
                "seat": "ann",
                "place": 1,
                "plan": {"order": "sip", "cups": 9},
                "clause": "TEA-1",
                "reason": "there are 3 cups",
            }
        ]
    )
    assert written == of(table, PlanDropped)


def test_a_dry_run_uses_plans_as_the_table_does() -> None:
    table = party(Stir("ann"), Drink("ann"), Stir("ben"), cups=5)
    batch = [Plan(Grab("bun")), Plan(Sip(2)), Sweeten(1)]
    outlook = look_ahead(table.state.seen_by("ann"), "ann", batch)
    assert outlook.state and outlook.state[Pot].cups == 3
    submit(table, "ann", [Held(order) for order in batch])
    assert table.state[Pot].cups == 3 and plan_of(table) == [Grab("bun")]
