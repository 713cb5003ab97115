"""The answer that a seat only needs to send: the orders suggested for the open question, and alternatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure, NotVisible
from ...kernel.base.wrapping import WIDTH, columns, pad, wrap
from ...kernel.content.packs import Words
from ...kernel.engine import legality
from ...kernel.engine.dry_run import CHANCE, Outlook, look_ahead
from ...kernel.engine.model import Order, Question, Seat, Standing, State
from ...kernel.language.effects import Effects
from ...kernel.language.sentences import phrase
from ...kernel.language.templates import order_text
from ..document import Block, Choices, Page, Reply, Section
from .choices import question_for
from .dominance import undominated
from .sending import with_sending

MAX_PLAN_LENGTH = 6
"""The maximum number of orders in a suggested plan."""
INDENT_COLUMNS = 4
Advice = Callable[[State, Question, Seat], Order | None]


class SuggestedOrders(Struct, frozen=True):
    """Orders that are valid as they are, where they come from, the effect of each, and what the rest depends on."""

    source: str
    orders: list[Order]
    effects: list[str] = []
    depends: str = ""


def reply_section(
    effects: Effects,
    draft: Sequence[Plain],
    game_path: str,
    filed: bool = False,
    advice: Advice | None = None,
    options: Choices | None = None,
) -> Section:
    """Return an answer that is valid as it is: the one already given, the draft if it still fits, or a plan."""
    words = effects.words
    suggested = suggest_orders(effects, draft, advice)
    lines = [order_text(words, msgspec.to_builtins(order)) for order in suggested.orders]
    block = Reply(
        lead=phrase(words, f"reply.{'filed' if filed else suggested.source}"),
        orders=lines,
        command_lead=phrase(words, "reply.command"),
        command=order_command(lines, game_path),
        template=[*template_lines(words, suggested, lines), *alternative_lines(words, lines, options)],
        game_path=game_path,
    )
    return Section("reply", phrase(words, "reply"), [block])


def template_lines(words: Words, suggested: SuggestedOrders, lines: Sequence[str]) -> Iterator[str]:
    """Yield how to write an answer, then the orders one per line with their effects."""
    yield from comment(phrase(words, "reply.how"))
    yield from comment(phrase(words, "reply.aside"))
    yield from add_effects([*zip(lines, suggested.effects or [""] * len(lines), strict=True)])
    if suggested.depends:
        yield from comment(phrase(words, "reply.chance" if suggested.depends == CHANCE else "reply.others"))


def alternative_lines(words: Words, lines: Sequence[str], options: Choices | None) -> Iterator[str]:
    """Yield one order of every other kind as a comment, which is not sent."""
    firsts = [group.items[0] for group in (options.groups if options else ())]
    others = [(f"# {item.order}", item.effect) for item in firsts if item.order not in lines]
    if others:
        yield from comment(phrase(words, "reply.or"))
        yield from add_effects(others)


def add_effects(pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield orders with their effects in comments after them, where they fit."""
    room = WIDTH - INDENT_COLUMNS
    left = max((columns(order) for order, _ in pairs), default=0)
    for order, effect in pairs:
        fits = effect and left + 4 + columns(effect) <= room
        yield f"{pad(order, left)}  # {effect}" if fits else order


def comment(text: str) -> list[str]:
    return wrap(text, "# ", "# ", WIDTH - INDENT_COLUMNS)


def order_command(lines: Sequence[str], game_path: str) -> list[str]:
    """Return the command that sends the orders; if there are several, each is one argument on its own line."""
    if len(lines) == 1:
        return [f"lpbe order {game_path} {shell_quote(lines[0])}"]
    *others, last = (f"  {shell_quote(line)}" for line in lines)
    return [f"lpbe order {game_path} \\", *(f"{line} \\" for line in others), last]


def answered_by_mail(words: Words, page: Page, address: str) -> Page:
    """Return the page with the command that prints the e-mail to the host: an unsigned answer would be refused."""
    lead = phrase(words, "reply.signed")
    option = f"--mail-to {shell_quote(address)}"
    sections = [replace(one, blocks=[add_option(block, lead, option) for block in one.blocks]) for one in page.sections]
    page = with_sending(page, lambda sending: replace(sending, option=option))
    return replace(page, sections=sections)


def add_option(block: Block, lead: str, option: str) -> Block:
    """Return a reply whose command ends with an option, and what that command does; return other blocks unchanged."""
    if not isinstance(block, Reply):
        return block
    *most, last = block.command
    return replace(block, command_lead=lead, command=[*most, f"{last} {option}"], option=option)


def suggest_orders(effects: Effects, draft: Sequence[Plain], advice: Advice | None) -> SuggestedOrders:
    state = effects.state
    seat = effects.seat
    answer = state[Standing, seat].answer
    if not isinstance(answer, UnsetType):
        return SuggestedOrders("given", [answer.order])
    if draft and (orders := usable_draft(state, seat, draft)):
        return SuggestedOrders("draft", orders)
    return plan_orders(effects, advice)


def plan_orders(first: Effects, advice: Advice | None) -> SuggestedOrders:
    """Return what is sensible now, and next, as long as the same kind of question is asked and nothing is revealed."""
    seat = first.seat
    current = first
    outlook: Outlook | None = None
    orders: list[Order] = []
    effects: list[str] = []
    while len(orders) < MAX_PLAN_LENGTH:
        order = sensible_order(current, advice)
        ahead = try_orders(first.state, seat, [*orders, order])
        if ahead is None:
            break
        effects.append(current.text(order))
        orders.append(order)
        outlook = ahead
        following = question_for(ahead.state, seat) if not ahead.depends else None
        if ahead.state is None or type(following) is not type(first.question) or following is None:
            break
        current = Effects(first.words, ahead.state, following, seat, first.names)
    if outlook is None:
        return SuggestedOrders("default", [legality.safe_order(first.state, first.question, seat)])
    return SuggestedOrders(
        source="plan" if advice else "default", orders=orders, effects=effects, depends=waits_for(outlook, seat)
    )


def waits_for(outlook: Outlook, seat: Seat) -> str:
    """Return what must happen before the seat is asked again: a draw or somebody's answer; otherwise nothing."""
    return outlook.depends if outlook.depends in (CHANCE, seat) else ""


def sensible_order(current: Effects, advice: Advice | None) -> Order:
    """Return what the game advises, if it is legal, else the safe default; nothing that is seen to be worse."""
    state = current.state
    question = current.question
    seat = current.seat
    try:
        order = advice(state, question, seat) if advice else None
    except NotVisible:
        order = None
    if order is None or legality.refusal(state, question, seat, order) is not None:
        order = legality.safe_order(state, question, seat)
    return undominated(current, order)


def try_orders(state: State, seat: Seat, orders: Sequence[Order]) -> Outlook | None:
    """Return how far orders can be foreseen; None if they are not accepted, or not all of them are needed."""
    try:
        outlook = look_ahead(state, seat, orders)
    except Failure:
        return None
    return None if outlook.plans or outlook.draft or outlook.dropped else outlook


def usable_draft(state: State, seat: Seat, draft: Sequence[Plain]) -> list[Order]:
    """Return the draft as orders, if it can be carried out as far as the seat can see."""
    try:
        orders: list[Order] = state.book.read_orders(draft)
        look_ahead(state, seat, orders)
    except Failure:
        return []
    return orders


def shell_quote(order: str) -> str:
    """Return an order as a shell argument, always in quotes."""
    if "'" not in order:
        return f"'{order}'"
    from shlex import quote  # saves it for the orders of most games

    return quote(order)
