"""A round begins: everybody bids in secret for the first turn and for the rain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import Meta

from ...kernel.base.errors import require
from ...kernel.engine.model import Event, Offer, Order, Poll, Roster, Seat, State, Step
from ...kernel.engine.table import Table
from .rain import Point
from .scoring import Score
from .state import CoinsPaid, Path, PebblesOptions, Purse, Round
from .turn import Turn


class BidCoins(Order, frozen=True, tag="bid"):
    secret = True
    coins: Annotated[int, Meta(ge=0)]


class RoundBegan(Event, frozen=True):
    number: int

    def apply(self, state: State) -> None:
        state[Round].number = self.number
        state[Path].sheltered = []


class BidsShown(Event, frozen=True):
    bids: dict[Seat, int]


class TurnsSet(Event, frozen=True):
    seats: tuple[Seat, ...]

    def apply(self, state: State) -> None:
        state[Round].turns = list(self.seats)


class BeginRound(Step, frozen=True):
    number: int

    def run(self, table: Table) -> None:
        """Schedule bids, turns and rain, as many times as was agreed (PEB-ROUND-01)."""
        if self.number > table.state[PebblesOptions].rounds:
            table.then(Score())
        else:
            table.emit(RoundBegan(self.number))
            table.then(Bid(), BeginRound(self.number + 1))


def bid(table: Table, seat: Seat, poll: Bid, order: BidCoins) -> None:
    coins = table.state[Purse, seat].coins
    require(order.coins <= coins, "PEB-BID-01", "{seat} has only {coins} coins", seat=seat, coins=coins)


def bids(state: State, seat: Seat, poll: Bid) -> Iterator[BidCoins]:
    for coins in range(state[Purse, seat].coins + 1):
        yield BidCoins(coins)


class Bid(Poll, frozen=True):
    offers = {BidCoins: Offer(bid, bids)}

    def asks(self, state: State) -> Sequence[Seat]:
        return state[Roster].seats

    def default(self, state: State, seat: Seat) -> Order:
        return BidCoins(0)

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        """Show all bids; the highest goes first, and only it is paid (PEB-BID-02, PEB-BID-03)."""
        coins = {seat: order.coins for seat, order in answers.items() if isinstance(order, BidCoins)}
        for seat in coins:
            table.reveal(seat)
        turns = sorted(coins, key=lambda seat: -coins[seat])
        table.emit(BidsShown(coins))
        table.emit(TurnsSet(tuple(turns)))
        if coins[turns[0]]:
            table.emit(CoinsPaid(turns[0], coins[turns[0]]))
        table.then(*(Turn(seat) for seat in turns), Point(turns[0]))
