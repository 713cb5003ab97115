"""A player that is a machine: at each question what looks best now, from what its seat can see."""

from __future__ import annotations

from ....kernel.play.chance import Chance
from ....kernel.play.rules import Order, Question, Seat, State
from ..acting import HumanTurn
from ..assault import Declare
from ..block import NoBlock
from ..prepare import Prepare
from ..setup import ChooseFault, Found
from ..window import Block
from .assault import best_attack
from .guard import block
from .laying import lay
from .opening import factory, fault
from .turn import take_turn


def greedy(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    """Nothing for a question that any answer fits."""
    if isinstance(question, Declare):
        return best_attack(state)
    if isinstance(question, Prepare):
        return lay(state, seat)
    if isinstance(question, HumanTurn):
        return take_turn(state, seat, question)
    if isinstance(question, Block):
        return block(state, seat) or NoBlock()
    if isinstance(question, ChooseFault):
        return fault(state, rng)
    return factory(state, rng) if isinstance(question, Found) else None
