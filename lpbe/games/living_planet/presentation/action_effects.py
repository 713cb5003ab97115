"""What an action brings besides its cost: when a building produces, what it shelters, what threatens it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from ....kernel.engine import legality
from ....kernel.engine.chance import NoChance
from ....kernel.engine.dry_run import Effect
from ....kernel.engine.foresight import Certainty, Fact, Foresee, Outcome
from ....kernel.engine.model import Agenda, Event, Order, Question, Seat, State, Step
from ....kernel.engine.rehearsal import rehearse, rehearse_lines
from ....kernel.engine.table import Table
from ..actions.actions import Act, EndActions
from ..actions.construction import Built
from ..actions.market import Crashed
from ..actions.trading import Deal, DrawMarket, TakeTrade
from ..events import TeamArrived, TeamMoved
from ..map.queries import around, building_kinds, hex_name, hex_of, tile_of
from ..state import Map, Place, Purse, Turn
from ..turn.cataclysms import Cataclysm, Trigger, candidates, protection
from ..turn.fate import ChangeDie, Fate
from ..turn.turn import Column
from .cataclysm_preview import (
    DIE_OVER,
    HARMS,
    TURN_OVER,
    StrikePreview,
    free_answers,
    passively,
    preview_strike,
    strike_of,
)
from .dice_preview import no_strike, strike_fact
from .threats import Nearness, dice_due, nearness

Risk = Nearness | Literal[""]
"""How near a strike is that an order walks into; "" if it does not come this turn or is the reader's own choice."""

RISKS: Mapping[str, str] = {"sure": "risk.sure", "shown": "risk.shown"}
IDLE = Fact("strike.idle", certainty=Certainty.CERTAIN, outcomes=HARMS, never=True, until=DIE_OVER)
"""The die costs nobody anything."""


class ActionEffects:
    """The actions of one phase, seen from where they begin."""

    def __init__(self, state: State, question: Act, seat: Seat, rest: Sequence[Step]) -> None:
        self.state = state
        self.question = question
        self.seat = seat
        self.rest = rest
        self.due = {colour: values[0] for colour, values in dice_due(state, seat).items()}
        self.later = [state[Turn].order[step.number] for step in state[Agenda].steps if isinstance(step, Column)][::-1]
        self.known: dict[tuple[str, ...], StrikePreview] = {}

    def seen(self, order: Order, outcome: Effect | None) -> Sequence[Fact]:
        if outcome is None:
            return ()
        if isinstance(order, EndActions):
            return list(self.aftermath(outcome.state))
        if isinstance(order, TakeTrade):
            return list(self.trade(order))
        return [*self.buildings(outcome), *self.arrivals(outcome), *crashes(outcome.events)]

    def aftermath(self, after: State) -> Iterator[Fact]:
        """Yield what is certain to come before the next die, or may come if somebody has a say in this one."""
        left = rehearse(after, *self.rest, reply=surely, stops=True).state[Agenda].steps
        if left and isinstance(left[-1], Fate | ChangeDie | Trigger):
            colour, value = left[-1].colour, after[Turn].dice[left[-1].colour]
            for hex in candidates(after, colour):
                yield strike_fact(strike_of(after, colour, value, hex), self.seat, "may", colour)
            return
        lines = rehearse_lines(after, *self.rest, answers=free_answers)
        lost = preview_strike(self.state, "", "", lines).losses(self.seat)
        yield from lost
        if not lost and lines.decided and any(isinstance(step, Cataclysm) for step in self.rest):
            yield IDLE if candidates(after, self.seat) else no_strike(self.seat, now=True)

    def trade(self, order: TakeTrade) -> Iterator[Fact]:
        """Yield how many cards are drawn, and how many cubes a deal may have (LP-TRADE-01)."""
        planned = steps_of(self.state, self.question, self.seat, order)
        cards = sum(step.count for step in planned if isinstance(step, DrawMarket))
        cubes = sum(step.volume for step in planned if isinstance(step, Deal))
        yield Fact("trade", {"cards": cards, "cubes": cubes})

    def buildings(self, outcome: Effect) -> Iterator[Fact]:
        for event in outcome.events:
            if isinstance(event, Built) and event.seat == self.seat:
                yield from self.use(event)
                yield from self.risks(outcome, event)

    def use(self, event: Built) -> Iterator[Fact]:
        """Yield the value on which it produces and the dice of this turn that show it; what it shelters.

        LP-PROD-01, G-04.
        """
        kind = building_kinds(self.state.book)[event.building]
        soon = [colour for colour in self.later if self.state[Turn].dice[colour] == event.value]
        if kind.makes:
            made = (Outcome("produced", {"seat": self.seat, "place": event.place}),) if soon else ()
            yield Fact(
                key="build.makes",
                values={"resource": kind.makes, "value": event.value, "dice": soon},
                tone="good",
                place=event.place,
                certainty=Certainty.POSSIBLE if soon else Certainty.STATED,
                outcomes=made,
                until=TURN_OVER,
            )
        if kind.shelters and not self.helps(event.place, kind.shelters):
            sheltered: dict[str, object] = {"kind": kind.shelters, "hex": hex_name(event.place)}
            yield Fact("build.useless", sheltered, tone="bad", place=event.place)
        elif kind.shelters:
            sheltered = {"kind": kind.shelters, "hex": hex_name(event.place)}
            yield Fact("build.shelters", sheltered, tone="good", place=event.place)

    def helps(self, place: Place, kind: str) -> bool:
        """Return whether a cataclysm of this kind may come to a hex that a shelter on this place reaches (G-04)."""
        near = around(self.state, hex_name(place)) if protection(self.state).range else ()
        return any(kind in tile_of(self.state, hex).dice.values() for hex in (hex_name(place), *near))

    def cause(self, outcome: Effect) -> tuple[str, ...]:
        """Return what a strike after an order depends on besides its place: what else was done, and what is left."""
        kinds = sorted({type(event).__name__ for event in outcome.events})
        return (*kinds, str(outcome.state[Purse, self.seat].cubes))

    def risks(self, outcome: Effect, event: Built) -> Iterator[Fact]:
        """Yield the dice on its hex that would harm the new building, those of this turn by name."""
        after = outcome.state
        hex = hex_name(event.place)
        kind = building_kinds(self.state.book)[event.building]
        found: dict[tuple[Risk, str], list[str]] = {}
        for die, brings in sorted(tile_of(after, hex).dice.items()):
            key = *self.cause(outcome), event.place, kind.shelters, *kind.traits, die
            came = self.known.get(key) or self.known.setdefault(key, strike_of(after, die[:-1], int(die[-1]), hex))
            if any(harm.values.get("place") in (event.place, hex) and harm.seat == self.seat for harm in came.harms):
                found.setdefault((self.risk(after, die, hex), brings), []).append(die)
        for (risk, brings), dice in sorted(found.items(), reverse=True):
            yield risk_fact(risk, brings, dice, hex)

    def risk(self, after: State, die: str, hex: str) -> Risk:
        colour, value = die[:-1], int(die[-1])
        if self.due.get(colour) != value:
            return ""
        near = nearness(after, colour, value, hex, candidates(after, colour), self.seat)
        return "" if colour == self.seat and near != "sure" else near

    def arrivals(self, outcome: Effect) -> Iterator[Fact]:
        """Yield the teams that arrive where a die of this turn strikes them."""
        for name, place in arrival_places(outcome.events, self.seat, self.state).items():
            yield from self.ambushes(outcome, name, place)

    def ambushes(self, outcome: Effect, name: str, place: Place) -> Iterator[Fact]:
        after = outcome.state
        team = after[Map].teams.get(name)
        hex = hex_of(after, team.place) if team else ""
        if team is None or team.place != place or hex not in after[Map].hexes:
            return
        dice = tile_of(after, hex).dice
        for die in (f"{colour}{value}" for colour, value in self.due.items() if f"{colour}{value}" in dice):
            key = *self.cause(outcome), name, place, die
            came = self.known.get(key) or self.known.setdefault(key, strike_of(after, die[:-1], int(die[-1]), hex))
            hit = any(harm.values.get("team") == name for harm in came.harms)
            if risk := self.risk(after, die, hex) if hit else "":
                yield risk_fact(risk, dice[die], [die], hex)


