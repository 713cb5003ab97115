"""What a player gets who asks for a hint, and what follows a game: the places where better advice is plugged in."""

from __future__ import annotations

from ...kernel.base.canonical import to_plain
from ...kernel.base.errors import WrongKind
from ...kernel.chain.genesis import names_of
from ...kernel.engine.model import Order
from ...kernel.language.templates import order_text
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


def hint_lines(view: SeatView) -> list[str]:
    """Return the suggested orders, each with what it brings."""
    advice = suggested(view)
    effects = advice.effects or [""] * len(advice.orders)
    return [
        view.words.grammar["label"].format(label=order_text(view.words, to_plain(order)), value=effect)
        if effect
        else order_text(view.words, to_plain(order))
        for order, effect in zip(advice.orders, effects, strict=True)
    ]


def review_command(folder: str) -> str:
    """Return the command that looks back on a finished game; empty while there is none."""
    return ""
