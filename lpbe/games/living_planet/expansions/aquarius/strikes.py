"""The order of the strikes of a die that nobody plays: the Leader says it, where it matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Annotated

from msgspec import Meta

from .....kernel.base.errors import require
from .....kernel.play.rules import Event, Name, Offer, Order, Question, Seat, State, Step
from .....kernel.play.table import Table
from ...cataclysm import brings, unleash
from ...reading import around
from ...state import Turn
from .fleet import MAELSTROM, boats_on
from .storm import HARMFUL

LISTED = 5
"""More hexes than this are not listed in every order."""


class OrderStrikes(Order, frozen=True):
    """AQ-CATA-06: all hexes that the die strikes, the first one first."""

    hexes: Annotated[tuple[Name, ...], Meta(max_length=64)]


def matters(state: State, colour: str, hexes: Sequence[str]) -> bool:
    """AQ-CATA-06: where a boat is near, or where something happens that this module knows nothing of."""
    kinds = {brings(state, hex, colour) for hex in hexes}
    strange = kinds - {*HARMFUL, MAELSTROM}
    return bool(strange) or any(boats_on(state, near) for hex in hexes for near in (hex, *around(state, hex)))


def leader_orders(answer: tuple[Step, ...], state: State, colour: str, hexes: tuple[str, ...]) -> tuple[Step, ...]:
    """AQ-CATA-06, AQ-AMB-31: all are struck; in which order is the Leader's choice."""
    wanted = len(hexes) > 1 and matters(state, colour, hexes)
    return (ArrangeStrikes(state[Turn].leader, colour, hexes),) if wanted else answer


def order_strikes(table: Table, seat: Seat, question: ArrangeStrikes, order: OrderStrikes) -> None:
    every = sorted(order.hexes) == sorted(question.hexes)
    require(every, "AQ-CATA-06", "name each of {hexes} once", hexes=question.hexes)
    unleash(table, question.colour, order.hexes)


def orders(state: State, seat: Seat, question: ArrangeStrikes) -> Iterator[Order]:
    head, tail = question.hexes[:LISTED], question.hexes[LISTED:]
    return (OrderStrikes((*some, *tail)) for some in permutations(head))


class ArrangeStrikes(Question, frozen=True):
    seat: Seat
    colour: str
    hexes: tuple[str, ...]
    offers = {OrderStrikes: Offer(order_strikes, orders, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        """AQ-CATA-06: as they were placed."""
        return OrderStrikes(self.hexes)


EVENTS: tuple[type[Event], ...] = ()
STEPS: tuple[type[Step], ...] = (ArrangeStrikes,)
