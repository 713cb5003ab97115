"""Chapter fire, second step: active teams may flee, each to the first of the places it is given that is free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from .....kernel.base.errors import require
from .....kernel.engine.model import Event, Offer, Order, Poll, Seat, State, Step
from .....kernel.engine.table import Table
from ...actions.movement import BuildingTaken, Stride, apart, crowds
from ...events import TeamMoved
from ...map.paths import arrival, may_enter, may_leave
from ...map.queries import around, clockwise, hex_name, inside, is_abandoned, is_motorized, placed_hexes, seats, team_in
from ...state import Map, Place
from .queries import active_on, buildings_on, is_burning, pieces_on
from .state import Wilds

NEXT_DOOR, OUTSIDE, HERE = range(3)
"""Safe places, the safest first: a building on another hex, its open ground, a building of the hex that burns."""


class Flee(Order, frozen=True):
    """Let teams flee to places, preferred ones first, or to the safest; others stay (ARB-FIRE-08, ARB-FIRE-09)."""

    steps: Annotated[tuple[Stride, ...], Meta(max_length=16)] = ()


class StayPut(Order, frozen=True):
    """Let nobody flee (ARB-AMB-26)."""


class TeamFled(Event, frozen=True):
    """A team flees one step, at no cost (ARB-FIRE-08, ARB-FIRE-11)."""

    team: str
    place: Place

    def apply(self, state: State) -> None:
        TeamMoved(self.team, self.place).apply(state)


def unburnt(state: State, hex: str) -> State:
    """Permit flight, whatever the token on the hex forbids (ARB-FIRE-12, ARB-AMB-28)."""
    trial = apart(state)
    trial[Wilds] = replace(state[Wilds], fires=[one for one in state[Wilds].fires if one != hex])
    return trial


def shelters(state: State, name: str, hex: str) -> Iterator[Place]:
    """Yield buildings of the hex, and neighbouring hexes that do not burn, with their buildings.

    ARB-FIRE-08, ARB-FIRE-10, ARB-FIRE-11.
    """
    here = state[Map].teams[name].place
    yield from (spot for spot in buildings_on(state, hex) if spot != here)
    for near in around(state, hex):
        if not is_burning(state, near):
            yield from buildings_on(state, near)
            yield arrival(state, name, here, near)


def within_reach(free: State, name: str, hex: str) -> list[Place]:
    """Return where a team gets to in one hop if nobody is there: teams that are there may leave."""
    return [place for place in shelters(free, name, hex) if admits(free, name, place)]


def admits(free: State, name: str, place: Place) -> bool:
    """Return whether a place has the team's own chip or none, and is not a rival's colony, the volcano or the sea.

    ARB-FIRE-13, ARB-AMB-29, ARB-AQUA-07, ARB-AQUA-08.
    """
    here = free[Map].teams[name].place
    if not may_leave(free, name, here, place):
        return False
    return may_enter(free if vacant(free, place) else without_team(free, place), name, place)


def vacant(state: State, place: Place) -> bool:
    return not inside(state, place) or team_in(state, place) is None


def without_team(state: State, place: Place) -> State:
    """Return the same state with nobody in a building."""
    trial = apart(state)
    found = team_in(trial, place)
    if found:
        del trial[Map].teams[found[0]]
    return trial


def is_open(free: State, name: str, place: Place) -> bool:
    """Return whether a team may flee to a place within its reach at this moment.

    ARB-FIRE-08, ARB-FIRE-13, ARB-AMB-29.
    """
    return vacant(free, place) and not crowds(free, name, place)


def with_a_way(state: State, seat: Seat, hex: str) -> list[str]:
    """Return the teams that might get away, as far as everybody can tell."""
    away = able_to_flee(state, hex)
    return [name for name in active_on(state, seat, hex) if name in away]


def able_to_flee(state: State, hex: str) -> list[str]:
    """Return the teams of all seats with a place that is vacant, or that somebody who flees may leave to them.

    ARB-FIRE-08, ARB-AMB-30. Two teams that could only change places both stay.
    """
    free = unburnt(state, hex)
    ways = {name: within_reach(free, name, hex) for seat in seats(state) for name in active_on(state, seat, hex)}
    away = list[str]()
    while more := [name for name in ways if name not in away and any(yields(free, at, away) for at in ways[name])]:
        away += more
    return away


def yields(free: State, place: Place, away: Sequence[str]) -> bool:
    """Return whether a place is vacant, or its team is one of those that may flee."""
    found = None if vacant(free, place) else team_in(free, place)
    return found is None or found[0] in away


def split_stride(stride: Stride) -> tuple[str, Place]:
    name, _, place = stride.partition(":")
    return name, place


def preferred_places(order: Flee) -> dict[str, list[Place]]:
    """Return the places named for each team, in the order in which the teams are first named."""
    out: dict[str, list[Place]] = {}
    for name, place in map(split_stride, order.steps):
        out.setdefault(name, []).append(place)
    return out


def flee(table: Table, seat: Seat, poll: FleeFire, order: Flee) -> None:
    """Check that every place exists; which are taken is seen when it is this seat's turn (ARB-FIRE-08, ARB-FIRE-09)."""
    free = unburnt(table.state, poll.hex)
    mine = active_on(table.state, seat, poll.hex)
    for name, places in preferred_places(order).items():
        able = name in mine
        require(able, "ARB-FIRE-08", "{team} is not one of {seat}'s teams that can flee", team=name, seat=seat)
        for place in places:
            check_refuge(free, name, poll.hex, place)
        if goal := next((place for place in places if is_open(free, name, place)), ""):
            TeamMoved(name, goal).apply(free)


