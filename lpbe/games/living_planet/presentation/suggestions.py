"""What a sensible player might answer: the bot's own choice, unless that throws something away unasked."""

from __future__ import annotations

from ....kernel.engine.chance import NoChance
from ....kernel.engine.model import Order, Question, Seat, State
from ..bot.greedy import greedy
from ..state import Map
from ..turn.strikes import SufferDamage, TakeDamage


def advice(state: State, question: Question, seat: Seat) -> Order | None:
    """Return a suggestion; it needs no chance, and what the bot cannot judge is left to the default."""
    order = greedy(state, question, seat, NoChance())
    if isinstance(question, TakeDamage) and isinstance(order, SufferDamage):
        return spare_the_wounded(state, order)
    return order


def spare_the_wounded(state: State, order: SufferDamage) -> Order:
    """Change a ready reply so that it kills nobody: a wounded scientist is spared, and the chip goes instead."""
    teams = state[Map].teams
    return SufferDamage(tuple(name for name in order.teams if not teams[name].wounded))
