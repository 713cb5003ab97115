"""What a seat may do now, in groups, and the answer it need only send."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from ..kernel.content.packs import Words
from ..kernel.play import standing
from ..kernel.play.rules import Order, Poll, Question, Roster, Seat, Standing, State
from ..kernel.play.table import answers_wanted
from ..kernel.words.effects import Effects
from ..kernel.words.matching import plain_spelling
from ..kernel.words.sentences import phrase
from ..kernel.words.templates import order_text
from .blocks import Choice, Choices, Clicks, Group
from .page import Lines, Section

Clickable = Callable[[Words, State, Question, Seat], Clicks]
"""What works out all there is to click."""
LISTED = 12
WEIGHED = 150
"""Of so many orders of a kind it is worked out which bring most."""


def question_for(state: State | None, seat: Seat) -> Question | None:
    """The question that a seat must answer, or may answer anew."""
    if state is None or seat in state[Roster].resigned:
        return None
    question = answers_wanted(state).get(seat)
    done = isinstance(question, Poll) and not isinstance(state[Standing, seat].answer, UnsetType)
    return None if done and isinstance(question, Poll) and not question.replaces(state) else question


def choices(words: Words, effects: Effects | None, listing: str, clicks: Clickable) -> list[Section]:
    """Every kind of order that would be accepted, if something is asked; of many of a kind the first."""
    if effects is None:
        return [Section("choices", phrase(words, "legal"), [Lines([phrase(words, "nothing")])])]
    state, question, seat = effects.state, effects.question, effects.seat
    listed = choices_by_kind(effects, standing.legal(state, question, seat), listing)
    listed = replace(listed, clicks=partial(clicks, words, state, question, seat))
    return [Section("choices", phrase(words, "legal"), [listed])]


def choices_by_kind(effects: Effects, orders: Iterable[Order], listing: str, limit: int = LISTED) -> Choices:
    """Orders by their kind, so many of each; and how all of them are listed."""
    kinds: dict[type[Order], list[Order]] = {}
    for order in orders:
        kinds.setdefault(type(order), []).append(order)
    lone = only_one(effects.state, effects.question, effects.seat)
    return Choices([group(effects, listed, listing, limit, lone) for listed in kinds.values()])


def group(effects: Effects, orders: Sequence[Order], listing: str, limit: int, lone: bool) -> Group:
    words, kind = effects.words, type(orders[0])
    name = str(kind.__struct_config__.tag)
    items = [
        Choice(order_text(words, msgspec.to_builtins(order)), effects.text(order))
        for order in sample(effects, orders, limit)
    ]
    complete = effects.state.book.offers[type(effects.question)][kind].complete
    rest = beside(words, len(orders) - limit, listing, complete)
    return Group(name, words.about[name], items, phrase(words, "lone") if lone else rest)


def only_one(state: State, question: Question, seat: Seat) -> bool:
    """Whether a seat is asked that has but one answer: others must not learn why."""
    two = list(islice(standing.legal(state, question, seat), 2))
    return len(two) == 1 and standing.complete(state, question)


def sample(effects: Effects, orders: Sequence[Order], limit: int) -> list[Order]:
    """So many of them: those that bring most of something, and others from the first to the last."""
    if len(orders) <= limit:
        return list(orders)
    best = most_bringing(effects, orders)[: limit // 2] if len(orders) <= WEIGHED else []
    others = [n for n in range(len(orders)) if n not in best]
    kept = {*best, *(others[n] for n in spread(len(others), limit - len(best)))}
    return [order for n, order in enumerate(orders) if n in kept]


def most_bringing(effects: Effects, orders: Sequence[Order]) -> list[int]:
    """For each number that a seat watches, which order raises it most, if one does."""
    before, best = effects.before, dict[str, tuple[int, int]]()
    for n, order in enumerate(orders):
        for name, value in effects.after(order).items():
            if value > best.get(name, (before.get(name, 0), 0))[0]:
                best[name] = value, n
    return list(dict.fromkeys(best[name][1] for name in before if name in best))


def spread(count: int, limit: int) -> list[int]:
    """So many places, from the first to the last: one after the other would all be alike."""
    return [n * (count - 1) // (limit - 1) for n in range(limit)]


def matches_words(line: str, asked_for: Sequence[str]) -> bool:
    """Whether every word that was asked for begins a word of the line."""
    known = plain_spelling(line).split()
    return all(any(word.startswith(plain_spelling(part)) for word in known) for part in asked_for)


def beside(words: Words, count: int, listing: str, complete: bool) -> str:
    """What is not listed, and how it is: what is to be typed stands last."""
    more = [phrase(words, "beside", count=count, command=listing)] if count > 0 else []
    return " ".join([*([] if complete else [phrase(words, "more")]), *more])
