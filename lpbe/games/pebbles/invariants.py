"""What holds in every position: pebbles and coins are neither made nor lost."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.base.errors import Message
from ...kernel.engine.model import Roster, Seat, State
from .state import START_COINS, Bag, Hand, Path, Pebble, Purse, Round, Supply

BANK_COINS = 24
"""Coins that the bank begins with."""


def table_faults(state: State) -> Iterator[str]:
    """Yield an error unless every pebble on the path belongs to a player, and every hand is counted."""
    seats, path = state[Roster].seats, state[Path]
    if unknown := {*path.laid, *path.row, *path.sheltered}.difference(state.book.rows_of(Pebble)):
        yield f"there are no pebbles {sorted(unknown)}"
    if unknown := {*path.laid.values(), *state[Supply].hands, *state[Round].turns}.difference(seats):
        yield f"nobody plays {sorted(unknown)}"
    if sorted(path.laid) != sorted(path.row):
        yield f"the path has {sorted(path.row)}, and {sorted(path.laid)} were laid"
    if not state[Supply].hands.keys() >= {*seats}:
        yield f"the hands of {sorted(seats)} are not all counted"


def conservation(state: State) -> Iterator[str]:
    """Yield an error unless every pebble is somewhere, every coin is somebody's, and public counts are right."""
    seats = state[Roster].seats
    supply = state[Supply]
    hands = {seat: state[Hand, seat].pebbles + state[Hand, seat].drawn for seat in seats}
    lying = sorted([*state[Bag].pebbles, *state[Path].laid, *(name for hand in hands.values() for name in hand)])
    if lying != sorted(state.book.rows_of(Pebble)):
        yield f"these pebbles lie somewhere: {lying}"
    if (supply.bag, supply.hands) != (len(state[Bag].pebbles), {seat: len(hand) for seat, hand in hands.items()}):
        yield f"the bag and the hands are miscounted: {supply.bag} and {supply.hands}"
    purses = {seat: state[Purse, seat].coins for seat in seats}
    if min(purses.values()) < 0:
        yield f"somebody owes coins: {purses}"
    if supply.coins + sum(purses.values()) != BANK_COINS + START_COINS * len(seats):
        yield f"coins were made or lost: {supply.coins} and {purses}"


def own_count(state: State, seat: Seat) -> Iterator[Message]:
    """Yield an error unless the public count of a seat's hand and purse matches what is behind its screen."""
    hand = state[Hand, seat]
    counted = state[Supply].hands.get(seat, 0)
    most = BANK_COINS + START_COINS * len(state[Roster].seats)
    if len(hand.pebbles) + len(hand.drawn) != counted:
        found = len(hand.pebbles) + len(hand.drawn)
        yield Message(
            "the table says that you have {told} pebbles in hand, but there are {found}",
            {"told": counted, "found": found},
        )
    if not 0 <= state[Purse, seat].coins <= most - state[Supply].coins:
        yield Message(
            "your purse cannot hold {coins} coins: the bank has the others", {"coins": state[Purse, seat].coins}
        )
    if set(state[Path].laid) & {*hand.pebbles, *hand.drawn}:
        yield Message("a pebble on the path is also in your hand")
