"""Chapter oxygen: a point for who explores it, stars for who controls most buildings there."""

from __future__ import annotations

from .....kernel.play.rules import Event, Seat, State, Step
from .....kernel.play.table import Table
from ...draw import HexPlaced
from ...reading import controller, seats, turns
from ...state import Turn
from .reading import buildings_on, stars_by_hex
from .state import Find, Wilds


class OxygenFound(Event, frozen=True):
    """ARB-OXY-02, ARB-OXY-03, ARB-OXY-09, ARB-AMB-11: a point behind the screen, at once and for all to see."""

    seat: Seat
    hex: str
    turn: int

    def apply(self, state: State) -> None:
        state[Wilds].found[self.hex] = Find(self.seat, self.turn)


class OxygenHeld(Event, frozen=True):
    """ARB-OXY-04, ARB-OXY-05: whoever controls most buildings on a hex has its stars, each of those who are equal."""

    hex: str
    stars: int
    seats: tuple[Seat, ...]

    def apply(self, state: State) -> None:
        stars = state[Wilds].stars
        for seat in self.seats:
            stars[seat] = stars.get(seat, 0) + self.stars


class OxygenCounted(Event, frozen=True):
    def apply(self, state: State) -> None:
        state[Wilds].counted = True


def breathe(table: Table, event: HexPlaced) -> None:
    """ARB-OXY-02: by whomever the hex is explored."""
    if event.hex in stars_by_hex(table.book):
        table.emit(OxygenFound(event.seat, event.hex, table.state[Turn].number))


def holders(state: State, hex: str) -> tuple[Seat, ...]:
    """ARB-OXY-06, ARB-OXY-08, ARB-OXY-10, ARB-AMB-09: most controlled buildings, one at least, burning or not."""
    held = [controller(state, spot) for spot in buildings_on(state, hex)]
    most = max(held.count(seat) for seat in seats(state))
    return tuple(seat for seat in seats(state) if most and held.count(seat) == most)


def prospect(state: State, seat: Seat, last: int) -> int:
    """ARB-OXY-07, ARB-AMB-10: the stars a seat would have, if that turn were the last: what is found in it has none."""
    stars, found = stars_by_hex(state.book), state[Wilds].found
    return sum(stars[hex] for hex, find in found.items() if find.turn != last and seat in holders(state, hex))


class CountOxygen(Step, frozen=True):
    def run(self, table: Table) -> None:
        """ARB-OXY-04, ARB-OXY-07, ARB-SETUP-08: when the game ends, whenever that is."""
        state = table.state
        for hex, find in sorted(state[Wilds].found.items()):
            if find.turn != state[Turn].number and (most := holders(state, hex)):
                table.emit(OxygenHeld(hex, stars_by_hex(table.book)[hex], most))
        table.emit(OxygenCounted())


def air_counts(answer: int, state: State, seat: Seat) -> int:
    """ARB-OXY-03, ARB-OXY-04: a point for each pocket explored, and the stars."""
    wilds = state[Wilds]
    tokens = sum(find.seat == seat for find in wilds.found.values())
    stars = wilds.stars.get(seat, 0) if wilds.counted else prospect(state, seat, turns(state))
    return answer + tokens + stars


EVENTS: tuple[type[Event], ...] = (OxygenFound, OxygenHeld, OxygenCounted)
STEPS: tuple[type[Step], ...] = (CountOxygen,)
