"""The bot that plays on in other bots' heads: greedy, but it looks at fewer hexes, moves and dice."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.engine.chance import Chance
from ....kernel.engine.model import Order, Question, Seat, State
from ..actions.actions import Act, calls
from ..turn.fate import ChangeDie, Fate, KeepDie
from .action_choice import choose_action, first_aid, rated_at_home, rated_moves
from .greedy import base_answer
from .module_answers import bot_answer, bot_instead
from .position import thought_over

HEXES_SAMPLED = 4
"""A sample of the hexes that may still be drawn."""
GOOD_ACTION = 2.0
"""Moves are not looked at where something else is worth this much, in MC."""


def quick(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    """Return an answer; no fate token is ever used."""
    if isinstance(question, Fate | ChangeDie):
        return KeepDie()
    if own := bot_answer(state, seat, question):
        return own
    position = thought_over(state, HEXES_SAMPLED)
    found = act(position, seat, question) if isinstance(question, Act) else base_answer(position, seat, question)
    order = found or question.default(position, seat)
    return bot_instead(state, seat, order) if order else None


def act(state: State, seat: Seat, question: Act) -> Order | None:
    return (
        first_aid(state, seat, question)
        or next(calls(state, seat, question), None)
        or choose_action(state, seat, question, rated(state, seat, question))
    )


def rated(state: State, seat: Seat, question: Act) -> Iterator[tuple[float, Order]]:
    """Yield what actions are worth, moves only where nothing else is good."""
    best = 0.0
    for worth, order in rated_at_home(state, seat, question):
        best = max(best, worth)
        yield worth, order
    if best < GOOD_ACTION:
        yield from rated_moves(state, seat, question)
