"""The orders that a bot considers: the greedy choice, the best of every kind, and what else looks good."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..kernel.engine import legality
from ..kernel.engine.candidate import Candidate
from ..kernel.engine.chance import Chance
from ..kernel.engine.game import Game
from ..kernel.engine.model import Order, Question, Seat, State
from .simple import choose_greedy

MAX_RATED = 3_000
"""How many candidates of a question are looked at before the best are chosen."""
UNLIKELY_KINDS = 2
"""How many places are kept for kinds of orders that look bad, if there are many kinds."""
BEGINNER_WEIGHTS = (4, 2, 1)
"""How often a beginner gives the greedy order, the one that looks best beside it, and the next one."""


def candidates(
    game: Game, state: State, question: Question, seat: Seat, first: Order, most: int, chance: Chance
) -> Iterator[Order]:
    """Yield the greedy choice, then the best of every kind, then what else looks best.

    Where there are more kinds than orders to try, chance chooses some of those that look worst: none is never tried.
    """
    ranked = rank(game, state, question, seat)
    best: dict[str, Candidate] = {}
    for one in ranked:
        best.setdefault(kind_of(one), one)
    kinds = list(best.values())
    sure = max(most - UNLIKELY_KINDS, 1)
    kinds = [*kinds[:sure], *chance.shuffled(kinds[sure:], "kinds")]
    seen = [first]
    yield first
    for one in [*kinds, *ranked]:
        if len(seen) == most:
            return
        if one.order not in seen and legality.refusal(state, question, seat, one.order) is None:
            seen.append(one.order)
            yield one.order


def rank(game: Game, state: State, question: Question, seat: Seat) -> list[Candidate]:
    """Return what the game rates, the best first; equal ones as they are listed."""
    return sorted(islice(rate(game, state, question, seat), MAX_RATED), key=lambda one: -one.worth)


def rate(game: Game, state: State, question: Question, seat: Seat) -> Iterator[Candidate]:
    """Yield what the game rates, and the first order of every kind that it does not."""
    rated = set[type[Order]]()
    for one in game.rated(state, question, seat) if game.rated else ():
        rated.add(type(one.order))
        yield one
    for kind, offer in state.book.offers[type(question)].items():
        if kind not in rated and not offer.timeout_only:
            listed = offer.legal(state, seat, question)
            yield from (Candidate(0.0, order) for order in islice(listed, 1 if rated else None))


def kind_of(one: Candidate) -> str:
    return one.kind or type(one.order).__name__


def choose_as_beginner(game: Game, state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """Choose the greedy order most of the time, else one of the two that look best beside it."""
    first = choose_greedy(game, state, question, seat, rng)
    orders = [first]
    for one in rank(game, state, question, seat):
        if one.order != first and legality.refusal(state, question, seat, one.order) is None:
            orders.append(one.order)
        if len(orders) == len(BEGINNER_WEIGHTS):
            break
    weighted = [order for order, weight in zip(orders, BEGINNER_WEIGHTS, strict=False) for _ in range(weight)]
    return weighted[rng.below(len(weighted), "beginner")]
