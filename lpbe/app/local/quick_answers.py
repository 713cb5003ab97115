"""Answers that a player against bots need not type: the only one, one that makes no difference, one that is implied."""

from __future__ import annotations

from itertools import islice

from ...kernel.base.canonical import to_plain
from ...kernel.base.errors import Failure, NotVisible
from ...kernel.chain.genesis import names_of
from ...kernel.engine import legality
from ...kernel.engine.auto_answers import by_policy
from ...kernel.engine.dry_run import effect, look_ahead
from ...kernel.engine.model import Order, Poll, Question, Seat, Standing, State
from ...kernel.language.templates import order_text
from ...report.content.choices import question_for
from ...report.content.seat_page import effects_for
from ..ordering.typed_orders import parse_batch, position_after
from ..session.seat_view import SeatView

MAX_ROUTINE = 3
"""How many routine answers a line may leave out."""
MAX_COMPARED = 24
"""Up to how many answers are compared to see whether they make a difference."""


def obvious_answer(view: SeatView) -> Order | None:
    """Return the only order that the seat can give, or one of several that make no difference.

    They make none if all lead to the same position, or if the game has a routine answer and foresees the same of all:
    nobody notices in which order hexes go under their deck.
    """
    question = question_for(view.state, view.seat)
    if view.state is None or question is None:
        return None
    orders = list(islice(legality.legal_orders(view.state, question, view.seat), MAX_COMPARED + 1))
    complete = len(orders) <= MAX_COMPARED and legality.lists_all(view.state, question)
    if complete and len(orders) == 1:
        return orders[0]
    if isinstance(question, Poll):  # what becomes of a sealed answer is not seen yet
        return None
    if complete and are_alike(view.state, question, view.seat, orders):
        return orders[0]
    routine = routine_answer(view.state, view.seat)
    return routine if routine is not None and are_said_alike(view, orders) else None


def are_alike(state: State, question: Question, seat: Seat, orders: list[Order]) -> bool:
    """Return whether all of these orders lead to the same position, as far as the seat can see."""
    first, *others = (effect(state, question, seat, order) for order in orders)
    if first is None or first.open:
        return False
    return all(one is not None and not one.open and one.state == first.state for one in others)


def are_said_alike(view: SeatView, orders: list[Order]) -> bool:
    """Return whether a report would say the same of all of these orders."""
    assert view.state is not None
    effects = effects_for(view.words, view.state, view.seat, names_of(view.opened.game.state))
    return effects is not None and len({effects.text(order) for order in orders}) == 1


def with_routine_answers(view: SeatView, line: str) -> list[Order]:
    """Return typed orders behind the routine answers to earlier questions, which they leave out; else nothing.

    Routine is what the game's own default policy answers: who types `subsidy` while a die could still be changed keeps
    the die.
    """
    routine: list[Order] = []
    state = view.state
    while state is not None and len(routine) < MAX_ROUTINE and (order := routine_answer(state, view.seat)) is not None:
        routine.append(order)
        if batch := read_behind(view, routine, line):
            return batch
        state = position_after(view.state, view.seat, routine) if view.state is not None else None
    return []


def read_behind(view: SeatView, routine: list[Order], line: str) -> list[Order]:
    """Return routine answers and then the typed orders, if all of them can be carried out now; else nothing."""
    assert view.state is not None
    texts = [order_text(view.words, to_plain(order)) for order in routine]
    try:
        batch = parse_batch(view, "; ".join([*texts, line]))
        outlook = look_ahead(view.state, view.seat, batch)
    except Failure:
        return []
    return [] if outlook.done <= len(routine) or outlook.plans or outlook.dropped else batch


def routine_answer(state: State, seat: Seat) -> Order | None:
    """Return the answer of the game's default policy to the open question, if it has one."""
    question = question_for(state, seat)
    if question is None:
        return None
    state = state.copy()
    state[Standing, seat].policy = state.book.default_policy()
    try:
        found = by_policy(state, question, seat)
    except NotVisible:
        return None
    if found is None or legality.refusal(state, question, seat, found.held.order) is not None:
        return None  # some answers only a timeout gives
    order: Order = found.held.order
    return order
