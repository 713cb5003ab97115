"""Set-up of the scenarios: the island and its ports, hexes picked in secret, or a landing on land."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .....kernel.base.errors import require
from .....kernel.play.rules import Event, Name, Offer, Order, Question, Seat, State, Step
from .....kernel.play.table import Table
from ...events import TeamArrived
from ...reading import building_kinds, clockwise, placed, reserve, seats, spots_of, team_names, tile_of
from ...setup import ALL, pool
from ...state import LAND, SCIENTIST, Building, Map, Place
from ...supply import in_bank
from .build import faces_of
from .fleet import BOAT, OIL, PORT, SEA
from .options import on_the_island, rules
from .picks import PickedHexes, PickTogether, ShowPool

EXTRA = {OIL: 5, "electricity": 5}
"""AQ-SETUP-09: the cubes that come with the box."""
FRONT: Literal["a"] = "a"
BACK: Literal["b"] = "b"
FACES = (FRONT, BACK)


class PortFounded(Event, frozen=True):
    """AQ-SETUP-04: a port with a chip on the island."""

    seat: Seat
    place: Place
    tile: str
    value: int

    def apply(self, state: State) -> None:
        state[Map].buildings[self.place] = Building(PORT, self.tile, self.value, self.seat)


class ChoosePort(Order, frozen=True):
    """AQ-SETUP-02, AQ-SETUP-03: a tile, the face that stays up, and the spot if one cares."""

    piece: Name
    face: Literal["a", "b"] = "a"
    place: Place = ""


class SettleIsland(Step, frozen=True):
    def run(self, table: Table) -> None:
        """AQ-SETUP-03, AQ-SETUP-12 to AQ-SETUP-14, AQ-AMB-01: ports from the Leader on, then hexes; two with two."""
        state = table.state
        if not on_the_island(state):
            return
        order, rounds = clockwise(state), 2 if len(seats(state)) == 2 else 1
        table.then(*(SetPort(seat) for seat in order))
        if rules(state).aq_pick == "sealed":
            table.then(PickTogether(rounds))
        else:
            table.then(*(ShowPool(seat, nth) for nth in range(1, rounds + 1) for seat in order))


def free_ports(state: State, seat: Seat) -> list[str]:
    ports = [name for name, kind in building_kinds(state.book).items() if kind.kind == PORT]
    return [tile for name in ports for tile in in_bank(state, seat, name)]


def free_spots(state: State) -> list[Place]:
    return [spot for spot in spots_of(state, island(state)) if spot not in state[Map].buildings]


def island(state: State) -> str:
    """AQ-SETUP-01: the hex the map began with."""
    return placed(state)[0]


def water(state: State, hex: str) -> Place | None:
    """The first sea zone of a hex."""
    zones = tile_of(state, hex).zones
    return next((f"{hex}.{name}" for name in sorted(zones) if zones[name].ground == SEA), None)


def choose_port(table: Table, seat: Seat, question: SetPort, order: ChoosePort) -> None:
    """AQ-SETUP-04, AQ-SETUP-07, AQ-SETUP-17, AQ-AMB-07: port, chip and boat; by switch a scientist in the port."""
    state = table.state
    tiles = free_ports(state, seat)
    require(order.piece in tiles, "AQ-SETUP-03", "the bank has the ports {tiles}", tiles=tiles)
    place = order.place or free_spots(state)[0]
    require(place in free_spots(state), "AQ-SETUP-04", "{spot} is no empty spot", spot=place)
    table.emit(PortFounded(seat, place, order.piece, faces_of(order.piece)[FACES.index(order.face)]))
    launch(table, seat, 1)
    if rules(state).aq_start_scientist:
        table.emit(TeamArrived(team_names(state.book, seat, SCIENTIST)[0], seat, place))


def launch(table: Table, seat: Seat, count: int) -> None:
    """AQ-SETUP-07, AQ-AMB-13: boats from the reserve onto the water of the start hex."""
    sea = water(table.state, island(table.state))
    require(sea or not count, "AQ-AMB-41", "there is no water for boats on {hex}", hex=island(table.state))
    for name in reserve(table.state, seat, BOAT)[:count]:
        assert sea
        table.emit(TeamArrived(name, seat, sea, BOAT))


def port_choices(state: State, seat: Seat, question: SetPort) -> list[Order]:
    return [ChoosePort(tile, face) for tile in free_ports(state, seat) for face in FACES]


class SetPort(Question, frozen=True):
    seat: Seat
    offers = {ChoosePort: Offer(choose_port, port_choices, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        """AQ-SETUP-03: the first tile that is left, its front up."""
        return ChoosePort(free_ports(state, seat)[0])


def begin(table: Table) -> None:
    """AQ-AMB-41: the boats of a set-up of one's own."""
    if rules(table.state).scenario == "custom":
        for seat in clockwise(table.state):
            launch(table, seat, rules(table.state).custom.boats)


# What the base sets up differently.


def start_hex(answer: str, state: State) -> str:
    """AQ-SETUP-01, AQ-TERRA-01, AQ-AMB-40, AQ-AMB-41: the island, the landing tile of the base, or as the host says."""
    if on_the_island(state):
        return sorted(pool(state, "harbour"))[0]
    return (rules(state).scenario == "custom" and rules(state).custom.start) or answer


def decks(answer: dict[str, int], state: State) -> dict[str, int]:
    """AQ-SETUP-15, AQ-TERRA-02, AQ-AMB-04, AQ-AMB-40, AQ-AMB-41: water alone and what was picked, or half of each."""
    if on_the_island(state):
        rest = {deck: count for deck, count in answer.items() if deck != LAND}
        return {**rest, "open": ALL, "shore": ALL, "maelstrom": ALL}
    own = rules(state).custom if rules(state).scenario == "custom" else None
    land, sea, shore = (own.land, own.sea, own.shore) if own else (12, 3, 8)
    mael = own.maelstrom if own else True
    return {**answer, LAND: min(answer[LAND], land), "open": sea, "shore": shore, "maelstrom": int(mael)}


def picked(answer: list[str], state: State) -> list[str]:
    """AQ-SETUP-15: the picked hexes join the deck."""
    return [*answer, *state[PickedHexes].hexes]


def a_barrel(answer: dict[str, int], state: State, seat: Seat) -> dict[str, int]:
    """AQ-SETUP-08, AQ-TERRA-03: an oil for everybody."""
    return {**answer, OIL: answer.get(OIL, 0) + 1}


def pioneers(answer: tuple[Event, ...], state: State, seat: Seat, spot: Place) -> tuple[Event, ...]:
    """AQ-SETUP-17, AQ-TERRA-03, AQ-TERRA-04: nobody on the island has a colony; on land it is as in the base."""
    own = rules(state).scenario == "custom" and not rules(state).custom.colonies
    return () if own or on_the_island(state) else answer


def more_cubes(answer: dict[str, int], state: State) -> dict[str, int]:
    """AQ-SETUP-09 to AQ-SETUP-11, AQ-SETUP-18, AQ-AMB-08: five more of oil and electricity, all else as in the base."""
    return {name: count + EXTRA.get(name, 0) for name, count in answer.items()}


def length(answer: int, state: State) -> int:
    """AQ-SETUP-16: twelve turns; by a set-up of one's own as many as it says."""
    return rules(state).custom.turns if rules(state).scenario == "custom" else answer


EVENTS: tuple[type[Event], ...] = (PortFounded,)
STEPS: tuple[type[Step], ...] = (SettleIsland, SetPort)
