"""The order in which a die without a player strikes: the Leader decides it, if it matters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Annotated

from msgspec import Meta

from .....kernel.base.errors import require
from .....kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State, Step
from .....kernel.engine.table import Table
from ...map.queries import around
from ...state import Turn
from ...turn.cataclysms import brings, order_matters, unleash
from .fleet import MAELSTROM, boats_on
from .storms import HARMFUL

MAX_HEXES_REORDERED = 5
"""If there are more hexes than this, only the first ones are listed in every order."""


class OrderStrikes(Order, frozen=True):
    """Set the order of all hexes that the die strikes (AQ-CATA-06)."""

    hexes: Annotated[tuple[Name, ...], Meta(max_length=64)]


def boats_are_near(answer: bool, state: State, colour: str, hexes: Sequence[str]) -> bool:
    """Grant it where a boat is near, or something happens that this module does not know (AQ-CATA-06)."""
    kinds = {brings(state, hex, colour) for hex in hexes}
    strange = kinds - {*HARMFUL, MAELSTROM}
    near = (one for hex in hexes for one in (hex, *around(state, hex)))
    return answer or bool(strange) or any(boats_on(state, hex) for hex in near)


def leader_orders(answer: tuple[Step, ...], state: State, colour: str, hexes: tuple[str, ...]) -> tuple[Step, ...]:
    """Strike all; the order is the Leader's choice (AQ-CATA-06, AQ-AMB-31)."""
    wanted = len(hexes) > 1 and order_matters(state, colour, hexes)
    return (ArrangeStrikes(state[Turn].leader, colour, hexes),) if wanted else answer


def order_strikes(table: Table, seat: Seat, question: ArrangeStrikes, order: OrderStrikes) -> None:
    every = sorted(order.hexes) == sorted(question.hexes)
    require(every, "AQ-CATA-06", "name each of these exactly once: {hexes}", hexes=question.hexes)
    unleash(table, question.colour, order.hexes)


def orders(state: State, seat: Seat, question: ArrangeStrikes) -> Iterator[Order]:
    head, tail = question.hexes[:MAX_HEXES_REORDERED], question.hexes[MAX_HEXES_REORDERED:]
    return (OrderStrikes((*some, *tail)) for some in permutations(head))


class ArrangeStrikes(Question, frozen=True):
    seat: Seat
    colour: str
    hexes: tuple[str, ...]
    offers = {OrderStrikes: Offer(order_strikes, orders, complete=False, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        """Return the hexes as they were placed (AQ-CATA-06)."""
        return OrderStrikes(self.hexes)


EVENTS: tuple[type[Event], ...] = ()
STEPS: tuple[type[Step], ...] = (ArrangeStrikes,)
