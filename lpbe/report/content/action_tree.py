"""The tree of what a seat may order: offers, what may follow them, and what several orders change together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ...kernel.base.errors import Failure
from ...kernel.engine.action_cards import Cards, page_orders
from ...kernel.engine.dry_run import gauges, look_ahead
from ...kernel.engine.model import Order, Question, State
from ...kernel.language.effects import Effects
from ...kernel.language.templates import order_text
from .choices import question_for

MAX_ROWS = 500
"""For how many sequences of orders the continuations are worked out; a count, since pages must not depend on time."""
MAX_OFFERS = 600
"""How many orders of one position are offered; the rest can be typed."""
MAX_ORDERS = 100
"""How many orders there may be in all; positions that would add more are left out, except the first."""
MAX_DEPTH = 6
"""The longest sequence of orders that is foreseen."""


class Row(NamedTuple):
    """Orders given one after the other, by number, and the position after them."""

    numbers: tuple[int, ...]
    orders: tuple[Order, ...]
    state: State
    question: Question | None
    """What is asked next, if more may be given in the same batch."""

    @property
    def key(self) -> str:
        return " ".join(map(str, self.numbers))


class FirstOffer(NamedTuple):
    """An order by its text, with its effects in the position where it was first offered."""

    text: str
    order: Order
    effects: Effects


class ActionTree(Struct):
    """Every order by number, and what is offered after it; see `PageData`."""

    orders: list[FirstOffer] = []
    after: dict[str, list[int]] = {}
    adjust: dict[str, Mapping[str, int]] = {}
    open: list[str] = []
    cut: list[str] = []


class TreeBuilder:
    """Grows the tree breadth first, until it is complete or the limit of rows is reached."""

    def __init__(self, effects: Effects, cards: Cards, max_rows: int = MAX_ROWS) -> None:
        self.first = effects
        self.cards = cards
        self.before = effects.before
        self.max_rows = max_rows
        self.tree = ActionTree()
        self.numbers: dict[Order, int] = {}
        self.changes: dict[int, Mapping[str, int]] = {}

    def build(self) -> ActionTree:
        """Return the whole tree, as far as it matters."""
        rows = [Row((), (), self.first.state, self.first.question)]
        tried = 0
        for row in rows:  # the list grows in the meantime
            offers = self.offer(row)
            if tried + len(offers) > self.max_rows or (offers and len(row.numbers) >= MAX_DEPTH):
                self.tree.cut.append(row.key)
                continue
            tried += len(offers)
            following = (self.follow(row, number, order) for number, order in offers)
            rows += [row for row in following if row is not None]
        return self.tree

    def offer(self, row: Row) -> list[tuple[int, Order]]:
        """Return what may be ordered after these orders, by number; new orders get numbers."""
        if row.question is None:
            return []
        effects = self.effects_at(row)
        listed = list(islice(page_orders(self.cards, row.state, row.question, self.first.seat), MAX_OFFERS))
        new = sum(order not in self.numbers for order in listed)
        if row.numbers and new and len(self.numbers) + new > MAX_ORDERS:
            self.tree.cut.append(row.key)
            return []
        offered = {self.number(order, effects): order for order in listed}
        if offered:
            self.tree.after[row.key] = list(offered)
        return list(offered.items())

    def effects_at(self, row: Row) -> Effects:
        if not row.numbers or row.question is None:
            return self.first
        return Effects(self.first.words, row.state, row.question, self.first.seat, self.first.names)

    def number(self, order: Order, effects: Effects) -> int:
        if order not in self.numbers:
            self.numbers[order] = len(self.numbers)
            text = order_text(effects.words, msgspec.to_builtins(order))
            self.tree.orders.append(FirstOffer(text, order, effects))
        return self.numbers[order]

    def follow(self, row: Row, number: int, order: Order) -> Row | None:
        """Return the position after one more order, if the same question is asked again and nothing is unknown."""
        numbers = (*row.numbers, number)
        orders = (*row.orders, order)
        key = " ".join(map(str, numbers))
        seat = self.first.seat
        try:
            ahead = look_ahead(row.state, seat, [order])
        except Failure:  # a policy or a plan of the seat answers before the last order is needed
            self.tree.after[row.key].remove(number)
            return None
        if ahead.state is None:
            return None
        self.sum_up(row, number, key, gauges(ahead.state, seat))
        question = None if ahead.depends else question_for(ahead.state, seat)
        if ahead.depends or (question is not None and type(question) is not type(self.first.question)):
            self.tree.open.append(key)
            return None
        return Row(numbers, orders, ahead.state, question) if question is not None else None

    def sum_up(self, row: Row, number: int, key: str, now: Mapping[str, int]) -> None:
        """Record how the effect of the orders together differs from the sum of their single effects."""
        added = add_up([self.change(one) for one in (*row.numbers, number)])
        if more := subtract(difference(self.before, now), added):
            self.tree.adjust[key] = more

    def change(self, number: int) -> Mapping[str, int]:
        """Return what an order changes where it was first offered."""
        if number not in self.changes:
            first = self.tree.orders[number]
            self.changes[number] = difference(first.effects.before, first.effects.after(first.order))
        return self.changes[number]


def difference(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    """Return the gauges that differ; empty if there is nothing to compare."""
    names = {**before, **after} if after else {}
    changed = {name: after.get(name, 0) - before.get(name, 0) for name in names}
    return {name: change for name, change in changed.items() if change}


def subtract(change: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    """Return what to add to the other change to get this one."""
    return add_up([change, {name: -by for name, by in other.items()}])


def add_up(parts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for part in parts:
        for name, change in part.items():
            total[name] = total.get(name, 0) + change
    return {name: change for name, change in total.items() if change}
