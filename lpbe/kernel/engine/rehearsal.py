"""Rehearse steps on what one reader can see, with default answers to all questions or with every legal one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from ..base.errors import NotVisible, Refused
from . import legality
from .chance import NoChance
from .model import Agenda, Event, Order, Poll, Question, Seat, State, Step
from .table import Table

Reply: TypeAlias = Callable[[State, Question, Seat], Order | None]
"""Return the assumed answer of a seat; None if it is unknown."""


class Rehearsal(Struct, frozen=True):
    """The events, the final state, whether something in between was unknown, and how many events came before that."""

    events: list[Event]
    state: State
    open: bool = False
    known: int = 0

    @property
    def certain_events(self) -> list[Event]:
        """Return the events before anything unknown."""
        return self.events[: self.known] if self.open else self.events


class RehearsalTable(Table):
    """A table that answers every question at once; an unknown answer is skipped, or stops the rehearsal."""

    __slots__ = ("known", "open", "reply", "stops")

    def __init__(self, state: State, reply: Reply, stops: bool = False) -> None:
        super().__init__(state, NoChance())
        self.reply = reply
        self.stops = stops
        self.open = False
        self.known = 0

    def leave_open(self) -> None:
        """Note that from now on nothing is certain."""
        if not self.open:
            self.open = True
            self.known = len(self.events)

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
        if answer is None:
            self.leave_open()
        return answer

    def play_out(self, question: Question, seat: Seat, answer: Order) -> None:
        """Carry out an answer, which the answers of others may have made illegal."""
        try:
            self.handler(question, answer).play(self, seat, question, answer)
        except Refused:
            self.leave_open()


def default_reply(state: State, question: Question, seat: Seat) -> Order:
    """Return the answer of a seat that times out."""
    return question.default(state, seat) or next(legality.legal_orders(state, question, seat))


def reply_with(seat: Seat, order: Order, others: Reply = default_reply) -> Reply:
    """Return a reply that gives this order to the seat's first question that it fits, else what `others` gives."""
    given: list[Order] = []

    def reply(state: State, question: Question, one: Seat) -> Order | None:
        if one == seat and not given and type(order) in state.book.offers[type(question)]:
            given.append(order)
            return order
        return others(state, question, one)

    return reply


def rehearse(state: State, *steps: Step, reply: Reply = default_reply, stops: bool = False) -> Rehearsal:
    """Play these steps, but nothing planned before them, on a copy, until something hidden is needed."""
    return play_out_steps(RehearsalTable(state.copy(), reply, stops), steps)


def play_out_steps(table: RehearsalTable, steps: Sequence[Step]) -> Rehearsal:
    table.state[Agenda].steps = []
    table.then(*steps)
    try:
        table.settle()
    except NotVisible:
        table.leave_open()
    return Rehearsal(events=table.events, state=table.state, open=table.open, known=table.known)


# Every line of play

MAX_LINES = 12
"""With more lines than this, nothing is called certain."""


class Choices(NamedTuple):
    """The answers that a seat might give, the default first, and whether there may be others."""

    orders: Sequence[Order | None]
    open: bool = False


class Given(NamedTuple):
    """An order that a seat has decided on."""

    seat: Seat
    order: Order


Answers: TypeAlias = Callable[[State, Question, Seat], Choices]


def every_answer(state: State, question: Question, seat: Seat, listed: bool = False) -> Choices:
    """Return all legal answers as far as they are visible and few; `listed`: the list is known to be complete."""
    try:
        orders = list(islice(legality.legal_orders(state, question, seat), MAX_LINES + 1))
        first = default_reply(state, question, seat)
    except NotVisible:
        return Choices((visible_default(state, question, seat),), open=True)
    if len(orders) > MAX_LINES or not (listed or legality.lists_all(state, question)):
        return Choices((first,), open=True)
    return Choices((first, *(order for order in orders if order != first)))


def visible_default(state: State, question: Question, seat: Seat) -> Order | None:
    """Return the answer of a seat that times out, or None if it depends on what is not visible."""
    try:
        return default_reply(state, question, seat)
    except NotVisible:
        return None


class LineTable(RehearsalTable):
    """A rehearsal that follows a script of choices, and notes how many there were of each."""

    __slots__ = ("answers", "counts", "first", "script")

    def __init__(self, state: State, answers: Answers, script: Sequence[int], first: Given | None) -> None:
        super().__init__(state, default_reply)
        self.answers = answers
        self.first = first
        self.script = script
        self.counts: list[int] = []

    def guess(self, question: Question, seat: Seat) -> Order | None:
        if (order := self.take_first(question, seat)) is not None:
            return order
        orders, unsure = self.answers(self.state, question, seat)
        at = len(self.counts)
        self.counts.append(len(orders))
        order = orders[self.script[at] if at < len(self.script) else 0]
        if unsure or order is None:
            self.leave_open()
        return order

    def take_first(self, question: Question, seat: Seat) -> Order | None:
        """Return the given order at the first question that it answers."""
        if self.first is None or self.first.seat != seat:
            return None
        order = self.first.order
        if type(order) not in self.book.offers[type(question)]:
            return None
        self.first = None
        return order


class Lines(Struct, frozen=True):
    """All lines of play, the default one first, and whether these are all of them."""

    all: list[Rehearsal]
    complete: bool = True

    @property
    def decided(self) -> bool:
        """Return whether nothing else can happen than what one of the lines shows."""
        return self.complete and not any(line.open for line in self.all)


def rehearse_lines(state: State, *steps: Step, answers: Answers = every_answer, first: Given | None = None) -> Lines:
    """Play these steps once for every combination of answers, after the order that is given."""
    lines: list[Rehearsal] = []
    script: list[int] | None = []
    while script is not None and len(lines) < MAX_LINES:
        table = LineTable(state.copy(), answers, script, first)
        lines.append(play_out_steps(table, steps))
        script = next_script(table, script)
    return Lines(lines, script is None)


def next_script(table: LineTable, script: Sequence[int]) -> list[int] | None:
    """Return the choices of the next line: the last one that has a further answer, and defaults after it."""
    made = [*script, *[0] * len(table.counts)][: len(table.counts)]
    while made:
        if made[-1] + 1 < table.counts[len(made) - 1]:
            return [*made[:-1], made[-1] + 1]
        made.pop()
    return None
