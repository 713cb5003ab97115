"""What a batch holds and how far it has come: plans, what is kept of it, and what its sender could not foresee."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from ..base.canon import jcs
from . import standing
from .events import Answered, DraftDropped, Drafted, PlanFiled
from .filing import never_fits
from .rules import Agenda, AnyHeld, Event, Held, Order, Plan, Question, Roster, Seat, Standing

if TYPE_CHECKING:
    from .rulebook import Rulebook
    from .table import Table


class Progress:
    """What counts only while one batch is carried out."""

    __slots__ = ("after", "asking", "done", "passed", "proofs", "tail", "wanted")

    def __init__(self) -> None:
        self.after: type[Question] | None = None
        """What the batch has answered last."""
        self.asking: Question | None = None
        """The question of which `wanted` is known."""
        self.wanted: Sequence[Seat] = ()
        """Whom it asks, until the next fact is stated."""
        self.done = 0
        """How many orders of the batch were carried out."""
        self.passed = False
        """Whether a question was answered."""
        self.proofs: Mapping[Seat, AnyHeld] = {}
        """The answers being carried out, with what proves them."""
        self.tail: int | None = None
        """How many orders of what was left became plans, once that is decided."""


class Rest(Struct, frozen=True):
    """What is left of a batch, and whether its sender has learned something in private or from a draw."""

    orders: Sequence[AnyHeld] = ()
    learned: bool = False


def tail_of(book: Rulebook, room: int, before: Sequence[AnyHeld], after: type[Question] | None, rest: Rest) -> int:
    """How many orders of the rest become plans, behind those that stand, as far as there is room.

    None after a draw: its sender has something new to look at. None for the kind of question that was answered last:
    when that is over, the order would answer the next of its kind, perhaps a turn later.
    """
    same = book.offers[after] if after is not None else {}
    plans: list[AnyHeld] = []
    for held in () if rest.learned else rest.orders:
        if type(held.order) in same or never_fits(book, room, [*before, *plans], held):
            break
        plans.append(held)
    return len(plans)


def plans_of(batch: Sequence[AnyHeld]) -> list[AnyHeld]:
    return [Held(held.order.then) for held in batch if type(held.order) is Plan]


def fitting(orders: Iterable[Order], room: int) -> list[Order]:
    """As much of a draft as may be kept."""
    kept: list[Order] = []
    for order in orders:
        if len(jcs([*kept, order])) > room:
            break
        kept.append(order)
    return kept


def unforeseen(event: Event, seat: Seat) -> bool:
    """What a seat cannot know when it writes a batch: its own draws, and what others have decided in advance."""
    if isinstance(event, Answered):
        return event.seat != seat and event.why != "only"
    return is_private_news(event, seat)


def is_private_news(event: Event, seat: Seat) -> bool:
    """It tells a seat what others do not learn, and what it has not chosen itself."""
    return not event.foreseen and event.seen_by(seat) != event.seen_by(None)


def has_planned(event: Event, seat: Seat) -> bool:
    """The seat has planned for it."""
    return isinstance(event, Answered) and event.seat == seat and event.why == "plan"


def keep_rest(table: Table, seat: Seat, rest: Rest, draft: Sequence[Order]) -> None:
    """What is left becomes plans as far as it can, else a draft; behind it stands what the seat keeps for later."""
    own = table.state[Standing, seat]
    plans, room = own.plan, standing.plan_room(table.book, own)
    count = table.progress.tail = tail_of(table.book, room, plans, table.progress.after, rest)
    if count:
        table.emit(PlanFiled(seat, (*plans, *rest.orders[:count])))
        table.settle()
    later = [*(held.order for held in rest.orders[count:]), *draft]
    left = fitting(later, standing.draft_room(table.book, own)) if later else []
    if left and not table.over:
        table.emit(Drafted(seat, tuple(left)))


def drop_drafts(table: Table, over: bool) -> None:
    """Drafts that no longer make sense: their phase is over, nothing asks for them, or an answer takes their place."""
    for seat in table.state[Roster].seats:
        own = table.state.open(Standing, seat)
        if own and own.draft and (over or is_useless(table, seat, own)):
            table.emit(DraftDropped(seat, tuple(own.draft)))


def is_useless(table: Table, seat: Seat, own: Standing[Order]) -> bool:
    return not is_to_come(table, seat, own.draft[0]) or standing.crowded(table.book, own)


def is_to_come(table: Table, seat: Seat, order: Order) -> bool:
    """Whether a question on the agenda asks this seat for such an order."""
    known = (step for step in table.state[Agenda].steps if step.waits)
    return any(type(order) in table.book.offers[type(q)] and seat in q.asks(table.closed) for q in known)
