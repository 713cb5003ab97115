"""Few messages: the default policy answers everything except the game itself, and a person's messages are counted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from lpbe.bots.arena import POLICIES, Match, Series, game_root
from lpbe.bots.strategies import find_bot
from lpbe.games import book_of, game_of
from lpbe.games.living_planet.actions.actions import Act
from lpbe.games.living_planet.actions.exploration import LayHex
from lpbe.games.living_planet.actions.trade_terms import TradePlan
from lpbe.games.living_planet.actions.trading import Deal, TakeTrade
from lpbe.games.living_planet.policies import POLICIES as ANSWERS
from lpbe.games.living_planet.turn.card_selection import SelectCards
from lpbe.games.living_planet.turn.leader_step import Lead
from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.engine.capacity import MAX_POLICY_BYTES
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.dry_run import look_ahead
from lpbe.kernel.engine.events import Answered
from lpbe.kernel.engine.model import Held, Order, Plan, Question, Seat, Standing, State
from lpbe.kernel.engine.table import Table, submit, top

from ..size_limits import by_turns
from .contract_config import EDITIONS
from .positions import GAME, SEATS

BOOK = book_of(GAME, ())
THE_GAME_ITSELF = {SelectCards, Lead, Act, LayHex, Deal}


class Message(NamedTuple):
    """What a seat sent at once, and the states before and after it."""

    before: State
    seat: Seat
    orders: tuple[Order, ...]
    after: State


class Witness(Match):
    """A match that remembers what was asked, what was sent and which orders were given in a seat's name."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.asked: set[type[Question]] = set()
        self.by_policy: set[type[Order]] = set()
        self.sent: list[Message] = []

    def send(self, seat: Seat, orders: Sequence[Order], goes_on: bool) -> None:
        before, count, question = self.table.state.copy(), self.messages, top(self.table.state)
        assert question
        self.asked.add(type(question))
        super().send(seat, orders, goes_on)
        first = Message(before, seat, (), before) if self.messages > count else self.sent.pop()
        assert first.seat == seat
        self.sent.append(first._replace(orders=(*first.orders, *orders), after=self.table.state.copy()))

    def count_events(self) -> None:
        given = [event for event in self.table.events if isinstance(event, Answered) and event.why == "policy"]
        self.by_policy |= {type(event.held.order) for event in given}
        super().count_events()


@cache
def watch_game(bot: str, policies: str, edition: int = 0, seats: int = 4, number: int = 0) -> Witness:
    root, bots = game_root(3, number), dict.fromkeys(SEATS[:seats], find_bot(bot))
    table = Table(BOOK.blank(list(bots), {GAME: EDITIONS[edition]}), Rng(root))
    match = Witness(game_of(GAME), bots, table, root)
    match.play(policies)
    assert match.result
    return match


def contents(state: State) -> dict[Any, Any]:
    return {key: structs.astuple(part) for key, part in state.items()}


def test_the_default_policy_is_one_of_the_game_and_short_enough() -> None:
    policy = BOOK.default_policy()
    assert BOOK.read_policy(policy) == policy
    assert len(jcs(policy)) <= MAX_POLICY_BYTES


def test_there_is_a_policy_for_every_question_but_the_game_itself() -> None:
    assert set(BOOK.offers) - set(ANSWERS) == {LayHex, Deal}
    assert set(BOOK.offers) >= THE_GAME_ITSELF


@by_turns("edition, bot", range(len(EDITIONS)), ["greedy", "random"])
def test_with_the_default_policy_only_the_game_itself_is_asked(edition: int, bot: str) -> None:
    """An answer that the rules refuse would be asked for."""
    match = watch_game(bot, "default", edition, seats=4 - edition % 3)
    assert match.asked <= THE_GAME_ITSELF


def test_default_policies_answer_all_sorts_of_questions() -> None:
    """Without a policy seats are asked; with one they are not."""
    answers = {order for edition in range(len(EDITIONS)) for order in watch_edition(edition).by_policy}
    names = {str(order.__struct_config__.tag) for order in answers}
    assert names >= {"produce", "exhaust", "keep-die", "take-damage", "return-hexes", "trigger"}
    assert watch_game("random", "none").asked > THE_GAME_ITSELF
    assert watch_game("random", "none").by_policy == set()


def watch_edition(edition: int) -> Witness:
    return watch_game("greedy", "default", edition, seats=4 - edition % 3)


@by_turns("bot, policies", ["greedy", "random"], [*POLICIES])
def test_what_counts_as_one_message_can_be_sent_as_one(bot: str, policies: str) -> None:
    """The rules carry it out as one batch, and nothing is kept back."""
    match = watch_game(bot, policies)
    for before, seat, orders, after in match.sent:
        assert look_ahead(before.seen_by(seat), seat, orders).draft == []
        table = Table(before.copy(), Rng(match.root))
        submit(table, seat, [Held(order) for order in orders])
        assert not table.state[Standing, seat].draft
        assert contents(table.state) == contents(after)
    batches = [message for message in match.sent if len(message.orders) > 1]
    assert batches
    plans = [order for message in match.sent for order in message.orders if isinstance(order, Plan)]
    assert bool(plans) == (bot == "greedy" and policies != "none")
    policies_sent = 0 if policies == "none" else len(SEATS)
    assert match.messages == len(match.sent) + policies_sent
    assert match.orders == sum(len(message.orders) for message in match.sent) + policies_sent


def per_turn(bot: str, policies: str, games: int) -> float:
    series = Series(GAME, (), {}, SEATS, (find_bot(bot),), 1, policies)
    done = [series.play_game(game_of(GAME), BOOK, number) for number in range(games)]
    assert [one.failure for one in done if one.failure] == []
    return sum(one.messages - one.early[1] for one in done) / sum(one.counts["turns"] for one in done)


@pytest.mark.parametrize("bot", ["random", pytest.param("greedy", marks=pytest.mark.soak)])
def test_a_turn_of_four_takes_few_messages(bot: str) -> None:
    """Fifteen if nothing is decided in advance, twelve with default policies, eight with cards too; seven with
    rules.
    """
    none, default, ahead = (per_turn(bot, policies, 4) for policies in POLICIES)
    assert none > default > ahead
    assert none <= 15 and default <= 12 and ahead <= (7 if bot == "greedy" else 8)


def test_who_trades_by_rules_sends_them_with_the_trade() -> None:
    """The cards are drawn, the plan settles the trade, and nobody is asked again."""
    match = watch_game("greedy", "next-cards")
    trades = [orders for _, _, orders, _ in match.sent if TakeTrade() in orders]
    planned = [order for orders in trades for order in orders if isinstance(order, Plan)]
    assert len(trades) == len(planned) > 10 and Deal not in match.asked
    assert {type(plan.then) for plan in planned} == {TradePlan}
    assert any(plan.then.deals for plan in planned)


def test_whose_cards_lie_ahead_is_never_asked_for_one() -> None:
    for number in range(2):
        assert watch_game("random", "next-cards", number=number).asked == THE_GAME_ITSELF - {SelectCards}
