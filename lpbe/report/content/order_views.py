"""Orders as a page shows them: what was chosen in each slot, what they change, and the places they touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from ...kernel.base.canonical import Plain
from ...kernel.content.packs import Words
from ...kernel.engine.action_cards import PLAIN_CARD, Cards, SlotValues
from ...kernel.engine.foresight import Certainty, Fact
from ...kernel.engine.model import Order
from ...kernel.language.effects import Effects
from ...kernel.language.sentences import fact_text
from ...kernel.language.templates import pieces, slots
from ...kernel.schemas.page_data import FactView, OrderView
from .action_tree import ActionTree, FirstOffer, difference

MAX_FORETOLD = 200
"""For how many orders the consequences are worked out, besides the numbers that change."""
WHICH = "which"
"""The slot that distinguishes orders which are alike in all other slots."""


def kind_name(kind: type[Order]) -> str:
    return str(kind.__struct_config__.tag)


class OrderViews:
    """Describes the orders of a tree for one reader; consequences that several orders share are kept once."""

    def __init__(self, words: Words, cards: Cards, drawn: frozenset[str]) -> None:
        self.words = words
        self.cards = cards
        self.drawn = drawn
        """The names of what is on the board."""
        self.facts: dict[FactView, int] = {}

    def describe(self, tree: ActionTree) -> list[OrderView]:
        """Return every order of the tree by its number."""
        chosen = tell_apart([self.slots(offer) for offer in tree.orders], tree.orders)
        return [
            self.order_view(number, offer, values)
            for number, (offer, values) in enumerate(zip(tree.orders, chosen, strict=True))
        ]

    def slots(self, offer: FirstOffer) -> dict[str, str | list[str]]:
        card = self.cards.get(type(offer.order), PLAIN_CARD)
        if card.slots is None:
            return field_values(self.words, offer.order)
        return filled(card.slots(offer.effects.state, offer.order))

    def order_view(self, number: int, offer: FirstOffer, values: dict[str, str | list[str]]) -> OrderView:
        order, effects = offer.order, offer.effects
        card = self.cards.get(type(order), PLAIN_CARD)
        outcome = effects.outcome(order)
        path = list(card.path(effects.state, order, outcome.events)) if card.path and outcome else []
        known = {*path, *(part for value in values.values() for part in parts_of(value))}
        return OrderView(
            t=offer.text,
            k=kind_name(type(order)),
            v=values,
            ch=difference(effects.before, effects.after(order)),
            facts=[self.fact_number(effects, fact) for fact in effects.facts(order)] if number < MAX_FORETOLD else [],
            at=[name for name in self.touched(effects, order) if name not in known],
            path=path if len(path) > 1 else [],
        )

    def fact_number(self, effects: Effects, fact: Fact) -> int:
        view = FactView(
            text=fact_text(self.words, fact, effects.names),
            tone=fact.tone,
            place=fact.place,
            sure=fact.certainty is not Certainty.POSSIBLE,
        )
        return self.facts.setdefault(view, len(self.facts))

    def touched(self, effects: Effects, order: Order) -> list[str]:
        """Return everything on the board that the events of an order name."""
        outcome = effects.outcome(order)
        if outcome is None or not self.drawn:
            return []
        named = (text for event in outcome.events for text in texts_in(msgspec.to_builtins(event)))
        return list(dict.fromkeys(text for text in named if text in self.drawn))


def field_values(words: Words, order: Order) -> dict[str, str | list[str]]:
    """Return the non-empty fields of an order, one slot for each, cells with the mark with which they are typed."""
    plain = msgspec.to_builtins(order)
    marks = {slot.name: slot.mark for slot in slots(pieces(words.orders[plain["order"]]))}
    return filled({name: marked(marks.get(name, ""), value) for name, value in plain.items() if name != "order"})


def marked(mark: str, value: Plain | str | int | Sequence[object]) -> str | list[str]:
    if isinstance(value, list | tuple):
        return [str(one) for one in value]
    if isinstance(value, bool):
        return "yes" if value else ""
    return f"{mark if mark == '@' else ''}{value}"


def filled(values: SlotValues) -> dict[str, str | list[str]]:
    """Return the slots in which something was chosen."""
    return {name: value if isinstance(value, str) else list(value) for name, value in values.items() if value}


def parts_of(value: str | Sequence[str]) -> Sequence[str]:
    return [value] if isinstance(value, str) else value


def texts_in(value: object) -> Iterator[str]:
    """Yield every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield key
            yield from texts_in(one)
    elif isinstance(value, Iterable):
        for one in value:
            yield from texts_in(one)


def tell_apart(
    chosen: list[dict[str, str | list[str]]], offers: Sequence[FirstOffer]
) -> list[dict[str, str | list[str]]]:
    """Add the typed order as a slot of its own to orders of a kind whose slots are the same."""
    same: dict[tuple[type[Order], str], list[int]] = {}
    for number, (values, offer) in enumerate(zip(chosen, offers, strict=True)):
        same.setdefault((type(offer.order), repr(values)), []).append(number)
    alike = {number for numbers in same.values() if len(numbers) > 1 for number in numbers}
    return [{**values, WHICH: offers[n].text} if n in alike else values for n, values in enumerate(chosen)]
