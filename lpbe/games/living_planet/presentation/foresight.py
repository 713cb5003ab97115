"""What follows from an order, certainly or possibly: rehearsed by the rules on what its player sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ....kernel.engine.dry_run import Effect
from ....kernel.engine.foresight import Certainty, Fact, Foresee, Outcome, weaken
from ....kernel.engine.model import Agenda, Order, Question, Seat, State, Step
from ....kernel.engine.rehearsal import Given, Lines, rehearse, rehearse_lines
from ..actions.actions import Act
from ..actions.exploration import BuryHexes, LayHex
from ..actions.trading import Deal
from ..map.queries import options
from ..state import COLOURS, Bank, Map, Turn
from ..turn.card_selection import SelectCard, SelectCards
from ..turn.cataclysms import Trigger
from ..turn.exhaustion import Exhaust, ExhaustResource, extinct
from ..turn.fate import ChangeDie, ChangeDieTo, Fate, UseFate
from ..turn.leader_step import ArrangeDice, Lead, NameDouble, RemoveResource
from ..turn.production import Produce
from ..turn.strikes import holder
from ..turn.turn import Column, EndTurn
from .action_effects import IDLE, ActionEffects, crashes, foresee_actions
from .cataclysm_preview import DIE_OVER, TURN_OVER, free_answers, passively, preview_strike
from .dice_preview import goods_facts, strike_facts, whole_die

NOTHING: Sequence[Fact] = ()


def foresight(state: State, question: Question, seat: Seat) -> Foresee:
    """Return the foresight for a kind of question; for an unknown one, what follows before the next die."""
    make = FORESEERS.get(type(question), reactions if state[Turn].number else foresee_nothing)
    return make(state, question, seat)


def cards(state: State, question: Question, seat: Seat) -> Foresee:
    """Foresee what the die of each card would bring (LP-SELECT-04)."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        assert isinstance(order, SelectCard)
        value = Fact("card", {"value": order.card})
        return [value, *whole_die(state, seat, seat, order.card)]

    return seen


def fate(state: State, question: Fate, seat: Seat) -> Foresee:
    """Foresee what is left of the die after this row (LP-FATE-04)."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        value = order.value if isinstance(order, UseFate) else state[Turn].dice[question.colour]
        if question.row == "A":
            return list(whole_die(state, seat, question.colour, value))
        now = question.row == "C" and not may_be_turned(state, question.colour)
        return list(strike_facts(state, seat, question.colour, value, now))

    return seen


def change(state: State, question: ChangeDie, seat: Seat) -> Foresee:
    """Foresee the cataclysms of the die as it is and as it might be (LP-CARD1-01)."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        value = order.value if isinstance(order, ChangeDieTo) else state[Turn].dice[question.colour]
        now = not may_be_turned(state, question.colour)
        return list(strike_facts(state, seat, question.colour, value, now))

    return seen


def may_be_turned(state: State, colour: str) -> bool:
    """Return whether somebody may turn the die after the question that is asked."""
    left = [step for step in state[Agenda].steps[:-1] if isinstance(step, ChangeDie | Fate) and step.colour == colour]
    return any(step.asks(state) for step in left)


def lead(state: State, question: Lead, seat: Seat) -> Foresee:
    """Foresee the whole turn, if nobody did anything (LP-LEADER-04, LP-CARD2-01)."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        if outcome is not None and isinstance(order, RemoveResource):
            return [bank_fact(outcome.state, order.resource)]
        if outcome is None or not isinstance(order, ArrangeDice | NameDouble):
            return NOTHING
        after = outcome.state
        if not after[Turn].order:
            arranged = question.default(after, seat)
            after[Turn].order = list(arranged.dice) if isinstance(arranged, ArrangeDice) else list(COLOURS)
        return list(turn_ahead(after, seat, isinstance(order, ArrangeDice)))

    return seen


def turn_ahead(state: State, seat: Seat, arranged: bool) -> Iterator[Fact]:
    """Yield when the reader acts, what everybody produces, and what nobody can prevent."""
    played = rehearse(state, *(Column(n) for n in range(len(COLOURS))), reply=certainly)
    if arranged:
        yield Fact("nth", {"nth": state[Turn].order.index(seat) + 1})
    yield from goods_facts(played.events, seat)
    lost = [fact for fact in preview_strike(state, "", "", Lines([played])).facts(seat) if fact.tone == "bad"]
    if lost:
        yield Fact("losses.now", {"losses": [weaken(fact, TURN_OVER) for fact in lost]}, "bad")


def certainly(state: State, question: Question, seat: Seat) -> Order | None:
    """Answer as if nobody acted; if there are several hexes, it is unknown which one is struck."""
    if isinstance(question, Trigger) and len(question.hexes) > 1:
        return None
    return passively(state, question, seat)


def triggers(state: State, question: Question, seat: Seat) -> Foresee:
    """Foresee what the hexes cost whom (LP-CATA-03)."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        lines = rehearse_lines(state, question, answers=free_answers, first=Given(seat, order))
        return preview_strike(state, "", "", lines).losses(seat) or ([IDLE] if lines.decided else NOTHING)

    return seen


