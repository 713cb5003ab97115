"""Seats played by the machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from ..kernel.base.errors import Malformed
from ..kernel.play import standing
from ..kernel.play.chance import Chance
from ..kernel.play.rules import Game, Offer, Order, Question, Seat, State
from ..kernel.play.table import top

WIDEST = 20_000
"""How many orders of a kind are looked at; few are tried."""
PREFIX = "bot:"


def at_random(game: Game, state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """Any legal order: each kind as likely, and within its kind each order."""
    offers = [offer for offer in state.book.offers[type(question)].values() if not offer.silent]
    for offer in rng.shuffled(offers, "kind"):
        listed = list(islice(offer.legal(state, seat, question), WIDEST))
        order = first_accepted(state, question, seat, offer, drawn(listed, rng))
        if order is not None:
            return order
    raise AssertionError(f"{type(question).__name__} can be answered by nothing")


def drawn(orders: list[Order], rng: Chance) -> Iterator[Order]:
    """One after the other at random: a draw for each, so that the first ones cost little."""
    for left in range(len(orders), 0, -1):
        at = rng.below(left, f"choice/{type(orders[0]).__name__}/{left}")
        yield orders[at]
        orders[at] = orders[left - 1]


def first_accepted(state: State, question: Question, seat: Seat, offer: Offer, orders: Iterator[Order]) -> Order | None:
    fitting = (order for order in orders if offer.exact or standing.illegality(state, question, seat, order) is None)
    return next(fitting, None)


def cautious(game: Game, state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """The safe default, always."""
    return standing.safe(state, question, seat)


def greedy(game: Game, state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """What looks best, where the game knows; any legal order elsewhere."""
    judge = game.bots.get("bot:greedy")
    order = judge(state, question, seat, rng) if judge else None
    if order is None or standing.refusal(state, question, seat, order):
        return at_random(game, state, question, seat, rng)
    return order


BOTS: Mapping[str, Callable[[Game, State, Question, Seat, Chance], Order]] = {
    "bot:random": at_random,
    "bot:cautious": cautious,
    "bot:greedy": greedy,
}


VERSIONS: Mapping[str, int] = {"bot:random": 1, "bot:cautious": 1, "bot:greedy": 2}
"""Counted up whenever one of them would answer anything in another way: who verifies a game asks it again."""


def choose(bot: str, game: Game, state: State, seat: Seat, rng: Chance) -> Order:
    """What a bot does, from what its seat can see."""
    question = top(state)
    assert question
    return BOTS[check_bot(bot).partition("@")[0]](game, state, question, seat, rng)


def check_bot(bot: str) -> str:
    if bot.partition("@")[0] not in BOTS:
        known = [bot_label(one) for one in BOTS]
        raise Malformed("E_SCHEMA", "no bot is called '{bot}'", "known: {known}", bot=bot_label(bot), known=known)
    return bot


def bot_label(bot: str) -> str:
    """What people call a bot."""
    return bot.removeprefix(PREFIX)


def bot_named(name: str) -> str:
    """A bot by its name, with or without what all names begin with."""
    return check_bot(name if name.startswith(PREFIX) else PREFIX + name)


def versioned(bot: str) -> str:
    """A bot as a game names it: another version might play otherwise."""
    return f"{bot}@{VERSIONS[bot]}"
