"""The answer that a seat need only send: a plan for what is asked, and beside it what could stand there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec import Struct, UnsetType

from ..kernel.base.canon import Plain
from ..kernel.base.errors import ClosedDrawer, Failure
from ..kernel.base.width import WIDTH, columns, padded, wrap
from ..kernel.content.packs import Words
from ..kernel.play import standing
from ..kernel.play.dry_run import CHANCE, Outlook, look_ahead
from ..kernel.play.rules import Order, Question, Seat, Standing, State
from ..kernel.words.effects import Effects
from ..kernel.words.sentences import phrase
from ..kernel.words.templates import order_text
from .blocks import Choices, Reply
from .choices import question_for
from .page import Section

LONGEST = 6
"""So many orders a plan has at most."""
INDENT = 4
Advice = Callable[[State, Question, Seat], Order | None]


class Ready(Struct, frozen=True):
    """Orders that are valid as they stand, where they come from, what each comes to, and what the rest hangs on."""

    key: str
    orders: list[Order]
    effects: list[str] = []
    depends: str = ""


def reply(
    effects: Effects,
    draft: Sequence[Plain],
    where: str,
    filed: bool = False,
    advice: Advice | None = None,
    options: Choices | None = None,
) -> list[Section]:
    """The answer given, the draft if it still fits, or a plan: valid as it stands."""
    words, made = effects.words, ready(effects, draft, advice)
    lines = [order_text(words, msgspec.to_builtins(order)) for order in made.orders]
    block = Reply(
        phrase(words, f"reply.{'filed' if filed else made.key}"),
        lines,
        phrase(words, "reply.command"),
        command(lines, where),
        [*template(words, made, lines), *alternatives(words, lines, options)],
        where,
    )
    return [Section("reply", phrase(words, "reply"), [block])]


def template(words: Words, made: Ready, lines: Sequence[str]) -> Iterator[str]:
    """The orders a line each, with what they come to; first how such lines are written."""
    yield from commented(phrase(words, "reply.how"))
    yield from commented(phrase(words, "reply.aside"))
    yield from beside([*zip(lines, made.effects or [""] * len(lines), strict=True)])
    if made.depends:
        yield from commented(phrase(words, "reply.chance" if made.depends == CHANCE else "reply.others"))


def alternatives(words: Words, lines: Sequence[str], options: Choices | None) -> Iterator[str]:
    """One order of every other kind, not sent as it stands."""
    firsts = [group.items[0] for group in (options.groups if options else ())]
    others = [(f"# {item.order}", item.effect) for item in firsts if item.order not in lines]
    if others:
        yield from commented(phrase(words, "reply.or"))
        yield from beside(others)


def beside(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Orders with what they come to behind them, where there is room for that."""
    room = WIDTH - INDENT
    left = max((columns(order) for order, _ in pairs), default=0)
    for order, told in pairs:
        fits = told and left + 4 + columns(told) <= room
        yield f"{padded(order, left)}  # {told}" if fits else order


def commented(text: str) -> list[str]:
    return wrap(text, "# ", "# ", WIDTH - INDENT)


def command(lines: Sequence[str], where: str) -> list[str]:
    """The orders as a shell takes them: several of them an argument each, on lines of their own."""
    if len(lines) == 1:
        return [f"lpbe order {where} {quoted(lines[0])}"]
    *most, last = (f"  {quoted(line)}" for line in lines)
    return [f"lpbe order {where} \\", *(f"{line} \\" for line in most), last]


def ready(effects: Effects, draft: Sequence[Plain], advice: Advice | None) -> Ready:
    state, seat = effects.state, effects.seat
    answer = state[Standing, seat].answer
    if not isinstance(answer, UnsetType):
        return Ready("given", [answer.order])
    if draft and (orders := still_good(state, seat, draft)):
        return Ready("draft", orders)
    return planned(effects, advice)


def planned(first: Effects, advice: Advice | None) -> Ready:
    """What is sensible now, and on as long as the same kind of question is asked and nothing new comes to light."""
    seat, now, outlook = first.seat, first, None
    orders: list[Order] = []
    effects: list[str] = []
    while len(orders) < LONGEST:
        order = advised(now.state, now.question, seat, advice)
        if (ahead := tried(first.state, seat, [*orders, order])) is None:
            break
        effects.append(now.text(order))
        orders, outlook = [*orders, order], ahead
        follows = question_for(ahead.state, seat) if not ahead.depends else None
        if ahead.state is None or type(follows) is not type(first.question) or follows is None:
            break
        now = Effects(first.words, ahead.state, follows, seat, first.names)
    if outlook is None:
        return Ready("default", [standing.safe(first.state, first.question, seat)])
    return Ready("plan" if advice else "default", orders, effects, waits_for(outlook, seat))


def waits_for(outlook: Outlook, seat: Seat) -> str:
    """What the seat will be asked more only after, if a draw or somebody comes first."""
    return outlook.depends if outlook.depends in (CHANCE, seat) else ""


def advised(state: State, question: Question, seat: Seat, advice: Advice | None) -> Order:
    """What the game thinks sensible, if it may be sent; else the safe default."""
    try:
        order = advice(state, question, seat) if advice else None
    except ClosedDrawer:
        order = None
    if order is not None and standing.refusal(state, question, seat, order) is None:
        return order
    return standing.safe(state, question, seat)


def tried(state: State, seat: Seat, orders: Sequence[Order]) -> Outlook | None:
    """How far orders can be foreseen; nothing where they are not accepted, or not all are needed."""
    try:
        outlook = look_ahead(state, seat, orders)
    except Failure:
        return None
    return None if outlook.plans or outlook.draft or outlook.dropped else outlook


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
