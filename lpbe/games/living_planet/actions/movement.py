"""Move: teams walk and drive from hex to hex, into buildings and out of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from ....kernel.base.errors import require
from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Event, Offer, Order, Seat, State, Step
from ....kernel.engine.table import Table
from ..events import CubesSpent, affords, movement_event
from ..map.paths import all_one_ground, is_place, may_enter, may_leave, may_step, step_cost, ways
from ..map.queries import (
    controller,
    die,
    hex_name,
    hex_of,
    inside,
    is_abandoned,
    is_motorized,
    is_spot,
    options,
    spots_of,
    team_in,
    teams_of,
    tile_of,
)
from ..state import Map, Place, Team
from .actions import Act, open_actions, require_action
from .building_supply import over_limit

Stride = Annotated[str, Meta(pattern=r"^[A-Z0-9]{1,8}:[A-Za-z0-9.]{1,24}\Z")]
"""A step of one team, "R1:H05.2"."""
Steps = Annotated[tuple[Stride, ...], Meta(max_length=48)]


class Move(Order, frozen=True):
    """Move own teams step by step, one after the other (LP-MOVE-01)."""

    steps: Steps


class BuildingTaken(Event, frozen=True):
    """A team entered an abandoned building; no chip is placed (LP-MOVE-08, G-50)."""

    seat: Seat
    place: Place


@amendable
def may_go(state: State, name: str, place: Place) -> bool:
    """Return whether a team can move by itself: the wounded cannot (LP-MOVE-05). Amendments grant."""
    return not state[Map].teams[name].wounded


@amendable
def fare(state: State, seat: Seat, steps: Sequence[Stride]) -> Mapping[str, int]:
    """Return the cubes that a Move costs besides its points (LP-MOVE-01). Amendments add."""
    return {}


@amendable
def more_moves(state: State, seat: Seat) -> list[tuple[Stride, ...]]:
    """Return what else a Move may be, for the list of legal orders: all are accepted if the fare can be paid."""
    return []


def check_fare(state: State, seat: Seat, due: Mapping[str, int], clause: str) -> None:
    require(
        affords(state, seat, due), clause, "{seat} does not have enough {resource}", seat=seat, resource=sorted(due)
    )


def apart(state: State) -> State:
    """Return the state with its own copy of the map, on which steps can be tried."""
    trial = state.with_parts(state)
    trial[Map] = state.book.copiers[Map](state[Map])
    return trial


def move(table: Table, seat: Seat, act: Act, order: Move) -> None:
    require_action(act, "move")
    require(order.steps, "LP-MOVE-01", "name at least one step")
    facts = walk_events(table.state, seat, order.steps)
    due = fare(table.state, seat, order.steps)
    check_fare(table.state, seat, due, "LP-MOVE-01")
    for fact in (*payment_events(seat, due), *facts):
        table.emit(fact)
    table.then(act.after("move"))


def payment_events(seat: Seat, due: Mapping[str, int]) -> list[Event]:
    """Return the events that pay these cubes."""
    return [CubesSpent(seat, resource, count) for resource, count in sorted(due.items())]


def walk_events(state: State, seat: Seat, steps: Sequence[Stride]) -> list[Event]:
    """Return the events of these steps, each tried after those before it; X points are enough for all.

    LP-MOVE-01, LP-MOVE-04.
    """
    trial = apart(state)
    facts = list[Event]()
    spent = 0
    limited: dict[str, int] = {}
    for stride in steps:
        name, _, place = stride.partition(":")
        here = mover(trial, seat, name, place).place
        spent += check_step(trial, name, here, place)
        limited[name] = limited.get(name, 0) + counts(trial, name, here, place)
        require(limited[name] <= 1, "LP-MOVE-03", "{team} can go only one hex in a Move action", team=name)
        facts += try_step(trial, seat, name, place)
    require(
        spent <= die(state),
        "LP-MOVE-01",
        "these steps cost {spent} points, but the die shows {die}",
        spent=spent,
        die=die(state),
    )
    return facts


def try_step(trial: State, seat: Seat, name: str, place: Place) -> list[Event]:
    """Try a step; return its event and, if the team takes over an abandoned building, the event for that.

    LP-MOVE-08, G-49, G-50.
    """
    free = place in trial[Map].buildings and is_abandoned(trial, place)
    step = movement_event(trial, name, place)
    step.apply(trial)
    return [step, *([BuildingTaken(seat, place)] if free and controller(trial, place) == seat else [])]


def mover(state: State, seat: Seat, name: str, place: Place) -> Team:
    team = state[Map].teams.get(name)
    require(team and team.seat == seat, "LP-MOVE-01", "{seat} has no team {team} on the map", team=name, seat=seat)
    assert team
    require(may_go(state, name, place), "LP-MOVE-05", "{team} is wounded and cannot move", team=name)
    return team


def outdoors(hex: str, grounds: Sequence[Place], place: Place) -> dict[str, str | Sequence[str]]:
    """Return the values for a message about a place that does not exist: the grounds of the hex, or the hex itself."""
    return {"hex": hex, "grounds": grounds or [hex], "place": place}


def check_step(state: State, name: str, here: Place, place: Place) -> int:
    """Check that a step is allowed and return what it costs."""
    known = is_place(state, place)
    hex = hex_name(place)
    require(known or hex in state[Map].hexes, "G-47", "there is no hex {hex} on the map", hex=hex)
    grounds = [f"{hex}.{zone}" for zone in sorted(tile_of(state, hex).zones)] if not known else []
    require(known or is_spot(place), "G-47", "{hex} has {grounds}, not {place}", **outdoors(hex, grounds, place))
    require(known, "LP-MOVE-07", "there is no building on {place}", place=place)
    cost = step_cost(state, name, here, place)
    require(
        cost is not None,
        "G-45",
        "{team} cannot go from {here} to {place} in one step",
        team=name,
        here=here,
        place=place,
    )
    assert cost is not None
    leaving = may_leave(state, name, here, place)
    require(leaving, "G-45", "{team} cannot go from {here} to {place}", team=name, here=here, place=place)
    require(may_enter(state, name, place), "LP-MOVE-07", "{team} cannot enter {place}", team=name, place=place)
    free = not inside(state, place) or team_in(state, place) is None
    require(free, "LP-MOVE-09", "there is already a team in {place}", place=place)
    require(
        not crowds(state, name, place),
        "G-07",
        "with {place} you would have too many buildings of this kind",
        place=place,
    )
    return cost


@amendable
def counts(state: State, name: str, here: Place, place: Place) -> bool:
    """Return whether a step counts for a scientist, who may change hexes once, or, by option, step once.

    LP-MOVE-03, G-46.
    """
    if is_motorized(state, state[Map].teams[name]):
        return False
    return options(state).scientist_limit == "one-step" or hex_of(state, here) != hex_of(state, place)


def crowds(state: State, name: str, place: Place) -> bool:
    """Return whether entering a building would give the seat one too many of its kind (G-07)."""
    seat = state[Map].teams[name].seat
    taken = place in state[Map].buildings and is_abandoned(state, place)
    return taken and over_limit(state, seat, state[Map].buildings[place].kind, leaving=name)


def moves(state: State, seat: Seat, act: Act) -> list[Order]:
    """Return a shortest way for each team to each place, and what modules add, if the fare can be paid."""
    if not open_actions(act, "move"):
        return []
    found = [
        tuple([f"{name}:{place}" for place in way])
        for name, team in teams_of(state, seat)
        if not team.wounded
        for way in routes(state, name, team)
    ]
    if more_moves in state.book.amendments:
        found += more_moves(state, seat)
    if fare in state.book.amendments:
        found = [way for way in found if affords(state, seat, fare(state, seat, way))]
    return [Move(way) for way in found]


def routes(state: State, name: str, team: Team) -> list[tuple[Place, ...]]:
    home = hex_of(state, team.place)
    points = die(state)
    rules = options(state)
    far = is_motorized(state, team)
    out: list[tuple[Place, ...]] = [
        (place,) for place in (*next_ground(state, name, home), *open_to(state, name, home, ()))
    ]
    for ground, way in ways(state, name, points if far else 1).items():
        out.append(way)
        if rules.direct_entry:
            before = way[:-1]
            out += [(*before, spot) for spot in open_to(state, name, hex_name(ground), before)]
        elif len(way) < points and (far or rules.scientist_limit == "one-edge"):
            out += [(*way, spot) for spot in open_to(state, name, hex_name(ground), way)]
    return out


def next_ground(state: State, name: str, hex: str) -> list[Place]:
    """Return the places outside on its hex that a team may step onto: its zones, or the hex itself."""
    here = state[Map].teams[name].place
    if all_one_ground(state.book):
        return [hex] if here != hex else []
    grounds = [f"{hex}.{zone}" for zone in sorted(tile_of(state, hex).zones)] or [hex]
    return [place for place in grounds if place != here and may_step(state, name, here, place)]


def open_to(state: State, name: str, hex: str, way: tuple[Place, ...]) -> list[Place]:
    """Return the buildings of a hex that a team may enter at the end of a way."""
    buildings = state[Map].buildings
    built = [spot for spot in spots_of(state, hex) if spot in buildings]
    taken = [team.place for team in state[Map].teams.values()] if built else []
    free = [spot for spot in built if spot not in taken]
    found = [spot for spot in free if may_enter(state, name, spot) and not crowds(state, name, spot)]
    if all_one_ground(state.book):
        return found
    here = way[-1] if way else state[Map].teams[name].place
    return [spot for spot in found if may_step(state, name, here, spot)]


MOVE_OFFERS: dict[type[Order], Offer] = {Move: Offer(move, moves, complete=False, exact=True)}
EVENTS: tuple[type[Event], ...] = (BuildingTaken,)
STEPS: tuple[type[Step], ...] = ()
