"""An answer that a timeout or a policy leaves to chance; and plans that a question may not take."""

from __future__ import annotations

import pytest

from lpbe.bots.strategies import choose_order
from lpbe.games import game_of
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.advance_orders import file_standing_orders
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.dry_run import effect, look_ahead
from lpbe.kernel.engine.events import Answered, PlanFiled, PlanUsed, Silent, Unfit
from lpbe.kernel.engine.leaving import resign
from lpbe.kernel.engine.model import Held, Module, Order, Plan, Seat, Standing
from lpbe.kernel.engine.rulebook import phase_of
from lpbe.kernel.engine.table import Table, answers_wanted, submit, time_out

from .frost import FROST, Chill, Freeze, Froze, Ice, Shiver
from .positions import BINDINGS, find_position, legal, names, tables
from .tide import TIDE

bindings = pytest.mark.parametrize("expansions", [b for b in BINDINGS if FROST in b], ids=names)


def chilled_table(expansions: tuple[Module, ...] = (FROST,)) -> tuple[Table, Seat]:
    table, seat = find_position(0, "Chill", expansions, least=2)
    return Table(table.state.copy(), Rng(bytes(32))), seat


@bindings
def test_nobody_lists_or_sends_what_only_silence_gives(expansions: tuple[Module, ...]) -> None:
    table, seat = chilled_table(expansions)
    assert {type(order) for order in legal(table.state, seat)} == {Freeze}
    assert legality.lists_all(table.state, Chill(seat))
    with pytest.raises(Rejected, match="when time runs out") as refused:
        submit(table, seat, [Held(Shiver())])
    assert refused.value.code == "E_ORDER_KIND"


def test_it_cannot_be_planned_either() -> None:
    table, seat = chilled_table()
    first = legal(table.state, seat)[0]
    for orders in ([Shiver()], [first, Plan(Shiver())]):
        with pytest.raises(Rejected, match="when time runs out") as refused:
            look_ahead(table.state.seen_by(seat), seat, orders)
        assert refused.value.code == "E_ORDER_KIND"
    submit(table, seat, [Held(first), Held(Plan(Shiver()))])
    assert [event.values for event in table.events if isinstance(event, Unfit)] == [{"order": "shiver"}]


def test_a_policy_may_leave_it_to_chance_and_others_see_no_difference() -> None:
    table, seat = chilled_table()
    seen = []
    for wish, drawn in (("any", True), ("first", False)):
        again = Table(table.state.copy(), Rng(bytes(32)))
        again.state[Standing, seat].policy = {"frost": {"freeze": wish}}
        again.settle()
        assert [event.seat for event in again.events if isinstance(event, Froze)] == [seat]
        assert bool([label for label in again.rng.used if label.startswith("shiver/")]) is drawn
        seen.append([type(event) for event in again.events if event.seen_by(None)])
    assert seen[0] == seen[1]


@bindings
@pytest.mark.parametrize("leaving", [False, True])
def test_silence_leaves_it_to_chance_with_a_label(expansions: tuple[Module, ...], leaving: bool) -> None:
    table, seat = chilled_table(expansions)
    if leaving:
        resign(table, seat)
    else:
        time_out(table, [seat], phase_of(table.state, 0))
    assert Answered(seat, Held(Shiver()), "default") in table.events
    assert [event.seat for event in table.events if isinstance(event, Froze)] == [seat]
    assert [label for label in table.rng.used if label.startswith("shiver/")]


def test_every_choice_of_chance_comes_up() -> None:
    state, seat = (table := chilled_table())[0].state, table[1]
    drawn = set()
    for root in range(40):
        again = Table(state.copy(), Rng(root.to_bytes(32, "big")))
        time_out(again, [seat], phase_of(again.state, 0))
        drawn |= {event.pebble for event in again.events if isinstance(event, Froze)}
    assert {Freeze(name) for name in drawn} == set(legal(state, seat))


