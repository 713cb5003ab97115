"""Living Planet continued while everybody keeps still: what foresight has announced happens, and is observed."""

from __future__ import annotations

from collections.abc import Sequence

from lpbe.games.living_planet.actions.actions import Act, EndActions
from lpbe.games.living_planet.events import ChipLost, TeamLost, TeamWounded
from lpbe.games.living_planet.map.queries import resources
from lpbe.games.living_planet.state import COLOURS, Bank, Map, Turn
from lpbe.games.living_planet.turn.cataclysms import Trigger, TriggerHexes
from lpbe.games.living_planet.turn.fate import ChangeDie, Fate, KeepDie
from lpbe.games.living_planet.turn.leader_step import ArrangeDice, Lead, NameDouble, RemoveResource
from lpbe.games.living_planet.turn.production import CallEarly, CallNobody
from lpbe.games.living_planet.turn.strikes import BuildingLost, ColonyLost, holder
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.foresight import Certainty, Fact
from lpbe.kernel.engine.model import Agenda, Event, Order, Question, Seat, State, Step
from lpbe.kernel.engine.table import Table

from ..contract.contract_config import root
from ..contract.unchanged_words import Say, watch_until

Loss = tuple[Seat, str, str]
"""Whose loss, of what, and which team or place."""
KEYS = {"chip": "chip", "wounded": "wounded", "killed": "lost", "wrecked": "lost", "razed": "razed"}


def still(state: State, question: Question, seat: Seat) -> Order | None:
    """Answer so that nobody acts, turns a die, or calls anybody."""
    if isinstance(question, Act):
        return EndActions()
    if isinstance(question, Fate | ChangeDie):
        return KeepDie()
    if isinstance(question, CallEarly):
        return CallNobody()
    return None


def of_steps(state: State, *steps: Step, say: Say) -> list[Event]:
    """Return all that happens when these steps alone are still to do."""
    table = Table(state.copy(), root(1))
    table.state[Agenda].steps = []
    table.then(*steps)
    table.settle()
    return [*table.events, *watch_until(table.state, say, lambda event: False)]


def losses(before: State, events: Sequence[Event]) -> set[Loss]:
    """Return what was lost, determined independently of foresight."""
    out: set[Loss] = set()
    for event in events:
        if isinstance(event, ChipLost):
            out.add((before[Map].buildings[event.place].chip, "chip", event.place))
        elif isinstance(event, TeamWounded | TeamLost):
            if event.team in before[Map].teams:
                kind = "wounded" if isinstance(event, TeamWounded) else "lost"
                out.add((before[Map].teams[event.team].seat, kind, event.team))
        elif isinstance(event, BuildingLost):
            out.add((holder(before, event.place), "razed", event.place))
        elif isinstance(event, ColonyLost):
            out.add((event.seat, "razed", event.place))
    return out


def harms(answer: Sequence[Fact]) -> list[Fact]:
    """Return the losses among some sentences."""
    return [one for fact in answer for one in fact.parts() if one.key.startswith("harm.")]


def ways(harm: Fact) -> set[Loss]:
    """Return what one sentence announces: one loss, or the losses of which one happens."""
    kinds = [kind for kind in harm.key.split(".")[1:] if kind != "own"]
    place, team = harm.values["place"], harm.values.get("team")
    return {(harm.values["seat"], KEYS[kind], place if kind in ("chip", "razed") else team) for kind in kinds}


def certain(answer: Sequence[Fact]) -> list[Fact]:
    """Return the losses that happen whatever anybody answers."""
    return [
        one
        for one in harms([fact for fact in answer if fact.key != "perhaps"])
        if one.certainty is not Certainty.POSSIBLE
    ]


def possible(answer: Sequence[Fact]) -> set[Loss]:
    """Return every loss that is announced."""
    return {loss for harm in harms(answer) for loss in ways(harm)}


def of(seat: Seat, found: set[Loss]) -> set[Loss]:
    return {loss for loss in found if loss[0] == seat}


def lead_with(colour: str, spared: Sequence[str]) -> Say:
    """Answer for a Leader who puts one die first, and whose card touches none of some resources."""

    def say(state: State, question: Question, seat: Seat) -> Order | None:
        if not isinstance(question, Lead):
            return still(state, question, seat)
        asked = legality.default_order(state, question, seat)
        others = [one for one in resources(state) if one not in spared]
        if isinstance(asked, NameDouble):
            return NameDouble(others[0])
        if isinstance(asked, RemoveResource):
            return RemoveResource(max(others, key=lambda one: state[Bank].cubes[one]))
        if isinstance(asked, ArrangeDice):
            return ArrangeDice((colour, *(one for one in COLOURS if one != colour)))
        return None

    return say


def trigger_hex(hex: str, then: Say) -> Say:
    """Let whoever may choose strike this hex."""

    def say(state: State, question: Question, seat: Seat) -> Order | None:
        answer = then(state, question, seat)
        return TriggerHexes((hex,)) if isinstance(question, Trigger) and hex in question.hexes else answer

    return say


def show_die(state: State, colour: str, value: int) -> State:
    """Return the position with one die that shows a value, and is being played."""
    fresh = state.copy()
    turn = fresh[Turn]
    turn.dice = {**dict.fromkeys(COLOURS, 1), **turn.dice, colour: value}
    turn.order = [colour, *(one for one in COLOURS if one != colour)]
    turn.column, turn.effect, turn.fate = 0, 0, {}
    return fresh
