"""What a seat may do now, in groups, and the answer it need only send."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import UnsetType

from ..kernel.base.canon import Plain
from ..kernel.base.errors import Failure
from ..kernel.content.packs import Words
from ..kernel.play import standing
from ..kernel.play.dry_run import look_ahead
from ..kernel.play.rules import Order, Poll, Question, Roster, Seat, Standing, State
from ..kernel.play.table import answers_wanted
from ..kernel.words.effects import effect_text
from ..kernel.words.matching import plain_spelling
from ..kernel.words.sentences import phrase
from ..kernel.words.templates import order_text
from .blocks import Choice, Choices, Group, Reply
from .page import Lines, Section

LISTED = 12


def question_for(state: State | None, seat: Seat) -> Question | None:
    """The question that a seat must answer, or may answer anew."""
    if state is None or seat in state[Roster].resigned:
        return None
    question = answers_wanted(state).get(seat)
    done = isinstance(question, Poll) and not isinstance(state[Standing, seat].answer, UnsetType)
    return None if done and isinstance(question, Poll) and not question.replaces(state) else question


def choices(words: Words, state: State | None, seat: Seat) -> list[Section]:
    """Every kind of order that would be accepted; of many of a kind the first."""
    question = question_for(state, seat)
    if state is None:
        return []
    if question is None:
        return [Section("choices", phrase(words, "legal"), [Lines([phrase(words, "nothing")])])]
    orders = standing.legal(state, question, seat)
    return [Section("choices", phrase(words, "legal"), [choices_by_kind(words, state, question, seat, orders)])]


def choices_by_kind(
    words: Words, state: State, question: Question, seat: Seat, orders: Iterable[Order], limit: int = LISTED
) -> Choices:
    """Orders by their kind, so many of each."""
    kinds: dict[type[Order], list[Order]] = {}
    for order in orders:
        kinds.setdefault(type(order), []).append(order)
    return Choices([group(words, state, question, seat, listed, limit) for listed in kinds.values()])


def group(words: Words, state: State, question: Question, seat: Seat, orders: Sequence[Order], limit: int) -> Group:
    kind = type(orders[0])
    name = str(kind.__struct_config__.tag)
    items = [
        Choice(order_text(words, msgspec.to_builtins(order)), effect_text(words, state, question, seat, order))
        for order in spread(orders, limit)
    ]
    rest = beside(words, len(orders) - limit, state.book.offers[type(question)][kind].complete)
    return Group(name, words.about[name], items, rest)


def spread(orders: Sequence[Order], limit: int) -> list[Order]:
    """So many of them, from the first to the last: one after the other would all be alike."""
    if len(orders) <= limit:
        return list(orders)
    return [orders[n * (len(orders) - 1) // (limit - 1)] for n in range(limit)]


def matches_words(line: str, asked_for: Sequence[str]) -> bool:
    """Whether every word that was asked for begins a word of the line."""
    known = plain_spelling(line).split()
    return all(any(word.startswith(plain_spelling(part)) for word in known) for part in asked_for)


def beside(words: Words, count: int, complete: bool) -> str:
    """What is not listed."""
    more = [phrase(words, "beside", count=count)] if count > 0 else []
    return " ".join([*more, *([] if complete else [phrase(words, "more")])])


def reply(
    words: Words, state: State | None, seat: Seat, draft: Sequence[Plain], where: str, filed: bool = False
) -> list[Section]:
    """The draft if it still fits, the answer given, or the safe default: valid as it stands."""
    question = question_for(state, seat)
    if state is None or question is None:
        return []
    key, orders = ready(state, question, seat, draft)
    lines = [order_text(words, msgspec.to_builtins(order)) for order in orders]
    block = Reply(
        phrase(words, f"reply.{'filed' if filed else key}"),
        lines,
        phrase(words, "reply.command"),
        command(lines, where),
    )
    return [Section("reply", phrase(words, "reply"), [block])]


def command(lines: Sequence[str], where: str) -> list[str]:
    """The orders as a shell takes them: several of them an argument each, on lines of their own."""
    if len(lines) == 1:
        return [f"lpbe order {where} {quoted(lines[0])}"]
    *most, last = (f"  {quoted(line)}" for line in lines)
    return [f"lpbe order {where} \\", *(f"{line} \\" for line in most), last]


def ready(state: State, question: Question, seat: Seat, draft: Sequence[Plain]) -> tuple[str, list[Order]]:
    answer = state[Standing, seat].answer
    if not isinstance(answer, UnsetType):
        return "given", [answer.order]
    if draft and (orders := still_good(state, seat, draft)):
        return "draft", orders
    return "default", [standing.safe(state, question, seat)]


def still_good(state: State, seat: Seat, draft: Sequence[Plain]) -> list[Order]:
    """The draft as orders, if it can be carried out as far as the seat can see."""
    try:
        orders: list[Order] = state.book.read_orders(draft)
        look_ahead(state, seat, orders)
    except Failure:
        return []
    return orders


def quoted(order: str) -> str:
    """An order as a shell takes it."""
    if "'" not in order:
        return f"'{order}'"
    from shlex import quote

    return quote(order)
