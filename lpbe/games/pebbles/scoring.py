"""The end: purses are opened, pebbles on the path count."""

from __future__ import annotations

from ...kernel.engine.amendments import amendable
from ...kernel.engine.events import Ended
from ...kernel.engine.model import Event, Roster, Seat, State, Step
from ...kernel.engine.table import Table
from .state import Purse, pebble_of, pebbles_of

COINS_PER_POINT = 3


class Counted(Event, frozen=True):
    """A purse is opened, with what the seat's pebbles are worth."""

    seat: Seat
    coins: int
    pebbles: int


@amendable
def worth(state: State, pebble: str) -> int:
    """Return the worth of a pebble on the path: its value (PEB-SCORE-01)."""
    return pebble_of(state, pebble).value


class Score(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Add a point for three coins; those with the most points win together (PEB-SCORE-02, PEB-SCORE-03)."""
        state = table.state
        scores = dict[Seat, int]()
        for seat in state[Roster].seats:
            coins = state[Purse, seat].coins
            pebbles = sum(worth(state, name) for name in pebbles_of(state, seat))
            table.emit(Counted(seat, coins, pebbles))
            scores[seat] = pebbles + coins // COINS_PER_POINT
        best = max(scores.values())
        table.emit(Ended(scores, tuple(seat for seat in scores if scores[seat] == best)))
