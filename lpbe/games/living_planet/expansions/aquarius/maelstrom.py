"""The Maelstrom: a hex that draws boats in, swallows them, and must be placed when it is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from .....kernel.base.errors import require
from .....kernel.engine.hexgrid import opposite
from .....kernel.engine.model import Event, Offer, Order, Poll, Seat, State, Step
from .....kernel.engine.table import Table
from ...actions.hex_draws import UrgentHex, lay_urgent, urgent_cells, urgent_places
from ...events import CubesSpent, loss_event
from ...map.hex_placement import borders, by_row, fitting_turns
from ...map.hexes import Cell, neighbours
from ...map.queries import clockwise, hexes_by_cell, options, tile_of
from ...map.zones import zone_facing
from ...state import Map, Place, Turn
from ...turn.strikes import Strike, Struck, teams_outside
from .boat_choices import BOATS, resistance
from .boat_reactions import SaveBoats
from .fleet import MAELSTROM, OIL, afloat, boats_on, cargo_of, is_maelstrom, oil_of, zone_of
from .options import rules
from .setup import water
from .walls import WAVE


class DrawnIn(Event, frozen=True):
    """A boat is drawn onto the Maelstrom (AQ-MAEL-03)."""

    team: str
    place: Place

    def apply(self, state: State) -> None:
        teams = state[Map].teams
        teams[self.team] = replace(teams[self.team], place=self.place)


class PlaceMaelstrom(Order, frozen=True):
    """Place the maelstrom: the cell and the rotation (AQ-MAEL-11, AQ-MAEL-12)."""

    at: Cell
    turn: Annotated[int, Meta(ge=0, le=5)] = 0


def die_side(state: State, hex: str, colour: str) -> int:
    """Return the side of the placed hex that bears the die (AQ-MAEL-02)."""
    edge = tile_of(state, hex).sides[f"{colour}{state[Turn].dice[colour]}"]
    return (edge + state[Map].hexes[hex].turn) % 6


def boats_pulled(state: State, hex: str, colour: str) -> list[str]:
    """Return the boats beside that side, in the water it touches; none if there is no hex.

    AQ-MAEL-02, AQ-MAEL-08, AQ-AMB-36.
    """
    side = die_side(state, hex, colour)
    near = hexes_by_cell(state).get(neighbours(state[Map].hexes[hex].at)[side], "")
    boats = boats_on(state, near) if near else []
    zone = zone_facing(state, near, opposite(side)) if near else ""
    anywhere = rules(state).mael_pull == "hex"
    return [boat for boat in boats if anywhere or zone_of(state[Map].teams[boat].place) == zone]


class Maelstrom(Strike, frozen=True):
    def run(self, table: Table) -> None:
        """Fix both groups now; buildings are left alone (AQ-CATA-03, AQ-MAEL-01 to AQ-MAEL-08, AQ-AMB-37)."""
        state = table.state
        table.emit(Struck(self.hex, MAELSTROM, self.by))
        drawn = boats_pulled(state, self.hex, self.by)
        on = boats_on(state, self.hex)
        if drawn or on:
            table.then(Resist(self.hex, tuple(drawn), tuple(on)))


def in_danger(state: State, seat: Seat, poll: Resist) -> list[str]:
    return [boat for boat in (*poll.drawn, *poll.on) if state[Map].teams[boat].seat == seat]


def resist(table: Table, seat: Seat, poll: Resist, order: SaveBoats) -> None:
    """Pay an oil for each boat that is to stay where it is (AQ-MAEL-02, AQ-MAEL-04 to AQ-MAEL-06)."""
    state = table.state
    mine = in_danger(state, seat, poll)
    require(not order.steps, "AQ-MAEL-04", "nobody can go aboard, go ashore or leave the Maelstrom now")
    good = set(order.stay) <= set(mine) and len(set(order.stay)) == len(order.stay)
    require(good, "AQ-MAEL-02", "name your own boats in danger, each only once: {boats}", boats=mine)
    paid = oil_of(state, seat) >= len(order.stay)
    require(paid, "AQ-MAEL-02", "{seat} does not have enough {resource}", seat=seat, resource=OIL)
    if order.stay:
        table.emit(CubesSpent(seat, OIL, len(order.stay)))


def resistances(state: State, seat: Seat, poll: Resist) -> Iterator[Order]:
    """Yield an order that pays for no boat, and one that pays for as many as possible, those on the Maelstrom first."""
    mine = sorted(in_danger(state, seat, poll), key=lambda boat: boat not in poll.on)
    yield SaveBoats()
    yield from (SaveBoats(stay=tuple(mine[:count])) for count in range(1, min(len(mine), oil_of(state, seat)) + 1))


class Resist(Poll, frozen=True):
    """Ask about the boats that are drawn in, and those on the Maelstrom.

    AQ-MAEL-02, AQ-MAEL-05, AQ-AMB-31, AQ-AMB-37.
    """

    hex: str
    drawn: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    offers = {SaveBoats: Offer(resist, resistances, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        """Ask only seats that are not seen to have no oil."""
        open_screens = options(state).screens == "open"
        asked = [seat for seat in clockwise(state) if in_danger(state, seat, self)]
        return [seat for seat in asked if not open_screens or oil_of(state, seat)]

    def default(self, state: State, seat: Seat) -> Order:
        return resistance(state, seat, in_danger(state, seat, self), self.on, BOATS)

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        """Show what everybody chose; boats that were not paid for are drawn in, or lost (AQ-MAEL-03, AQ-MAEL-05)."""
        held = list[str]()
        for seat, order in answers.items():
            assert isinstance(order, SaveBoats)
            table.reveal(seat)
            held += order.stay
        there = water(table.state, self.hex)
        assert there
        for boat in self.drawn:
            if boat not in held:
                table.emit(DrawnIn(boat, there))
        for boat in self.on:
            if boat not in held:
                table.emit(loss_event(table.state, boat))


def boats_in_danger(answer: list[Seat], state: State, hex: str, kind: str, safe: Sequence[Place]) -> list[Seat]:
    """Count what a wave or the Maelstrom would swallow, and whoever is lost with a boat (AQ-AMB-39, AQ-CARRY-12)."""
    swallowed = boats_on(state, hex) if kind in (WAVE, MAELSTROM) else []
    struck = [name for name in teams_outside(state, hex, kind) if afloat(state, name)]
    aboard = [load for boat in (*swallowed, *struck) if (load := cargo_of(state, boat))]
    return [*answer, *(state[Map].teams[name].seat for name in (*swallowed, *aboard))]


def always_on(answer: tuple[str, ...], state: State, colour: str, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """Treat it as one hex among the others; by option it strikes anyway (AQ-AMB-39)."""
    if not rules(state).mael_automatic:
        return answer
    return (*answer, *(hex for hex in hexes if is_maelstrom(state, hex)))


# Placing it.


def place_maelstrom(table: Table, seat: Seat, question: SetMaelstrom, order: PlaceMaelstrom) -> None:
    """Place it where it touches most hexes; no boat goes there (AQ-MAEL-09 to AQ-MAEL-12, AQ-MAEL-14, AQ-AMB-38)."""
    lay_urgent(table, question, order.at, order.turn, "AQ-MAEL-11")


def sites(state: State, seat: Seat, question: SetMaelstrom) -> Iterator[Order]:
    return (PlaceMaelstrom(at, turn) for at, turn in urgent_places(state, question.hex))


class SetMaelstrom(UrgentHex, frozen=True):
    offers = {PlaceMaelstrom: Offer(place_maelstrom, sites, exact=True)}

    def default(self, state: State, seat: Seat) -> Order:
        """Choose the first cell, not turned (AQ-MAEL-11)."""
        return PlaceMaelstrom(urgent_cells(state, self.hex)[0])


def must_be_placed(answer: UrgentHex | None, state: State, seat: Seat, hex: str) -> UrgentHex | None:
    """Place it first, or bury it; then another hex is drawn (AQ-MAEL-09, AQ-MAEL-13, AQ-MAEL-14, AQ-ARB-09)."""
    return SetMaelstrom(seat, hex) if is_maelstrom(state, hex) else answer


def any_contact(answer: list[Cell], state: State, hex: str) -> list[Cell]:
    """Accept a single neighbour, by option (AQ-AMB-38)."""
    if not is_maelstrom(state, hex) or rules(state).mael_contact == "base":
        return answer
    hexes = [laid.at for laid in state[Map].hexes.values()]
    free = {at for laid in hexes for at in neighbours(laid)}.difference(hexes)
    touching = {at: len(borders(state, at)) for at in sorted(free) if fitting_turns(state, hex, at)}
    return sorted([at for at, sides in touching.items() if sides == max(touching.values())], key=by_row)


EVENTS: tuple[type[Event], ...] = (DrawnIn,)
STEPS: tuple[type[Step], ...] = (Maelstrom, Resist, SetMaelstrom)
