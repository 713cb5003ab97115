"""What is told of an order that was filed: as it was understood, what it comes to, what it replaces, what is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct, UnsetType

from ..kernel.base.canon import Plain, data
from ..kernel.chain.drawers import plain_events
from ..kernel.content.packs import Words
from ..kernel.play.dry_run import Outlook
from ..kernel.play.rules import Order, Plan
from ..kernel.words.sentences import phrase
from ..kernel.words.templates import order_text
from ..report.compose import events_for_reader
from .desk import Desk
from .foresight import preview_lines


class Filing(Struct, frozen=True):
    """An order on its way: what is in it, what was foreseen, where it went, and which earlier one it replaces."""

    orders: Sequence[Order]
    outlook: Outlook
    lost: Sequence[Order]
    """What was too long to be kept for later."""
    path: str
    replaces: int | UnsetType = UNSET
    again: bool = False
    """Whether the very same order lay there already."""


def filing_keys(desk: Desk, words: Words, filing: Filing) -> Plain:
    """The same for programs."""
    orders = [data(order) for order in filing.orders]
    told: Plain = {
        "files": [filing.path],
        "orders": orders,
        "texts": [order_text(words, order) for order in orders],
        "events": foreseen(desk, filing),
        "draft": [data(order) for order in filing.outlook.draft],
        "dropped": [data(order) for order in filing.outlook.dropped],
        "plans": [data(order.then) for order in filing.orders if isinstance(order, Plan)],
    }
    lost = [data(order) for order in filing.lost]
    more = {"depends": filing.outlook.depends or UNSET, "replaces": filing.replaces, "lost": lost or UNSET}
    return told | {name: value for name, value in more.items() if value is not UNSET}


def filing_text(desk: Desk, words: Words, filing: Filing) -> str:
    return "\n".join(filing_lines(desk, words, filing))


def filing_lines(desk: Desk, words: Words, filing: Filing) -> Iterator[str]:
    acts = [data(order) for order in filing.orders if not isinstance(order, Plan)]
    plans = [data(order.then) for order in filing.orders if isinstance(order, Plan)]
    yield phrase(words, "understood", orders=orders_text(words, acts or plans))
    yield from (f"  {line}" for line in preview_lines(desk, words, filing.outlook, news(desk, filing)))
    if not isinstance(filing.replaces, UnsetType):
        yield phrase(words, "replaces", rev=filing.replaces)
    if filing.again:
        yield phrase(words, "again")
    if plans:
        yield phrase(words, "planned", orders=orders_text(words, plans))
    if filing.outlook.draft:
        yield phrase(words, "kept", orders=orders_text(words, [data(order) for order in filing.outlook.draft]))
    if filing.outlook.dropped:
        yield phrase(words, "dropped", orders=orders_text(words, [data(order) for order in filing.outlook.dropped]))
    if filing.lost:
        yield phrase(words, "unkept", orders=orders_text(words, [data(order) for order in filing.lost]))
    yield filing.path


def news(desk: Desk, filing: Filing) -> list[Plain]:
    """What is foreseen beside the answer itself, which was told as it was understood."""
    return [event for event in foreseen(desk, filing) if event["event"] != "answered" or event.get("why")]


def foreseen(desk: Desk, filing: Filing) -> list[Plain]:
    return events_for_reader(plain_events(filing.outlook.events, desk.seat))


def orders_text(words: Words, orders: Sequence[Plain]) -> str:
    return "; ".join(order_text(words, order) for order in orders)
