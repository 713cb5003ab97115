"""An answer that only silence gives, left to chance; and plans that a question may not take."""

from __future__ import annotations

import pytest

from lpbe.bots import choose
from lpbe.games import game_of
from lpbe.kernel.base.errors import Rejected
from lpbe.kernel.play import standing
from lpbe.kernel.play.chance import Rng
from lpbe.kernel.play.dry_run import effect, look_ahead
from lpbe.kernel.play.events import Answered, PlanFiled, PlanUsed
from lpbe.kernel.play.leaving import resign
from lpbe.kernel.play.phases import phase_of
from lpbe.kernel.play.rules import Held, Module, Plan, Seat, Standing
from lpbe.kernel.play.table import Table, answers_wanted, file_plan, submit, time_out

from .frost import FROST, Chill, Freeze, Froze, Ice, Shiver
from .positions import BINDINGS, found, legal, names, new_game, tables
from .tide import TIDE

bindings = pytest.mark.parametrize("expansions", [b for b in BINDINGS if FROST in b], ids=names)


def chilled(expansions: tuple[Module, ...] = (FROST,)) -> tuple[Table, Seat]:
    table, seat = found(0, "Chill", expansions, least=2)
    return Table(table.state.copy(), Rng(bytes(32))), seat


@bindings
def test_nobody_lists_or_sends_what_only_silence_gives(expansions: tuple[Module, ...]) -> None:
    table, seat = chilled(expansions)
    assert {type(order) for order in legal(table.state, seat)} == {Freeze}
    assert standing.complete(table.state, Chill(seat))
    with pytest.raises(Rejected, match="silence") as refused:
        submit(table, seat, [Held(Shiver())])
    assert refused.value.code == "E_ORDER_KIND"


def test_it_cannot_be_planned_either() -> None:
    table, seat = chilled()
    first = legal(table.state, seat)[0]
    with pytest.raises(Rejected, match="silence") as refused:
        submit(table, seat, [Held(first), Held(Plan(Shiver()))])
    assert refused.value.code == "E_ORDER_KIND"
    with pytest.raises(Rejected, match="silence"):
        look_ahead(table.state.seen_by(seat), seat, [Shiver()])


def test_a_policy_that_gives_it_is_passed_over() -> None:
    table, seat = chilled()
    for wish, given in (("any", False), ("first", True)):
        again = Table(table.state.copy(), Rng(bytes(32)))
        again.state[Standing, seat].policy = {"frost": {"freeze": wish}}
        again.settle()
        assert bool([event for event in again.events if isinstance(event, Froze)]) is given


@bindings
@pytest.mark.parametrize("leaving", [False, True])
def test_silence_leaves_it_to_chance_with_a_label(expansions: tuple[Module, ...], leaving: bool) -> None:
    table, seat = chilled(expansions)
    if leaving:
        resign(table, seat)
    else:
        time_out(table, [seat], phase_of(table.state, 0))
    assert Answered(seat, Held(Shiver()), "default") in table.events
    assert [event.seat for event in table.events if isinstance(event, Froze)] == [seat]
    assert [label for label in table.rng.used if label.startswith("shiver/")]


def test_every_choice_of_chance_comes_up() -> None:
    state, seat = (table := chilled())[0].state, table[1]
    drawn = set()
    for root in range(40):
        again = Table(state.copy(), Rng(root.to_bytes(32, "big")))
        time_out(again, [seat], phase_of(again.state, 0))
        drawn |= {event.pebble for event in again.events if isinstance(event, Froze)}
    assert {Freeze(name) for name in drawn} == set(legal(state, seat))


def test_a_preview_says_that_it_is_not_known() -> None:
    table, seat = chilled()
    outcome = effect(table.state.seen_by(seat), Chill(seat), seat, Shiver())
    assert outcome and outcome.open and outcome.events == []


@pytest.mark.parametrize("bot", ["bot:random", "bot:cautious", "bot:greedy"])
def test_a_bot_sends_what_can_be_sent(bot: str) -> None:
    table, seat = chilled()
    assert standing.default(table.state, Chill(seat), seat) == Shiver()
    assert standing.safe(table.state, Chill(seat), seat) in legal(table.state, seat)
    order = choose(bot, game_of("pebbles"), table.state.seen_by(seat), seat, Rng(bytes(32)))
    assert order in legal(table.state, seat)


def test_a_plan_waits_where_the_question_does_not_take_it() -> None:
    table, seat = chilled()
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
    """A seat that nobody asks now."""
    return next(seat for seat in ("red", "blue", "green") if seat not in answers_wanted(table.state))


def test_a_plan_can_be_made_out_of_turn() -> None:
    table, asked = chilled()
    seat = waiting(table)
    file_plan(table, seat, [Held(Plan(Freeze("p01"))), Held(Plan(Freeze("p02")))])
    assert table.events == [PlanFiled(seat, (Held(Freeze("p01")), Held(Freeze("p02"))))]
    file_plan(table, seat, [Held(Plan(Freeze("p03")))])
    assert table.state[Standing, seat].plan == [Held(Freeze("p03"))]
    file_plan(table, seat, [])
    assert table.state[Standing, seat].plan == []
    assert table.events[0].seen_by(asked) is None


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ([Freeze("p01")], "E_ORDER_KIND"),
        ([Plan(Shiver())], "E_ORDER_KIND"),
        ([Plan(Freeze("p01"))] * 5, "E_SEAL_TOO_LARGE"),
        ([Plan(Freeze("p" * 700))], "E_SEAL_TOO_LARGE"),
    ],
)
def test_a_plan_out_of_turn_has_the_limits_of_every_plan(orders: list[Freeze | Plan[Freeze]], code: str) -> None:
    table, _ = chilled()
    with pytest.raises(Rejected) as refused:
        file_plan(table, waiting(table), [Held(order) for order in orders])
    assert refused.value.code == code
    assert table.events == []


def test_who_is_asked_answers_first() -> None:
    table, seat = chilled()
    with pytest.raises(Rejected, match="is asked now"):
        file_plan(table, seat, [Held(Plan(Freeze("p01")))])


def test_who_has_answered_a_poll_may_plan_while_others_think() -> None:
    table = new_game(1, FROST)
    assert type(answers_wanted(table.state)["red"]).__name__ == "Bid"
    with pytest.raises(Rejected, match="is asked now"):
        file_plan(table, "red", [Held(Plan(Freeze("p01")))])
    submit(table, "red", [Held(legal(table.state, "red")[0])])
    file_plan(table, "red", [Held(Plan(Freeze("p01")))])
    assert table.state[Standing, "red"].plan == [Held(Freeze("p01"))]


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
