"""A turn: up to two different actions."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...kernel.base.errors import require
from ...kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State
from ...kernel.engine.table import Table
from .dig import Draw, Sort
from .state import Bag, CoinsTaken, Hand, Path, Supply

ACTIONS_PER_TURN = 2
"""How many actions a turn has."""
PEBBLE_PRICE = 2
"""What the bank pays for a pebble, in coins."""


class Dig(Order, frozen=True):
    pass


class Lay(Order, frozen=True):
    pebble: Name


class Sell(Order, frozen=True):
    pebble: Name


class EndTurn(Order, frozen=True):
    pass


class Laid(Event, frozen=True):
    seat: Seat
    pebble: str

    def apply(self, state: State) -> None:
        state[Path].laid[self.pebble] = self.seat
        state[Path].row.append(self.pebble)
        state[Supply].hands[self.seat] -= 1
        if hand := state.open(Hand, self.seat):
            hand.pebbles.remove(self.pebble)


class Sold(Event, frozen=True):
    seat: Seat
    pebble: str

    def apply(self, state: State) -> None:
        state[Supply].bag += 1
        state[Supply].hands[self.seat] -= 1
        if bag := state.open(Bag):
            bag.pebbles.append(self.pebble)
        if hand := state.open(Hand, self.seat):
            hand.pebbles.remove(self.pebble)


class TurnEnded(Event, frozen=True):
    seat: Seat


class Turn(Question, frozen=True):
    seat: Seat
    done: tuple[str, ...] = ()

    def asks(self, state: State) -> Sequence[Seat]:
        """Ask until two actions are taken (PEB-TURN-01)."""
        return (self.seat,) if len(self.done) < ACTIONS_PER_TURN else ()

    def default(self, state: State, seat: Seat) -> Order:
        return EndTurn()

    def after(self, action: str) -> Turn:
        return replace(self, done=(*self.done, action))


def may_act(turn: Turn, action: str) -> None:
    require(
        action not in turn.done,
        "PEB-TURN-02",
        "{seat} has already taken the action '{action}' this turn",
        seat=turn.seat,
        action=action,
    )


def dig(table: Table, seat: Seat, turn: Turn, order: Dig) -> None:
    may_act(turn, "dig")
    require(table.state[Supply].bag, "PEB-DIG-01", "the bag is empty")
    table.then(Draw(seat), Sort(seat), turn.after("dig"))


def lay(table: Table, seat: Seat, turn: Turn, order: Lay) -> None:
    may_act(turn, "lay")
    require(
        order.pebble in table.state[Hand, seat].pebbles,
        "PEB-LAY-01",
        "{pebble} is not in {seat}'s hand",
        pebble=order.pebble,
        seat=seat,
    )
    table.emit(Laid(seat, order.pebble))
    table.then(turn.after("lay"))


def sell(table: Table, seat: Seat, turn: Turn, order: Sell) -> None:
    may_act(turn, "sell")
    coins = table.state[Supply].coins
    require(coins >= PEBBLE_PRICE, "PEB-SELL-01", "the bank has only {coins} coins", coins=coins)
    require(
        order.pebble in table.state[Hand, seat].pebbles,
        "PEB-SELL-02",
        "{pebble} is not in {seat}'s hand",
        pebble=order.pebble,
        seat=seat,
    )
    table.emit(Sold(seat, order.pebble))
    table.emit(CoinsTaken(seat, PEBBLE_PRICE))
    table.then(turn.after("sell"))


def end_turn(table: Table, seat: Seat, turn: Turn, order: EndTurn) -> None:
    """Accept that nobody has to act (PEB-TURN-03)."""
    table.emit(TurnEnded(seat))


def in_hand(state: State, seat: Seat) -> Sequence[str]:
    return state[Hand, seat].pebbles if state[Supply].hands[seat] else ()


Turn.offers = {
    EndTurn: Offer(end_turn, lambda state, seat, turn: (EndTurn(),)),
    Dig: Offer(dig, lambda state, seat, turn: (Dig(),)),
    Lay: Offer(lay, lambda state, seat, turn: map(Lay, () if "lay" in turn.done else in_hand(state, seat))),
    Sell: Offer(sell, lambda state, seat, turn: map(Sell, () if "sell" in turn.done else in_hand(state, seat))),
}
