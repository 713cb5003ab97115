"""Paying for action cards: shared points, own cards, and the POT."""

from __future__ import annotations

from ...kernel.base.errors import require
from ...kernel.engine.chance import remove_cards
from ...kernel.engine.model import Event, Seat, State
from ...kernel.engine.table import Table
from .queries import is_refugee, own_cards
from .state import Nations, Piles, Planet2116Options


class Paid(Event, frozen=True):
    """Shared points are used until the next round; cards go onto the discard (2116-RES-03, 2116-RES-06)."""

    seat: Seat
    shared: int
    cards: tuple[str, ...] = ()
    pot: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        nations = state[Nations]
        nations.pool -= self.shared
        for card in self.cards:
            del nations.front[card]
        remove_cards(nations.pot, self.pot)
        state[Piles].human_discard += (*self.cards, *self.pot)


def pot_cards(state: State, seat: Seat) -> list[str]:
    """Return the cards of the POT with which this Human may pay for action cards (2116-REF-03)."""
    users = state[Planet2116Options].pot_users
    may = users == "all" or (users == "refugees" and is_refugee(state, seat))
    return sorted(state[Nations].pot) if may else []


def means(state: State, seat: Seat) -> int:
    """Return everything with which a Human can pay for an action card (2116-RES-01)."""
    return state[Nations].pool + len(own_cards(state, seat)) + len(pot_cards(state, seat))


def payment(state: State, seat: Seat, cost: int, own: int, pot: int) -> Paid:
    """Return how to pay: the named numbers of cards, then shared points, the Human's cards, the POT (2116-RES-07)."""
    cards = own_cards(state, seat)
    stock = pot_cards(state, seat)
    require(
        own <= len(cards),
        "2116-RES-07",
        "not enough Resource cards; {seat} has {count} in front of them",
        seat=seat,
        count=len(cards),
    )
    template = "not enough cards in the POT; {seat} can use {count}"
    require(pot <= len(stock), "2116-RES-07", template, seat=seat, count=len(stock))
    require(own + pot <= cost, "2116-RES-07", "it costs {cost}, and you cannot pay more", cost=cost)
    shared = min(state[Nations].pool, cost - own - pot)
    own = min(len(cards), cost - shared - pot)
    pot = cost - shared - own
    template = "it costs {cost}, but {seat} can only pay {means}"
    require(pot <= len(stock), "2116-RES-07", template, cost=cost, seat=seat, means=means(state, seat))
    return Paid(seat, shared, cards=tuple(cards[:own]), pot=tuple(stock[:pot]))


def pay(table: Table, paid: Paid) -> None:
    """Pay before anything else happens (2116-HUM-06)."""
    if paid.shared or paid.cards or paid.pot:
        table.emit(paid)
