"""What an order would come to, as far as its giver can see: the numbers it changes."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ..base.errors import ClosedDrawer, Refused
from ..content.packs import Words
from ..play.chance import NoChance
from ..play.rules import Agenda, Event, Order, Poll, Question, Seat, State
from ..play.table import Table
from .sentences import filled


class Effect(Struct, frozen=True):
    """The facts an order would state, the state after them, and whether more hangs on what its giver cannot see."""

    events: list[Event]
    state: State
    open: bool = False


def effect(state: State, question: Question, seat: Seat, order: Order) -> Effect | None:
    """Play one order on a copy of what a seat sees, with the steps it plans, up to the next question."""
    table = Table(state.copy(), NoChance())
    agenda = table.state[Agenda]
    floor = len(agenda.steps) - 1
    try:
        table.handler(question, order).play(table, seat, question, order)
        if isinstance(question, Poll) and list(question.asks(table.closed)) == [seat]:
            question.close(table, {seat: order})
        agenda.steps.pop()
        table.push()
        while len(agenda.steps) > floor and not isinstance(agenda.steps[-1], Question):
            agenda.steps.pop().run(table)
            table.push()
    except ClosedDrawer:
        return Effect(table.events, table.state, open=True)
    except Refused:
        return None
    return Effect(table.events, table.state)


def effect_text(words: Words, state: State, question: Question, seat: Seat, order: Order) -> str:
    """Cost and effect of an order: the numbers it changes, and whether more hangs on what is not known yet."""
    outcome = effect(state, question, seat, order)
    if outcome is None:
        return ""
    changes = changed(words, gauges(state, seat), gauges(outcome.state, seat))
    return ", ".join([*changes, *([words.grammar["effect.open"]] if outcome.open else [])])


def gauges(state: State, seat: Seat) -> dict[str, int]:
    """The numbers a seat watches, all modules' together."""
    return {name: value for module in state.book.modules for name, value in module.gauges(state, seat).items()}


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
