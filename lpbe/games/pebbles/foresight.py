"""What rain will wash away: the worst that a colour may bring, and what is lost whatever is sheltered."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.play.dry_run import Effect
from ...kernel.play.foresight import Foresee, Told
from ...kernel.play.rules import Order, Question, Seat, State
from ...kernel.play.silence import giving, rehearse
from .rain import STRONGEST, PointAt, Shelter, Wash, Washed, threatened
from .state import Path


def foresight(state: State, question: Question, seat: Seat) -> Foresee:
    def seen(order: Order, outcome: Effect | None) -> Sequence[Told]:
        if isinstance(order, PointAt):
            return list(worst(state, seat, order.colour))
        return list(lost(state, question, seat, order)) if isinstance(question, Shelter) else ()

    return seen


def worst(state: State, seat: Seat, colour: str) -> list[Told]:
    """PEB-RAIN-04: what the strongest rain on a colour would reach."""
    reached = threatened(state, colour, STRONGEST)
    own = [name for name, owner in reached.items() if owner == seat]
    others = [name for name, owner in reached.items() if owner != seat]
    told = [Told("rain.others", {"pebbles": others}, "good")] if others else []
    return [*([Told("rain.own", {"pebbles": own}, "bad")] if own else []), *told]


def lost(state: State, question: Shelter, seat: Seat, order: Order) -> list[Told]:
    """PEB-RAIN-05: which of the reader's pebbles are washed away after this answer."""
    played = rehearse(state, question, Wash(question.colour, question.strength), reply=giving(seat, order))
    washed = [name for event in played.events if isinstance(event, Washed) for name in event.pebbles]
    mine = [name for name in washed if state[Path].laid[name] == seat]
    return [Told("washed", {"pebbles": mine}, "bad")] if mine else []
