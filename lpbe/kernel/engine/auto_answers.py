"""Answer in the name of a seat before it is asked: by its plan, the only legal order, its policy or a default."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec import Struct

from ..base.errors import Refused
from .events import PlanDropped, PlanUsed
from .legality import default_order, illegality, only_answer, refusal
from .model import AnyHeld, Held, Question, Roster, Seat, Standing, State
from .rulebook import phase_of

if TYPE_CHECKING:
    from .table import Table


class AnswerReason(StrEnum):
    """Why a seat was not asked: `Answered.why`."""

    PLAN = "plan"
    ONLY = "only"
    POLICY = "policy"
    DEFAULT = "default"


class AutoAnswer(Struct, frozen=True):
    """An answer in the name of a seat, and the reason for it."""

    held: AnyHeld
    why: AnswerReason


def answer_in_name(table: Table, question: Question, seat: Seat) -> AutoAnswer | None:
    """Return an answer in the seat's name, or None: then the seat must be asked."""
    own = table.state[Standing, seat]
    return (
        (by_plan(table, question, seat) if own.plan else None)
        or by_force(table, question, seat)
        or (by_policy(table.state, question, seat) if own.policy else None)
        or by_absence(table, question, seat)
    )


def by_plan(table: Table, question: Question, seat: Seat) -> AutoAnswer | None:
    """Use the first plan that answers this question and is legal; drop the plans for it that are not."""
    while (place := find_plan(table.state, table.closed, question, seat)) is not None:
        held = table.state[Standing, seat].plan[place]
        refused = refusal(table.state, question, seat, held.order)
        if refused is None:
            table.emit(PlanUsed(seat, place))
            return AutoAnswer(held, AnswerReason.PLAN)
        clause = refused.clause if isinstance(refused, Refused) else ""
        table.emit(
            PlanDropped(
                seat=seat,
                place=place,
                plan=held.order,
                clause=clause,
                reason=refused.template,
                values=refused.plain_values,
            )
        )
    return None


def find_plan(state: State, public: State, question: Question, seat: Seat) -> int | None:
    """Return the index of the seat's first plan for this question, if the question takes plans."""
    offers = public.book.offers[type(question)]
    fitting = ((n, held.order) for n, held in enumerate(state[Standing, seat].plan) if type(held.order) in offers)
    place = next((n for n, order in fitting if question.takes_plan(public, seat, order)), None)
    return place if place is not None and question.takes_plans(public, seat) else None


def by_force(table: Table, question: Question, seat: Seat) -> AutoAnswer | None:
    order = only_answer(table.closed, question, seat)
    return AutoAnswer(Held(order), AnswerReason.ONLY) if order is not None else None


def by_policy(state: State, question: Question, seat: Seat) -> AutoAnswer | None:
    """Ask the policies of the modules one after the other; an illegal answer does not count."""
    view = state.seen_by(seat)
    for policy in state.book.policies.get(type(question), ()):
        order = policy(view, seat, question)
        if order is not None and illegality(state, question, seat, order) is None:
            return AutoAnswer(Held(order), AnswerReason.POLICY)
    return None


def by_late_policy(state: State, question: Question, seat: Seat) -> AutoAnswer | None:
    """Return what the seat's policy answers when a deadline passes."""
    order = question.late(state.seen_by(seat), seat)
    if order is None or refusal(state, question, seat, order) is not None:
        return None
    return AutoAnswer(Held(order), AnswerReason.POLICY)


def by_absence(table: Table, question: Question, seat: Seat) -> AutoAnswer | None:
    """Answer with the default for seats that nobody waits for."""
    return by_timeout(table, question, seat) if is_absent(table.state, seat) else None


def by_timeout(table: Table, question: Question, seat: Seat) -> AutoAnswer:
    return AutoAnswer(Held(default_order(table.state, question, seat)), AnswerReason.DEFAULT)


def is_absent(state: State, seat: Seat) -> bool:
    """Return whether nobody waits for this seat: it has left, or has timed out in this phase and said nothing since.

    Without a clock the next question is another phase.
    """
    roster = state[Roster]
    if seat in roster.resigned:
        return True
    return seat in roster.silent and state.book.clock is not None and roster.silent[seat] == phase_of(state, 0)
