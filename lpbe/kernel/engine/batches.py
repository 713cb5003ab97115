"""The progress of a batch: its plans, what is kept of the rest, and what its sender could not foresee."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from ..base.canonical import jcs
from . import capacity
from .advance_orders import plan_refusal
from .auto_answers import AnswerReason
from .events import Answered, DraftDropped, Drafted, PlanFiled
from .model import Agenda, AnyHeld, Event, Held, Order, Plan, Question, Roster, Seat, Standing

if TYPE_CHECKING:
    from .rulebook import Rulebook
    from .table import Table


class Progress:
    """What a table remembers only while it carries out one batch."""

    __slots__ = ("after", "asking", "done", "passed", "proofs", "tail", "wanted")

    def __init__(self) -> None:
        self.after: type[Question] | None = None
        """The kind of question that the batch answered last."""
        self.asking: Question | None = None
        """The question for which `wanted` is known."""
        self.wanted: Sequence[Seat] = ()
        """The seats it asks; known until the next event."""
        self.done = 0
        """How many orders of the batch have been carried out."""
        self.passed = False
        """Whether a question was answered."""
        self.proofs: Mapping[Seat, AnyHeld] = {}
        """The answers being carried out, with their proofs."""
        self.tail: int | None = None
        """How many of the remaining orders became plans, once that is decided."""


class BatchRest(Struct, frozen=True):
    """The rest of a batch, and whether its sender has learned something in private or from a draw."""

    orders: Sequence[AnyHeld] = ()
    learned: bool = False


def count_plannable(
    book: Rulebook, space: int, before: Sequence[AnyHeld], after: type[Question] | None, rest: BatchRest
) -> int:
    """Return how many of the remaining orders become plans after the existing ones, as far as there is space.

        After a draw there are none: the sender has something new to consider. If `after` is given, orders for that kind
    of question are not planned either: they would answer the next one of that kind, perhaps a turn later.
    """
    same = book.offers[after] if after is not None else {}
    plans: list[AnyHeld] = []
    for held in () if rest.learned else rest.orders:
        if type(held.order) in same or plan_refusal(book, space, [*before, *plans], held):
            break
        plans.append(held)
    return len(plans)


def planned_orders(batch: Sequence[AnyHeld]) -> list[AnyHeld]:
    return [Held(held.order.then) for held in batch if type(held.order) is Plan]


def fit_draft(orders: Iterable[Order], space: int) -> list[Order]:
    """Return as many orders as fit into a draft."""
    kept: list[Order] = []
    for order in orders:
        if len(jcs([*kept, order])) > space:
            break
        kept.append(order)
    return kept


def is_unforeseen(event: Event, seat: Seat) -> bool:
    """Return whether a seat could not know this when it wrote a batch: its own draws, and standing orders of others."""
    if isinstance(event, Answered):
        return event.seat != seat and event.why != AnswerReason.ONLY
    return is_private_news(event, seat)


def is_private_news(event: Event, seat: Seat) -> bool:
    """Return whether an event tells a seat something that others do not learn and it has not chosen itself."""
    return not event.foreseen and event.seen_by(seat) != event.seen_by(None)


def is_planned(event: Event, seat: Seat) -> bool:
    """Return whether it is an answer by the seat's own plan."""
    return isinstance(event, Answered) and event.seat == seat and event.why == AnswerReason.PLAN


def keep_rest(table: Table, seat: Seat, rest: BatchRest, draft: Sequence[Order]) -> None:
    """Make the rest plans as far as possible, else a draft, followed by what the seat itself keeps as a draft."""
    own = table.state[Standing, seat]
    plans = own.plan
    space = capacity.plan_capacity(table.book, own)
    after = last_answered(table, seat)
    count = table.progress.tail = count_plannable(table.book, space, plans, after, rest)
    if count:
        table.emit(PlanFiled(seat, (*plans, *rest.orders[:count])))
        table.settle()
    later = [*(held.order for held in rest.orders[count:]), *draft]
    left = fit_draft(later, capacity.draft_capacity(table.book, own)) if later else []
    if left and not table.over:
        table.emit(Drafted(seat, tuple(left)))


def drop_drafts(table: Table, over: bool) -> None:
    """Drop drafts that no longer make sense: phase over, nothing asks for them, or an answer needs the space."""
    for seat in table.state[Roster].seats:
        own = table.state.open(Standing, seat)
        if own and own.draft and (over or is_useless_draft(table, seat, own)):
            table.emit(DraftDropped(seat, tuple(own.draft)))


def is_useless_draft(table: Table, seat: Seat, own: Standing[Order]) -> bool:
    return not will_be_asked(table, seat, own.draft[0]) or capacity.draft_overflows(table.book, own)


def will_be_asked(table: Table, seat: Seat, order: Order) -> bool:
    """Return whether a question on the agenda asks this seat for such an order."""
    known = (question for step in table.state[Agenda].steps for question in step.to_come())
    return any(type(order) in table.book.offers[type(q)] and seat in q.asks(table.closed) for q in known)


def last_answered(table: Table, seat: Seat) -> type[Question] | None:
    """Return the kind of question that the batch answered last, unless the seat will be asked another of it."""
    after = table.progress.after
    steps = (step for step in table.state[Agenda].steps if not step.waits)
    again = (question for step in steps for question in step.to_come() if type(question) is after)
    return None if any(seat in question.asks(table.closed) for question in again) else after
