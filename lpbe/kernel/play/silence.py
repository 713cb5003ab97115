"""What steps lead to if nobody says anything: a rehearsal on what one reader can see."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from ..base.errors import ClosedDrawer, Refused
from . import standing
from .chance import NoChance
from .rules import Agenda, Event, Order, Poll, Question, Seat, State, Step
from .table import Table

Reply: TypeAlias = Callable[[State, Question, Seat], Order | None]
"""What a seat is taken to answer; nothing where nobody can tell."""


class Rehearsal(Struct, frozen=True):
    """What was stated, the state it led to, and whether something in between could not be known."""

    events: list[Event]
    state: State
    open: bool = False


class SilentTable(Table):
    """A table where every question has its answer at once; one that nobody can know is passed over or ends it."""

    __slots__ = ("open", "reply", "stops")

    def __init__(self, state: State, reply: Reply, stops: bool = False) -> None:
        super().__init__(state, NoChance())
        self.reply, self.stops, self.open = reply, stops, False

    def pass_by(self, question: Question) -> bool:
        answers = {seat: answer for seat in self.asked(question) if (answer := self.guess(question, seat)) is not None}
        if self.stops and len(answers) < len(self.asked(question)):
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
        except ClosedDrawer:
            answer = None
        self.open = self.open or answer is None
        return answer

    def play_out(self, question: Question, seat: Seat, answer: Order) -> None:
        """Others have answered meanwhile: what was good may be no more."""
        try:
            self.handler(question, answer).play(self, seat, question, answer)
        except Refused:
            self.open = True


def silence(state: State, question: Question, seat: Seat) -> Order:
    """The answer of who says nothing."""
    return question.default(state, seat) or next(standing.legal(state, question, seat))


def giving(seat: Seat, order: Order, others: Reply = silence) -> Reply:
    """One seat gives this order to the first question it fits; all else is as usual."""
    given: list[Order] = []

    def reply(state: State, question: Question, one: Seat) -> Order | None:
        if one == seat and not given and type(order) in state.book.offers[type(question)]:
            given.append(order)
            return order
        return others(state, question, one)

    return reply


def rehearse(state: State, *steps: Step, reply: Reply = silence, stops: bool = False) -> Rehearsal:
    """Play these steps, and nothing of what was planned before, on a copy; up to where a drawer is closed."""
    table = SilentTable(state.copy(), reply, stops)
    table.state[Agenda].steps = []
    table.then(*steps)
    try:
        table.settle()
    except ClosedDrawer:
        table.open = True
    return Rehearsal(table.events, table.state, table.open)
