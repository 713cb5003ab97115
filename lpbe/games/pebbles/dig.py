"""Digging: pebbles are drawn in private and sorted in private."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Annotated

from msgspec import Meta

from ...kernel.base.errors import require
from ...kernel.engine.events import seen_by_owner
from ...kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State, Step
from ...kernel.engine.table import Table
from .state import Bag, Hand, Supply

PEBBLES_PER_DIG = 3


class Keep(Order, frozen=True):
    secret = True
    pebble: Name
    under: Annotated[tuple[Name, ...], Meta(max_length=PEBBLES_PER_DIG)] = ()


class Dug(Event, frozen=True):
    seat: Seat
    count: int
    pebbles: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state[Supply].bag -= self.count
        state[Supply].hands[self.seat] += self.count
        if bag := state.open(Bag):
            del bag.pebbles[: self.count]
        if hand := state.open(Hand, self.seat):
            hand.drawn = list(self.pebbles)

    def seen_by(self, reader: Seat | None) -> Event:
        return seen_by_owner(self, self.seat, reader, pebbles=())


class Kept(Event, frozen=True):
    foreseen = True
    seat: Seat
    count: int
    pebble: str = ""
    under: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state[Supply].bag += self.count
        state[Supply].hands[self.seat] -= self.count
        if bag := state.open(Bag):
            bag.pebbles += self.under
        if hand := state.open(Hand, self.seat):
            hand.pebbles.append(self.pebble)
            hand.drawn = []

    def seen_by(self, reader: Seat | None) -> Event:
        return seen_by_owner(self, self.seat, reader, pebble="", under=())


class Draw(Step, frozen=True):
    seat: Seat

    def run(self, table: Table) -> None:
        """Draw three pebbles, or as many as there are (PEB-DIG-02)."""
        pebbles = tuple(table.state[Bag].pebbles[:PEBBLES_PER_DIG])
        table.emit(Dug(self.seat, len(pebbles), pebbles))


def keep(table: Table, seat: Seat, sort: Sort, order: Keep) -> None:
    drawn = table.state[Hand, seat].drawn
    require(
        sorted((order.pebble, *order.under)) == sorted(drawn),
        "PEB-DIG-03",
        "{seat} drew {pebbles}",
        seat=seat,
        pebbles=drawn,
    )
    table.emit(Kept(seat, len(order.under), pebble=order.pebble, under=order.under))


def sortings(state: State, seat: Seat, sort: Sort) -> Iterator[Keep]:
    for pebble, *under in permutations(state[Hand, seat].drawn):
        yield Keep(pebble, tuple(under))


class Sort(Question, frozen=True):
    seat: Seat
    offers = {Keep: Offer(keep, sortings)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        pebble, *under = state[Hand, seat].drawn
        return Keep(pebble, tuple(under))
