"""Components of Pebbles: the path, the bank, what is behind the screens and in the bag."""

from typing import Annotated

from msgspec import Meta

from ...kernel.engine.model import Component, Event, Name, Row, Seat, State, Visibility

START_COINS = 6
"""Coins that each seat begins with."""


class Pebble(Row, frozen=True):
    pack = "pebbles"
    colour: Name
    value: Annotated[int, Meta(ge=0, le=99)]
    traits: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()


class PebblesOptions(Component):
    rounds: Annotated[int, Meta(ge=1, le=12)] = 4


class Path(Component):
    """Who laid which pebble, and their order."""

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
    visibility = Visibility.PRIVATE
    coins: int = 0


class Hand(Component):
    visibility = Visibility.PRIVATE
    pebbles: list[str] = []
    drawn: list[str] = []


class Bag(Component):
    visibility = Visibility.HIDDEN
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


def pebbles_of(state: State, seat: Seat) -> list[str]:
    """Return the pebbles of a seat on the path."""
    return sorted(name for name, owner in state[Path].laid.items() if owner == seat)
