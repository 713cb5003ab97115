"""Set-up of the scenarios: the island and its ports, hexes picked in secret, or a landing on land."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from .....kernel.base.errors import require
from .....kernel.play.rules import Component, Drawer, Event, Name, Offer, Order, Poll, Question, Seat, State, Step
from .....kernel.play.table import Table
from ...events import TeamArrived
from ...reading import building_kinds, clockwise, in_bank, placed, reserve, seats, spots_of, team_names, tile_of
from ...setup import ALL, pool
from ...state import LAND, SCIENTIST, Building, Map, Place
from .build import faces_of
from .fleet import BOAT, OIL, PORT, SEA
from .options import on_the_island, rules

EXTRA = {OIL: 5, "electricity": 5}
"""AQ-SETUP-09: the cubes that come with the box."""
MYCELIUM = "mycelium"
FRONT: Literal["a"] = "a"
BACK: Literal["b"] = "b"
FACES = (FRONT, BACK)
Hexes = Annotated[tuple[Name, ...], Meta(max_length=24)]


class Picks(Component):
    """AQ-SETUP-13: the hexes a seat may pick from when it is asked, and those it picked."""

    drawer = Drawer.SCREEN
    pool: list[str] = []
    picked: list[str] = []


class PickedHexes(Component):
    """AQ-SETUP-13: all hexes that were picked, face down."""

    drawer = Drawer.BOX
    hexes: list[str] = []


class PortFounded(Event, frozen=True):
    """AQ-SETUP-04: a port with a chip on the island."""

    seat: Seat
    place: Place
    tile: str
    value: int

    def apply(self, state: State) -> None:
        state[Map].buildings[self.place] = Building(PORT, self.tile, self.value, self.seat)


class PoolShown(Event, frozen=True):
    """AQ-AMB-03: a picker looks at the hexes that are left."""

    seat: Seat
    pool: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        if own := state.open(Picks, self.seat):
            own.pool = list(self.pool)

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, pool=())


class HexPicked(Event, frozen=True):
    """AQ-AMB-03: everybody learns that a pick was made."""

    foreseen = True
    seat: Seat
    hex: str = ""

    def apply(self, state: State) -> None:
        if own := state.open(Picks, self.seat):
            own.pool, own.picked = [], [*own.picked, self.hex]
        if box := state.open(PickedHexes):
            box.hexes.append(self.hex)

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, hex="")


class ChoosePort(Order, frozen=True):
    """AQ-SETUP-02, AQ-SETUP-03: a tile, the face that stays up, and the spot if one cares."""

    piece: Name
    face: Literal["a", "b"] = "a"
    place: Place = ""


class PickHex(Order, frozen=True):
    """AQ-SETUP-13: a hex with mycelium, face down."""

    secret = True
    hex: Name


class PickAny(Order, frozen=True):
    """AQ-AMB-03: what silence picks."""


class RankHexes(Order, frozen=True, tag="pick-hexes"):
    """AQ-AMB-03: all at once: the hexes one would like best, the first one first."""

    secret = True
    hexes: Hexes = ()


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


def eligible(state: State) -> list[str]:
    """AQ-SETUP-13, AQ-AMB-02: the landscape hexes of the base with at least one spot for mycelium."""
    hexes = {name: tile_of(state, name) for name in pool(state, LAND)}
    return sorted(name for name, tile in hexes.items() if MYCELIUM in tile.spots and "start" not in tile.traits)


def left(state: State) -> list[str]:
    """AQ-AMB-03: what nobody has picked; only who holds the box knows."""
    gone = state[PickedHexes].hexes
    return [hex for hex in eligible(state) if hex not in gone]


class ShowPool(Step, frozen=True):
    seat: Seat
    nth: int

    def run(self, table: Table) -> None:
        """AQ-AMB-03: the picker sees what is left."""
        table.emit(PoolShown(self.seat, tuple(left(table.state))))
        table.then(PickOne(self.seat, self.nth))


def pick_hex(table: Table, seat: Seat, question: PickOne, order: PickHex) -> None:
    offered = table.state[Picks, seat].pool
    require(order.hex in offered, "AQ-SETUP-13", "{hex} is not among {hexes}", hex=order.hex, hexes=offered)
    table.emit(HexPicked(seat, order.hex))


def pick_any(table: Table, seat: Seat, question: PickOne, order: PickAny) -> None:
    """AQ-AMB-03: chance picks for who is silent."""
    pool = table.state[Picks, seat].pool
    table.emit(HexPicked(seat, table.rng.pick(pool, f"pick/{seat}/{question.nth}")))


class PickOne(Question, frozen=True):
    seat: Seat
    nth: int
    offers = {
        PickHex: Offer(pick_hex, lambda state, seat, question: map(PickHex, state[Picks, seat].pool), exact=True),
        PickAny: Offer(pick_any, lambda state, seat, question: (), silent=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return PickAny()


def rank_hexes(table: Table, seat: Seat, poll: PickTogether, order: RankHexes) -> None:
    known = eligible(table.state)
    good = set(order.hexes) <= set(known) and len(set(order.hexes)) == len(order.hexes)
    require(good, "AQ-SETUP-13", "name some of {hexes}, each once", hexes=known)


def rankings(state: State, seat: Seat, poll: PickTogether) -> list[Order]:
    """Each hex alone, and none."""
    return [RankHexes(), *(RankHexes((hex,)) for hex in eligible(state))]


class PickTogether(Poll, frozen=True):
    """AQ-AMB-03: by switch everybody ranks hexes at once; they are dealt out in the order of picking."""

    rounds: int
    offers = {RankHexes: Offer(rank_hexes, rankings, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return clockwise(state)

    def default(self, state: State, seat: Seat) -> Order:
        return RankHexes()

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        """What is ranked and free; where nothing is, chance picks."""
        for nth in range(1, self.rounds + 1):
            for seat, answer in answers.items():
                assert isinstance(answer, RankHexes)
                free = left(table.state)
                wanted = next((hex for hex in answer.hexes if hex in free), "")
                table.emit(HexPicked(seat, wanted or table.rng.pick(free, f"pick/{seat}/{nth}")))


def begin(table: Table) -> None:
    """AQ-AMB-41: the boats of a set-up of one's own."""
    if rules(table.state).scenario == "custom":
        for seat in clockwise(table.state):
            launch(table, seat, rules(table.state).custom.boats)


