"""What is foreseen of fires, lava and dams: what facts mean, and what fires may do next."""

from __future__ import annotations

from collections.abc import Iterator

from .....kernel.engine.foresight import Fact
from .....kernel.engine.model import Event, Seat, State
from .....kernel.engine.rulebook import tag
from ...map.queries import hex_of, teams_of, tile_of
from ...state import Map
from ...turn.strikes import Tornado, holder
from .dams import DamBroken, DamHeld
from .driven_fire import targets
from .eruption import LavaFlowed
from .fire_tokens import FireOut, FireSet
from .queries import WORKS_IN_FIRE, buildings_on, has_trait
from .state import Wilds

FACTS: dict[type[Event], str] = {
    FireSet: "fire.set",
    FireOut: "fire.out",
    LavaFlowed: "lava",
    DamBroken: "dam.broken",
    DamHeld: "dam.held",
}


def wild_facts(answer: tuple[Fact, ...], state: State, event: Event) -> tuple[Fact, ...]:
    """Describe a token, a flow, a dam (ARB-FIRE-06, ARB-LAVA-02, ARB-DAM-08)."""
    if type(event) not in FACTS:
        return answer
    hex = event.hex if isinstance(event, FireSet | FireOut | LavaFlowed | DamBroken | DamHeld) else ""
    return (*answer, Fact(FACTS[type(event)], {"hex": hex}, place=hex))


def wild_threats(answer: list[Fact], state: State, reader: Seat) -> list[Fact]:
    found = [fact for hex in sorted(state[Wilds].fires) for fact in fire_threats(state, reader, hex)]
    return [*answer, *found]


def fire_threats(state: State, reader: Seat, hex: str) -> Iterator[Fact]:
    """Yield what is caught in a fire, and where a tornado may drive it (ARB-FIRE-20, ARB-FIRE-22, ARB-TORN-01)."""
    own = [spot for spot in buildings_on(state, hex) if holder(state, spot) == reader]
    idle = [spot for spot in own if not has_trait(state, state[Map].buildings[spot], WORKS_IN_FIRE)]
    if idle:
        yield Fact("threat.idle", {"hex": hex, "places": idle}, tone="bad", place=hex)
    caught = [name for name, team in teams_of(state, reader) if hex_of(state, team.place) == hex]
    if caught:
        yield Fact("threat.caught", {"hex": hex, "teams": caught}, tone="bad", place=hex)
    dice = sorted(die for die, kind in tile_of(state, hex).dice.items() if kind == tag(Tornado))
    onto = [one for one in targets(state, hex) if dice and has_something(state, reader, one)]
    if onto:
        yield Fact("threat.driven", {"hex": hex, "dice": dice, "onto": onto}, tone="bad", place=hex)


def has_something(state: State, seat: Seat, hex: str) -> bool:
    """Return whether a seat has a building or a team on a hex."""
    built = any(holder(state, spot) == seat for spot in buildings_on(state, hex))
    return built or any(hex_of(state, team.place) == hex for _, team in teams_of(state, seat))
