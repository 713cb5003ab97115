"""What is sure to follow from an order: rehearsed by the rules on what its giver sees, question by question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ....kernel.play.dry_run import Effect
from ....kernel.play.foresight import Foresee, Told
from ....kernel.play.rules import Agenda, Order, Question, Seat, State, Step
from ....kernel.play.silence import giving, rehearse
from ..act import Act
from ..arrange import ArrangeDice, Lead, NameDouble, RemoveResource
from ..cataclysm import Trigger
from ..choose import SelectCard, SelectCards
from ..exhaust import Exhaust, ExhaustResource, extinct
from ..explore import BuryHexes, LayHex
from ..fate import ChangeDie, ChangeDieTo, Fate, UseFate
from ..produce import Produce
from ..reading import options
from ..state import COLOURS, Bank, Turn
from ..trade import Deal
from ..turn import Column, EndTurn
from .blows import blow, passively
from .deeds import Deeds, crashes, deeds
from .dice import goods_told, struck, whole_die

NOTHING: Sequence[Told] = ()


def foresight(state: State, question: Question, seat: Seat) -> Foresee:
    """By the kind of question; of one that nobody here knows, what it leads to before the next die."""
    make = SEERS.get(type(question), reactions if state[Turn].number else nothing)
    return make(state, question, seat)


def cards(state: State, question: Question, seat: Seat) -> Foresee:
    """LP-SELECT-04: what the die of each card would bring."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        assert isinstance(order, SelectCard)
        return [Told("card", {"value": order.card}), *whole_die(state, seat, seat, order.card)]

    return seen


def fate(state: State, question: Fate, seat: Seat) -> Foresee:
    """LP-FATE-04: what is left of the die after this row."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        value = order.value if isinstance(order, UseFate) else state[Turn].dice[question.colour]
        seen_rows = whole_die if question.row == "A" else struck
        return list(seen_rows(state, seat, question.colour, value))

    return seen


def change(state: State, question: ChangeDie, seat: Seat) -> Foresee:
    """LP-CARD1-01: the cataclysms of the die as it is and as it might be."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        value = order.value if isinstance(order, ChangeDieTo) else state[Turn].dice[question.colour]
        return list(struck(state, seat, question.colour, value))

    return seen


def lead(state: State, question: Lead, seat: Seat) -> Foresee:
    """LP-LEADER-04, LP-CARD2-01: the whole turn, if nobody did anything."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        if outcome is not None and isinstance(order, RemoveResource):
            return [left_in_bank(outcome.state, order.resource)]
        if outcome is None or not isinstance(order, ArrangeDice | NameDouble):
            return NOTHING
        after = outcome.state
        if not after[Turn].order:
            arranged = question.default(after, seat)
            after[Turn].order = list(arranged.dice) if isinstance(arranged, ArrangeDice) else list(COLOURS)
        return list(turn_ahead(after, seat, isinstance(order, ArrangeDice)))

    return seen


def turn_ahead(state: State, seat: Seat, arranged: bool) -> Iterator[Told]:
    """When the reader acts, what all produce, and what nobody can turn away."""
    played = rehearse(state, *(Column(n) for n in range(len(COLOURS))), reply=certainly)
    if arranged:
        yield Told("nth", {"nth": state[Turn].order.index(seat) + 1})
    yield from goods_told(played.events, seat)
    yield from (told for told in blow(state, "", "", played).losses(seat) if told.tone == "bad")


def certainly(state: State, question: Question, seat: Seat) -> Order | None:
    """Nobody acts; of several hexes nobody knows which is struck."""
    if isinstance(question, Trigger) and len(question.hexes) > 1:
        return None
    return passively(state, question, seat)


def triggers(state: State, question: Question, seat: Seat) -> Foresee:
    """LP-CATA-03: what the hexes cost whom."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        played = rehearse(state, question, reply=giving(seat, order, passively))
        return blow(state, "", "", played).losses(seat) or [Told("strike.idle")]

    return seen


def exhausting(state: State, question: Question, seat: Seat) -> Foresee:
    """LP-EXH-01, G-76: what is left, and whether that ends the game."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        assert isinstance(order, ExhaustResource)
        if outcome is None:
            return NOTHING
        ends = options(state).extinction_end and extinct(outcome.state)
        return [left_in_bank(outcome.state, order.resource), *([Told("exhaust.end")] if ends else [])]

    return seen


def left_in_bank(state: State, resource: str) -> Told:
    left = state[Bank].cubes[resource]
    return Told("exhaust.left" if left else "exhaust.last", {"resource": resource, "count": left})


def reactions(state: State, question: Question, seat: Seat) -> Foresee:
    """What an answer leads to before the next die is played, if the others stay silent: the reader's own losses."""
    rest = rest_of_die(state)
    striking = bool(rest) and not any(isinstance(step, Act) for step in rest)

    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        played = rehearse(state, question, *rest, reply=giving(seat, order, certainly))
        lost = [told for told in blow(state, "", "", played, decided=True).losses(seat) if told.tone != "good"]
        return lost or ([Told("unharmed", tone="good")] if striking and not played.open else NOTHING)

    return seen


def rest_of_die(state: State) -> list[Step]:
    """What is still to do, below the question that is asked, before the next die or the end of the turn."""
    out: list[Step] = []
    for step in reversed(state[Agenda].steps[:-1]):
        if isinstance(step, Column | Exhaust | EndTurn):
            break
        out.append(step)
    return out


def actions(state: State, question: Act, seat: Seat) -> Foresee:
    return deeds(state, question, seat, rest_of_die(state))


def bargains(state: State, question: Question, seat: Seat) -> Foresee:
    """LP-CRASH-01: whether a price falls from the top of its track."""
    return lambda order, outcome: list(crashes(outcome.events)) if outcome else NOTHING


def laying(state: State, question: LayHex, seat: Seat) -> Foresee:
    """LP-EXPL-02: what threatens who goes to the new hex; the actions go on after it."""
    seen = Deeds(state, Act(seat), seat, ())
    return lambda order, outcome: list(seen.arrivals(outcome)) if outcome else NOTHING


def nothing(state: State, question: Question, seat: Seat) -> Foresee:
    return lambda order, outcome: NOTHING


SEERS: Mapping[type[Question], Callable[[State, Any, Seat], Foresee]] = {
    SelectCards: cards,
    Fate: fate,
    ChangeDie: change,
    Lead: lead,
    Trigger: triggers,
    Exhaust: exhausting,
    Act: actions,
    Deal: bargains,
    LayHex: laying,
    BuryHexes: nothing,
    Produce: nothing,
}
