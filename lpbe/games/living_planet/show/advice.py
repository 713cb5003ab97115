"""What a sensible player might answer: the machine's own choice, where that throws nothing away unasked."""

from __future__ import annotations

from ....kernel.play.chance import NoChance
from ....kernel.play.rules import Order, Question, Seat, State
from ..bot.greedy import greedy
from ..state import Map
from ..strike import SufferDamage, TakeDamage


def advice(state: State, question: Question, seat: Seat) -> Order | None:
    """It needs no chance: what it cannot judge it leaves to the default."""
    order = greedy(state, question, seat, NoChance())
    if isinstance(question, TakeDamage) and isinstance(order, SufferDamage):
        return sparing(state, order)
    return order


def sparing(state: State, order: SufferDamage) -> Order:
    """Nobody is killed by a ready reply: a wounded scientist would be, so there the chip goes."""
    teams = state[Map].teams
    return SufferDamage(tuple(name for name in order.teams if not teams[name].wounded))
