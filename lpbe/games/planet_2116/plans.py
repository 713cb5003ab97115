"""Plans that were made for a turn do not outlive it."""

from __future__ import annotations

from ...kernel.base.errors import Message
from ...kernel.play.events import PlanDropped
from ...kernel.play.rules import Question, Seat, Standing
from ...kernel.play.table import Table

OVER = Message("that turn is over")


def drop_plans(table: Table, seat: Seat, *questions: type[Question]) -> None:
    """What a seat has planned for these questions and did not come to; its owner is told."""
    own = table.state.open(Standing, seat)
    kinds = [kind for question in questions for kind in table.book.offers[question]]
    if own:
        for place in reversed(range(len(own.plan))):
            order = own.plan[place].order
            if type(order) in kinds:
                table.emit(PlanDropped(seat, place, order, "", OVER.template))
