"""Rehearse steps on what one reader can see, with default answers to all questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from ..base.errors import NotVisible, Refused
from . import legality
from .chance import NoChance
from .model import Agenda, Event, Order, Poll, Question, Seat, State, Step
from .table import Table

Reply: TypeAlias = Callable[[State, Question, Seat], Order | None]
"""Return the assumed answer of a seat; None where it is unknown."""


class Rehearsal(Struct, frozen=True):
    """The events, the final state, and whether something in between was unknown."""

    events: list[Event]
    state: State
    open: bool = False


class RehearsalTable(Table):
    """A table that answers every question at once; an unknown answer is skipped, or stops the rehearsal."""

    __slots__ = ("open", "reply", "stops")

    def __init__(self, state: State, reply: Reply, stops: bool = False) -> None:
        super().__init__(state, NoChance())
        self.reply = reply
        self.stops = stops
        self.open = False

    def pass_by(self, question: Question) -> bool:
        answers = {
            seat: answer for seat in self.asked_seats(question) if (answer := self.guess(question, seat)) is not None
        }
        if self.stops and len(answers) < len(self.asked_seats(question)):
            return False
        for seat, answer in answers.items():
            self.play_out(question, seat, answer)
        if isinstance(question, Poll) and not self.over:
            question.close(self, answers)
        self.state[Agenda].steps.pop()
        self.push()
        return True

    def guess(self, question: Question, seat: Seat) -> Order | None:
        try:
            answer = self.reply(self.state, question, seat)
        except NotVisible:
            answer = None
        self.open = self.open or answer is None
        return answer

    def play_out(self, question: Question, seat: Seat, answer: Order) -> None:
        """Carry out an answer, which the answers of others may have made illegal."""
        try:
            self.handler(question, answer).play(self, seat, question, answer)
        except Refused:
            self.open = True


def default_reply(state: State, question: Question, seat: Seat) -> Order:
    """Return the answer of a seat that times out."""
    return question.default(state, seat) or next(legality.legal_orders(state, question, seat))


def reply_with(seat: Seat, order: Order, others: Reply = default_reply) -> Reply:
    """Return a reply that gives this order to the seat's first question it fits, and is that of the others else."""
    given: list[Order] = []

    def reply(state: State, question: Question, one: Seat) -> Order | None:
        if one == seat and not given and type(order) in state.book.offers[type(question)]:
            given.append(order)
            return order
        return others(state, question, one)

    return reply


def rehearse(state: State, *steps: Step, reply: Reply = default_reply, stops: bool = False) -> Rehearsal:
    """Play these steps, and nothing of what was planned before, on a copy, up to what is not visible."""
    table = RehearsalTable(state.copy(), reply, stops)
    table.state[Agenda].steps = []
    table.then(*steps)
    try:
        table.settle()
    except NotVisible:
        table.open = True
    return Rehearsal(table.events, table.state, table.open)
