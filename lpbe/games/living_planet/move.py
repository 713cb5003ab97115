"""Move: teams walk and drive from hex to hex, into buildings and out of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from ...kernel.base.errors import require
from ...kernel.play.rules import Event, Offer, Order, Seat, State, Step, amendable
from ...kernel.play.table import Table
from .act import Act, may_act, open_actions
from .build import over_limit
from .events import TeamMoved
from .hexes import neighbours
from .reading import abandoned, around, die, hex_of, inside, kind_of, options, spots_of, team_in, teams_of
from .state import Map, Place, Team

Stride = Annotated[str, Meta(pattern=r"^[A-Z0-9]+:[A-Za-z0-9.]+$")]
"""A step of one team, "R1:H05.2"."""


class Move(Order, frozen=True):
    """LP-MOVE-01: steps of own teams, one after the other."""

    steps: tuple[Stride, ...]


class BuildingTaken(Event, frozen=True):
    """LP-MOVE-08, G-50: a team entered an abandoned building; no chip is placed."""

    seat: Seat
    place: Place


@amendable
def step_cost(state: State, name: str, here: Place, there: Place) -> int | None:
    """LP-MOVE-02, LP-MOVE-06, G-45, G-47: a point a step, on its hex or to the next; None where no step leads."""
    old, new = hex_of(here), hex_of(there)
    if old == new:
        return 1 if here != there else None
    hexes = state[Map].hexes
    beside = hexes[new].at in neighbours(hexes[old].at)
    return 1 if beside and (there == new or options(state).direct_entry) else None


@amendable
def may_enter(state: State, name: str, place: Place) -> bool:
    """LP-MOVE-07, LP-MOVE-10, C-09, C-10, G-47, G-48: open ground; a building with the own chip or an abandoned one."""
    if not inside(place):
        return True
    seat, building = state[Map].teams[name].seat, state[Map].buildings[place]
    if kind_of(state, building).kind == "colony" and building.tile != f"colony-{seat}":
        return False
    return building.chip == seat or abandoned(state, place)


def apart(state: State) -> State:
    """The same state with a map of its own, to try steps on."""
    trial = state.having(state)
    trial[Map] = state.book.copiers[Map](state[Map])
    return trial


def move(table: Table, seat: Seat, act: Act, order: Move) -> None:
    may_act(act, "move")
    require(order.steps, "LP-MOVE-01", "name at least one step")
    for fact in walked(table.state, seat, order.steps):
        table.emit(fact)
    table.then(act.after("move"))


def walked(state: State, seat: Seat, steps: Sequence[Stride]) -> list[Event]:
    """LP-MOVE-01, LP-MOVE-04: what these steps come to, each tried where those before it lead; X points for all."""
    trial, facts, spent = apart(state), list[Event](), 0
    limited: dict[str, int] = {}
    for stride in steps:
        name, _, place = stride.partition(":")
        here = mover(trial, seat, name).place
        spent += checked(trial, name, here, place)
        limited[name] = limited.get(name, 0) + counts(trial, name, here, place)
        require(limited[name] <= 1, "LP-MOVE-03", "{team} goes no farther than one hex in a Move action", team=name)
        taken = inside(place) and abandoned(trial, place)
        facts += [TeamMoved(name, place), *([BuildingTaken(seat, place)] if taken else [])]
        TeamMoved(name, place).apply(trial)
    require(
        spent <= die(state),
        "LP-MOVE-01",
        "these steps cost {spent} points, the die shows {die}",
        spent=spent,
        die=die(state),
    )
    return facts


def mover(state: State, seat: Seat, name: str) -> Team:
    team = state[Map].teams.get(name)
    require(team and team.seat == seat, "LP-MOVE-01", "{team} is no team of {seat} on the map", team=name, seat=seat)
    assert team
    require(not team.wounded, "LP-MOVE-05", "{team} is wounded and cannot move", team=name)
    return team


def checked(state: State, name: str, here: Place, place: Place) -> int:
    """What one step costs, once it is known to be allowed."""
    require(hex_of(place) in state[Map].hexes, "G-47", "there is no hex {hex} on the map", hex=hex_of(place))
    require(
        not inside(place) or place in state[Map].buildings, "LP-MOVE-07", "there is no building on {place}", place=place
    )
    cost = step_cost(state, name, here, place)
    require(
        cost is not None,
        "G-45",
        "no single step leads {team} from {here} to {place}",
        team=name,
        here=here,
        place=place,
    )
    require(may_enter(state, name, place), "LP-MOVE-07", "{team} may not enter {place}", team=name, place=place)
    require(
        not inside(place) or team_in(state, place) is None, "LP-MOVE-09", "a team is in {place} already", place=place
    )
    require(not crowds(state, name, place), "G-07", "{place} would be one building too many of its kind", place=place)
    return cost or 0


def counts(state: State, name: str, here: Place, place: Place) -> bool:
    """LP-MOVE-03, G-46: what a scientist does once at most, to change hexes; by switch, to step at all."""
    if state[Map].teams[name].motorized:
        return False
    return options(state).scientist_limit == "one-step" or hex_of(here) != hex_of(place)


def crowds(state: State, name: str, place: Place) -> bool:
    """G-07: whether entering it makes one building too many of its kind."""
    seat = state[Map].teams[name].seat
    taken = inside(place) and abandoned(state, place)
    return taken and over_limit(state, seat, state[Map].buildings[place].kind, leaving=name)


def ways(state: State, name: str, reach: int) -> dict[str, tuple[str, ...]]:
    """The hexes that a team can get to within so many steps, each with a shortest way over open ground."""
    home = state[Map].teams[name].place
    found: dict[str, tuple[str, ...]] = {hex_of(home): ()}
    edge = [home]
    for _ in range(reach):
        here, edge = edge, []
        for place in here:
            for hex in next_to(state, name, place):
                if hex not in found:
                    found[hex] = (*found[hex_of(place)], hex)
                    edge.append(hex)
    del found[hex_of(home)]
    return found


def next_to(state: State, name: str, here: Place) -> list[str]:
    return [hex for hex in around(state, hex_of(here)) if may_step(state, name, here, hex)]


def may_step(state: State, name: str, here: Place, there: Place) -> bool:
    return step_cost(state, name, here, there) is not None and may_enter(state, name, there)


def moves(state: State, seat: Seat, act: Act) -> list[Order]:
    """A shortest way for each team to each place."""
    teams = teams_of(state, seat) if open_actions(act, "move") else []
    return [
        Move(tuple([f"{name}:{place}" for place in way]))
        for name, team in teams
        if not team.wounded
        for way in routes(state, name, team)
    ]


def routes(state: State, name: str, team: Team) -> list[tuple[Place, ...]]:
    home, points, rules = hex_of(team.place), die(state), options(state)
    out: list[tuple[Place, ...]] = [(place,) for place in (home, *open_to(state, name, home)) if place != team.place]
    for hex, way in ways(state, name, points if team.motorized else 1).items():
        out.append(way)
        if rules.direct_entry:
            out += [(*way[:-1], spot) for spot in open_to(state, name, hex)]
        elif len(way) < points and (team.motorized or rules.scientist_limit == "one-edge"):
            out += [(*way, spot) for spot in open_to(state, name, hex)]
    return out


def open_to(state: State, name: str, hex: str) -> list[Place]:
    """The buildings of a hex that a team may enter."""
    buildings = state[Map].buildings
    built = [spot for spot in spots_of(state, hex) if spot in buildings]
    taken = [team.place for team in state[Map].teams.values()] if built else []
    free = [spot for spot in built if spot not in taken]
    return [spot for spot in free if may_enter(state, name, spot) and not crowds(state, name, spot)]


MOVE_OFFERS: dict[type[Order], Offer] = {Move: Offer(move, moves, complete=False, exact=True)}
EVENTS: tuple[type[Event], ...] = (BuildingTaken,)
STEPS: tuple[type[Step], ...] = ()
