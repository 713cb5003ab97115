"""List the orders that a seat can give now, with their cost and effect."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

from ...kernel.base.canonical import Plain, to_plain
from ...kernel.chain.genesis import names_of
from ...kernel.content import packs
from ...kernel.engine import legality
from ...kernel.engine.model import Order, Question
from ...kernel.language.effects import Effects, fact_data
from ...kernel.language.order_parser import LANGUAGES
from ...kernel.language.sentences import phrase
from ...kernel.language.templates import order_text
from ...report.content import choices
from ...report.render.text import choices_text
from ..session.open_game import position
from ..session.paths import shell_path
from ..session.seat_view import SeatView

MAX_LISTED = 500
UNLIMITED = 100_000


class LegalOrders(Struct, frozen=True, kw_only=True):
    """The orders that answer the open question of a seat; none if it has no open question."""

    view: SeatView
    question: Question | None
    orders: list[Order]
    complete: bool
    """Whether there are no others."""
    max_shown: int
    """How many of each kind are printed for a person."""
    listing: str
    """The command that lists all of them."""

    def effects(self) -> Effects:
        assert self.view.state is not None and self.question is not None
        names = names_of(self.view.opened.game.state)
        return Effects(self.view.words, self.view.state, self.question, self.view.seat, names)

    def data(self) -> Plain:
        """Return each order with its text, its effect and what the game foresees of it."""
        words = self.view.words
        names = names_of(self.view.opened.game.state)
        effects = self.effects() if self.orders else None
        foresight = [effects.facts(order) for order in self.orders] if effects else []
        pairs = zip(self.orders, foresight, strict=True)
        return {
            **position(self.view.opened.game),
            "seat": self.view.seat,
            "orders": [to_plain(order) for order in self.orders],
            "texts": self.texts(),
            "effects": [effects.text(*pair) for pair in pairs] if effects else [],
            "foresight": [[fact_data(words, one, names) for one in each] for each in foresight],
            "complete": self.complete,
        }

    def text(self) -> str:
        """Return the orders by kind."""
        if self.question is None:
            return phrase(self.view.words, "nothing")
        if not self.orders:
            return phrase(self.view.words, "none-such")
        return choices_text(choices.choices_by_kind(self.effects(), self.orders, self.listing, self.max_shown))

    def texts(self) -> list[str]:
        """Return the orders as they are typed."""
        return [order_text(self.view.words, to_plain(order)) for order in self.orders]


def list_legal_orders(
    view: SeatView,
    words: Sequence[str] = (),
    *,
    limit: int | None = MAX_LISTED,
    max_shown: int | None = None,
    listing: str = "",
) -> LegalOrders:
    """List the legal orders of a seat, or those with these words in any language."""
    question = choices.question_for(view.state, view.seat)
    if question is None or view.state is None:
        return LegalOrders(
            view=view, question=None, orders=[], complete=True, max_shown=choices.MAX_LISTED, listing=listing
        )
    languages = [packs.words(view.opened.rules.game.name, lang) for lang in LANGUAGES]
    listed = legality.legal_orders(view.state, question, view.seat)
    if words:
        listed = (
            o for o in listed if any(choices.matches_words(order_text(lang, to_plain(o)), words) for lang in languages)
        )
    orders = list(islice(listed, limit))
    cut_short = limit is not None and len(orders) >= limit
    return LegalOrders(
        view=view,
        question=question,
        orders=orders,
        complete=legality.lists_all(view.state, question) and not cut_short and not words,
        max_shown=max_shown or (UNLIMITED if limit is None or words else choices.MAX_LISTED),
        listing=listing or f"lpbe legal {shell_path(view.opened.place)} --all",
    )
