"""Chapter tornado: it drives a fire that burns on its hex onto a next one. ARB-AQUA-09: boats first, as always."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .....kernel.base.errors import require
from .....kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State, Step
from .....kernel.engine.table import Table
from ...map.queries import around, placed_hexes, seats
from ...state import Turn
from .fire import Fire
from .queries import is_burning, is_landing, pieces_on, switches


class DriveFire(Order, frozen=True, tag="spread-fire"):
    """Choose the hex onto which the fire is driven (ARB-TORN-02)."""

    hex: Name


class FireDriven(Event, frozen=True):
    seat: Seat
    hex: str
    onto: str


def targets(state: State, hex: str) -> list[str]:
    """Return any next hex without a token; the landing hex by option (ARB-TORN-03, ARB-TORN-09, ARB-AMB-22)."""
    if not is_burning(state, hex):
        return []
    near = [one for one in placed_hexes(state) if one in around(state, hex) and not is_burning(state, one)]
    return [one for one in near if switches(state).landing_struck or not is_landing(state, one)]


def fires_burn(answer: bool, state: State, colour: str, hexes: Sequence[str]) -> bool:
    """Grant that the order matters where a hex burns: a tornado there drives the fire on (ARB-TORN-01)."""
    return answer or any(is_burning(state, hex) for hex in hexes)


def drive(table: Table, seat: Seat, question: SpreadFire, order: DriveFire) -> None:
    """Set a fire like any other; the old one burns on.

    ARB-TORN-04, ARB-TORN-05, ARB-TORN-07, ARB-TORN-08, ARB-AMB-24.
    """
    able = order.hex in targets(table.state, question.hex)
    require(able, "ARB-TORN-03", "the fire cannot be driven onto {hex}", hex=order.hex)
    table.emit(FireDriven(seat, question.hex, order.hex))
    table.then(Fire(order.hex, question.by, origin=question.hex))


def drives(state: State, seat: Seat, question: SpreadFire) -> Iterator[Order]:
    return map(DriveFire, targets(state, question.hex))


class SpreadFire(Question, frozen=True):
    """Ask the die's owner, or the Leader, where a tornado drives the fire.

    ARB-TORN-01, ARB-TORN-02, ARB-TORN-06, ARB-AMB-37, ARB-AMB-48."""

    hex: str
    by: str
    offers = {DriveFire: Offer(drive, drives, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        if not targets(state, self.hex):
            return ()
        return (self.by,) if self.by in seats(state) else (state[Turn].leader,)

    def default(self, state: State, seat: Seat) -> Order:
        """Choose where fewest pieces of all players are, then the hex that was placed first."""
        return DriveFire(min(targets(state, self.hex), key=lambda hex: pieces_on(state, hex)))


EVENTS: tuple[type[Event], ...] = (FireDriven,)
STEPS: tuple[type[Step], ...] = (SpreadFire,)
