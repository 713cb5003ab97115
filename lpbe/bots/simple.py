"""The bots that do not play ahead: any order, the safe one, and what looks best to the game's own bot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..kernel.engine import legality
from ..kernel.engine.chance import Chance
from ..kernel.engine.game import Game
from ..kernel.engine.model import Offer, Order, Question, Seat, State

MAX_LISTED_ORDERS = 20_000
"""How many orders of a kind are listed; few of them are tried."""


def choose_random(game: Game, state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """Choose a legal order: first a kind, then an order of that kind, each with equal chances."""
    offers = [offer for offer in state.book.offers[type(question)].values() if not offer.timeout_only]
    for offer in rng.shuffled(offers, "kind"):
        listed = list(islice(offer.legal(state, seat, question), MAX_LISTED_ORDERS))
        order = first_accepted(state, question, seat, offer, in_random_order(listed, rng))
        if order is not None:
            return order
    raise AssertionError(f"{type(question).__name__} can be answered by nothing")


def in_random_order(orders: list[Order], rng: Chance) -> Iterator[Order]:
    """Return the orders in random order, with one draw for each, so that the first ones cost little."""
    for left in range(len(orders), 0, -1):
        at = rng.below(left, f"choice/{type(orders[0]).__name__}/{left}")
        yield orders[at]
        orders[at] = orders[left - 1]


def first_accepted(state: State, question: Question, seat: Seat, offer: Offer, orders: Iterator[Order]) -> Order | None:
    fitting = (order for order in orders if offer.exact or legality.illegality(state, question, seat, order) is None)
    return next(fitting, None)


def choose_cautious(game: Game, state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """Choose the safe default, always."""
    return legality.safe_order(state, question, seat)


def choose_greedy(game: Game, state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """Choose what looks best to the game's own bot; if it does not know, any legal order."""
    judge = game.bots.get("bot:greedy")
    order = judge(state, question, seat, rng) if judge else None
    if order is None or legality.refusal(state, question, seat, order):
        return choose_random(game, state, question, seat, rng)
    return order
