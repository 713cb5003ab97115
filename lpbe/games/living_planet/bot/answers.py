"""The door for machines: what modules know to answer, loaded when a machine plays."""

from __future__ import annotations

from ....kernel.play.rules import Order, Question, Seat, State, amendable


@amendable
def machine_answer(state: State, seat: Seat, question: Question) -> Order | None:
    """What a module has a machine answer, to questions of its own above all; none: what the base would."""
    return None
