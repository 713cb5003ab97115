"""Forcing fate, and card 1: a die shows another value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta

from ...kernel.play.rules import Event, Offer, Order, Question, Seat, State, Step
from ...kernel.play.table import Table
from .events import DieSet
from .reading import options
from .state import Turn

Value = Annotated[int, Meta(ge=1, le=6)]
FACES = range(1, 7)


class UseFate(Order, frozen=True):
    """LP-FATE-04: the own die, just before it reaches an icon."""

    value: Value


class KeepDie(Order, frozen=True):
    pass


class ChangeDieTo(Order, frozen=True, tag="change-die"):
    """LP-CARD1-01: any die, just before row C."""

    value: Value


class FateUsed(Event, frozen=True):
    """G-63: the token goes back to the supply."""

    seat: Seat

    def apply(self, state: State) -> None:
        turn = state[Turn]
        del turn.fate[self.seat]
        if options(state).fate_retake == "next-turn":
            turn.forced.append(self.seat)


class EffectUsed(Event, frozen=True):
    """The effect of the Leader's card is spent."""

    card: int

    def apply(self, state: State) -> None:
        state[Turn].effect = 0


def use_fate(table: Table, seat: Seat, fate: Fate, order: UseFate) -> None:
    """LP-FATE-04: whoever is asked may, and is asked only for the own die."""
    table.emit(FateUsed(seat))
    table.emit(DieSet(fate.colour, order.value))


def nothing(table: Table, seat: Seat, question: Question, order: Order) -> None:
    """The die stays as it is."""


def values(state: State, seat: Seat, fate: Fate) -> Iterator[Order]:
    return map(UseFate, FACES)


def keep(state: State, seat: Seat, question: Question) -> list[Order]:
    return [KeepDie()]


class Fate(Question, frozen=True):
    """LP-FATE-03, LP-FATE-04, G-64: before A, B and C, the owner of the die with a token of an earlier turn."""

    colour: str
    row: Literal["A", "B", "C"]
    offers = {KeepDie: Offer(nothing, keep, exact=True), UseFate: Offer(use_fate, values, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        turn = state[Turn]
        return (self.colour,) if turn.fate.get(self.colour, turn.number) < turn.number else ()

    def default(self, state: State, seat: Seat) -> Order:
        return KeepDie()


def change(table: Table, seat: Seat, question: ChangeDie, order: ChangeDieTo) -> None:
    table.emit(EffectUsed(1))
    table.emit(DieSet(question.colour, order.value))


def changes(state: State, seat: Seat, question: ChangeDie) -> Iterator[Order]:
    return map(ChangeDieTo, FACES)


class ChangeDie(Question, frozen=True):
    """LP-CARD1-01, LP-CARD1-02, G-21: the Leader with card 1, once, before some row C."""

    colour: str
    offers = {KeepDie: Offer(nothing, keep, exact=True), ChangeDieTo: Offer(change, changes, exact=True)}

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
