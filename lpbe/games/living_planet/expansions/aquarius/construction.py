"""Building spots at sea and on the coast, what boats build and repair there, ports as buildings."""

from __future__ import annotations

from collections.abc import Mapping

from .....kernel.engine.model import Seat, State
from ...map.queries import building_kinds, ground_of, seats, tile_of
from ...state import Map, Place
from .fleet import COAST, PORT, SEA, afloat, in_its_water, lands_at
from .options import port_limit, rules

WATERSIDE = (SEA, COAST)


def grounds_at_sea(answer: bool, state: State, building: str, spot: Place) -> bool:
    """Veto a kind on ground that it is not made for.

    AQ-SEA-02, AQ-SPOT-01 to AQ-SPOT-06, AQ-PORT-01, AQ-OFFW-01, AQ-RIG-01, AQ-REEF-01, AQ-HYDRO-01.
    On the coast whatever is not a factory may be built too (AQ-ARB-08).
    """
    ground = ground_of(state, spot)
    if not answer or ground not in WATERSIDE:
        return answer
    kind = building_kinds(state.book)[building]
    return ground in kind.grounds or (ground == COAST and not kind.grounds and not kind.makes)


def boats_and_shores(answer: bool, state: State, name: str, spot: Place) -> bool:
    """Veto boats away from their own water, other teams at sea, and on the coast teams that are not on its land.

    AQ-BBUILD-01 to AQ-BBUILD-04, AQ-BBUILD-07, AQ-CARRY-15, AQ-AMB-24.
    """
    if not answer:
        return False
    if afloat(state, name):
        return in_its_water(state, name, spot)
    lands = lands_at(state, state[Map].teams[name].place)
    if not lands:
        return False
    free = ground_of(state, spot) == COAST and rules(state).coast_builder == "hex"
    return free or not set(lands).isdisjoint(lands_at(state, spot))


def boats_stay_out(answer: bool, state: State, name: str, spot: Place) -> bool:
    """Keep boats out of buildings; their owner puts a chip there, or builds nothing (AQ-BBUILD-05, AQ-BBUILD-06)."""
    return answer and not afloat(state, name)


def boats_repair(answer: bool, state: State, name: str, spot: Place) -> bool:
    """Grant repairs of what is in a boat's water, for money only (AQ-BREP-01 to AQ-BREP-03, AQ-AMB-23, AQ-AMB-25)."""
    return answer or (afloat(state, name) and in_its_water(state, name, spot))


def port_faces(answer: tuple[int, ...], state: State, building: str, tile: str) -> tuple[int, ...]:
    """Return the two values in the name of a port's tile; the builder chooses (AQ-SETUP-02, AQ-AMB-05, AQ-AMB-43)."""
    return faces_of(tile) if building_kinds(state.book)[building].kind == PORT else answer


def faces_of(tile: str) -> tuple[int, int]:
    """Return the value on each face of a port's tile, the front first."""
    faces = tile.rpartition("-")[2]
    return int(faces[0]), int(faces[1])


def few_ports(answer: int, state: State, building: str) -> int:
    """Limit how many ports a seat may hold (AQ-AMB-09)."""
    return port_limit(state) if building_kinds(state.book)[building].kind == PORT else answer


def island_spots(answer: bool, state: State, hex: str) -> bool:
    """Open the free spots of the island to two players only (AQ-SETUP-05, AQ-SETUP-06, AQ-AMB-06)."""
    return len(seats(state)) != 2 if "harbour" in tile_of(state, hex).traits else answer


def own_spaceport(answer: int | None, state: State, seat: Seat) -> int | None:
    """Grant the construction of a colony that is not on the map, for this price (AQ-AMB-10)."""
    price = rules(state).spaceport_cost
    if price == "never":
        return answer
    return price if answer is None else min(answer, price)


def special_buildings_once(answer: Mapping[str, object], state: State) -> Mapping[str, object]:
    """Limit shelters and offices to one of a kind, unless the game says otherwise (AQ-AMB-09)."""
    return {**answer, "special_limit": 1}


def platforms_yield_two(answer: int, state: State, spot: Place) -> int:
    """Double the yield of a platform (AQ-RIG-02, AQ-AMB-26, AQ-OFFW-02, AQ-REEF-02, AQ-HYDRO-02, AQ-FACT-01)."""
    kind = building_kinds(state.book)[state[Map].buildings[spot].kind]
    return 2 * answer if "twofold" in kind.traits else answer
