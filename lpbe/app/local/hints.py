"""The orders that a page suggests, and the hint of a stronger bot."""

from __future__ import annotations

from ...kernel.base.errors import WrongKind
from ...kernel.chain.genesis import names_of
from ...kernel.engine.model import Order
from ...report.content.seat_page import effects_for
from ...report.content.suggested_reply import SuggestedOrders, suggest_orders
from ..session.seat_view import SeatView


def ready_answer(view: SeatView) -> list[Order]:
    """Return the orders that the page of this seat suggests."""
    return suggested(view).orders


def suggested(view: SeatView) -> SuggestedOrders:
    effects = effects_for(view.words, view.state, view.seat, names_of(view.opened.game.state)) if view.state else None
    if effects is None:
        raise WrongKind("E_ORDER_KIND", "you have nothing to answer right now")
    return suggest_orders(effects, view.draft, view.opened.rules.game.presentation().advice)


def hint_text(view: SeatView) -> str:
    """Return what a bot that plays ahead would answer, and why."""
    from ..ordering.advice import suggest_with_reasons  # saves the bots that play ahead until somebody asks

    return suggest_with_reasons(view).text()