def check_refuge(free: State, name: str, hex: str, place: Place) -> None:
    near = place in within_reach(free, name, hex)
    require(near, "ARB-FIRE-08", "{team} cannot flee to {place}", team=name, place=place)
    allowed = not crowds(free, name, place)
    require(allowed, "ARB-FIRE-13", "with {place} you would have too many buildings of this kind", place=place)


def flights(state: State, seat: Seat, poll: FleeFire) -> Iterator[Order]:
    """Yield the safest flight, or one team to one place."""
    yield Flee()
    free = unburnt(state, poll.hex)
    for name in active_on(state, seat, poll.hex):
        for place in within_reach(free, name, poll.hex):
            if not crowds(free, name, place):
                yield Flee((f"{name}:{place}",))


def stay_put(table: Table, seat: Seat, poll: FleeFire, order: StayPut) -> None:
    """Accept that nobody flees: teams outside will be lost (ARB-AMB-26)."""


def stays(state: State, seat: Seat, poll: FleeFire) -> Iterator[Order]:
    yield StayPut()


class FleeFire(Poll, frozen=True):
    """Ask all seats at once which teams flee; the first one from the Leader on moves first.

    ARB-FIRE-08, ARB-FIRE-09, ARB-AMB-30."""

    hex: str
    offers = {
        Flee: Offer(flee, flights, complete=False, exact=True),
        StayPut: Offer(stay_put, stays, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return [seat for seat in clockwise(state) if with_a_way(state, seat, self.hex)]

    def default(self, state: State, seat: Seat) -> Order:
        return Flee()

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        for seat, answer in answers.items():
            if isinstance(answer, Flee):
                escape(table, seat, self.hex, answer)


def escape(table: Table, seat: Seat, hex: str, order: Flee) -> None:
    """Move team by team as they are named; one whose places are all taken goes where it is safest.

    ARB-FIRE-09, ARB-AMB-30.
    """
    preferred = preferred_places(order)
    for name in preferred or active_on(table.state, seat, hex):
        free = unburnt(table.state, hex)
        places = (*preferred.get(name, ()), *safest(free, name, hex))
        good = (place for place in places if is_open(free, name, place))
        if place := next(good, ""):
            flee_to(table, seat, name, place)


def flee_to(table: Table, seat: Seat, name: str, place: Place) -> None:
    """Move a team; one that flees into an abandoned building takes it over (ARB-FIRE-13)."""
    taken = place in table.state[Map].buildings and is_abandoned(table.state, place)
    table.emit(TeamFled(name, place))
    if taken:
        table.emit(BuildingTaken(seat, place))


def safest(free: State, name: str, hex: str) -> list[Place]:
    """Return the safest places: a building next door, open ground, a building here; none for a team beside a chip.

    A scientist without a chip stays too, to be wounded and keep the building (ARB-AMB-26).
    """
    team = free[Map].teams[name]
    if inside(free, team.place) and (free[Map].buildings[team.place].chip or not is_motorized(free, team)):
        return []
    age = {one: nth for nth, one in enumerate(placed_hexes(free))}

    def rank(place: Place) -> tuple[int, int, int, Place]:
        near = hex_name(place)
        if not inside(free, place):
            return OUTSIDE, pieces_on(free, near), age[near], place
        foreign = free[Map].buildings[place].chip != team.seat
        return (HERE if near == hex else NEXT_DOOR), foreign, age[near], place

    return sorted(within_reach(free, name, hex), key=rank)


EVENTS: tuple[type[Event], ...] = (TeamFled,)
STEPS: tuple[type[Step], ...] = (FleeFire,)
