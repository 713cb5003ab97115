"""What a machine answers to the questions of Aquarius; loaded when one plays."""

from __future__ import annotations

from .....kernel.play.rules import Order, Question, Seat, State
from .maelstrom import Resist, SetMaelstrom
from .picks import PickHex, PickOne, Picks, PickTogether
from .ports import UsePort, port_uses
from .setup import SetPort
from .storm import SaveInTurn, SaveTogether
from .strikes import ArrangeStrikes

BY_DEFAULT = (SetPort, PickTogether, SaveInTurn, SaveTogether, Resist, SetMaelstrom, ArrangeStrikes)


def machine_knows(answer: Order | None, state: State, seat: Seat, question: Question) -> Order | None:
    """The safe default; a hex that is left, and whatever a port brings."""
    if isinstance(question, PickOne):
        return PickHex(state[Picks, seat].pool[0])
    if isinstance(question, UsePort):
        return port_uses(state, seat, question)[-1]
    return question.default(state, seat) if isinstance(question, BY_DEFAULT) else answer
