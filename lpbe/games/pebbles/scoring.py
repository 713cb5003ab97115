"""The end: purses are opened, pebbles on the path count."""

from __future__ import annotations

from ...kernel.play.events import Ended
from ...kernel.play.rules import Event, Roster, Seat, State, Step, amendable
from ...kernel.play.table import Table
from .state import Purse, owned, pebble_of

COINS_A_POINT = 3


class Counted(Event, frozen=True):
    """A purse opened, and what the seat's pebbles are worth."""

    seat: Seat
    coins: int
    pebbles: int


@amendable
def worth(state: State, pebble: str) -> int:
    """PEB-SCORE-01: a pebble on the path is worth its value."""
    return pebble_of(state, pebble).value


class Score(Step, frozen=True):
    def run(self, table: Table) -> None:
        """PEB-SCORE-02, PEB-SCORE-03: a point for three coins; those with most points have won together."""
        state, scores = table.state, dict[Seat, int]()
        for seat in state[Roster].seats:
            coins, pebbles = state[Purse, seat].coins, sum(worth(state, name) for name in owned(state, seat))
            table.emit(Counted(seat, coins, pebbles))
            scores[seat] = pebbles + coins // COINS_A_POINT
        best = max(scores.values())
        table.emit(Ended(scores, tuple(seat for seat in scores if scores[seat] == best)))
