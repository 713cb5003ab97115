"""What an action brings besides its cost: when a building produces, what it shelters, what threatens it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....kernel.engine import legality
from ....kernel.engine.chance import NoChance
from ....kernel.engine.dry_run import Effect
from ....kernel.engine.foresight import Fact, Foresee
from ....kernel.engine.model import Agenda, Event, Order, Question, Seat, State, Step
from ....kernel.engine.rehearsal import rehearse
from ....kernel.engine.table import Table
from ..actions.actions import Act, EndActions
from ..actions.construction import Built
from ..actions.market import Crashed
from ..actions.trading import Deal, DrawMarket, TakeTrade
from ..events import TeamArrived, TeamMoved
from ..map.queries import building_kinds, hex_name, hex_of, tile_of
from ..state import Map, Place, Turn
from ..turn.cataclysms import Cataclysm, Trigger, candidates
from ..turn.fate import ChangeDie, Fate
from ..turn.turn import Column
from .cataclysm_preview import Blow, blow, passively, strike_of
from .dice_preview import strike_fact
from .threats import dice_due, nearness

RISKS: Mapping[str, str] = {"sure": "risk.sure", "shown": "risk.shown"}


class Deeds:
    """The actions of one phase, seen from where they begin."""

    def __init__(self, state: State, question: Act, seat: Seat, rest: Sequence[Step]) -> None:
        self.state, self.question, self.seat, self.rest = state, question, seat, rest
        self.due = {colour: values[0] for colour, values in dice_due(state, seat).items()}
        self.later = [state[Turn].order[step.number] for step in state[Agenda].steps if isinstance(step, Column)][::-1]
        self.known: dict[tuple[str, ...], Blow] = {}

    def seen(self, order: Order, outcome: Effect | None) -> Sequence[Fact]:
        if outcome is None:
            return ()
        if isinstance(order, EndActions):
            return list(self.aftermath(outcome.state))
        if isinstance(order, TakeTrade):
            return list(self.trade(order))
        return [*self.buildings(outcome), *self.arrivals(outcome), *crashes(outcome.events)]

    def aftermath(self, after: State) -> Iterator[Fact]:
        """Yield what is sure to come before the next die, or may come where somebody has a say in this one."""
        played = rehearse(after, *self.rest, reply=surely, stops=True)
        lost, left = blow(self.state, "", "", played).losses(self.seat), played.state[Agenda].steps
        yield from lost
        if not (lost or left or played.open) and any(isinstance(step, Cataclysm) for step in self.rest):
            yield Fact("strike.idle" if candidates(after, self.seat) else "strike.none")
        if left and isinstance(left[-1], Fate | ChangeDie | Trigger):
            colour, value = left[-1].colour, after[Turn].dice[left[-1].colour]
            hexes = candidates(after, colour)
            yield from (strike_fact(strike_of(after, colour, value, hex), self.seat, "may") for hex in hexes)

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
                yield from self.risks(outcome.state, event)

    def use(self, event: Built) -> Iterator[Fact]:
        """Yield the value on which it produces and the dice of this turn that show it; what it shelters.

        LP-PROD-01, G-04.
        """
        kind = building_kinds(self.state.book)[event.building]
        soon = [colour for colour in self.later if self.state[Turn].dice[colour] == event.value]
        if kind.makes:
            yield Fact("build.makes", {"resource": kind.makes, "value": event.value, "dice": soon}, "good", event.place)
        if kind.shelters:
            yield Fact("build.shelters", {"kind": kind.shelters, "hex": hex_name(event.place)}, "good", event.place)

    def risks(self, after: State, event: Built) -> Iterator[Fact]:
        """Yield the dice on its hex that would harm the new building, those of this turn by name."""
        hex = hex_name(event.place)
        kind = building_kinds(self.state.book)[event.building]
        found: dict[tuple[str, str], list[str]] = {}
        for die, brings in sorted(tile_of(after, hex).dice.items()):
            key = event.place, kind.shelters, *kind.traits, die
            came = self.known.get(key) or self.known.setdefault(key, strike_of(after, die[:-1], int(die[-1]), hex))
            if any(harm.values.get("place") in (event.place, hex) and harm.seat == self.seat for harm in came.harms):
                found.setdefault((self.way(after, die, hex), brings), []).append(die)
        for (way, brings), dice in sorted(found.items(), reverse=True):
            yield Fact(RISKS.get(way, "risk"), {"kind": brings, "dice": dice, "hex": hex}, "bad", hex)

    def way(self, after: State, die: str, hex: str) -> str:
        """Return how near a strike is; nothing where it is not this turn, or the reader's own choice."""
        colour, value = die[:-1], int(die[-1])
        if self.due.get(colour) != value:
            return ""
        way = nearness(after, colour, value, hex, candidates(after, colour))
        return "" if colour == self.seat and way != "sure" else way

    def arrivals(self, outcome: Effect) -> Iterator[Fact]:
        """Yield the teams that arrive where a die of this turn strikes them."""
        for name, place in arrival_places(outcome.events, self.seat, self.state).items():
            yield from self.ambushes(outcome.state, name, place)

    def ambushes(self, after: State, name: str, place: Place) -> Iterator[Fact]:
        team = after[Map].teams.get(name)
        hex = hex_of(after, team.place) if team else ""
        if team is None or team.place != place or hex not in after[Map].hexes:
            return
        dice = tile_of(after, hex).dice
        for die in (f"{colour}{value}" for colour, value in self.due.items() if f"{colour}{value}" in dice):
            key = name, place, die
            came = self.known.get(key) or self.known.setdefault(key, strike_of(after, die[:-1], int(die[-1]), hex))
            hit = any(harm.values.get("team") == name for harm in came.harms)
            if way := self.way(after, die, hex) if hit else "":
                yield Fact(RISKS[way], {"kind": dice[die], "dice": [die], "hex": hex}, "bad", hex)


def deeds(state: State, question: Act, seat: Seat, rest: Sequence[Step]) -> Foresee:
    return Deeds(state, question, seat, rest).seen


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
