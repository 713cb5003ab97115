"""The market: prices, crashes, and cubes for money."""

from __future__ import annotations

from ...kernel.play.rules import Event, Seat, State
from ...kernel.play.table import Table
from .events import fill_purse, stock_purse
from .reading import clockwise, options
from .state import Bank, Purse

LOWEST = 1
"""LP-TRADE-07: the least a cube costs."""
HIGHEST = 10
"""LP-CRASH-01: the most a cube costs; beyond is a crash."""


class PriceMoved(Event, frozen=True):
    resource: str
    price: int

    def apply(self, state: State) -> None:
        state[Bank].prices[self.resource] = self.price


class Crashed(Event, frozen=True):
    """LP-CRASH-01: over 10 the marker goes on from 1."""

    resource: str
    price: int

    def apply(self, state: State) -> None:
        state[Bank].prices[self.resource] = self.price


class CubesBought(Event, frozen=True):
    """Cubes from the bank behind a screen, all the money for them to the bank."""

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
    """Cubes from behind a screen to the bank, all the money for them to the seat."""

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
    """G-01: the bank always pays, or only what it has."""
    return min(amount, state[Bank].money) if options(state).bank_mc else amount


def move_price(table: Table, resource: str, step: int, by_card: bool = False) -> None:
    """LP-CRASH-01, LP-CRASH-05, LP-TRADE-07, G-59, G-61: up or down; over 10 a crash, under 1 nothing."""
    old = table.state[Bank].prices[resource]
    new = max(old + step, LOWEST)
    if new > HIGHEST and (by_card or options(table.state).crash_on == "any-rise"):
        crash(table, resource, (new - 1) % HIGHEST + 1)
    elif (price := min(new, HIGHEST)) != old:
        table.emit(PriceMoved(resource, price))


def crash(table: Table, resource: str, price: int) -> None:
    """LP-CRASH-02, LP-CRASH-03, G-60: every holder sells all of it; the price stays."""
    table.emit(Crashed(resource, price))
    for seat in clockwise(table.state):
        if count := table.state[Purse, seat].cubes[resource]:
            sell(table, seat, resource, count)


def sell(table: Table, seat: Seat, resource: str, count: int) -> None:
    """At the present price, without moving it."""
    price = table.state[Bank].prices[resource]
    table.emit(CubesSold(seat, resource, count, payable(table.state, count * price)))


EVENTS: tuple[type[Event], ...] = (PriceMoved, Crashed, CubesBought, CubesSold)
