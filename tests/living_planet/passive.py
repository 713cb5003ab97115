"""A real game played on where everybody keeps still: what foresight has announced is made true, and watched."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import UNSET

from lpbe.games.living_planet.act import Act, EndActions
from lpbe.games.living_planet.arrange import ArrangeDice, Lead, NameDouble, RemoveResource
from lpbe.games.living_planet.cataclysm import Trigger, TriggerHexes
from lpbe.games.living_planet.events import ChipLost, TeamLost, TeamWounded
from lpbe.games.living_planet.fate import ChangeDie, Fate, KeepDie
from lpbe.games.living_planet.produce import CallEarly, CallNobody
from lpbe.games.living_planet.reading import resources
from lpbe.games.living_planet.state import COLOURS, Bank, Map, Turn
from lpbe.games.living_planet.strike import BuildingLost, ColonyLost, holder
from lpbe.kernel.play import standing
from lpbe.kernel.play.foresight import Told
from lpbe.kernel.play.rules import Agenda, Event, Held, Order, Question, Roster, Seat, Standing, State, Step
from lpbe.kernel.play.table import Table, answers_wanted, submit

from ..contract.trial import root

Say = Callable[[State, Question, Seat], Order | None]
"""What somebody says; nothing: what he says who keeps still."""
Loss = tuple[Seat, str, str]
"""Whose, what, and which team or place."""
KEYS = {"chip": "chip", "wounded": "wounded", "killed": "lost", "wrecked": "lost", "razed": "razed"}


def quiet(state: State) -> State:
    """The same position where nobody has said anything in advance."""
    fresh = state.copy()
    for seat in fresh[Roster].seats:
        fresh[Standing, seat].plan, fresh[Standing, seat].policy = [], {}
        fresh[Standing, seat].draft, fresh[Standing, seat].answer = [], UNSET
    return fresh


def at_ease(state: State) -> bool:
    """Whether everybody still plays: who has left is answered for by the rules."""
    return not state[Roster].resigned and not state[Roster].silent


def still(state: State, question: Question, seat: Seat) -> Order:
    """Nobody acts, turns a die, or takes more than silence gives."""
    if isinstance(question, Act):
        return EndActions()
    if isinstance(question, Fate | ChangeDie):
        return KeepDie()
    if isinstance(question, CallEarly):
        return CallNobody()
    return standing.safe(state, question, seat)


def watched(state: State, say: Say, until: Callable[[Event], bool], steps: int = 80) -> Iterator[Event]:
    """Play on, question by question, until something has happened; tells all that happens before it."""
    for _ in range(steps):
        wanted = answers_wanted(state)
        waiting = [seat for seat in wanted if state[Standing, seat].answer is UNSET]
        if not waiting:
            return
        seat = waiting[0]
        table = Table(state.copy(), root(1))
        submit(table, seat, [Held(say(state, wanted[seat], seat) or still(state, wanted[seat], seat))])
        for event in table.events:
            if until(event):
                return
            yield event
        state = table.state
    raise AssertionError("it never came to that")


def of_steps(state: State, *steps: Step, say: Say) -> list[Event]:
    """All that happens when these steps alone are still to do."""
    table = Table(state.copy(), root(1))
    table.state[Agenda].steps = []
    table.then(*steps)
    table.settle()
    return [*table.events, *watched(table.state, say, lambda event: False)]


def losses(before: State, events: Sequence[Event]) -> set[Loss]:
    """What was lost, told apart from what foresight makes of it."""
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


def announced(told: Sequence[Told]) -> set[Loss]:
    """The losses among some sentences."""
    harms = [one for one in told if one.key.startswith("harm.")]
    return {
        (one.values["seat"], KEYS[one.key.split(".")[1]], one.values.get("team") or one.values["place"])
        for one in harms
    }


def of(seat: Seat, found: set[Loss]) -> set[Loss]:
    return {loss for loss in found if loss[0] == seat}


def leading(colour: str, spared: Sequence[str]) -> Say:
    """A Leader who lets one die go first, and whose card touches none of some resources."""

    def say(state: State, question: Question, seat: Seat) -> Order | None:
        if not isinstance(question, Lead):
            return None
        asked = standing.default(state, question, seat)
        others = [one for one in resources(state) if one not in spared]
        if isinstance(asked, NameDouble):
            return NameDouble(others[0])
        if isinstance(asked, RemoveResource):
            return RemoveResource(max(others, key=lambda one: state[Bank].cubes[one]))
        if isinstance(asked, ArrangeDice):
            return ArrangeDice((colour, *(one for one in COLOURS if one != colour)))
        return None

    return say


def triggering(hex: str, then: Say) -> Say:
    """Whoever may choose strikes this hex."""

    def say(state: State, question: Question, seat: Seat) -> Order | None:
        if isinstance(question, Trigger) and hex in question.hexes:
            return TriggerHexes((hex,))
        return then(state, question, seat)

    return say


def shown(state: State, colour: str, value: int) -> State:
    """The position with one die that shows a value, and is being played."""
    fresh = state.copy()
    turn = fresh[Turn]
    turn.dice = {**dict.fromkeys(COLOURS, 1), **turn.dice, colour: value}
    turn.order = [colour, *(one for one in COLOURS if one != colour)]
    turn.column, turn.effect, turn.fate = 0, 0, {}
    return fresh
