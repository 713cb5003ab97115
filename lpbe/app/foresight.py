"""What a player's orders come to as far as he can see; or which of them cannot be given, why, and what can."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ..kernel.base.canon import Plain, data
from ..kernel.base.errors import Refused, Rejected
from ..kernel.chain.seating import names_of
from ..kernel.content import packs
from ..kernel.content.packs import Words
from ..kernel.play import standing
from ..kernel.play.dry_run import Outlook, Where, gauges, look_ahead
from ..kernel.play.foresight import Told
from ..kernel.play.rulebook import tag
from ..kernel.play.rules import Order, Plan, Seat
from ..kernel.play.story import Moment
from ..kernel.words.effects import Effects, changed
from ..kernel.words.sentences import phrase, quoted, sentences, told_text
from ..kernel.words.templates import order_text
from ..report.page import capital
from .desk import Desk

SHOWN = 3


def foresee(desk: Desk, batch: Sequence[Order], lang: str) -> Outlook:
    """A dry run; a refusal names the order that is refused."""
    assert desk.state is not None
    try:
        return look_ahead(desk.state, desk.seat, batch)
    except Rejected as fault:
        acts = [order for order in batch if not isinstance(order, Plan)]
        if fault.at is None or fault.at.index >= len(acts):
            raise
        raise explained(fault, desk, acts, packs.words(desk.opened.rules.game.name, lang)) from None


def explained(fault: Rejected, desk: Desk, acts: Sequence[Order], words: Words) -> Rejected:
    """The refusal in the words of the order, the question that was open then, and what would answer it."""
    where = fault.at
    assert where
    order = order_text(words, data(acts[where.index]))
    if fault.code == "E_ORDER_KIND" and not fault.hint.startswith("plan it"):
        return another(fault, words, order, where, desk.seat)
    if len(acts) == 1:
        return fault
    template, values = words.grammar["typed.nth"], {"number": where.index + 1, "count": len(acts), "order": order}
    clause = fault.clause if isinstance(fault, Refused) else ""
    made = (
        Refused(clause, template, reason=fault.sentence, **values)
        if clause
        else Rejected(fault.code, template, reason=fault.sentence, **values)
    )
    made.advice = fault.advice
    return made


def another(fault: Rejected, words: Words, order: str, where: Where, seat: Seat) -> Rejected:
    """The order answers another question than the one that was open."""
    legal = islice(standing.legal(where.state, where.question, seat), SHOWN)
    return Rejected(
        fault.code,
        words.grammar["typed.other"],
        words.grammar["typed.instead"],
        order=order,
        question=words.terms.get(f"ask.{tag(type(where.question))}", ""),
        orders=[quoted(words, order_text(words, data(one))) for one in legal],
    )


def foretold(desk: Desk, words: Words, batch: Sequence[Order]) -> list[Told]:
    """What the game foresees of each order of a batch, one after the other, as far as the seat can see."""
    from ..report.choices import question_for  # saves the choices for who sends without a look

    acts, state, out = [order for order in batch if not isinstance(order, Plan)], desk.state, list[Told]()
    for number, order in enumerate(acts, 1):
        question = question_for(state, desk.seat)
        if state is None or question is None or type(order) not in state.book.offers[type(question)]:
            break
        out += Effects(words, state, question, desk.seat).told(order)
        if number < len(acts):
            ahead = look_ahead(state, desk.seat, [order])
            state = None if ahead.depends else ahead.state
    return out


def left_over(words: Words, outlook: Outlook) -> list[str]:
    """What is left of a batch and becomes plans, and what makes no sense any more."""
    parts = {"planned": outlook.plans, "dropped": outlook.dropped}
    texts = {key: "; ".join(order_text(words, data(order)) for order in orders) for key, orders in parts.items()}
    return [phrase(words, key, orders=text) for key, text in texts.items() if text]


def outlook_text(desk: Desk, words: Words, outlook: Outlook, events: list[Plain], told: Sequence[Told] = ()) -> str:
    """What is sure to happen, what is foreseen of it, and what is left for later."""
    names = names_of(desk.opened.game.state)
    seen = [capital(told_text(words, one, names)) + "." for one in told]
    lines = [*preview_lines(desk, words, outlook, events), *seen, *left_over(words, outlook)]
    if outlook.draft:
        rest = "; ".join(order_text(words, data(order)) for order in outlook.draft)
        lines.append(words.grammar["label"].format(label=phrase(words, "draft"), value=rest))
    return "\n".join(lines)


def as_tried(desk: Desk, outlook: Outlook, events: list[Plain]) -> list[Plain]:
    """With what the game adds to them as it tells them; and an answer that was tried has not arrived anywhere."""
    tell, now = desk.opened.rules.game.story, outlook.state or desk.state
    if tell is not None and now is not None:
        events = [{**event, **tell(Moment(events, n, None, now)).more} for n, event in enumerate(events)]
    return [{"why": "tried", **event} if event["event"] == "answered" else event for event in events]


def preview_lines(desk: Desk, words: Words, outlook: Outlook, events: list[Plain]) -> list[str]:
    """What is sure to happen, what that changes, and where it stops being sure."""
    names = names_of(desk.opened.game.state)
    lines = sentences(words, as_tried(desk, outlook, events), desk.seat, names)
    if desk.state is not None and outlook.state is not None:
        changes = changed(words, gauges(desk.state, desk.seat), gauges(outlook.state, desk.seat))
        lines += [phrase(words, "changes", names, changes=", ".join(changes))] if changes else []
    if outlook.depends:
        who = phrase(words, "chance") if outlook.depends == "chance" else names.get(outlook.depends, outlook.depends)
        lines.append(phrase(words, "depends", who=who))
    return lines
