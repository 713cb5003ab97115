"""Water: who may be where, and how boats and teams on foot get from hex to hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .....kernel.engine.model import Seat, State
from ...actions.movement import Stride
from ...map.queries import ground_of, hex_name, inside
from ...map.zones import side_between, zone_facing, zones_at
from ...state import Map, Place
from .carrying import ferries, reaches
from .fleet import OIL, SEA, afloat, boats_of, cargo_of, is_boat, wet
from .options import rules


def aboard_its_boat(answer: str, state: State, place: Place) -> str:
    """Return the hex of the boat for a team that is carried; it is on no ground there.

    AQ-CARRY-11, AQ-ARB-01, AQ-ARB-04, AQ-ARB-05.
    """
    teams = state[Map].teams
    return hex_name(teams[place].place) if place in teams else answer


def boats_are_places(answer: bool, state: State, place: Place) -> bool:
    """Grant that a boat is a place (AQ-CARRY-01)."""
    return answer or is_boat(state, place)


def carrying_is_free(answer: int | None, state: State, name: str, here: Place, there: Place) -> int | None:
    """Grant free steps aboard and ashore (AQ-CARRY-02, AQ-CARRY-05, AQ-CARRY-06, AQ-MOVE-07, AQ-AMB-20)."""
    if not is_boat(state, there) and not is_boat(state, here):
        return answer
    boat, place = (there, here) if is_boat(state, there) else (here, there)
    return 0 if hex_name(state[Map].teams[boat].place) == hex_name(place) else answer


def water_is_for_boats(answer: bool, state: State, name: str, place: Place) -> bool:
    """Veto water to teams that are not boats; a boat carries one team of its seat.

    AQ-SEA-03, AQ-SEA-04, AQ-MOVE-05, AQ-CARRY-01, AQ-CARRY-03, AQ-AMB-18.
    """
    if not answer:
        return False
    if is_boat(state, place):
        mine = state[Map].teams[place].seat == state[Map].teams[name].seat
        return mine and not afloat(state, name) and cargo_of(state, place) in ("", name)
    if inside(state, place):
        return not afloat(state, name)
    return (ground_of(state, place) == SEA) == afloat(state, name)


def by_land_or_by_sea(answer: bool, state: State, name: str, here: Place, there: Place) -> bool:
    """Veto sea edges to teams and land edges to boats; teams go aboard and ashore where the boat's water reaches.

    AQ-SEA-05 to AQ-SEA-09, AQ-CARRY-04, AQ-CARRY-14, AQ-EXPL-06 to AQ-EXPL-08, AQ-AMB-14, AQ-AMB-17.
    """
    if not answer:
        return False
    if is_boat(state, there) or is_boat(state, here):
        boat, place = (there, here) if is_boat(state, there) else (here, there)
        return reaches(state, boat, place)
    old, new = hex_name(here), hex_name(there)
    boat_goes = afloat(state, name)
    if old != new:
        return wet(state, old, zone_facing(state, old, side_between(state, old, new))) == boat_goes
    shared = [zone for zone in zones_at(state, here) if zone in zones_at(state, there)]
    return any(not wet(state, old, zone) for zone in shared)


def the_wounded_are_carried(answer: bool, state: State, name: str, place: Place) -> bool:
    """Let a wounded scientist be taken aboard and landed, but not walk (AQ-CARRY-01, AQ-MOVE-10)."""
    return answer or is_boat(state, place) or is_boat(state, state[Map].teams[name].place)


def carrying_is_no_walk(answer: bool, state: State, name: str, here: Place, place: Place) -> bool:
    """Count only the steps on foot, however far a scientist was carried (AQ-MOVE-10, AQ-CARRY-09)."""
    return answer and not is_boat(state, here) and not is_boat(state, place)


def oil_for_boats(answer: Mapping[str, int], state: State, seat: Seat, steps: Sequence[Stride]) -> Mapping[str, int]:
    """Charge one oil for all boat steps together.

    AQ-MOVE-01 to AQ-MOVE-04, AQ-MOVE-08, AQ-MOVE-09, AQ-AMB-16, AQ-AMB-21.
    """
    boats = boats_of(state, seat)
    kinds = boat_steps(state, boats, steps) if boats else set()
    free = not kinds or (kinds == {"disembark"} and not rules(state).landing_oil)
    return answer if free else {**answer, OIL: answer.get(OIL, 0) + 1}


def boat_steps(state: State, boats: Sequence[str], steps: Sequence[Stride]) -> set[str]:
    """Return which of sailing, embarking and landing occurs among some steps."""
    places = {name: team.place for name, team in state[Map].teams.items()}
    kinds = set()
    for stride in steps:
        name, _, place = stride.partition(":")
        if name in boats:
            kinds.add("sail")
        elif place in boats:
            kinds.add("embark")
        elif places.get(name) in boats:
            kinds.add("disembark")
        places[name] = place
    return kinds


def boat_wording(answer: str, state: State, name: str, place: Place) -> str:
    """Name how boats sail and sink, and teams go aboard and ashore (AQ-CARRY-01, AQ-CARRY-06)."""
    if is_boat(state, place):
        return "aboard"
    if afloat(state, name):
        return "sail" if place else "boat"
    return "ashore" if is_boat(state, state[Map].teams[name].place) else answer


def add_ferries(answer: list[tuple[Stride, ...]], state: State, seat: Seat) -> list[tuple[Stride, ...]]:
    """Add moves: going aboard, landing the wounded, taking somebody along (AQ-MOVE-06, AQ-AMB-44)."""
    return [*answer, *ferries(state, seat)]


def far_by_oil(answer: Mapping[str, int], state: State, name: str, length: int) -> Mapping[str, int]:
    """Let a boat explore like a rover; farther than the next hex for an oil (AQ-EXPL-02 to AQ-EXPL-05, AQ-AMB-22)."""
    return {**answer, OIL: answer.get(OIL, 0) + 1} if length > 1 and afloat(state, name) else answer
