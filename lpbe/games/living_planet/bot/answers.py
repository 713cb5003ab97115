"""The door for machines: what modules know to answer, loaded when a machine plays."""

from __future__ import annotations

from ....kernel.play.rules import Order, Question, Seat, State, amendable


@amendable
def machine_answer(state: State, seat: Seat, question: Question) -> Order | None:
    """What a machine answers. Amendments answer the questions of their own module, or better the base's answer."""
    from .greedy import judged

    return judged(state, seat, question)
