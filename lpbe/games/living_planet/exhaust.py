"""Step 4, exhaustion: a cube a turn leaves the bank for the track, which counts the turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kernel.base.errors import require
from ...kernel.play.rules import Event, Offer, Order, Question, Seat, State, Step
from ...kernel.play.table import Table
from .state import CUBES, MINERALS, RESOURCES, Bank, Track


class ExhaustResource(Order, frozen=True, tag="exhaust"):
    resource: str


class Exhausted(Event, frozen=True):
    """LP-EXH-01, LP-EXH-03, LP-EXH-04: a cube from the bank on the lowest free spot of the track."""

    resource: str

    def apply(self, state: State) -> None:
        state[Bank].cubes[self.resource] -= 1
        state[Track].spots.append(self.resource)


class NothingExhausted(Event, frozen=True):
    """G-75: an empty marker, so that the track counts on."""

    def apply(self, state: State) -> None:
        state[Track].spots.append("")


def minerals(state: State) -> list[str]:
    """LP-EXH-02, G-77: oil, vibranium and iron in the bank; never electricity or mycelium, never a player's cube."""
    return [resource for resource in MINERALS if state[Bank].cubes[resource]]


def extinct(state: State) -> bool:
    """G-76: a mineral of which every cube has left the game."""
    gone = [*state[Track].spots, *state[Track].removed]
    return any(gone.count(resource) >= CUBES[resource] for resource in MINERALS)


def exhaust(table: Table, seat: Seat, question: Exhaust, order: ExhaustResource) -> None:
    require(order.resource in RESOURCES, "LP-EXH-01", "no resource is called {resource}", resource=order.resource)
    require(order.resource in MINERALS, "LP-EXH-02", "{resource} is never exhausted", resource=order.resource)
    require(
        order.resource in minerals(table.state),
        "LP-EXH-01",
        "no {resource} is left in the bank",
        resource=order.resource,
    )
    table.emit(Exhausted(order.resource))


def exhaustions(state: State, seat: Seat, question: Exhaust) -> Iterator[Order]:
    return map(ExhaustResource, minerals(state))


class Exhaust(Question, frozen=True):
    """LP-EXH-01: the Leader chooses among what the bank has; nobody is asked when it has none."""

    seat: Seat
    offers = {ExhaustResource: Offer(exhaust, exhaustions, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if minerals(state) else ()

    def default(self, state: State, seat: Seat) -> Order:
        """D-24: what the bank has most of."""
        cubes = state[Bank].cubes
        return ExhaustResource(max(minerals(state), key=lambda r: (cubes[r], -RESOURCES.index(r))))


EVENTS: tuple[type[Event], ...] = (
    Exhausted,
    NothingExhausted,
)
STEPS: tuple[type[Step], ...] = (Exhaust,)
