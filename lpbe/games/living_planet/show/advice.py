"""What a sensible player might answer: the machine's own choice, which throws nothing away."""

from __future__ import annotations

from ....kernel.play.chance import NoChance
from ....kernel.play.rules import Order, Question, Seat, State
from ..bot.greedy import greedy


def advice(state: State, question: Question, seat: Seat) -> Order | None:
    """It needs no chance: whatever it cannot judge it leaves to the default."""
    return greedy(state, question, seat, NoChance())
