"""Set-up of the scenarios: the island and its ports, hexes picked in secret, or a landing on land."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from .....kernel.base.errors import require
from .....kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State, Step
from .....kernel.engine.table import Table
from ...actions.building_supply import in_bank
from ...events import TeamArrived
from ...map.queries import building_kinds, clockwise, placed_hexes, reserve, seats, spots_of, team_names, tile_of
from ...setup import WHOLE_POOL, pool
from ...state import LAND, SCIENTIST, Building, Map, Place, Tile
from .construction import faces_of
from .fleet import BOAT, OIL, PORT, SEA
from .hex_picks import PickedHexes, PickTogether, ShowPool
from .options import on_the_island, rules

EXTRA_CUBES = {OIL: 5, "electricity": 5}
"""AQ-SETUP-09: the cubes that come with the box."""
FRONT: Literal["a"] = "a"
BACK: Literal["b"] = "b"
FACES = (FRONT, BACK)


class PortFounded(Event, frozen=True):
    """A port with a chip is founded on the island (AQ-SETUP-04)."""

    seat: Seat
    place: Place
    tile: str
    value: int

    def apply(self, state: State) -> None:
        state[Map].buildings[self.place] = Building(PORT, self.tile, value=self.value, chip=self.seat)


class ChoosePort(Order, frozen=True):
    """Choose a port: its tile, the face that stays up, and, if it matters, the spot (AQ-SETUP-02, AQ-SETUP-03)."""

    piece: Name
    face: Literal["a", "b"] = "a"
    place: Place = ""


class SettleIsland(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Ask for ports from the Leader on, then hexes; two each with two players.

        AQ-SETUP-03, AQ-SETUP-12 to AQ-SETUP-14, AQ-AMB-01.
        """
        state = table.state
        if not on_the_island(state):
            return
        order = clockwise(state)
        rounds = picks_each(state)
        table.then(*(SetPort(seat) for seat in order))
        if rules(state).aq_pick == "sealed":
            table.then(PickTogether(rounds))
        else:
            table.then(*(ShowPool(seat, nth) for nth in range(1, rounds + 1) for seat in order))


def picks_each(state: State) -> int:
    """Return how many hexes everybody picks: two with two players (AQ-SETUP-14)."""
    return 2 if len(seats(state)) == 2 else 1


def free_ports(state: State, seat: Seat) -> list[str]:
    ports = [name for name, kind in building_kinds(state.book).items() if kind.kind == PORT]
    return [tile for name in ports for tile in in_bank(state, seat, name)]


def free_spots(state: State) -> list[Place]:
    return [spot for spot in spots_of(state, island(state)) if spot not in state[Map].buildings]


def island(state: State) -> str:
    """Return the hex with which the map began (AQ-SETUP-01)."""
    return placed_hexes(state)[0]


def water(state: State, hex: str) -> Place | None:
    """Return the first sea zone of a hex."""
    zones = tile_of(state, hex).zones
    return next((f"{hex}.{name}" for name in sorted(zones) if zones[name].ground == SEA), None)


def choose_port(table: Table, seat: Seat, question: SetPort, order: ChoosePort) -> None:
    """Place port, chip and boat; by option a scientist in the port.

    AQ-SETUP-04, AQ-SETUP-07, AQ-SETUP-17, AQ-AMB-07.
    """
    state = table.state
    tiles = free_ports(state, seat)
    require(order.piece in tiles, "AQ-SETUP-03", "the ports in the bank are {tiles}", tiles=tiles)
    place = order.place or free_spots(state)[0]
    require(place in free_spots(state), "AQ-SETUP-04", "{spot} is not an empty spot", spot=place)
    table.emit(PortFounded(seat, place, tile=order.piece, value=faces_of(order.piece)[FACES.index(order.face)]))
    launch(table, seat, 1)
    if rules(state).aq_start_scientist:
        table.emit(TeamArrived(team_names(state.book, seat, SCIENTIST)[0], seat, place))


