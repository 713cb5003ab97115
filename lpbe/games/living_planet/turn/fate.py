"""Forcing fate, and card 1: a die is set to another value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from ....kernel.engine.model import Event, Offer, Order, Question, Seat, State, Step
from ....kernel.engine.table import Table
from ..events import DieSet
from ..map.queries import options
from ..state import Turn

Value = Annotated[int, Meta(ge=1, le=6)]
DIE_VALUES = range(1, 7)


class UseFate(Order, frozen=True):
    """Change your own die just before it reaches an icon (LP-FATE-04)."""

    value: Value


class KeepDie(Order, frozen=True):
    """Leave the die as it is."""


class ChangeDieTo(Order, frozen=True, tag="change-die"):
    """Change any die, just before row C (LP-CARD1-01)."""

    value: Value


class FateUsed(Event, frozen=True):
    """The token returns to the supply (G-63)."""

    seat: Seat

    def apply(self, state: State) -> None:
        turn = state[Turn]
        del turn.fate[self.seat]
        if options(state).fate_retake == "next-turn":
            turn.forced.append(self.seat)


class EffectUsed(Event, frozen=True):
    """The effect of the Leader's card is used up."""

    card: int

    def apply(self, state: State) -> None:
        state[Turn].effect = 0


def use_fate(table: Table, seat: Seat, fate: Fate, order: UseFate) -> None:
    """Set the die; whoever is asked may do so, and is asked only about their own die (LP-FATE-04)."""
    table.emit(FateUsed(seat))
    table.emit(DieSet(fate.colour, order.value))


def keep_die(table: Table, seat: Seat, question: Question, order: Order) -> None:
    """Leave the die as it is."""


def fate_orders(state: State, seat: Seat, fate: Fate) -> Iterator[Order]:
    return map(UseFate, DIE_VALUES)


def keep_orders(state: State, seat: Seat, question: Question) -> list[Order]:
    return [KeepDie()]


class Fate(Question, frozen=True):
    """Ask the owner of the die before rows A, B and C, if they have a token of an earlier turn.

    LP-FATE-03, LP-FATE-04, G-64.
    """

    colour: str
    row: Literal["A", "B", "C"]
    offers = {KeepDie: Offer(keep_die, keep_orders, exact=True), UseFate: Offer(use_fate, fate_orders, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        turn = state[Turn]
        return (self.colour,) if turn.fate.get(self.colour, turn.number) < turn.number else ()

    def default(self, state: State, seat: Seat) -> Order:
        return KeepDie()


def change_die(table: Table, seat: Seat, question: ChangeDie, order: ChangeDieTo) -> None:
    table.emit(EffectUsed(1))
    table.emit(DieSet(question.colour, order.value))


def change_orders(state: State, seat: Seat, question: ChangeDie) -> Iterator[Order]:
    return map(ChangeDieTo, DIE_VALUES)


class ChangeDie(Question, frozen=True):
    """Ask the Leader with card 1, once, before some row C (LP-CARD1-01, LP-CARD1-02, G-21)."""

    colour: str
    offers = {
        KeepDie: Offer(keep_die, keep_orders, exact=True),
        ChangeDieTo: Offer(change_die, change_orders, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (state[Turn].leader,) if state[Turn].effect == 1 else ()

    def default(self, state: State, seat: Seat) -> Order:
        return KeepDie()


EVENTS: tuple[type[Event], ...] = (
    FateUsed,
    EffectUsed,
)
STEPS: tuple[type[Step], ...] = (
    Fate,
    ChangeDie,
)
