"""What a page that is clicked needs to know: every order there is, and what may follow those that are foreseen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

import msgspec
from msgspec import Struct

from ..kernel.content.packs import Words
from ..kernel.play import standing
from ..kernel.play.dry_run import look_ahead
from ..kernel.play.rules import Order, Question, Seat, State
from ..kernel.words.templates import order_text
from .blocks import Clicks
from .choices import question_for

MANY = 600
"""So many orders of a position are offered to be clicked; the rest can be typed."""
TRIED = 40
"""After so many orders, or rows of them, it is worked out what may follow."""
FIRST_SLOT = re.compile(r"\S*\{|\[")


class Row(Struct, frozen=True):
    """Orders given one after the other, by number, and what is asked after them, if anything."""

    numbers: tuple[int, ...]
    given: list[Order]
    state: State | None
    question: Question | None


class Known(Struct):
    """Orders by their text, numbered as they are met."""

    words: Words
    numbers: dict[str, int] = {}
    kinds: list[str] = []
    places: list[int] = []

    def number(self, order: Order) -> int:
        plain = msgspec.to_builtins(order)
        text = order_text(self.words, plain)
        if text not in self.numbers:
            if any(isinstance(value, str) and value.isdigit() for value in plain.values()):
                self.places.append(len(self.numbers))
            self.numbers[text] = len(self.numbers)
            self.kinds.append(opening(self.words, str(type(order).__struct_config__.tag)))
        return self.numbers[text]


def opening(words: Words, kind: str) -> str:
    """What orders of a kind begin with: short enough for a button."""
    template = words.orders[kind]
    lead = FIRST_SLOT.split(template)[0].rstrip()
    return lead if lead == template else f"{lead}\u2026"


def clicks(words: Words, state: State, question: Question, seat: Seat) -> Clicks:
    """What is legal now, and after the first of it, as far as that hangs on nothing that the seat cannot see."""
    known, after = Known(words), dict[str, list[int]]()
    rows: list[Row] = [Row((), [], state, question)]
    for row in rows:  # which grow meanwhile
        offers = {known.number(order): order for order in offered(row, seat)}
        after[key(row.numbers)] = list(offers)
        for number, order in offers.items():
            if len(rows) > TRIED:
                break
            step = Row((*row.numbers, number), [*row.given, order], *then(state, question, seat, [*row.given, order]))
            rows.append(step)
    return Clicks(list(known.numbers), known.kinds, known.places, after)


def key(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def offered(row: Row, seat: Seat) -> list[Order]:
    if row.state is None or row.question is None:
        return []
    return list(islice(standing.legal(row.state, row.question, seat), MANY))


def then(state: State, question: Question, seat: Seat, given: Sequence[Order]) -> tuple[State | None, Question | None]:
    """The position after some orders and what is asked there, if more may be given in the same breath."""
    ahead = look_ahead(state, seat, given)
    asked = question_for(ahead.state, seat) if not ahead.depends else None
    return (ahead.state, asked) if type(asked) is type(question) else (None, None)
