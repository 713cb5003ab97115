"""A Human's turn as a question, and the action that is always possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from ...kernel.engine.model import Name, Order, Question, Seat, State

HUMAN_HAND_CARDS = 4
"""2116-SETUP-14, 2116-HUM-08."""
POT = "pot"


class Discard(Order, frozen=True):
    """Discard any number of cards of your own hand, or none."""

    cards: Annotated[tuple[Name, ...], Meta(max_length=HUMAN_HAND_CARDS)] = ()


class HumanTurn(Question, frozen=True):
    """Ask a Human for one action, with or without a Resource card before it (2116-HUM-05).

    A Special unit does not count as an action (2116-BLOCK-01)."""

    seat: Seat
    laid: bool = False

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return Discard()