def foresee_exhaustion(state: State, question: Question, seat: Seat) -> Foresee:
    """Foresee what is left, and whether that ends the game (LP-EXH-01, G-76)."""

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        assert isinstance(order, ExhaustResource)
        if outcome is None:
            return NOTHING
        ends = options(state).extinction_end and extinct(outcome.state)
        return [bank_fact(outcome.state, order.resource), *([Fact("exhaust.end")] if ends else [])]

    return seen


def bank_fact(state: State, resource: str) -> Fact:
    left = state[Bank].cubes[resource]
    return Fact("exhaust.left" if left else "exhaust.last", {"resource": resource, "count": left})


def reactions(state: State, question: Question, seat: Seat) -> Foresee:
    """Foresee the reader's own losses before the next die is played."""
    rest = rest_of_die(state)
    striking = bool(rest) and not any(isinstance(step, Act) for step in rest)

    def seen(order: Order, outcome: Effect | None) -> Sequence[Fact]:
        lines = rehearse_lines(state, question, *rest, answers=free_answers, first=Given(seat, order))
        lost = preview_strike(state, "", "", lines, decided=True).losses(seat, lambda fact: fact.tone != "good")
        return lost or ([unharmed(state, seat)] if striking and lines.decided else NOTHING)

    return seen


def unharmed(state: State, seat: Seat) -> Fact:
    """Return that a seat loses nothing of what it has before the next die."""
    teams = [name for name, team in state[Map].teams.items() if team.seat == seat]
    places = [spot for spot in state[Map].buildings if holder(state, spot) == seat]
    kinds = {"team": ("team-wounded", "team-lost"), "place": ("chip-lost", "building-lost", "colony-lost")}
    outcomes = tuple(
        Outcome(kind, {name: piece})
        for name, pieces in (("team", teams), ("place", places))
        for piece in pieces
        for kind in kinds[name]
    )
    return Fact("unharmed", tone="good", certainty=Certainty.CERTAIN, outcomes=outcomes, never=True, until=DIE_OVER)


def rest_of_die(state: State) -> list[Step]:
    """Return what is still to do after the question that is asked, before the next die or the end of the turn."""
    out: list[Step] = []
    for step in reversed(state[Agenda].steps[:-1]):
        if isinstance(step, Column | Exhaust | EndTurn):
            break
        out.append(step)
    return out


def actions(state: State, question: Act, seat: Seat) -> Foresee:
    return foresee_actions(state, question, seat, rest_of_die(state))


def bargains(state: State, question: Question, seat: Seat) -> Foresee:
    """Foresee whether a price falls from the top of its track (LP-CRASH-01)."""
    return lambda order, outcome: list(crashes(outcome.events)) if outcome else NOTHING


def foresee_placement(state: State, question: LayHex, seat: Seat) -> Foresee:
    """Foresee what threatens a team that goes to the new hex; the actions go on after it (LP-EXPL-02)."""
    seen = ActionEffects(state, Act(seat), seat, ())
    return lambda order, outcome: list(seen.arrivals(outcome)) if outcome else NOTHING


def foresee_nothing(state: State, question: Question, seat: Seat) -> Foresee:
    return lambda order, outcome: NOTHING


FORESEERS: Mapping[type[Question], Callable[[State, Any, Seat], Foresee]] = {
    SelectCards: cards,
    Fate: fate,
    ChangeDie: change,
    Lead: lead,
    Trigger: triggers,
    Exhaust: foresee_exhaustion,
    Act: actions,
    Deal: bargains,
    LayHex: foresee_placement,
    BuryHexes: foresee_nothing,
    Produce: foresee_nothing,
}
