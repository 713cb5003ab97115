"""Plans that were made for a turn do not outlive it, nor what is carried out in place of them."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.base.errors import Message
from ...kernel.play.events import PlanDropped, PlanUsed
from ...kernel.play.rules import Order, Question, Seat, Standing
from ...kernel.play.table import Table

OVER = Message("that turn is over")
INSTEAD = Message("another plan was carried out in its place")


def drop_plans(table: Table, seat: Seat, *questions: type[Question]) -> None:
    """What a seat has planned for these questions and did not come to; its owner is told."""
    own = table.state.open(Standing, seat)
    kinds = [kind for question in questions for kind in table.book.offers[question]]
    if own:
        for place in reversed(range(len(own.plan))):
            order = own.plan[place].order
            if type(order) in kinds:
                table.emit(PlanDropped(seat, place, order, "", OVER.template))


def strike_out(table: Table, seat: Seat, order: Order, stood_for: Callable[[Order], bool]) -> None:
    """A plan that is carried out though it was not taken from the list, and those before it that it stands for."""
    own = table.state.open(Standing, seat)
    orders = [held.order for held in own.plan] if own else []
    if order in orders:
        last = orders.index(order)
        table.emit(PlanUsed(seat, last))
        for place in reversed(range(last)):
            if stood_for(orders[place]):
                table.emit(PlanDropped(seat, place, orders[place], "", INSTEAD.template))