def risk_fact(risk: Risk, kind: str, dice: Sequence[str], hex: str) -> Fact:
    """Return that a hex is struck: this turn for certain, this turn perhaps, or some day (a rule, no foresight)."""
    certainty = {"sure": Certainty.CERTAIN, "shown": Certainty.POSSIBLE}.get(risk, Certainty.STATED)
    return Fact(
        key=RISKS.get(risk, "risk"),
        values={"kind": kind, "dice": list(dice), "hex": hex},
        tone="bad",
        place=hex,
        certainty=certainty,
        outcomes=(Outcome("struck", {"hex": hex, "kind": kind}),) if certainty is not Certainty.STATED else (),
        until=TURN_OVER,
    )


def foresee_actions(state: State, question: Act, seat: Seat, rest: Sequence[Step]) -> Foresee:
    return ActionEffects(state, question, seat, rest).seen


def surely(state: State, question: Question, seat: Seat) -> Order | None:
    """Answer only what nobody decides: no die is turned, no hex chosen; damage is taken as by default."""
    if isinstance(question, Fate | ChangeDie | Trigger | Act):
        return legality.only_answer(state, question, seat)
    return passively(state, question, seat)


def arrival_places(events: Sequence[Event], seat: Seat, before: State) -> dict[str, Place]:
    """Return where the seat's teams are in the end."""
    out: dict[str, Place] = {}
    for event in events:
        if isinstance(event, TeamMoved) and before[Map].teams[event.team].seat == seat:
            out[event.team] = event.place
        if isinstance(event, TeamArrived) and event.seat == seat:
            out[event.team] = event.place
    built = [event.place for event in events if isinstance(event, Built)]
    return {name: place for name, place in out.items() if place not in built}


def crashes(events: Sequence[Event]) -> Iterator[Fact]:
    for event in events:
        if isinstance(event, Crashed):
            yield Fact("crash", {"resource": event.resource, "price": event.price})


def steps_of(state: State, question: Question, seat: Seat, order: Order) -> list[Step]:
    """Return what an order plans, before any of it is done."""
    table = Table(state.copy(), NoChance())
    table.handler(question, order).play(table, seat, question, order)
    return table.planned
