"""The market: prices, crashes, and cubes for money."""

from __future__ import annotations

from ....kernel.engine.model import Event, Seat, State
from ....kernel.engine.table import Table
from ..events import fill_purse, stock_purse
from ..map.queries import clockwise, options
from ..state import Bank, Purse

MIN_PRICE = 1
"""LP-TRADE-07: the lowest price of a cube, in MC."""
MAX_PRICE = 10
"""LP-CRASH-01: the highest price of a cube, in MC; a price that would rise above it crashes."""


class PriceMoved(Event, frozen=True):
    resource: str
    price: int

    def apply(self, state: State) -> None:
        state[Bank].prices[self.resource] = self.price


class Crashed(Event, frozen=True):
    """Above 10 the marker starts again from 1 (LP-CRASH-01)."""

    resource: str
    price: int

    def apply(self, state: State) -> None:
        state[Bank].prices[self.resource] = self.price


class CubesBought(Event, frozen=True):
    """Cubes move from the bank to behind a screen, and all the money for them to the bank."""

    seat: Seat
    resource: str
    count: int
    money: int

    def apply(self, state: State) -> None:
        bank = state[Bank]
        bank.cubes[self.resource] -= self.count
        bank.money += self.money
        stock_purse(state, self.seat, self.resource, self.count)
        fill_purse(state, self.seat, -self.money)


class CubesSold(Event, frozen=True):
    """Cubes move from behind a screen to the bank, and all the money for them to the seat."""

    seat: Seat
    resource: str
    count: int
    money: int

    def apply(self, state: State) -> None:
        bank = state[Bank]
        bank.cubes[self.resource] += self.count
        bank.money -= self.money
        stock_purse(state, self.seat, self.resource, -self.count)
        fill_purse(state, self.seat, self.money)


def payable(state: State, amount: int) -> int:
    """Return what the bank pays: everything, or only what it has (G-01)."""
    return min(amount, state[Bank].money) if options(state).bank_mc else amount


def move_price(table: Table, resource: str, step: int, by_card: bool = False) -> None:
    """Move a price up or down; above 10 it crashes, and it never falls below 1.

    LP-CRASH-01, LP-CRASH-05, LP-TRADE-07, G-59, G-61.
    """
    old = table.state[Bank].prices[resource]
    new = max(old + step, MIN_PRICE)
    if new > MAX_PRICE and (by_card or options(table.state).crash_on == "any-rise"):
        crash(table, resource, (new - 1) % MAX_PRICE + 1)
    elif (price := min(new, MAX_PRICE)) != old:
        table.emit(PriceMoved(resource, price))


def crash(table: Table, resource: str, price: int) -> None:
    """Let every holder sell all of it; the price stays (LP-CRASH-02, LP-CRASH-03, G-60)."""
    table.emit(Crashed(resource, price))
    for seat in clockwise(table.state):
        if count := table.state[Purse, seat].cubes[resource]:
            sell(table, seat, resource, count)


def sell(table: Table, seat: Seat, resource: str, count: int) -> None:
    """Sell at the current price, without moving it."""
    price = table.state[Bank].prices[resource]
    table.emit(CubesSold(seat, resource, count=count, money=payable(table.state, count * price)))


EVENTS: tuple[type[Event], ...] = (PriceMoved, Crashed, CubesBought, CubesSold)
