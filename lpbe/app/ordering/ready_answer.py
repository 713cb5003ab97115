"""The answer that is ready for a seat: the one that its page suggests."""

from __future__ import annotations

from ...kernel.base.errors import WrongKind
from ...kernel.chain.genesis import names_of
from ...kernel.engine import legality
from ...kernel.engine.model import Order
from ...report.content.choices import has_only_one_answer, question_for
from ...report.content.seat_page import effects_for
from ...report.content.suggested_reply import suggest_orders
from ..session.seat_view import SeatView


def ready_answer(view: SeatView) -> list[Order]:
    """Return the orders that the page of this seat suggests."""
    effects = effects_for(view.words, view.state, view.seat, names_of(view.opened.game.state)) if view.state else None
    if effects is None:
        raise WrongKind("E_ORDER_KIND", "you have nothing to answer right now")
    return suggest_orders(effects, view.draft, view.opened.rules.game.presentation().advice).orders


def only_answer(view: SeatView) -> Order | None:
    """Return the only order that the seat can give, if there is just one."""
    question = question_for(view.state, view.seat)
    if view.state is None or question is None or not has_only_one_answer(view.state, question, view.seat):
        return None
    return next(iter(legality.legal_orders(view.state, question, view.seat)))
