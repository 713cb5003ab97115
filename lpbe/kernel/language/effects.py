"""Describe what orders would do: the gauges they change and the consequences a game foresees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..base.canonical import Plain
from ..content.packs import Words
from ..engine.dry_run import Effect, effect, gauges
from ..engine.foresight import Certainty, Fact
from ..engine.model import Order, Question, Seat, State
from .sentences import NOBODY, fact_text, fill_slots


class Effects:
    """The answers to one question as a seat sees them; what they share is computed once, and each answer once."""

    def __init__(
        self, words: Words, state: State, question: Question, seat: Seat, names: Mapping[Seat, str] = NOBODY
    ) -> None:
        self.words = words
        self.state = state
        self.question = question
        self.seat = seat
        self.names = names
        self.before = gauges(state, seat)
        self.foresights = [module.foresight(state, question, seat) for module in state.book.modules if module.foresight]
        self.outcomes: dict[Order, Effect | None] = {}
        self.foreseen: dict[Order, list[Fact]] = {}
        self.gauges_after: dict[Order, Mapping[str, int]] = {}

    def outcome(self, order: Order) -> Effect | None:
        """Return the effect of an order, or None if it would be refused."""
        if order not in self.outcomes:
            self.outcomes[order] = effect(self.state, self.question, self.seat, order)
        return self.outcomes[order]

    def after(self, order: Order) -> Mapping[str, int]:
        """Return the seat's gauges after an order; none if it would be refused."""
        if order not in self.gauges_after:
            outcome = self.outcome(order)
            self.gauges_after[order] = gauges(outcome.state, self.seat) if outcome else {}
        return self.gauges_after[order]

    def facts(self, order: Order) -> Sequence[Fact]:
        """Return the consequences of an order that the game foresees, besides changes of gauges."""
        if order not in self.foreseen:
            outcome = self.outcome(order)
            self.foreseen[order] = [fact for foresee in self.foresights for fact in foresee(order, outcome)]
        return self.foreseen[order]

    def text(self, order: Order, facts: Sequence[Fact] | None = None) -> str:
        """Describe cost and effect of an order: changed gauges, facts, or that more is still unknown."""
        outcome = self.outcome(order)
        if outcome is None:
            return ""
        if facts is None:
            facts = self.facts(order)
        numbers = ", ".join(self.numbers(order, facts))
        sentences = [fact_text(self.words, fact, self.names) for fact in facts]
        more = self.words.grammar["effect.open"] if outcome.open and not facts else ""
        return self.words.grammar["effect.next"].join(part for part in (numbers, *sentences, more) if part)

    def numbers(self, order: Order, facts: Sequence[Fact]) -> list[str]:
        """Describe the gauges that an order changes, except those that a fact explains."""
        covered = [name for fact in facts for name in fact.covers]
        return changed_gauges(self.words, without(self.before, covered), without(self.after(order), covered))


def fact_data(words: Words, fact: Fact, names: Mapping[Seat, str] = NOBODY) -> Plain:
    """Return a fact as data for programs: key, sentence, tone, place, and how sure it is where it is foreseen."""
    about = {name: getattr(fact, name) for name in ("tone", "place") if getattr(fact, name)}
    if fact.certainty is not Certainty.STATED:
        about["certainty"] = fact.certainty.value
    return {"key": fact.key, "text": fact_text(words, fact, names), **about}


def without(numbers: Mapping[str, int], names: Sequence[str]) -> Mapping[str, int]:
    return {name: value for name, value in numbers.items() if name not in names}


def changed_gauges(words: Words, before: Mapping[str, int], after: Mapping[str, int]) -> list[str]:
    """Describe the gauges that differ, in the order in which the game counts them."""
    different = [key for key in {**before, **after} if before.get(key, 0) != after.get(key, 0)]
    return [gauge_text(words.gauges[key], before.get(key, 0), after.get(key, 0)) for key in different]


def gauge_text(template: str, before: int, after: int) -> str:
    change = after - before

    def format_slot(name: str, one: str, many: str) -> str:
        value = f"{change:+d}" if name == "change" else str(after)
        return f"{value} {one if abs(change) == 1 else many}" if one else value

    return fill_slots(template, format_slot)
