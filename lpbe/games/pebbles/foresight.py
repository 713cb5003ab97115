"""What rain will wash away: the worst that a colour may bring, and what is lost whatever is sheltered."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.engine.dry_run import Effect
from ...kernel.engine.foresight import Certainty, Fact, Foresee, Outcome, Tone
from ...kernel.engine.model import Order, Question, Seat, State
from ...kernel.engine.rehearsal import rehearse, reply_with
from ...kernel.engine.rulebook import tag
from .rain import MAX_STRENGTH, PointAt, Shelter, Wash, Washed, threatened_pebbles
from .state import Path


def foresight(state: State, question: Question, seat: Seat) -> Foresee:
    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        if isinstance(order, PointAt):
            return list(worst(state, seat, order.colour))
        return list(loss_facts(state, question, seat, order)) if isinstance(question, Shelter) else ()

    return seen


def worst(state: State, seat: Seat, colour: str) -> list[Fact]:
    """Return what the strongest rain on a colour would reach (PEB-RAIN-04)."""
    reached = threatened_pebbles(state, colour, MAX_STRENGTH)
    own = [name for name, owner in reached.items() if owner == seat]
    others = [name for name, owner in reached.items() if owner != seat]
    threats_to_others = [rain_fact("rain.others", others, "good")] if others else []
    return [*([rain_fact("rain.own", own, "bad")] if own else []), *threats_to_others]


def rain_fact(key: str, pebbles: list[str], tone: Tone, certainty: Certainty = Certainty.POSSIBLE) -> Fact:
    """Return that the rain of this round washes pebbles away."""
    gone = (Outcome(tag(Washed), {"pebbles": pebbles}),)
    return Fact(key, {"pebbles": pebbles}, tone, certainty=certainty, outcomes=gone, until=("round-began",))


def loss_facts(state: State, question: Shelter, seat: Seat, order: Order) -> list[Fact]:
    """Return which of the reader's pebbles are washed away after this answer (PEB-RAIN-05)."""
    played = rehearse(state, question, Wash(question.colour, question.strength), reply=reply_with(seat, order))
    washed = [name for event in played.events if isinstance(event, Washed) for name in event.pebbles]
    mine = [name for name in washed if state[Path].laid[name] == seat]
    return [rain_fact("washed", mine, "bad", Certainty.CERTAIN)] if mine else []
