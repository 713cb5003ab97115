"""Seats played by the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from ..kernel.base.errors import Malformed
from ..kernel.play import standing
from ..kernel.play.chance import Chance
from ..kernel.play.rules import Game, Order, Question, Seat, State
from ..kernel.play.table import top

WIDEST = 500
PREFIX = "bot:"


def at_random(game: Game, state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """Any legal order, each as likely."""
    return rng.pick(list(islice(standing.legal(state, question, seat), WIDEST)), "choice")


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


def choose(bot: str, game: Game, state: State, seat: Seat, rng: Chance) -> Order:
    """What a bot does, from what its seat can see."""
    question = top(state)
    assert question
    return BOTS[check_bot(bot)](game, state, question, seat, rng)


def check_bot(bot: str) -> str:
    if bot not in BOTS:
        raise Malformed("E_SCHEMA", "no bot is called '{bot}'", "known: {known}", bot=bot, known=list(BOTS))
    return bot


def bot_named(name: str) -> str:
    """A bot by its name, with or without what all names begin with."""
    return check_bot(name if name.startswith(PREFIX) else PREFIX + name)
