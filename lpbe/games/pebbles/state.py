"""What lies on the path, in the bank, behind the screens and in the bag."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import Annotated

from msgspec import Meta

from ...kernel.play.rules import Component, Drawer, Event, Name, Row, Seat, State

COINS = 6
"""Coins that each seat begins with."""


class Pebble(Row, frozen=True):
    pack = "pebbles"
    colour: Name
    value: Annotated[int, Meta(ge=0, le=99)]
    traits: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()


class PebblesOptions(Component):
    rounds: Annotated[int, Meta(ge=1, le=12)] = 4


class Path(Component):
    """Who laid which pebble, and in which order they lie."""

    laid: dict[str, Seat] = {}
    row: list[str] = []
    sheltered: list[str] = []


class Supply(Component):
    """What everybody can count: coins in the bank, pebbles in the bag and in each hand."""

    coins: int = 24
    bag: int = 0
    hands: dict[Seat, int] = {}


class Round(Component):
    number: int = 0
    turns: list[Seat] = []


class Purse(Component):
    drawer = Drawer.SCREEN
    coins: int = 0


class Hand(Component):
    drawer = Drawer.SCREEN
    pebbles: list[str] = []
    drawn: list[str] = []


class Bag(Component):
    drawer = Drawer.BOX
    pebbles: list[str] = []


class CoinsPaid(Event, frozen=True):
    """A seat's coins go to the bank."""

    seat: Seat
    coins: int

    def apply(self, state: State) -> None:
        state[Supply].coins += self.coins
        if purse := state.open(Purse, self.seat):
            purse.coins -= self.coins


class CoinsTaken(Event, frozen=True):
    """The bank's coins go to a seat."""

    seat: Seat
    coins: int

    def apply(self, state: State) -> None:
        state[Supply].coins -= self.coins
        if purse := state.open(Purse, self.seat):
            purse.coins += self.coins


def pebble_of(state: State, name: str) -> Pebble:
    return state.book.rows_of(Pebble)[name]


def owned(state: State, seat: Seat) -> list[str]:
    return sorted(name for name, owner in state[Path].laid.items() if owner == seat)
