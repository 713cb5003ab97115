"""Chapter oxygen: a point for exploring it, stars for whoever controls most buildings there."""

from __future__ import annotations

from .....kernel.engine.model import Event, Seat, State, Step
from .....kernel.engine.table import Table
from ...actions.hex_draws import HexPlaced
from ...map.queries import controller, seats, turns
from ...state import Turn
from .queries import buildings_on, stars_by_hex
from .state import Find, Wilds


class OxygenFound(Event, frozen=True):
    """A seat finds oxygen, which is a point at once, for all to see.

    ARB-OXY-02, ARB-OXY-03, ARB-OXY-09, ARB-AMB-11."""

    seat: Seat
    hex: str
    turn: int

    def apply(self, state: State) -> None:
        state[Wilds].found[self.hex] = Find(self.seat, self.turn)


class OxygenHeld(Event, frozen=True):
    """The stars of a hex go to the seat that controls most of its buildings, or to each of those that tie.

    ARB-OXY-04, ARB-OXY-05."""

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
    """Score the pocket for whoever explores the hex (ARB-OXY-02)."""
    if event.hex in stars_by_hex(table.book):
        table.emit(OxygenFound(event.seat, event.hex, table.state[Turn].number))


def holders(state: State, hex: str) -> tuple[Seat, ...]:
    """Return the seats that control the most buildings, at least one, burning or not.

    ARB-OXY-06, ARB-OXY-08, ARB-OXY-10, ARB-AMB-09.
    """
    held = [controller(state, spot) for spot in buildings_on(state, hex)]
    most = max(held.count(seat) for seat in seats(state))
    return tuple(seat for seat in seats(state) if most and held.count(seat) == most)


def prospect(state: State, seat: Seat, last: int) -> int:
    """Return the stars a seat would have if this turn were the last: finds of this turn have none.

    ARB-OXY-07, ARB-AMB-10.
    """
    stars = stars_by_hex(state.book)
    found = state[Wilds].found
    return sum(stars[hex] for hex, find in found.items() if find.turn != last and seat in holders(state, hex))


class CountOxygen(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Count when the game ends, whenever that is (ARB-OXY-04, ARB-OXY-07, ARB-SETUP-08)."""
        state = table.state
        for hex, find in sorted(state[Wilds].found.items()):
            if find.turn != state[Turn].number and (most := holders(state, hex)):
                table.emit(OxygenHeld(hex, stars_by_hex(table.book)[hex], most))
        table.emit(OxygenCounted())


def air_counts(answer: int, state: State, seat: Seat) -> int:
    """Add a point for each pocket explored, and the stars (ARB-OXY-03, ARB-OXY-04)."""
    wilds = state[Wilds]
    tokens = sum(find.seat == seat for find in wilds.found.values())
    stars = wilds.stars.get(seat, 0) if wilds.counted else prospect(state, seat, turns(state))
    return answer + tokens + stars


EVENTS: tuple[type[Event], ...] = (OxygenFound, OxygenHeld, OxygenCounted)
STEPS: tuple[type[Step], ...] = (CountOxygen,)
