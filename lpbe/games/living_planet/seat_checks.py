"""Checks that a seat can make itself: the public state against what is behind its own screen."""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.base.errors import Message
from ...kernel.engine.model import Seat, State
from .map.queries import options
from .state import CARDS, Hand, OpenPurses, Piles, Purse


def judge_screen(state: State, seat: Seat) -> Iterator[Message]:
    """Yield an error unless the six cards are in hand or on the pile and open purses match (LP-SETUP-04, G-11)."""
    hand = state[Hand, seat]
    counted = state[Piles].hands.get(seat, 0)
    if counted != len(hand.cards):
        yield Message(
            "the table counts {told} cards in your hand, but there are {found}",
            {"told": counted, "found": len(hand.cards)},
        )
    if sorted([*hand.cards, *hand.pile]) != list(CARDS) and counted:
        yield Message("your hand and your pile are not the six cards of your colour")
    if options(state).screens == "open" and shown_purse(state, seat) != own_purse(state, seat):
        yield Message("your money and cubes are not what the table shows")


def own_purse(state: State, seat: Seat) -> tuple[int, dict[str, int]]:
    purse = state[Purse, seat]
    return purse.money, {what: count for what, count in purse.cubes.items() if count}


def shown_purse(state: State, seat: Seat) -> tuple[int, dict[str, int]]:
    shown = state[OpenPurses]
    cubes = {key.removeprefix(f"{seat}."): count for key, count in shown.cubes.items() if key.startswith(f"{seat}.")}
    return shown.money.get(seat, 0), {what: count for what, count in cubes.items() if count}
