"""Few messages: the Planet's turn in one letter unless it is blocked, a Human's turn in one, blocks by policy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from lpbe.app.local.simulate import summary
from lpbe.bots.arena import Match, Series, game_root
from lpbe.bots.strategies import find_bot
from lpbe.games import book_of, game_of
from lpbe.games.planet_2116.attacks import card_sets
from lpbe.games.planet_2116.bot.attack_choice import best_attack
from lpbe.games.planet_2116.bot.preparation import after_announcement, rest_of_turn
from lpbe.games.planet_2116.preparation import PrepareCards
from lpbe.games.planet_2116.state import HUMANS, PLANET, Attack, Prepared, Round, World
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.model import Order, Plan, Seat
from lpbe.kernel.engine.table import Table

from ..size_limits import sizes
from .positions import GAME

BOOK = book_of(GAME, ())
SEATS = (PLANET, *HUMANS)
GREEDY = find_bot("greedy")


class Post(Match):
    """A match that remembers the Planet's letters by their round, and in which rounds a block spared something."""

    def __init__(self, number: int) -> None:
        root = game_root(5, number)
        table = Table(BOOK.blank(SEATS, {}), Rng(root))
        super().__init__(game_of(GAME), dict.fromkeys(SEATS, GREEDY), table, root)
        self.letters, self.planned, self.blocked = Counter[int](), Counter[str](), set[int]()

    def send(self, seat: Seat, orders: Sequence[Order], goes_on: bool) -> None:
        count, number = self.messages, self.table.state[Round].number
        if self.table.state[Attack].disturbed:
            self.blocked.add(number)
        super().send(seat, orders, goes_on)
        self.letters[number] += seat == PLANET and self.messages > count
        self.planned.update(type(order.then).__name__ for order in orders if isinstance(order, Plan))


@pytest.mark.parametrize(("policies", "most"), [("default", 5.0), ("none", 8.0)])
@sizes("games", 2, 200)
def test_letters_a_round(policies: str, most: float, games: int) -> None:
    """What `simulate --messages` reports."""
    series = Series(GAME, (), {}, SEATS, (GREEDY,), 5, policies)
    answer = summary(series, [series.play_game(game_of(GAME), BOOK, number) for number in range(games)])
    print(f"{answer['messages_per_turn']} letters a round, {answer['early_messages']} before the first")
    assert answer["failures"] == []
    assert 3 < answer["messages_per_turn"] <= most
    assert answer["early_messages"] == 8 + (len(SEATS) if policies == "default" else 0)


def test_the_turn_of_the_planet_is_one_letter_unless_it_is_blocked() -> None:
    matches = [Post(number) for number in range(3)]
    for match in matches:
        match.play("default")
        rounds = {number for number in match.letters if number}
        assert {n for n in rounds if match.letters[n] > 1} <= match.blocked
    plans = sum((match.planned for match in matches), Counter[str]())
    assert plans["PrepareCards"] > 10 and sum(plans.values()) > plans["PrepareCards"]


def test_who_says_nothing_in_advance_plans_nothing() -> None:
    match = Post(0)
    match.play("none")
    assert not match.planned and max(match.letters.values()) > 1


def test_what_is_planned_is_what_the_cards_allow() -> None:
    """A plan names its cards, so that it can only mean the turn that it was made for."""
    table = Table(BOOK.blank(SEATS, {}), Rng(game_root(5, 1)))
    state = table.state
    state[World].taken, state[Prepared].cards, state[Prepared].level = ["D11", "F11"], ["P01", "P05", "P13"], 2
    view = state.seen_by(PLANET)
    first = best_attack(view)
    assert first
    *attacks, last = rest_of_turn(after_announcement(view, first), PLANET)
    assert len(attacks) == 2 and isinstance(last, PrepareCards)
    assert {kind for kind in ("tornado", "tsunami", "meteorite") if card_sets(state, kind)} == {
        type(order).__name__.lower() for order in (first, *attacks)
    }
    assert rest_of_turn(view, PLANET) == rest_of_turn(after_announcement(view, first), HUMANS[0]) == ()