# What the base sets up differently.


def start_hex(answer: str, state: State) -> str:
    """AQ-SETUP-01, AQ-TERRA-01, AQ-AMB-40, AQ-AMB-41: the island, the landing tile of the base, or as the host says."""
    if on_the_island(state):
        return min(pool(state, "harbour"))
    return (rules(state).scenario == "custom" and rules(state).custom.start) or answer


def decks(answer: dict[str, int], state: State) -> dict[str, int]:
    """AQ-SETUP-15, AQ-TERRA-02, AQ-AMB-04, AQ-AMB-40, AQ-AMB-41: water alone and what was picked, or half of each."""
    if on_the_island(state):
        rest = {deck: count for deck, count in answer.items() if deck != LAND}
        return {**rest, "open": ALL, "shore": ALL, "maelstrom": ALL}
    own = rules(state).custom if rules(state).scenario == "custom" else None
    land, sea, shore = (own.land, own.sea, own.shore) if own else (12, 3, 8)
    mael = int(own.maelstrom) if own else 1
    return {**answer, LAND: min(answer.get(LAND, 0), land), "open": sea, "shore": shore, "maelstrom": mael}


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


EVENTS: tuple[type[Event], ...] = (PortFounded, PoolShown, HexPicked)
STEPS: tuple[type[Step], ...] = (SettleIsland, SetPort, ShowPool, PickOne, PickTogether)
