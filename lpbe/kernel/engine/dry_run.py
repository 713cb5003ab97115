"""Dry runs of orders on what their sender can see: what is certain, and what is worth signing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ..base.errors import AnsweredByPolicy, Failure, NotVisible, Refused, Rejected, WrongKind
from . import capacity, legality
from .advance_orders import plan_refusal
from .auto_answers import AnswerReason, AutoAnswer, answer_in_name, find_plan
from .batches import BatchRest, count_plannable, last_answered, will_be_asked
from .chance import NoChance
from .model import Agenda, AnyHeld, Event, Held, Order, Plan, Poll, Question, Seat, Standing, State
from .rulebook import Rulebook, phase_of
from .table import Table, name_of, seats_asked, submit, top

CHANCE = "chance"


class Outlook(Struct, frozen=True):
    """The result of a dry run: what is certain, how many orders it covers, and what the rest depends on."""

    events: list[Event]
    done: int
    depends: str = ""
    draft: list[Order] = []
    state: State | None = None
    plans: list[Order] = []
    """The remaining orders that can be planned."""
    dropped: list[Order] = []
    """The remaining orders that no question would ask for."""
    current_plans: list[Order] = []
    """The plans the seat has: they must be sent again with new ones, which would replace them."""


class SplitRest(NamedTuple):
    """The rest of a batch: what becomes plans, what becomes a draft, and what no longer makes sense."""

    plans: list[Order]
    draft: list[Order]
    dropped: list[Order]


class StopPoint(Struct, frozen=True):
    """Where a batch stops being accepted: the index of the order, the question then asked, and the state."""

    index: int
    question: Question
    state: State
    after: type[Question] | None = None
    """The kind of question that the batch answered last, if the seat is not asked another of it."""


class SeatTable(Table):
    """A table as one seat sees it: others give only the answers that everybody can see to be forced."""

    __slots__ = ("reader", "ruled")

    def __init__(self, state: State, reader: Seat) -> None:
        super().__init__(state, NoChance())
        self.reader = reader
        self.ruled: list[tuple[int, type[Question]]] = []

    def answer_for(self, question: Question, seat: Seat) -> bool:
        found = answer_in_name(self, question, seat) if seat == self.reader else self.forced_answer(question, seat)
        if found is None:
            return False
        if found.why is AnswerReason.POLICY:
            self.ruled.append((self.progress.done, type(question)))
        self.answer(question, seat, found)
        return True

    def forced_answer(self, question: Question, seat: Seat) -> AutoAnswer:
        order = legality.only_answer(self.closed, question, seat)
        if order is None:
            raise NotVisible((Standing, seat))
        return AutoAnswer(Held(order), AnswerReason.ONLY)

    def check_policy(self, left: Sequence[Order]) -> None:
        """Refuse an order for a question that the policy of its own sender answers first."""
        for done, kind in self.ruled if left else ():
            if done == self.progress.done and type(left[0]) in self.book.offers[kind]:
                name = name_of(left[0])
                raise AnsweredByPolicy(
                    "E_ORDER_KIND",
                    "your policy would answer before '{order}' can be used",
                    "plan it instead: plan {order}",
                    order=name,
                )


def look_ahead(state: State, seat: Seat, orders: Sequence[Order]) -> Outlook:
    """Play orders on what the seat can see, as far as that is enough."""
    play = SeatTable(state.copy(), seat)
    depends = ""
    planned = [Held(order.then) for order in orders if isinstance(order, Plan)]
    check_plans(state.book, state[Standing, seat], planned)
    try:
        submit(play, seat, [Held(order) for order in orders])
    except Rejected as fault:
        fault.at = find_stop(play, seat, fault)
        raise
    except NotVisible as closed:
        depends = depends_on(closed)
    left = remaining_orders(orders, play.progress.done)
    play.check_policy(left)
    current = state[Standing, seat].plan
    split = split_rest(play, phase_of(state, 0), left, depends, planned or current)
    return Outlook(
        events=play.events,
        done=play.progress.done + len(planned),
        depends=depends,
        draft=split.draft,
        state=play.state,
        plans=split.plans,
        dropped=split.dropped,
        current_plans=[] if planned else [held.order for held in current],
    )


def look_ahead_as_needed(state: State, seat: Seat, orders: Sequence[Order]) -> Outlook:
    """Play orders as far as they are needed: leave out what answers a question that was answered already.

    Whether somebody else is asked before the sender's next question must not decide whether a batch is accepted.
    """
    try:
        return look_ahead(state, seat, orders)
    except WrongKind as fault:
        if not is_superfluous(state.book, orders, fault.at):
            raise
        return look_ahead_without(state, seat, orders, fault.at.index)


def is_superfluous(book: Rulebook, orders: Sequence[Order], where: StopPoint | None) -> bool:
    """Return whether the order at which a batch stops is one more answer to the question that was answered last."""
    acts = remaining_orders(orders, 0)
    if where is None or where.after is None or not 0 < where.index < len(acts):
        return False
    return type(acts[where.index]) in book.offers[where.after]


def look_ahead_without(state: State, seat: Seat, orders: Sequence[Order], index: int) -> Outlook:
    """Play orders without one of them; a refusal counts that one all the same."""
    extra = remaining_orders(orders, index)[0]
    try:
        ahead = look_ahead_as_needed(state, seat, [order for order in orders if order is not extra])
    except Rejected as fault:
        fault.at = fault.at and replace(fault.at, index=fault.at.index + (fault.at.index >= index))
        raise
    return replace(ahead, dropped=[extra, *ahead.dropped])


def split_rest(play: SeatTable, phase: int, left: list[Order], depends: str, plans: Sequence[AnyHeld]) -> SplitRest:
    """Return what the referee will make of the remaining orders."""
    seat = play.reader
    progress = play.progress
    if depends and left and (place := find_used_plan(play, seat)) is not None:
        return look_beyond_plan(play.state, seat, left, place)
    count = progress.tail
    if count is None:
        space = capacity.plan_capacity(play.book, play.state[Standing, seat])
        later = BatchRest([Held(order) for order in left], depends == CHANCE)
        count = count_plannable(play.book, space, plans, last_answered(play, seat), later)
    draft = left[count:]
    if not draft or depends == CHANCE or (phase_of(play.state, 0) == phase and will_be_asked(play, seat, draft[0])):
        return SplitRest(left[:count], draft, [])
    return SplitRest(left[:count], [], draft)


def check_plans(book: Rulebook, own: Standing[Order], planned: Sequence[AnyHeld]) -> None:
    """Refuse a plan that can never be used before it is signed."""
    for number, plan in enumerate(planned):
        if fault := plan_refusal(book, capacity.plan_capacity(book, own), planned[:number], plan):
            raise fault


def find_stop(play: Table, seat: Seat, fault: Rejected) -> StopPoint | None:
    """Return where the rules refused a batch.

    An order that answers a question at once counts as done before the rules look at it, except in a poll.
    """
    question = top(play.state)
    done = play.progress.done
    if question is None:
        return None
    counted = not isinstance(question, Poll) and isinstance(fault, Refused)
    index = max(done - 1, 0) if counted else done
    return StopPoint(index=index, question=question, state=play.state, after=last_answered(play, seat))


def find_used_plan(play: Table, seat: Seat) -> int | None:
    """Return which plan of the seat answers the question that a draw leads to, if any."""
    steps = play.state[Agenda].steps
    if not steps or not isinstance(question := steps[-1], Question) or seat not in seats_asked(play.closed, question):
        return None
    return find_plan(play.state, play.closed, question, seat)


def look_beyond_plan(state: State, seat: Seat, orders: Sequence[Order], place: int) -> SplitRest:
    """Continue as if the plan had been carried out: an unknown outcome is no reason to drop orders."""
    play = SeatTable(state, seat)
    state[Agenda].steps.pop()
    state[Standing, seat].plan.pop(place)
    try:
        play.settle()
        ahead = look_ahead(state, seat, orders)
    except NotVisible:
        return SplitRest([], list(orders), [])
    except Failure:
        return SplitRest([], [], [])
    return SplitRest(ahead.plans, ahead.draft, ahead.dropped)


def remaining_orders(orders: Sequence[Order], done: int) -> list[Order]:
    """Return the orders after those that were carried out; plans are filed in any case."""
    return [order for order in orders if not isinstance(order, Plan)][done:]


def worth_signing(orders: Sequence[Order], outlook: Outlook) -> list[Order]:
    """Return the part of a batch that is worth signing now, and the rest of it as plans."""
    left = [*outlook.plans, *outlook.draft, *outlook.dropped]
    signed = [order for order in orders if not any(order is one for one in left)]
    return [*signed, *map(Plan, (*outlook.current_plans, *outlook.plans) if outlook.plans else ())]


def depends_on(closed: NotVisible) -> str:
    """Return what stopped a dry run: the seat whose component is not visible, or chance."""
    key = closed.args[0]
    return str(key[1]) if isinstance(key, tuple) else CHANCE


class Effect(Struct, frozen=True):
    """The events of an order, the state after them, and whether more depends on what its sender cannot see."""

    events: list[Event]
    state: State
    open: bool = False


def effect(state: State, question: Question, seat: Seat, order: Order) -> Effect | None:
    """Play one order and its steps on a copy of what a seat sees, up to the next question; None if it is refused."""
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
    except NotVisible:
        return Effect(table.events, table.state, open=True)
    except Refused:
        return None
    return Effect(table.events, table.state)


def gauges(state: State, seat: Seat) -> dict[str, int]:
    """Return the gauges of a seat, of all modules together."""
    return {name: value for module in state.book.modules for name, value in module.gauges(state, seat).items()}
