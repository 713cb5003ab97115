"""A player that is a machine: at each question what looks best now, from what its seat can see."""

from __future__ import annotations

from ....kernel.play.rules import Order, Question, Seat, State


def greedy(state: State, question: Question, seat: Seat) -> Order | None:
    return question.default(state, seat)
