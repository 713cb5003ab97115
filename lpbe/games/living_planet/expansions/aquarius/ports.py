"""Ports: scientists and boats that arrive there, by a production die or by card 3."""

from __future__ import annotations

from collections.abc import Sequence

from .....kernel.base.errors import require
from .....kernel.engine.model import Offer, Order, Question, Seat, State
from .....kernel.engine.table import Table
from ...actions.arrivals import Arrival, arrive_elsewhere
from ...map.queries import building_kinds, controller, die, functional, hex_name, reserve, team_in
from ...state import SCIENTIST, Map, Place, Purse
from ...turn.production import ProduceOne
from .fleet import BOAT, PORT, boats_left, seas_at
from .options import rules

IRON = "iron"
MYCELIUM = "mycelium"


def ports_of(state: State, seat: Seat) -> list[Place]:
    """Return the working ports that a seat controls (AQ-AMB-12, AQ-ARB-03)."""
    kinds = building_kinds(state.book)
    ports = [spot for spot, building in state[Map].buildings.items() if kinds[building.kind].kind == PORT]
    return sorted(spot for spot in ports if controller(state, spot) == seat and functional(state, spot))


def docks(state: State, seat: Seat) -> list[Place]:
    """Return the ports whose value the die shows (AQ-BOAT-01, AQ-PORT-02)."""
    value = die(state)
    return [spot for spot in ports_of(state, seat) if state[Map].buildings[spot].value == value]


def water_of(state: State, port: Place) -> Place:
    """Return the sea zone where a port's boats are put (AQ-BOAT-01)."""
    return f"{hex_name(port)}.{seas_at(state, port)[0]}"


def arrivals_at(state: State, seat: Seat) -> list[Arrival]:
    """Return a scientist where nobody is, or a boat (AQ-PORT-02, AQ-PORT-03, AQ-PORT-05, AQ-BOAT-01 to AQ-BOAT-03)."""
    out = []
    full = "" if boats_left(state, seat) > 0 else "AQ-BOAT-06"
    for port in docks(state, seat):
        empty = team_in(state, port) is None
        out.append(Arrival(SCIENTIST, port, cube=MYCELIUM, to=port, clause="AQ-PORT-02", free=empty))
        out.append(Arrival(BOAT, port, cube=IRON, to=water_of(state, port), clause="AQ-BOAT-01", full=full))
    return out


def by_port(answer: list[Arrival], state: State, seat: Seat) -> list[Arrival]:
    """Add arrivals at ports in place of the seat's production of this die or, by option, besides it.

    AQ-PORT-06, AQ-BOAT-02, AQ-AMB-11.
    """
    return [*answer, *arrivals_at(state, seat)] if rules(state).port_counts else answer


def possible(state: State, seat: Seat) -> list[Arrival]:
    """Return what may arrive, whether the seat can pay or not."""
    return [one for one in arrivals_at(state, seat) if one.open and reserve(state, seat, one.kind)]


def call_to_ports(answer: list[Place], state: State, seat: Seat) -> list[Place]:
    """Let the scientist of card 3 come to a port where nobody is; ports come before the colony.

    AQ-PORT-04, AQ-AMB-42.
    """
    return [*(port for port in ports_of(state, seat) if team_in(state, port) is None), *answer]


def use_port(table: Table, seat: Seat, question: UsePort, order: ProduceOne) -> None:
    """Use a port besides the production of the die, by option (AQ-AMB-11)."""
    if order.what == "none":
        return
    found = next((one for one in arrivals_at(table.state, seat) if matches_order(one, order)), None)
    require(found, "AQ-PORT-02", "none of {seat}'s ports can bring that now", seat=seat)
    assert found
    arrive_elsewhere(table, seat, found)


def matches_order(one: Arrival, order: ProduceOne) -> bool:
    return one.kind == order.what and order.place in ("", one.place)


def port_uses(state: State, seat: Seat, question: UsePort) -> list[Order]:
    paid = [one for one in possible(state, seat) if state[Purse, seat].cubes[one.cube]]
    return [ProduceOne("none"), *(ProduceOne(one.kind, one.place) for one in paid)]


class UsePort(Question, frozen=True):
    """Ask after a seat's production, if ports do not count as production (AQ-AMB-11)."""

    seat: Seat
    offers = {ProduceOne: Offer(use_port, port_uses, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if not rules(state).port_counts and possible(state, self.seat) else ()

    def default(self, state: State, seat: Seat) -> Order:
        return ProduceOne("none")
