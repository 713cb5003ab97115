"""Cooling cards: pay, and the temperature falls at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ...kernel.base.errors import require
from ...kernel.engine.model import Event, Name, Order, Seat, State
from ...kernel.engine.table import Table
from .cards import Discarded
from .human_actions import HumanTurn
from .payment import means, pay, payment
from .queries import cards_of_kind, human_card
from .state import START_HEAT_DEGREES, Climate, Hand

Points = Annotated[int, Meta(ge=0, le=4)]


class PlayCooling(Order, frozen=True, tag="cool"):
    """Play a cooling card. At least these numbers are paid with own cards and from the POT; shared points go first."""

    card: Name
    own: Points = 0
    pot: Points = 0


class Cooled(Event, frozen=True):
    """A Human lowers the temperature (2116-COOL-01)."""

    seat: Seat
    heat: int

    def apply(self, state: State) -> None:
        state[Climate].heat = self.heat


def play_cooling(table: Table, seat: Seat, turn: HumanTurn, order: PlayCooling) -> None:
    """Lower the temperature, never below 20; excess degrees are lost (2116-HUM-06, 2116-COOL-01, 2116-COOL-02)."""
    state = table.state
    row = human_card(state, order.card) if order.card in state[Hand, seat].cards else None
    template = "{card} is not a Cooling card in the hand of {seat}"
    require(row and row.kind == "cooling", "2116-COOL-01", template, card=order.card, seat=seat)
    assert row
    paid = payment(state, seat, row.cost, order.own, order.pot)
    pay(table, paid)
    table.emit(Cooled(seat, max(START_HEAT_DEGREES, state[Climate].heat - row.degrees)))
    table.emit(Discarded(seat, (order.card,)))


def coolings(state: State, seat: Seat, turn: HumanTurn) -> Iterator[PlayCooling]:
    """Yield each kind of card once, paid with shared points first."""
    cards = cards_of_kind(state, seat, "cooling")
    known = {(row.cost, row.degrees): card for card in reversed(cards) if (row := human_card(state, card))}
    for (cost, _), card in sorted(known.items()):
        if cost <= means(state, seat):
            yield PlayCooling(card)
