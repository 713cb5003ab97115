"""A dry run of orders on what their sender can see: what is certain, and what is worth signing."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ..base.errors import ClosedDrawer, Failure, Refused, Rejected
from . import standing
from .chance import NoChance
from .events import Answered
from .rules import Agenda, Event, Held, Order, Plan, Poll, Question, Seat, Standing, State
from .table import Table, asked_now, name_of, submit, top


class Outlook(Struct, frozen=True):
    """A dry run: what is certain, how many orders it covers, and what the rest hangs on."""

    events: list[Event]
    done: int
    depends: str = ""
    draft: list[Order] = []
    state: State | None = None


class Where(Struct, frozen=True):
    """Where a batch stops being accepted: which order, what was asked then, and the position."""

    index: int
    question: Question
    state: State


class Glass(Table):
    """A table as one seat sees it: others answer only what everybody can see that they must."""

    __slots__ = ("reader", "ruled")

    def __init__(self, state: State, reader: Seat) -> None:
        super().__init__(state, NoChance())
        self.reader = reader
        self.ruled: list[tuple[int, type[Question]]] = []

    def answer_for(self, question: Question, seat: Seat) -> bool:
        found = standing.answer_in_name(self, question, seat) if seat == self.reader else self.must(question, seat)
        if found is None:
            return False
        held, why = found
        if why == "policy":
            self.ruled.append((self.progress.done, type(question)))
        self.emit(Answered(seat, held, why))
        self.carry_out(question, seat, held)
        return True

    def must(self, question: Question, seat: Seat) -> standing.Found:
        order = standing.only_answer(self.closed, question, seat)
        if order is None:
            raise ClosedDrawer((Standing, seat))
        return Held(order), "only"

    def check(self, left: Sequence[Order]) -> None:
        """An order must not wait for a question that the policy of its own sender answers first."""
        for done, kind in self.ruled if left else ():
            if done == self.progress.done and type(left[0]) in self.book.offers[kind]:
                name = name_of(left[0])
                raise Rejected(
                    "E_ORDER_KIND", "your policy answers before '{order}' does", "plan it: plan {order}", order=name
                )


def look_ahead(state: State, seat: Seat, orders: Sequence[Order]) -> Outlook:
    """Play orders on what the seat can see, up to where that is not enough."""
    play = Glass(state.copy(), seat)
    plans = sum(isinstance(order, Plan) for order in orders)
    try:
        submit(play, seat, [Held(order) for order in orders])
    except Rejected as fault:
        fault.at = stopped(play, fault)
        raise
    except ClosedDrawer as closed:
        left = rest(orders, play.progress.done)
        play.check(left)
        if left and planned_for(play, seat):
            left = beyond(play.state, seat, left)
        return Outlook(play.events, play.progress.done + plans, depends_on(closed), left, play.state)
    left = rest(orders, play.progress.done)
    play.check(left)
    return Outlook(play.events, play.progress.done + plans, "", left, play.state)


def stopped(play: Table, fault: Rejected) -> Where | None:
    """A question that is answered at once counts an order that answers it as done before a rule looks at it."""
    question, done = top(play.state), play.progress.done
    if question is None:
        return None
    counted = not isinstance(question, Poll) and isinstance(fault, Refused)
    return Where(max(done - 1, 0) if counted else done, question, play.state)


def planned_for(play: Table, seat: Seat) -> bool:
    """Whether a draw leads to a question that the seat's own plan answers."""
    steps, plan = play.state[Agenda].steps, play.state[Standing, seat].plan
    if not plan or not steps or not isinstance(question := steps[-1], Question):
        return False
    return seat in asked_now(play.closed, question) and standing.answerable(play.closed, question, seat, plan[0].order)


def beyond(state: State, seat: Seat, orders: Sequence[Order]) -> list[Order]:
    """Go on as if the plan had been carried out; nothing is left out only because its outcome is not known."""
    play = Glass(state, seat)
    state[Agenda].steps.pop()
    state[Standing, seat].plan.pop(0)
    try:
        play.settle()
        return look_ahead(state, seat, orders).draft
    except ClosedDrawer:
        return list(orders)
    except Failure:
        return []


def rest(orders: Sequence[Order], done: int) -> list[Order]:
    """The orders after the first few that were carried out; plans are filed whatever happens."""
    return [order for order in orders if not isinstance(order, Plan)][done:]


def worth_signing(orders: Sequence[Order], outlook: Outlook) -> list[Order]:
    """The part of a batch that is worth signing now."""
    left = len(outlook.draft)
    acts = [order for order in orders if not isinstance(order, Plan)]
    kept = acts[: len(acts) - left]
    return [order for order in orders if isinstance(order, Plan) or any(order is k for k in kept)]


def depends_on(closed: ClosedDrawer) -> str:
    """Which closed drawer stopped a dry run: a seat, or chance."""
    key = closed.args[0]
    return str(key[1]) if isinstance(key, tuple) else "chance"


class Effect(Struct, frozen=True):
    """The facts an order would state, the state after them, and whether more hangs on what its giver cannot see."""

    events: list[Event]
    state: State
    open: bool = False


def effect(state: State, question: Question, seat: Seat, order: Order) -> Effect | None:
    """Play one order on a copy of what a seat sees, with the steps it plans, up to the next question."""
    table = Table(state.copy(), NoChance())
    agenda = table.state[Agenda]
    floor = len(agenda.steps) - 1
    try:
        table.handler(question, order).play(table, seat, question, order)
        if isinstance(question, Poll) and not table.over and list(question.asks(table.closed)) == [seat]:
            question.close(table, {seat: order})
        agenda.steps.pop()
        table.push()
        while len(agenda.steps) > floor and not agenda.steps[-1].waits and not table.over:
            agenda.steps.pop().run(table)
            table.push()
    except ClosedDrawer:
        return Effect(table.events, table.state, open=True)
    except Refused:
        return None
    return Effect(table.events, table.state)


def gauges(state: State, seat: Seat) -> dict[str, int]:
    """The numbers a seat watches, all modules' together."""
    return {name: value for module in state.book.modules for name, value in module.gauges(state, seat).items()}
