"""The greedy bot: at each question it answers what looks best now, from what its seat can see."""

from __future__ import annotations

from ....kernel.engine.chance import Chance
from ....kernel.engine.model import Order, Question, Seat, State
from ..attack_sequence import Declare
from ..attacks import Block
from ..human_actions import HumanTurn
from ..preparation import Prepare
from ..quick_blocks import NoBlock
from ..setup import ChooseFault, Found
from .attack_choice import best_attack
from .human_turn import take_turn
from .preparation import lay
from .setup import factory, fault
from .special_units import block


def greedy(state: State, question: Question, seat: Seat, rng: Chance) -> Order | None:
    """Return the best answer; None for a question that any answer fits."""
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
