"""A tea party: a game of a few lines that needs every part of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from lpbe.kernel.base.errors import require
from lpbe.kernel.engine.amendments import amendable
from lpbe.kernel.engine.chance import Rng
from lpbe.kernel.engine.events import Answered, Ended
from lpbe.kernel.engine.model import (
    Component,
    Event,
    Held,
    Module,
    Name,
    Offer,
    Order,
    Poll,
    Question,
    Seat,
    State,
    Step,
    Visibility,
)
from lpbe.kernel.engine.rulebook import bind, policy_of
from lpbe.kernel.engine.table import Table


class Pot(Component):
    cups: int = 2
    log: list[str] = []


class Sugar(Component):
    visibility = Visibility.PRIVATE
    lumps: int = 1
    biscuit: str = ""


class Tin(Component):
    visibility = Visibility.HIDDEN
    biscuits: list[str] = []


class PartyOptions(Component):
    cups: int = 2


class Noted(Event, frozen=True):
    text: str

    def apply(self, state: State) -> None:
        state[Pot].log.append(self.text)


class Sipped(Event, frozen=True):
    seat: Seat
    cups: int

    def apply(self, state: State) -> None:
        state[Pot].cups -= self.cups


class Peeked(Event, frozen=True):
    seat: Seat
    biscuit: str = ""

    def apply(self, state: State) -> None:
        if own := state.open(Sugar, self.seat):
            own.biscuit = self.biscuit

    def seen_by(self, reader: Seat | None) -> Event:
        return self if reader == self.seat else replace(self, biscuit="")


class Sip(Order, frozen=True):
    cups: int


class Sweeten(Order, frozen=True):
    secret = True
    lumps: int


class Peek(Order, frozen=True):
    pass


class Grab(Order, frozen=True):
    secret = True
    what: Name


class Say(Step, frozen=True):
    text: str

    def run(self, table: Table) -> None:
        table.emit(Noted(self.text))


class Twice(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.emit(Noted("twice"))
        table.then(Say("first"), Say("second"))


class Forever(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.then(Forever())


class Farewell(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.emit(Ended({"ann": 1}, ("ann",)))


def sip(table: Table, seat: Seat, question: Drink, order: Sip) -> None:
    require(1 <= order.cups <= table.state[Pot].cups, "TEA-1", f"there are {table.state[Pot].cups} cups")
    table.emit(Sipped(seat, order.cups))


class Knock(Step, frozen=True):
    def run(self, table: Table) -> None:
        table.emit(Noted("knock"))


class Drink(Question, frozen=True):
    """What is legal can be seen by all."""

    seat: Seat
    offers = {Sip: Offer(sip, lambda state, seat, question: map(Sip, range(state[Pot].cups, 0, -1)))}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if state[Pot].cups else ()

    def default(self, state: State, seat: Seat) -> Order:
        return Sip(1)


class Guess(Drink, frozen=True):
    """The same, but the list of orders is not complete."""

    offers = {Sip: Offer(sip, lambda state, seat, question: (Sip(1),), complete=False)}


def sweeten(table: Table, seat: Seat, question: Stir, order: Sweeten) -> None:
    require(order.lumps <= table.state[Sugar, seat].lumps, "TEA-2", f"{seat} has less sugar")
    table.emit(Noted(f"{seat} stirs"))


class Stir(Question, frozen=True):
    """What is legal depends on a secret, and there is no default."""

    seat: Seat
    offers = {Sweeten: Offer(sweeten, lambda state, seat, question: (Sweeten(state[Sugar, seat].lumps),))}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)


def peek(table: Table, seat: Seat, question: Sniff, order: Peek) -> None:
    table.then(Open(seat))


class Open(Step, frozen=True):
    seat: Seat

    def run(self, table: Table) -> None:
        table.emit(Peeked(self.seat, table.rng.pick(table.state[Tin].biscuits, "tin")))


class Sniff(Question, frozen=True):
    seat: Seat
    offers = {Peek: Offer(peek, lambda state, seat, question: (Peek(), Peek()))}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)


def grab(table: Table, seat: Seat, window: Serve, order: Grab) -> None:
    require(order.what not in table.state[Pot].log, "TEA-3", f"{order.what} is gone")
    table.emit(Noted(order.what))
    table.reveal(seat)


class Serve(Poll, frozen=True):
    """One wish each, so answers compete."""

    seats: tuple[Seat, ...] = ("ben", "ann")
    offers = {Grab: Offer(grab, lambda state, seat, window: map(Grab, ("bun", "tart", "pie")))}

    def asks(self, state: State) -> Sequence[Seat]:
        return self.seats

    def default(self, state: State, seat: Seat) -> Order:
        return Grab("bun")

    def close(self, table: Table, answers: Mapping[Seat, Order]) -> None:
        table.emit(Noted(f"served {len(answers)}"))


class Spy(Question, frozen=True):
    """A mistake: whom it asks depends on a secret."""

    def asks(self, state: State) -> Sequence[Seat]:
        return ("ann",) if state[Sugar, "ann"].lumps else ()


@amendable
def strength(state: State, cups: int) -> int:
    """Return how strong the tea is."""
    return cups


class PartyPolicy(Struct, frozen=True, forbid_unknown_fields=True):
    cups: int


def sips(view: State, seat: Seat, question: Drink) -> Order | None:
    own = policy_of(view, seat, PARTY)
    return Sip(own.cups) if own else None


STEPS = (Say, Twice, Forever, Farewell, Drink, Guess, Stir, Open, Sniff, Serve, Spy)
PARTY = Module(
    "party",
    components=(Pot, Sugar, Tin),
    events=(Noted, Sipped, Peeked),
    steps=STEPS,
    options=PartyOptions,
    policy=PartyPolicy,
    policies={Drink: sips},
)


class Hour(Component):
    number: int = 1


class Struck(Event, frozen=True):
    def apply(self, state: State) -> None:
        state[Hour].number += 1


class Strike(Step, frozen=True):
    """The next hour begins."""

    def run(self, table: Table) -> None:
        table.emit(Struck())


HOURS = Module("hours", components=(Hour,), events=(Struck,), steps=(Strike,))
"""A clock for the party."""


def timed_party(*steps: Step, cups: int = 2) -> Table:
    """Return a party of which every hour is a phase."""
    return party(*steps, more=(HOURS,), cups=cups, clock="hour")


def party(*steps: Step, more: Sequence[Module] = (), cups: int = 2, clock: str = "") -> Table:
    """Return a table with these steps to do, the first one first."""
    table = Table(bind(PARTY, *more, clock=clock).blank(("ann", "ben"), {}), Rng(bytes(32)))
    table.state[Pot].cups = cups
    table.state[Tin].biscuits = ["ginger", "oat"]
    table.then(*steps)
    table.settle()
    return table


def log(table: Table) -> list[str]:
    return table.state[Pot].log


def orders(*given: Order) -> list[Held[Any]]:
    return [Held(order) for order in given]


def of(table: Table, kind: type[Event]) -> list[Event]:
    return [event for event in table.events if isinstance(event, kind)]


def answers_of(table: Table) -> list[tuple[Order, str]]:
    return [(event.held.order, event.why) for event in table.events if isinstance(event, Answered)]
