"""What a seat may do now: its orders in groups, and the data for a page on which they can be clicked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ...kernel.content.packs import Words
from ...kernel.engine import legality
from ...kernel.engine.dry_run import look_ahead
from ...kernel.engine.model import Order, Poll, Question, Roster, Seat, Standing, State
from ...kernel.engine.table import answers_wanted
from ...kernel.language.effects import Effects
from ...kernel.language.sentences import phrase
from ...kernel.language.template_matcher import plain_spelling
from ...kernel.language.templates import order_text
from ..document import Choice, Choices, Clicks, Group, Lines, Section

MAX_LISTED = 12
"""How many orders of one kind are listed."""
MAX_COMPARED = 150
"""Up to this many orders of one kind, those that bring the most are worked out."""
MAX_CLICKABLE = 600
"""How many orders of a position can be clicked; the rest can be typed."""
MAX_SEQUENCES = 40
"""For how many orders, or sequences of them, the continuations are worked out."""
FIRST_SLOT = re.compile(r"\S*\{|\[")


def question_for(state: State | None, seat: Seat) -> Question | None:
    """Return the question that a seat must answer, or may answer again."""
    if state is None or seat in state[Roster].resigned:
        return None
    question = answers_wanted(state).get(seat)
    if isinstance(question, Poll) and not isinstance(state[Standing, seat].answer, UnsetType):
        return question if question.replaces(state) else None
    return question


def choice_section(words: Words, effects: Effects | None, listing: str) -> Section:
    """Return every kind of order that would be accepted, if something is asked, with some orders of each kind."""
    if effects is None:
        return Section("choices", phrase(words, "legal"), [Lines([phrase(words, "nothing")])])
    state = effects.state
    question = effects.question
    seat = effects.seat
    listed = choices_by_kind(effects, legality.legal_orders(state, question, seat), listing)
    listed = replace(listed, clicks=partial(find_clicks, words, state, question, seat))
    return Section("choices", phrase(words, "legal"), [listed])


def choices_by_kind(effects: Effects, orders: Iterable[Order], listing: str, limit: int = MAX_LISTED) -> Choices:
    """Return orders by kind, up to `limit` of each; `listing` is the command that lists all of them."""
    kinds: dict[type[Order], list[Order]] = {}
    for order in orders:
        kinds.setdefault(type(order), []).append(order)
    only = has_only_one_answer(effects.state, effects.question, effects.seat)
    return Choices([order_group(effects, listed, listing, limit, only) for listed in kinds.values()])


def order_group(effects: Effects, orders: Sequence[Order], listing: str, limit: int, only: bool) -> Group:
    words = effects.words
    kind = type(orders[0])
    name = str(kind.__struct_config__.tag)
    items = [
        Choice(order_text(words, msgspec.to_builtins(order)), effects.text(order))
        for order in sample(effects, orders, limit)
    ]
    complete = effects.state.book.offers[type(effects.question)][kind].complete
    rest = unlisted_note(words, len(orders) - limit, listing, complete)
    return Group(title=name, gloss=words.about[name], items=items, rest=phrase(words, "lone") if only else rest)


def has_only_one_answer(state: State, question: Question, seat: Seat) -> bool:
    """Return whether a seat is asked although it has only one answer, so that others do not learn that."""
    two = list(islice(legality.legal_orders(state, question, seat), 2))
    return len(two) == 1 and legality.lists_all(state, question)


def sample(effects: Effects, orders: Sequence[Order], limit: int) -> list[Order]:
    """Return up to `limit` orders: those that bring the most of something, and others spread over the list."""
    if len(orders) <= limit:
        return list(orders)
    best = best_orders(effects, orders)[: limit // 2] if len(orders) <= MAX_COMPARED else []
    others = [n for n in range(len(orders)) if n not in best]
    kept = {*best, *(others[n] for n in spread_evenly(len(others), limit - len(best)))}
    return [order for n, order in enumerate(orders) if n in kept]


def best_orders(effects: Effects, orders: Sequence[Order]) -> list[int]:
    """Return for each number that the seat watches the order that raises it most, if any does."""
    before = effects.before
    best: dict[str, tuple[int, int]] = {}
    for n, order in enumerate(orders):
        for name, value in effects.after(order).items():
            if value > best.get(name, (before.get(name, 0), 0))[0]:
                best[name] = value, n
    return list(dict.fromkeys(best[name][1] for name in before if name in best))


def spread_evenly(count: int, limit: int) -> list[int]:
    """Return `limit` evenly spread positions, including the first and the last, since neighbours are alike."""
    return [n * (count - 1) // (limit - 1) for n in range(limit)]


def matches_words(line: str, asked_for: Sequence[str]) -> bool:
    """Return whether every word that was asked for begins a word of the line."""
    known = plain_spelling(line).split()
    return all(any(word.startswith(plain_spelling(part)) for word in known) for part in asked_for)


def unlisted_note(words: Words, count: int, listing: str, complete: bool) -> str:
    """Return how many orders are not listed and the command that lists them, at the end, where it is easy to copy."""
    more = [phrase(words, "beside", count=count, command=listing)] if count > 0 else []
    return " ".join([*([] if complete else [phrase(words, "more")]), *more])


class OrderSequence(Struct, frozen=True):
    """Orders given one after the other, by number, and the question after them, if any."""

    numbers: tuple[int, ...]
    orders: list[Order]
    state: State | None
    question: Question | None


class OrderNumbers(Struct):
    """Orders by their text, numbered in the order in which they are first seen."""

    words: Words
    numbers: dict[str, int] = {}
    kinds: list[str] = []
    places: list[int] = []

    def number(self, order: Order) -> int:
        """Return the number of an order; assign one if it has none yet."""
        plain = msgspec.to_builtins(order)
        text = order_text(self.words, plain)
        if text not in self.numbers:
            if any(isinstance(value, str) and value.isdigit() for value in plain.values()):
                self.places.append(len(self.numbers))
            self.numbers[text] = len(self.numbers)
            self.kinds.append(kind_label(self.words, str(type(order).__struct_config__.tag)))
        return self.numbers[text]


def kind_label(words: Words, kind: str) -> str:
    """Return what orders of a kind begin with: short enough for a button."""
    template = words.orders[kind]
    lead = FIRST_SLOT.split(template)[0].rstrip()
    return lead if lead == template else f"{lead}\u2026"


def find_clicks(words: Words, state: State, question: Question, seat: Seat) -> Clicks:
    """Return what is legal now and after the first orders, unless that depends on something the seat cannot see."""
    known = OrderNumbers(words)
    after: dict[str, list[int]] = {}
    sequences = [OrderSequence((), [], state=state, question=question)]
    for sequence in sequences:  # the list grows in the meantime
        offers = {known.number(order): order for order in legal_next(sequence, seat)}
        after[" ".join(map(str, sequence.numbers))] = list(offers)
        for number, order in offers.items():
            if len(sequences) > MAX_SEQUENCES:
                break
            orders = [*sequence.orders, order]
            next_state, next_question = follow_orders(state, question, seat, orders)
            sequences.append(
                OrderSequence((*sequence.numbers, number), orders, state=next_state, question=next_question)
            )
    return Clicks(orders=list(known.numbers), kinds=known.kinds, places=known.places, after=after)


def legal_next(sequence: OrderSequence, seat: Seat) -> list[Order]:
    if sequence.state is None or sequence.question is None:
        return []
    return list(islice(legality.legal_orders(sequence.state, sequence.question, seat), MAX_CLICKABLE))


def follow_orders(
    state: State, question: Question, seat: Seat, orders: Sequence[Order]
) -> tuple[State | None, Question | None]:
    """Return the position after some orders and its question, if more may be given in the same batch."""
    ahead = look_ahead(state, seat, orders)
    following = question_for(ahead.state, seat) if not ahead.depends else None
    return (ahead.state, following) if type(following) is type(question) else (None, None)
