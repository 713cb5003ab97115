"""Preview orders: what they lead to as far as their sender can see, or why one of them is refused."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from msgspec import Struct

from ...kernel.base.canonical import Plain, to_plain
from ...kernel.base.errors import AnsweredByPolicy, Refused, Rejected, WrongKind
from ...kernel.chain.genesis import names_of
from ...kernel.chain.sealed_state import plain_events
from ...kernel.content import packs
from ...kernel.content.packs import Words
from ...kernel.engine import legality
from ...kernel.engine.dry_run import Outlook, StopPoint, effect, gauges, look_ahead, look_ahead_as_needed
from ...kernel.engine.foresight import Fact
from ...kernel.engine.model import Agenda, Order, Plan, Question, Seat
from ...kernel.engine.presentation import Moment
from ...kernel.engine.rulebook import tag
from ...kernel.language.effects import Effects, changed_gauges, fact_data
from ...kernel.language.sentences import fact_text, phrase, quote_typed, sentences
from ...kernel.language.templates import order_text
from ...report.content.step_sentences import narrated_events
from ...report.document import capital
from ..session.open_game import position
from ..session.seat_view import SeatView
from .typed_orders import OrderSource, check_asked, read_batch

MAX_SUGGESTED = 3
MAX_CONSIDERED = 100
"""How many legal orders a refusal chooses its suggestions from."""


class Preview(Struct, frozen=True):
    """Orders that were tried, not sent."""

    view: SeatView
    outlook: Outlook
    foresight: list[Fact]
    """What the game foresees of each order."""

    def events(self) -> list[Plain]:
        return narrated_events(plain_events(self.outlook.events, self.view.seat))

    def data(self) -> Plain:
        """Return the preview for a program."""
        names = names_of(self.view.opened.game.state)
        parts = {"draft": self.outlook.draft, "dropped": self.outlook.dropped, "plans": self.outlook.plans}
        return {
            **position(self.view.opened.game),
            "seat": self.view.seat,
            "events": self.events(),
            "foresight": [fact_data(self.view.words, one, names) for one in self.foresight],
            **{name: [to_plain(order) for order in part] for name, part in parts.items()},
            **({"depends": self.outlook.depends} if self.outlook.depends else {}),
        }

    def text(self) -> str:
        """Return what is certain, what the game foresees, and what is left for later."""
        words = self.view.words
        outlook = self.outlook
        names = names_of(self.view.opened.game.state)
        foreseen = [capital(fact_text(words, one, names)) + "." for one in self.foresight]
        lines = [*preview_lines(self.view, outlook, self.events()), *foreseen, *left_over_lines(words, outlook)]
        if outlook.draft:
            rest = "; ".join(order_text(words, to_plain(order)) for order in outlook.draft)
            lines.append(words.grammar["label"].format(label=phrase(words, "draft"), value=rest))
        return "\n".join(lines)


def try_orders(view: SeatView, source: OrderSource, refusal_lang: str = "") -> Preview:
    """Try orders without sending them."""
    check_asked(view)
    batch = read_batch(view, source)
    outlook = preview_orders(view, batch, refusal_lang)
    return Preview(view, outlook, foresee(view, batch))


def preview_orders(view: SeatView, batch: Sequence[Order], refusal_lang: str = "") -> Outlook:
    """Run orders on what the seat can see; a refusal names the order that is refused."""
    assert view.state is not None
    try:
        return look_ahead_as_needed(view.state, view.seat, batch)
    except Rejected as fault:
        acts = [order for order in batch if not isinstance(order, Plan)]
        if fault.at is None or fault.at.index >= len(acts):
            raise
        words = packs.words(view.opened.rules.game.name, refusal_lang or view.lang)
        raise explain_refusal(fault, view, acts, words) from None


def explain_refusal(fault: Rejected, view: SeatView, acts: Sequence[Order], words: Words) -> Rejected:
    """Return the refusal with the order as it is typed, the question that was open then, and what would answer it."""
    where = fault.at
    assert where
    order = order_text(words, to_plain(acts[where.index]))
    if isinstance(fault, WrongKind) and not isinstance(fault, AnsweredByPolicy):
        useful = useful_orders(where, view.seat, type(acts[where.index]))
        return explain_wrong_question(fault, words, order, where.question, useful)
    if len(acts) == 1:
        return fault
    template = words.grammar["typed.nth"]
    values = {"number": where.index + 1, "count": len(acts), "order": order}
    clause = fault.clause if isinstance(fault, Refused) else ""
    explained = (
        Refused(clause, template, reason=fault.sentence, **values)
        if clause
        else type(fault)(fault.code, template, reason=fault.sentence, **values)
    )
    explained.advice = fault.advice
    return explained


def explain_wrong_question(
    fault: Rejected, words: Words, order: str, question: Question, useful: Sequence[Order]
) -> Rejected:
    """Return the refusal of an order that answers a question other than the open one, with a few legal orders."""
    return WrongKind(
        fault.code,
        words.grammar["typed.other"],
        words.grammar["typed.instead"],
        order=order,
        question=words.terms.get(f"ask.{tag(type(question))}", ""),
        orders=[quote_typed(words, order_text(words, to_plain(one))) for one in useful],
    )


def useful_orders(where: StopPoint, seat: Seat, wanted: type[Order]) -> list[Order]:
    """Return a few legal orders of different kinds: first those after which the wanted one may be asked for."""
    listed = list(islice(legality.legal_orders(where.state, where.question, seat), MAX_CONSIDERED))
    kinds = {type(order): order for order in reversed(listed)}
    ready = legality.safe_order(where.state, where.question, seat)

    def rank(order: Order) -> tuple[bool, bool]:
        first = kinds[type(order)] is order
        return not (first and may_lead_to(where, seat, order, wanted)), not first or type(order) is type(ready)

    return sorted(listed, key=rank)[:MAX_SUGGESTED]


def may_lead_to(where: StopPoint, seat: Seat, order: Order, wanted: type[Order]) -> bool:
    """Return whether the wanted kind of order may be asked for after this one, as far as its sender can see."""
    before = len(where.state[Agenda].steps) - 1
    after = effect(where.state, where.question, seat, order)
    if after is None:
        return False
    questions = (question for step in after.state[Agenda].steps[before:] for question in step.to_come())
    return after.open or any(wanted in where.state.book.offers[type(question)] for question in questions)


def foresee(view: SeatView, batch: Sequence[Order]) -> list[Fact]:
    """Return what the game foresees of each order of a batch, one after the other, as far as the seat can see."""
    from ...report.content.choices import question_for  # saves the choices for orders that are sent without a preview

    acts = [order for order in batch if not isinstance(order, Plan)]
    state = view.state
    foresight: list[Fact] = []
    for number, order in enumerate(acts, 1):
        question = question_for(state, view.seat)
        if state is None or question is None or type(order) not in state.book.offers[type(question)]:
            break
        foresight += Effects(view.words, state, question, view.seat).facts(order)
        if number < len(acts):
            ahead = look_ahead(state, view.seat, [order])
            state = None if ahead.depends else ahead.state
    return foresight


def left_over_lines(words: Words, outlook: Outlook) -> list[str]:
    """Return what is left of a batch: what becomes plans, and what no longer makes sense."""
    parts = {"planned": outlook.plans, "dropped": outlook.dropped}
    texts = {key: "; ".join(order_text(words, to_plain(order)) for order in orders) for key, orders in parts.items()}
    return [phrase(words, key, orders=text) for key, text in texts.items() if text]


def with_narration(view: SeatView, outlook: Outlook, events: list[Plain]) -> list[Plain]:
    """Return events with what the game adds to their sentences; answers are marked as tried, not as sent."""
    narrate = view.opened.rules.game.presentation().story
    state = outlook.state or view.state
    if narrate is not None and state is not None:
        events = [{**event, **narrate(Moment(events, n, None, state)).more} for n, event in enumerate(events)]
    return [{"why": "tried", **event} if event["event"] == "answered" else event for event in events]


def preview_lines(view: SeatView, outlook: Outlook, events: list[Plain]) -> list[str]:
    """Return what is certain to happen, what that changes, and what the rest depends on."""
    words = view.words
    names = names_of(view.opened.game.state)
    lines = sentences(words, with_narration(view, outlook, events), view.seat, names)
    if view.state is not None and outlook.state is not None:
        changes = changed_gauges(words, gauges(view.state, view.seat), gauges(outlook.state, view.seat))
        lines += [phrase(words, "changes", names, changes=", ".join(changes))] if changes else []
    if outlook.depends:
        who = phrase(words, "chance") if outlook.depends == "chance" else names.get(outlook.depends, outlook.depends)
        lines.append(phrase(words, "depends", who=who))
    return lines
