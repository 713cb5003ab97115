"""Paying for action cards: shared points, own cards, and the POT."""

from __future__ import annotations

from ...kernel.base.errors import require
from ...kernel.play.decks import take_out
from ...kernel.play.rules import Event, Seat, State
from ...kernel.play.table import Table
from .options import Planet2116Options
from .reading import own_cards, refugee
from .state import Nations, Piles


class Paid(Event, frozen=True):
    """2116-RES-03, 2116-RES-06: shared points are spent until the next round; cards go onto the discard."""

    seat: Seat
    shared: int
    cards: tuple[str, ...] = ()
    pot: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        nations = state[Nations]
        nations.pool -= self.shared
        for card in self.cards:
            del nations.front[card]
        take_out(nations.pot, self.pot)
        state[Piles].human_discard += (*self.cards, *self.pot)


def pot_cards(state: State, seat: Seat) -> list[str]:
    """2116-REF-03: what of the POT this Human may pay action cards with."""
    users = state[Planet2116Options].pot_users
    may = users == "all" or (users == "refugees" and refugee(state, seat))
    return sorted(state[Nations].pot) if may else []


def means(state: State, seat: Seat) -> int:
    """2116-RES-01: all that a Human can pay an action card with."""
    return state[Nations].pool + len(own_cards(state, seat)) + len(pot_cards(state, seat))


def payment(state: State, seat: Seat, cost: int, own: int, pot: int) -> Paid:
    """2116-RES-07: so many own cards and of the POT at least; else shared points, then own cards, then the POT."""
    cards, stock = own_cards(state, seat), pot_cards(state, seat)
    require(own <= len(cards), "2116-RES-07", "{seat} has fewer own cards: {count}", seat=seat, count=len(cards))
    told = "{seat} may pay with {count} cards of the POT"
    require(pot <= len(stock), "2116-RES-07", told, seat=seat, count=len(stock))
    require(own + pot <= cost, "2116-RES-07", "it costs {cost}: pay no more", cost=cost)
    shared = min(state[Nations].pool, cost - own - pot)
    own = min(len(cards), cost - shared - pot)
    pot = cost - shared - own
    told = "it costs {cost}; {seat} can pay {means}"
    require(pot <= len(stock), "2116-RES-07", told, cost=cost, seat=seat, means=means(state, seat))
    return Paid(seat, shared, tuple(cards[:own]), tuple(stock[:pot]))


def pay(table: Table, paid: Paid) -> None:
    """2116-HUM-06: first of all."""
    if paid.shared or paid.cards or paid.pot:
        table.emit(paid)
