"""What is told in advance of fires, lava and dams: what foreseen facts mean, and what fires may do next."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.play.foresight import Told
from .....kernel.play.rulebook import tag
from .....kernel.play.rules import Event, Seat, State
from ...reading import hex_of, teams_of, tile_of
from ...state import Map
from ...strike import Tornado, holder
from .burning import FireOut, FireSet
from .dam import DamBroken, DamHeld
from .driven import targets
from .reading import WORKS_IN_FIRE, buildings_on, has_trait
from .state import Wilds
from .volcano import LavaFlowed

FACTS: dict[type[Event], str] = {
    FireSet: "fire.set",
    FireOut: "fire.out",
    LavaFlowed: "lava",
    DamBroken: "dam.broken",
    DamHeld: "dam.held",
}


def wild_facts(answer: tuple[Told, ...], state: State, event: Event) -> tuple[Told, ...]:
    """ARB-FIRE-06, ARB-LAVA-02, ARB-DAM-08: a token, a flow, a dam."""
    if type(event) not in FACTS:
        return answer
    hex = event.hex if isinstance(event, FireSet | FireOut | LavaFlowed | DamBroken | DamHeld) else ""
    return (*answer, Told(FACTS[type(event)], {"hex": hex}, place=hex))


def wild_threats(answer: list[Told], state: State, reader: Seat) -> list[Told]:
    found = [told for hex in sorted(state[Wilds].fires) for told in fire_threats(state, reader, hex)]
    return [*answer, *found]


def fire_threats(state: State, reader: Seat, hex: str) -> Iterator[Told]:
    """ARB-FIRE-20, ARB-FIRE-22, ARB-TORN-01: what is caught in a fire, and where a tornado may drive it."""
    own = [spot for spot in buildings_on(state, hex) if holder(state, spot) == reader]
    idle = [spot for spot in own if not has_trait(state, state[Map].buildings[spot], WORKS_IN_FIRE)]
    if idle:
        yield Told("threat.idle", {"hex": hex, "places": idle}, "bad", hex)
    caught = [name for name, team in teams_of(state, reader) if hex_of(state, team.place) == hex]
    if caught:
        yield Told("threat.caught", {"hex": hex, "teams": caught}, "bad", hex)
    dice = sorted(die for die, kind in tile_of(state, hex).dice.items() if kind == tag(Tornado))
    onto = [one for one in targets(state, hex) if dice and has_something(state, reader, one)]
    if onto:
        yield Told("threat.driven", {"hex": hex, "dice": dice, "onto": onto}, "bad", hex)


def has_something(state: State, seat: Seat, hex: str) -> bool:
    """Whether a seat has a building or a team on a hex."""
    built = any(holder(state, spot) == seat for spot in buildings_on(state, hex))
    return built or any(hex_of(state, team.place) == hex for _, team in teams_of(state, seat))
