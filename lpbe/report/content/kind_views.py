"""Kinds of orders as cards: title, one line, the question of each slot, or why the kind is not offered now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...kernel.content.packs import Words
from ...kernel.engine.action_cards import PLAIN_CARD, ActionCard, Cards
from ...kernel.engine.model import Order, Question
from ...kernel.language.effects import Effects
from ...kernel.language.sentences import fact_text, fill
from ...kernel.language.templates import Word, order_text, pieces
from ...kernel.schemas.page_data import KindView, OrderView, SlotView, ValueView
from ..document import capital
from .order_views import WHICH, kind_name, parts_of

BOARD = "board"
MENU = "menu"
PATH = "path"


class KindViews:
    """Describes the kinds of orders that answer a question."""

    def __init__(self, effects: Effects, cards: Cards, drawn: frozenset[str]) -> None:
        self.words = effects.words
        self.effects = effects
        self.cards = cards
        self.drawn = drawn

    def describe(self, orders: Sequence[OrderView], at_start: Sequence[int]) -> dict[str, KindView]:
        """Return the kinds that are offered now or later, and those that are not offered for a known reason."""
        offered: dict[str, list[OrderView]] = {}
        for order in orders:
            offered.setdefault(order.k, []).append(order)
        offers = self.effects.state.book.offers[type(self.effects.question)]
        now = {orders[number].k for number in at_start}
        views = {}
        rank = {kind: n for n, kind in enumerate(self.cards)}
        for kind, offer in sorted(offers.items(), key=lambda each: rank.get(each[0], len(rank))):
            name = kind_name(kind)
            if offer.timeout_only:
                continue
            reason = "" if name in now else self.reason(kind)
            if name in offered or reason:
                views[name] = self.view(kind, offered.get(name, ()), reason, not offer.complete)
        return views

    def reason(self, kind: type[Order]) -> str:
        """Return why a kind of order is not offered, if the game gives a reason."""
        why = self.cards.get(kind, PLAIN_CARD).why
        fact = why(self.effects.state, self.effects.question, self.effects.seat) if why else None
        return capital(fact_text(self.words, fact, self.effects.names)) if fact else ""

    def view(self, kind: type[Order], orders: Sequence[OrderView], reason: str, more: bool) -> KindView:
        name = kind_name(kind)
        card = self.cards.get(kind, PLAIN_CARD)
        return KindView(
            title=kind_title(self.words, name),
            icon=card.icon or name,
            text=self.text(kind, name),
            free=card.free,
            ends=card.ends,
            slots=list(self.slot_views(name, card, orders)),
            off=reason,
            more=more,
            form=list_form(self.words, name, card.anything) if card.anything else "",
        )

    def text(self, kind: type[Order], name: str) -> str:
        """Return what a kind of order does, in one line."""
        template = self.words.acts.get(f"{name}.text")
        if template is None:
            return capital(self.words.about[name])
        make = self.cards.get(kind, PLAIN_CARD).values
        values = make(self.effects.state, self.effects.question, self.effects.seat) if make else {}
        return capital(fill(self.words, template, values, self.effects.names))

    def slot_views(self, name: str, card: ActionCard, orders: Sequence[OrderView]) -> Iterator[SlotView]:
        """Yield the slots that any of the orders fills, in the order in which they are asked."""
        chosen: dict[str, list[str | list[str]]] = {}
        for order in orders:
            for slot, value in order.v.items():
                chosen.setdefault(slot, []).append(value)
        for slot in slot_order(orders):
            values = chosen[slot]
            parts = [part for value in values for part in parts_of(value)]
            usual = BOARD if all(part in self.drawn or part[:1] == "@" for part in parts) else MENU
            many = any(not isinstance(value, str) for value in values)
            yield SlotView(
                name=slot,
                ask=slot_question(self.words, name, slot),
                hint=slot_hint(self.words, name, slot, usual),
                on=card.controls.get(slot, usual),
                many=many,
            )


def slot_order(orders: Sequence[OrderView]) -> list[str]:
    """Return the slots of some orders of a kind in the order of the fullest one, with the distinguishing slot last."""
    fullest = sorted((order.v for order in orders), key=len, reverse=True)[:1]
    every = dict.fromkeys(slot for values in (*fullest, *(order.v for order in orders)) for slot in values)
    return sorted(every, key=lambda slot: slot == WHICH)


def kind_title(words: Words, kind: str) -> str:
    """Return the title of a kind of order; by default the words that it begins with."""
    return words.acts.get(kind) or capital(" ".join(leading_words(words, kind)))


def leading_words(words: Words, kind: str) -> Iterator[str]:
    """Yield the words that an order begins with."""
    for part in pieces(words.orders[kind]):
        if not isinstance(part, Word):
            return
        yield part.text


def slot_question(words: Words, kind: str, slot: str) -> str:
    """Return the question for a slot: that for this kind, that for any kind, or one made of what may be typed there."""
    asked = words.acts.get(f"ask.{kind}.{slot}") or words.acts.get(f"ask.{slot}")
    typed = words.slots.get(f"{kind}.{slot}") or words.slots.get(slot, slot)
    return asked or fill(words, words.acts["ask"], {"what": typed}, {})


def list_form(words: Words, kind: str, slot: str) -> str:
    """Return an order as it is typed, with the name of a slot in place of its list."""
    return order_text(words, {"order": kind, slot: [f"{{{slot}}}"]})


def slot_hint(words: Words, kind: str, slot: str, on: str) -> str:
    """Return how a slot is answered."""
    acts = words.acts
    return acts.get(f"hint.{kind}.{slot}") or acts.get(f"hint.{slot}") or acts[f"hint.{on}"]


def value_views(
    words: Words, orders: Sequence[OrderView], kinds: Mapping[str, KindView], icons: Mapping[str, str]
) -> dict[str, dict[str, ValueView]]:
    """Return what the values of menu slots are called, if that differs from the value itself."""
    found: dict[str, dict[str, ValueView]] = {}
    for order in orders:
        menus = [slot.name for slot in kinds[order.k].slots if slot.on not in (BOARD, PATH) and slot.name != WHICH]
        for slot in menus:
            for part in parts_of(order.v.get(slot, "")):
                title = value_title(words, order.k, slot, part)
                if title != part:
                    found.setdefault(slot, {}).setdefault(
                        part, ValueView(title=title, icon=icons.get(part) or part.split(" ")[0])
                    )
    return found


def value_title(words: Words, kind: str, slot: str, value: str) -> str:
    """Return the name of a value: from the template of its slot, or from the names of the words in it."""
    if not value:
        return capital(words.acts.get(f"none.{slot}") or words.acts["none"])
    name = words.terms.get(value) or " ".join(words.terms.get(part, part) for part in value.split(" "))
    if name != value and name.startswith(value):  # a code, which is never capitalised
        return name
    template = words.acts.get(f"value.{kind}.{slot}") or words.acts.get(f"value.{slot}", "{value}")
    return capital(fill(words, template, {"value": int(value) if value.isdigit() else name}, {}))


def question_title(words: Words, question: Question) -> str:
    """Return the question in one sentence."""
    asked = words.terms.get(f"ask.{question.__struct_config__.tag}", "")
    return capital(asked) + "." if asked else ""