def launch(table: Table, seat: Seat, count: int) -> None:
    """Put boats from the reserve onto the water of the start hex (AQ-SETUP-07, AQ-AMB-13)."""
    sea = water(table.state, island(table.state))
    require(sea or not count, "AQ-AMB-41", "there is no water for boats on {hex}", hex=island(table.state))
    for name in reserve(table.state, seat, BOAT)[:count]:
        assert sea
        table.emit(TeamArrived(name, seat, place=sea, kind=BOAT))


def port_choices(state: State, seat: Seat, question: SetPort) -> list[Order]:
    return [ChoosePort(tile, face) for tile in free_ports(state, seat) for face in FACES]


class SetPort(Question, frozen=True):
    seat: Seat
    offers = {ChoosePort: Offer(choose_port, port_choices, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        """Choose the first tile that is left, its front up (AQ-SETUP-03)."""
        return ChoosePort(free_ports(state, seat)[0])


def begin(table: Table) -> None:
    """Place the boats of a custom set-up (AQ-AMB-41)."""
    if rules(table.state).scenario == "custom":
        for seat in clockwise(table.state):
            launch(table, seat, rules(table.state).custom.boats)


# What the base sets up differently.


def start_hex(answer: str, state: State) -> str:
    """Return the island, the landing tile of the base, or the tile that the host chose.

    AQ-SETUP-01, AQ-TERRA-01, AQ-AMB-40, AQ-AMB-41.
    """
    if on_the_island(state):
        return sorted(pool(state, "harbour"))[0]
    return (rules(state).scenario == "custom" and rules(state).custom.start) or answer


def decks(answer: dict[str, int], state: State) -> dict[str, int]:
    """Return only water hexes, to which the picked ones are added, or a mixture of land and water.

    AQ-SETUP-15, AQ-TERRA-02, AQ-AMB-04, AQ-AMB-40, AQ-AMB-41.
    """
    if on_the_island(state):
        rest = {deck: count for deck, count in answer.items() if deck != LAND}
        return {**rest, "open": WHOLE_POOL, "shore": WHOLE_POOL, "maelstrom": WHOLE_POOL}
    own = rules(state).custom if rules(state).scenario == "custom" else None
    land, sea, shore = (own.land, own.sea, own.shore) if own else (12, 3, 8)
    mael = own.maelstrom if own else True
    return {**answer, LAND: min(answer[LAND], land), "open": sea, "shore": shore, "maelstrom": int(mael)}


def no_late_starts(answer: Mapping[str, Tile], state: State) -> Mapping[str, Tile]:
    """Keep start tiles out of the deck (AQ-AMB-40)."""
    return {}


def add_picked_hexes(answer: list[str], state: State) -> list[str]:
    """Add the picked hexes to the deck (AQ-SETUP-15)."""
    return [*answer, *state[PickedHexes].hexes]


def a_barrel(answer: dict[str, int], state: State, seat: Seat) -> dict[str, int]:
    """Give everybody an oil (AQ-SETUP-08, AQ-TERRA-03)."""
    return {**answer, OIL: answer.get(OIL, 0) + 1}


def pioneers(answer: tuple[Event, ...], state: State, seat: Seat, spot: Place) -> tuple[Event, ...]:
    """Return no colony on the island; on land it is as in the base (AQ-SETUP-17, AQ-TERRA-03, AQ-TERRA-04)."""
    own = rules(state).scenario == "custom" and not rules(state).custom.colonies
    return () if own or on_the_island(state) else answer


def more_cubes(answer: dict[str, int], state: State) -> dict[str, int]:
    """Add five each of oil and electricity; everything else is as in the base.

    AQ-SETUP-09 to AQ-SETUP-11, AQ-SETUP-18, AQ-AMB-08.
    """
    return {name: count + EXTRA_CUBES.get(name, 0) for name, count in answer.items()}


def length(answer: int, state: State) -> int:
    """Return twelve turns, or as many as a custom set-up says (AQ-SETUP-16)."""
    return rules(state).custom.turns if rules(state).scenario == "custom" else answer


EVENTS: tuple[type[Event], ...] = (PortFounded,)
STEPS: tuple[type[Step], ...] = (SettleIsland, SetPort)
