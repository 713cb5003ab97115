"""The confirmation of an order: how it was understood, what it leads to, what it replaces and what is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ...kernel.base.canonical import Plain, to_plain
from ...kernel.chain.sealed_state import plain_events
from ...kernel.content.packs import Words
from ...kernel.engine.dry_run import Outlook
from ...kernel.engine.model import Order, Plan
from ...kernel.language.sentences import phrase
from ...kernel.language.templates import order_text
from ...report.content.step_sentences import narrated_events
from ..session.open_game import position
from ..session.seat_view import SeatView
from .outbox import NOT_FILED, PRINTED, FiledLetter
from .preview import preview_lines


class PlacedOrder(Struct, frozen=True, kw_only=True):
    """An order on its way: what is in it, what was foreseen, where it went, and which earlier one it replaces."""

    view: SeatView
    orders: Sequence[Order]
    outlook: Outlook
    unkept: Sequence[Order]
    """What was too long to be kept for later."""
    replaces: int | UnsetType = UNSET
    again: bool = False
    """Whether the same order was already waiting."""
    unnumbered: bool = False
    """Whether an earlier order for this question may have the same number, as nothing here remembers it."""
    filed: FiledLetter = NOT_FILED

    def with_letter(self, filed: FiledLetter) -> PlacedOrder:
        return replace(self, filed=filed)

    def data(self) -> Plain:
        """Return the confirmation for a program."""
        words = self.view.words
        orders = [to_plain(order) for order in self.orders]
        required: Plain = {
            **position(self.view.opened.game),
            "files": [self.filed.path],
            "orders": orders,
            "texts": [order_text(words, order) for order in orders],
            "events": self.events(),
            "draft": [to_plain(order) for order in self.outlook.draft],
            "dropped": [to_plain(order) for order in self.outlook.dropped],
            "plans": [to_plain(order.then) for order in self.orders if isinstance(order, Plan)],
        }
        unkept = [to_plain(order) for order in self.unkept]
        optional = {"depends": self.outlook.depends or UNSET, "replaces": self.replaces, "lost": unkept or UNSET}
        return required | {name: value for name, value in optional.items() if value is not UNSET}

    def text(self) -> str:
        return "\n".join([*self.lines(), self.filed.path])

    def lines(self) -> Iterator[str]:
        """Return the confirmation for a person, without the name of the file."""
        words = self.view.words
        acts = [to_plain(order) for order in self.orders if not isinstance(order, Plan)]
        plans = [to_plain(order.then) for order in self.orders if isinstance(order, Plan)]
        yield phrase(words, "understood", orders=join_orders(words, acts or plans))
        yield from (f"  {line}" for line in preview_lines(self.view, self.outlook, self.news()))
        if not isinstance(self.replaces, UnsetType):
            yield phrase(words, "replaces", rev=self.replaces)
        if self.again:
            yield phrase(words, "again")
        if plans:
            yield phrase(words, "planned", orders=join_orders(words, plans))
        rest = {"kept": self.outlook.draft, "dropped": self.outlook.dropped, "unkept": self.unkept}
        for key, orders in rest.items():
            if orders:
                yield phrase(words, key, orders=join_orders(words, [to_plain(order) for order in orders]))

    def warnings(self) -> list[str]:
        """Return what the sender should know about the number of the order, even if only the letter is printed."""
        printed = self.filed.path == PRINTED and not isinstance(self.replaces, UnsetType)
        replaced = [phrase(self.view.words, "replaces", rev=self.replaces)] if printed else []
        return [*replaced, *([phrase(self.view.words, "unnumbered")] if self.unnumbered else [])]

    def events(self) -> list[Plain]:
        """Return the events that are certain, as the seat will see them."""
        return narrated_events(plain_events(self.outlook.events, self.view.seat))

    def news(self) -> list[Plain]:
        """Return the foreseen events without the plain answer, which the confirmation repeats anyway."""
        return [event for event in self.events() if event["event"] != "answered" or event.get("why")]


class PlacedPlans(Struct, frozen=True, kw_only=True):
    """Plans on their way, without an answer to an open question."""

    view: SeatView
    plans: list[Plain]
    filed: FiledLetter

    def texts(self) -> list[str]:
        return [order_text(self.view.words, order) for order in self.plans]

    def warnings(self) -> list[str]:
        return []

    def data(self) -> Plain:
        where = position(self.view.opened.game)
        return {**where, "files": [self.filed.path], "plans": self.plans, "texts": self.texts()}

    def text(self) -> str:
        words = self.view.words
        still_asked = self.view.seat in self.view.opened.game.state.window.waiting
        lines = [phrase(words, "planned", orders="; ".join(self.texts()))]
        return "\n".join([*lines, *([phrase(words, "still")] if still_asked else []), self.filed.path])


def join_orders(words: Words, orders: Sequence[Plain]) -> str:
    return "; ".join(order_text(words, order) for order in orders)
