"""What orders would come to, in words: the numbers they change, and what a game foresees of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..base.canon import Plain
from ..content.packs import Words
from ..play.dry_run import Effect, effect, gauges
from ..play.foresight import Told
from ..play.rules import Order, Question, Seat, State
from .sentences import NOBODY, filled, told_text


class Effects:
    """The answers to one question as a seat sees it; what they have in common is worked out once, each of them once."""

    def __init__(
        self, words: Words, state: State, question: Question, seat: Seat, names: Mapping[Seat, str] = NOBODY
    ) -> None:
        self.words, self.state, self.question, self.seat, self.names = words, state, question, seat, names
        self.before = gauges(state, seat)
        seen = [module.foresight for module in state.book.modules if module.foresight]
        self.seers = [foresight(state, question, seat) for foresight in seen]
        self.known: dict[Order, Effect | None] = {}
        self.counted: dict[Order, Mapping[str, int]] = {}

    def outcome(self, order: Order) -> Effect | None:
        if order not in self.known:
            self.known[order] = effect(self.state, self.question, self.seat, order)
        return self.known[order]

    def after(self, order: Order) -> Mapping[str, int]:
        """The numbers that the seat watches, once the order is carried out; none where it cannot be."""
        if order not in self.counted:
            outcome = self.outcome(order)
            self.counted[order] = gauges(outcome.state, self.seat) if outcome else {}
        return self.counted[order]

    def told(self, order: Order) -> list[Told]:
        """What is foreseen of an order, beside numbers."""
        return [told for seer in self.seers for told in seer(order, self.outcome(order))]

    def text(self, order: Order, told: Sequence[Told] | None = None) -> str:
        """Cost and effect: the numbers it changes, what it is sure to bring; else whether more is not known yet."""
        outcome, told = self.outcome(order), self.told(order) if told is None else told
        if outcome is None:
            return ""
        numbers = ", ".join(self.numbers(order, told))
        sentences = [told_text(self.words, one, self.names) for one in told]
        more = self.words.grammar["effect.open"] if outcome.open and not told else ""
        return self.words.grammar["effect.next"].join(part for part in (numbers, *sentences, more) if part)

    def numbers(self, order: Order, told: Sequence[Told]) -> list[str]:
        """What changes, but for what a sentence says better."""
        covered = [name for one in told for name in one.covers]
        return changed(self.words, without(self.before, covered), without(self.after(order), covered))


def said(words: Words, told: Told, names: Mapping[Seat, str] = NOBODY) -> Plain:
    """What is foreseen, for programs: what it is about, the sentence, whether it is good or bad, and where."""
    about = {name: getattr(told, name) for name in ("tone", "place") if getattr(told, name)}
    return {"key": told.key, "text": told_text(words, told, names), **about}


def without(numbers: Mapping[str, int], names: Sequence[str]) -> Mapping[str, int]:
    return {name: value for name, value in numbers.items() if name not in names}


def changed(words: Words, before: Mapping[str, int], after: Mapping[str, int]) -> list[str]:
    """What is different, in the order the game counts it."""
    different = [key for key in {**before, **after} if before.get(key, 0) != after.get(key, 0)]
    return [reading(words.gauges[key], before.get(key, 0), after.get(key, 0)) for key in different]


def reading(template: str, before: int, after: int) -> str:
    change = after - before

    def say(name: str, one: str, many: str) -> str:
        value = f"{change:+d}" if name == "change" else str(after)
        return f"{value} {one if abs(change) == 1 else many}" if one else value

    return filled(template, say)
