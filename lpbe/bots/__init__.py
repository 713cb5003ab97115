"""Seats played by the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from ..kernel import standing
from ..kernel.errors import Malformed
from ..kernel.rng import Chance
from ..kernel.rules import Order, Question, Seat, State
from ..kernel.table import top

WIDEST = 500


def at_random(state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """Any legal order, each as likely."""
    return rng.pick(list(islice(standing.legal(state, question, seat), WIDEST)), "choice")


def cautious(state: State, question: Question, seat: Seat, rng: Chance) -> Order:
    """The safe default, always."""
    return standing.default(state, question, seat)


BOTS: Mapping[str, Callable[[State, Question, Seat, Chance], Order]] = {
    "bot:random": at_random,
    "bot:cautious": cautious,
}


def choose(bot: str, state: State, seat: Seat, rng: Chance) -> Order:
    """What a bot does, from what its seat can see."""
    question = top(state)
    assert question
    return BOTS[check_bot(bot)](state, question, seat, rng)


def check_bot(bot: str) -> str:
    if bot not in BOTS:
        raise Malformed("E_SCHEMA", f"no bot is called '{bot}'", f"known: {', '.join(BOTS)}")
    return bot
