"""How the players stand: what is certain about hidden money, and what can only be estimated."""

from __future__ import annotations

from collections.abc import Iterator

from ....kernel.engine.foresight import Fact
from ....kernel.engine.model import Seat, State
from ....kernel.engine.presentation import Estimate
from ..map.queries import options, seats
from ..scoring import MONEY_PER_POINT
from ..seat_checks import shown_purse
from ..state import Bank, Purse, Turn
from .gauges import map_points

FIRST_SPREAD = 5
SPREAD_PER_TURN = 3
"""Nine times out of ten a rival holds the mean of all rivals, give or take 5 MC and 3 MC for each turn that is over.

Measured in games of three and four greedy bots; `tests/living_planet/test_standing.py` measures it again.
"""


def estimates(state: State, reader: Seat) -> list[Estimate]:
    """Return the points of everybody if the game ended now, as far as a player can work them out.

    Payments are public, so what is missing from the bank is what all players hold together (G-01).
    """
    return [estimate(state, reader, seat) for seat in seats(state)]


def estimate(state: State, reader: Seat, seat: Seat) -> Estimate:
    least, likely, most = money_of(state, reader, seat)
    points = map_points(state, seat)
    return Estimate(
        seat,
        shown=points,
        likely=points + likely // MONEY_PER_POINT,
        least=points + least // MONEY_PER_POINT,
        most=points + most // MONEY_PER_POINT,
        certain=known_money(state, reader, seat) is not None,
    )


def money_of(state: State, reader: Seat, seat: Seat) -> tuple[int, int, int]:
    """Return the least, the likely and the most money of a player; all are the same where it is certain."""
    if (known := known_money(state, reader, seat)) is not None:
        return known, known, known
    total = rivals_money(state, reader)
    mean = total // (len(seats(state)) - 1)
    spread = FIRST_SPREAD + SPREAD_PER_TURN * max(state[Turn].number - 1, 0)
    return max(0, mean - spread), mean, min(total, mean + spread)


def known_money(state: State, reader: Seat, seat: Seat) -> int | None:
    """Return the money of a player if the reader knows it: their own, behind an open screen, or of the only rival."""
    if seat == reader:
        return state[Purse, reader].money
    if options(state).screens == "open":
        return shown_purse(state, seat)[0]
    return rivals_money(state, reader) if len(seats(state)) == 2 else None


def rivals_money(state: State, reader: Seat) -> int:
    """Return what has left the bank and is not the reader's."""
    return options(state).bank_mc - state[Bank].money - state[Purse, reader].money


def own_standing(state: State, reader: Seat) -> Iterator[Fact]:
    """Yield the reader's points, then the rivals': certain totals, or estimates and what is certain about them."""
    by_seat = {one.seat: one for one in estimates(state, reader)}
    own = by_seat.pop(reader)
    money = state[Purse, reader].money
    yield Fact("standing.own", {"points": own.shown, "money": money, "total": own.likely})
    for one in by_seat.values():
        known = known_money(state, reader, one.seat)
        if known is not None:
            values = {"seat": one.seat, "points": one.shown, "money": known, "total": one.likely}
            yield Fact("rival.shown" if options(state).screens == "open" else "rival.sure", values)
    if guessed := [one for one in by_seat.values() if not one.certain]:
        each = [Fact("guess", guess_values(one)) for one in guessed]
        yield Fact("rivals.guess", {"money": rivals_money(state, reader), "each": each})


def guess_values(one: Estimate) -> dict[str, str | int]:
    return {"seat": one.seat, "likely": one.likely, "least": one.least, "most": one.most}
