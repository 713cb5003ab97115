"""A dry run of orders on what their sender can see: what is certain, and what is worth signing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from ..base.errors import ClosedDrawer, Failure, Refused, Rejected
from . import standing
from .batches import Rest, is_to_come, tail_of
from .chance import NoChance
from .filing import never_fits
from .phases import phase_of
from .rulebook import Rulebook
from .rules import Agenda, AnyHeld, Event, Held, Order, Plan, Poll, Question, Seat, Standing, State
from .table import Table, asked_now, name_of, submit, top

CHANCE = "chance"


class Outlook(Struct, frozen=True):
    """A dry run: what is certain, how many orders it covers, and what the rest hangs on."""

    events: list[Event]
    done: int
    depends: str = ""
    draft: list[Order] = []
    state: State | None = None
    plans: list[Order] = []
    """What is left of the batch and can be planned."""
    dropped: list[Order] = []
    """What is left and would never be asked for."""
    standing: list[Order] = []
    """The plans that stand: they must be sent again where others are sent, for those take their place."""


class Tail(NamedTuple):
    """What is left of a batch: as plans, as a draft, and what no longer makes sense."""

    plans: list[Order]
    draft: list[Order]
    dropped: list[Order]


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
        if found[1] == "policy":
            self.ruled.append((self.progress.done, type(question)))
        self.answer(question, seat, found)
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
    play, depends = Glass(state.copy(), seat), ""
    planned = [Held(order.then) for order in orders if isinstance(order, Plan)]
    check_plans(state.book, state[Standing, seat], planned)
    try:
        submit(play, seat, [Held(order) for order in orders])
    except Rejected as fault:
        fault.at = stopped(play, fault)
        raise
    except ClosedDrawer as closed:
        depends = depends_on(closed)
    left = rest(orders, play.progress.done)
    play.check(left)
    stand = state[Standing, seat].plan
    tail = left_over(play, phase_of(state, 0), left, depends, planned or stand)
    done, kept = play.progress.done + len(planned), [] if planned else [held.order for held in stand]
    return Outlook(play.events, done, depends, tail.draft, play.state, tail.plans, tail.dropped, kept)


def left_over(play: Glass, phase: int, left: list[Order], depends: str, plans: Sequence[AnyHeld]) -> Tail:
    """What becomes of the orders that are left, as the table will have it."""
    seat, progress = play.reader, play.progress
    if depends and left and (place := planned_for(play, seat)) is not None:
        return beyond(play.state, seat, left, place)
    count = progress.tail
    if count is None:
        room = standing.plan_room(play.book, play.state[Standing, seat])
        later = Rest([Held(order) for order in left], depends == CHANCE)
        count = tail_of(play.book, room, plans, progress.after, later)
    draft = left[count:]
    if not draft or depends == CHANCE or (phase_of(play.state, 0) == phase and is_to_come(play, seat, draft[0])):
        return Tail(left[:count], draft, [])
    return Tail(left[:count], [], draft)


def check_plans(book: Rulebook, own: Standing[Order], planned: Sequence[AnyHeld]) -> None:
    """A plan that can never fit is told before it is signed."""
    for number, plan in enumerate(planned):
        if fault := never_fits(book, standing.plan_room(book, own), planned[:number], plan):
            raise fault


def stopped(play: Table, fault: Rejected) -> Where | None:
    """A question that is answered at once counts an order that answers it as done before a rule looks at it."""
    question, done = top(play.state), play.progress.done
    if question is None:
        return None
    counted = not isinstance(question, Poll) and isinstance(fault, Refused)
    return Where(max(done - 1, 0) if counted else done, question, play.state)


def planned_for(play: Table, seat: Seat) -> int | None:
    """Which plan of the seat answers the question that a draw leads to, if one does."""
    steps = play.state[Agenda].steps
    if not steps or not isinstance(question := steps[-1], Question) or seat not in asked_now(play.closed, question):
        return None
    return standing.place_of_plan(play.state, play.closed, question, seat)


def beyond(state: State, seat: Seat, orders: Sequence[Order], place: int) -> Tail:
    """Go on as if the plan had been carried out; nothing is left out only because its outcome is not known."""
    play = Glass(state, seat)
    state[Agenda].steps.pop()
    state[Standing, seat].plan.pop(place)
    try:
        play.settle()
        ahead = look_ahead(state, seat, orders)
    except ClosedDrawer:
        return Tail([], list(orders), [])
    except Failure:
        return Tail([], [], [])
    return Tail(ahead.plans, ahead.draft, ahead.dropped)


def rest(orders: Sequence[Order], done: int) -> list[Order]:
    """The orders after the first few that were carried out; plans are filed whatever happens."""
    return [order for order in orders if not isinstance(order, Plan)][done:]


def worth_signing(orders: Sequence[Order], outlook: Outlook) -> list[Order]:
    """The part of a batch that is worth signing now, and what is left of it as plans."""
    left = len(outlook.plans) + len(outlook.draft) + len(outlook.dropped)
    acts = [order for order in orders if not isinstance(order, Plan)]
    kept = acts[: len(acts) - left]
    signed = [order for order in orders if isinstance(order, Plan) or any(order is k for k in kept)]
    return [*signed, *map(Plan, (*outlook.standing, *outlook.plans) if outlook.plans else ())]


def depends_on(closed: ClosedDrawer) -> str:
    """Which closed drawer stopped a dry run: a seat, or chance."""
    key = closed.args[0]
    return str(key[1]) if isinstance(key, tuple) else CHANCE


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
