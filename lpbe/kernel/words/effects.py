"""What an order would come to, in words: the numbers it changes."""

from __future__ import annotations

from collections.abc import Mapping

from ..content.packs import Words
from ..play.dry_run import effect, gauges
from ..play.rules import Order, Question, Seat, State
from .sentences import filled


def effect_text(words: Words, state: State, question: Question, seat: Seat, order: Order) -> str:
    """Cost and effect of an order: the numbers it changes, and whether more hangs on what is not known yet."""
    outcome = effect(state, question, seat, order)
    if outcome is None:
        return ""
    changes = changed(words, gauges(state, seat), gauges(outcome.state, seat))
    return ", ".join([*changes, *([words.grammar["effect.open"]] if outcome.open else [])])


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