def test_a_preview_says_that_it_is_not_known() -> None:
    table, seat = chilled_table()
    outcome = effect(table.state.seen_by(seat), Chill(seat), seat, Shiver())
    assert outcome and outcome.open and outcome.events == []


@pytest.mark.parametrize("bot", ["bot:random", "bot:cautious", "bot:greedy"])
def test_a_bot_sends_what_can_be_sent(bot: str) -> None:
    table, seat = chilled_table()
    assert legality.default_order(table.state, Chill(seat), seat) == Shiver()
    assert legality.safe_order(table.state, Chill(seat), seat) in legal(table.state, seat)
    order = choose_order(bot, game_of("pebbles"), table.state.seen_by(seat), seat, Rng(bytes(32)))
    assert order in legal(table.state, seat)


def test_a_plan_waits_where_the_question_does_not_take_it() -> None:
    table, seat = chilled_table()
    planned = [Held(legal(table.state, seat)[1])]
    table.state[Standing, seat].plan = [*planned]
    table.state[Ice].frozen = ["p99"]
    table.settle()
    assert table.events == []
    assert answers_wanted(table.state) == {seat: Chill(seat)}
    table.state[Ice].frozen = []
    table.settle()
    assert table.events[:2] == [PlanUsed(seat, 0), Answered(seat, planned[0], "plan")]


def waiting(table: Table) -> Seat:
    """Return a seat that nobody asks now."""
    return next(seat for seat in ("red", "blue", "green") if seat not in answers_wanted(table.state))


def test_a_plan_can_be_made_out_of_turn() -> None:
    table, asked = chilled_table()
    seat = waiting(table)
    file_standing_orders(table, seat, None, [Held(Freeze("p01")), Held(Freeze("p02"))])
    assert table.events[-1] == PlanFiled(seat, (Held(Freeze("p01")), Held(Freeze("p02"))))
    assert table.events[-1].seen_by(asked) is None
    file_standing_orders(table, seat, None, [Held(Freeze("p03"))])
    assert table.state[Standing, seat].plan == [Held(Freeze("p03"))]
    file_standing_orders(table, seat, None, [])
    assert table.state[Standing, seat].plan == []


@pytest.mark.parametrize(
    ("orders", "left_out"),
    [
        ([Shiver(), Freeze("p01")], [1]),
        ([Freeze("p01")] * 5, [5]),
        ([Freeze("p" * 2000)], [1]),
    ],
)
def test_a_plan_out_of_turn_has_the_limits_of_every_plan(orders: list[Order], left_out: list[int]) -> None:
    table, _ = chilled_table()
    seat = waiting(table)
    file_standing_orders(table, seat, None, [Held(order) for order in orders])
    assert [event.number for event in table.events if isinstance(event, Unfit)] == left_out
    assert len(table.state[Standing, seat].plan) == len(orders) - len(left_out)


def test_who_is_asked_may_plan_and_is_asked_still() -> None:
    """Only an answer of its own, or the deadline, continues the game."""
    table, seat = chilled_table()
    planned = Held(legal(table.state, seat)[0])
    file_standing_orders(table, seat, None, [planned])
    assert answers_wanted(table.state) == {seat: Chill(seat)}
    time_out(table, [seat], phase_of(table.state, 0))
    assert Answered(seat, planned, "plan") in table.events
    assert not [event for event in table.events if isinstance(event, Silent)]


def test_what_is_legal_does_not_hang_on_the_order_of_binding() -> None:
    seen = 0
    for seed in range(6):
        one, other = tables(seed, FROST, TIDE), tables(seed, TIDE, FROST)
        for left, right in zip(one, other, strict=True):
            assert left.state == {key: right.state[key] for key in right.state}
            for seat in answers_wanted(left.state):
                assert legal(left.state, seat) == legal(right.state, seat)
                seen += 1
    assert seen > 100
