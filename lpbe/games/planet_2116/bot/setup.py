"""Before the first round: which faults, and where factories go."""

from __future__ import annotations

from ....kernel.engine.chance import Chance
from ....kernel.engine.hexgrid import distance
from ....kernel.engine.model import State
from ..globe import globe, is_standing
from ..setup import OpenFault, PlaceFactory, free_sites
from ..state import World

NEAR, FAR = 4, 7
"""How far from an open fault a factory should stand: what is further away is closer to other things."""


def fault(state: State, rng: Chance) -> OpenFault:
    """Return any fault: none is better than the others."""
    free = [number for number, tile in sorted(globe(state).faults.items()) if is_standing(state, tile)]
    return OpenFault(rng.pick(free, "fault"))


def factory(state: State, rng: Chance) -> PlaceFactory:
    """Return a place inland, away from cities and from what is open, if there is one."""
    free = free_sites(state)
    good = [tile for tile in free if quiet(state, tile)]
    return PlaceFactory(rng.pick(good or free, "factory"))


def quiet(state: State, tile: str) -> bool:
    known = globe(state)
    at, beside = known.tiles[tile].at, [one for one in known.around[tile] if one]
    away = min((distance(at, known.tiles[hole].at) for hole in state[World].taken), default=NEAR)
    towns = any(known.tiles[one].city for one in (tile, *beside))
    return NEAR <= away <= FAR and not towns and not any(one in state[World].sites for one in beside)
