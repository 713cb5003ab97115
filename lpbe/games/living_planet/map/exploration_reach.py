"""Who can get to a new hex, and how: from how far away, over which ground, at what price."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....kernel.base.errors import require
from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Seat, State
from ..events import affords
from ..state import Map, Place, Team
from .hex_placement import open_cells
from .hexes import Cell, neighbours
from .paths import arrival, may_step, ways
from .queries import around, die, hex_name, hex_of, is_motorized, teams_of


def reach(state: State, team: Team) -> int:
    """Return how far a team explores: a scientist from the next hex, a motorized one within X hexes.

    LP-EXPL-06, LP-EXPL-07.
    """
    return die(state) if is_motorized(state, team) else 1


@amendable
def voyage_fare(state: State, name: str, length: int) -> Mapping[str, int]:
    """Return the cubes that it costs a team to explore that many hexes away (LP-EXPL-07). Amendments add."""
    return {}


def follow_path(state: State, name: str, path: Sequence[str]) -> tuple[Place, ...]:
    """Return the places on a team's way from hex to hex; leaving a building is part of the first step (G-42).

    Empty if it cannot go there.
    """
    here = state[Map].teams[name].place
    out = list[Place]()
    for hex in path:
        home = hex_of(state, here)
        if hex != home and hex not in around(state, home):
            return ()
        there = arrival(state, name, here, hex) if hex != home else hex
        if not may_step(state, name, here, there):
            return ()
        here = there
        out.append(here)
    return tuple(out)


def landfalls(state: State, name: str, hex: str, via: str = "") -> dict[Place, tuple[Place, ...]]:
    """Return the grounds of a hex that an unwounded team gets to, each by a shortest way (LP-EXPL-05, LP-EXPL-09).

    Only from one of the next hexes if that is named; never over the new hex itself.
    """
    team = state[Map].teams[name]
    near = [via] if via else around(state, hex)
    if team.wounded:
        return {}
    found: dict[Place, tuple[Place, ...]] = {}
    starts: dict[Place, tuple[Place, ...]] = {team.place: (), **ways(state, name, reach(state, team) - 1, hex)}
    for here, way in starts.items():
        if hex_of(state, here) in near and may_step(state, name, here, there := arrival(state, name, here, hex)):
            found.setdefault(there, (*way, there))
    return found


def landfall(state: State, name: str, hex: str, via: str = "") -> tuple[Place, ...]:
    """Return a shortest way to a hex; empty if there is none."""
    return next(iter(landfalls(state, name, hex, via).values()), ())


def arrives(state: State, name: str, hex: str) -> bool:
    """Return whether a team gets to a hex and its seat can pay for it (LP-EXPL-05)."""
    return bool(payable(state, name, landfalls(state, name, hex)))


def payable(state: State, name: str, found: Mapping[Place, tuple[Place, ...]]) -> dict[Place, tuple[Place, ...]]:
    seat = state[Map].teams[name].seat
    return {at: way for at, way in found.items() if affords(state, seat, voyage_fare(state, name, len(way)))}


def only_explorer(trial: State, seat: Seat, hex: str) -> str:
    able = [name for name, _ in teams_of(trial, seat) if arrives(trial, name, hex)]
    require(able, "LP-EXPL-05", "no team of {seat} can get to {hex}", seat=seat, hex=hex)
    require(len(able) == 1, "LP-EXPL-08", "name the team that goes there: {teams}", teams=sorted(able))
    return able[0]


def shortest_way(trial: State, name: str, hex: str) -> tuple[Place, ...]:
    """Return the way that costs least; where ways lead to several grounds of the hex, the order names one.

    LP-EXPL-08.
    """
    found = landfalls(trial, name, hex)
    check_gates(trial, name, payable(trial, name, found))
    return next(iter(found.values()), ())


def check_gates(trial: State, name: str, several: Mapping[Place, tuple[Place, ...]]) -> None:
    last = [way[-2] if len(way) > 1 else trial[Map].teams[name].place for way in several.values()]
    gates = sorted(hex_of(trial, place) for place in last)
    require(len(several) < 2, "LP-EXPL-08", "name the last hex on {team}'s way: {hexes}", team=name, hexes=gates)


def sites(state: State, seat: Seat) -> dict[Cell, dict[str, list[Place]]]:
    """Return the cells for a hex, each with the teams that get next to it, scientists first, and from where."""
    free = open_cells(state)
    hexes = state[Map].hexes
    out: dict[Cell, dict[str, list[Place]]] = {}
    for name, team in teams_of(state, seat):
        for here in () if team.wounded else bases(state, seat, name, team):
            laid = hexes.get(hex_name(here)) or hexes[hex_of(state, here)]
            for at in neighbours(laid.at):
                if at in free:
                    out.setdefault(at, {}).setdefault(name, []).append(here)
    return out


def bases(state: State, seat: Seat, name: str, team: Team) -> list[Place]:
    """Return the places from which a team could take the last step to a new hex, if its seat can pay."""
    found: dict[Place, tuple[Place, ...]] = {team.place: (), **ways(state, name, reach(state, team) - 1)}
    if voyage_fare not in state.book.amendments:
        return list(found)
    return [here for here, way in found.items() if affords(state, seat, voyage_fare(state, name, len(way) + 1))]
