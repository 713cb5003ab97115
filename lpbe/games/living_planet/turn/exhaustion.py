"""Step 4, exhaustion: each turn one cube leaves the bank for the track, which counts the turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....kernel.base.errors import require
from ....kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State, Step
from ....kernel.engine.table import Table
from ..actions.trade_terms import cubes_of
from ..map.queries import mineral_names, rank, resources
from ..state import Bank, Track


class ExhaustResource(Order, frozen=True, tag="exhaust"):
    resource: Name


class Exhausted(Event, frozen=True):
    """A cube of the bank goes on the lowest free spot of the track (LP-EXH-01, LP-EXH-03, LP-EXH-04)."""

    resource: str

    def apply(self, state: State) -> None:
        state[Bank].cubes[self.resource] -= 1
        state[Track].spots.append(self.resource)


class NothingExhausted(Event, frozen=True):
    """An empty marker goes on the track, so that the track keeps counting (G-75)."""

    def apply(self, state: State) -> None:
        state[Track].spots.append("")


def minerals(state: State) -> list[str]:
    """Return the minerals that the bank has: never electricity or mycelium, never a player's cube (LP-EXH-02, G-77)."""
    return [resource for resource in mineral_names(state.book) if state[Bank].cubes[resource]]


def extinct(state: State) -> bool:
    """Return whether there is a mineral of which every cube has left the game (G-76)."""
    gone = [*state[Track].spots, *state[Track].removed]
    cubes = cubes_of(state)
    return any(gone.count(resource) >= cubes[resource] for resource in mineral_names(state.book))


def exhaust(table: Table, seat: Seat, question: Exhaust, order: ExhaustResource) -> None:
    known = resources(table.state)
    book = table.book
    require(order.resource in known, "LP-EXH-01", "there is no resource called {resource}", resource=order.resource)
    mineral = order.resource in mineral_names(book)
    require(mineral, "LP-EXH-02", "{resource} can never be exhausted", resource=order.resource)
    require(
        order.resource in minerals(table.state),
        "LP-EXH-01",
        "the bank has no {resource} left",
        resource=order.resource,
    )
    table.emit(Exhausted(order.resource))


def exhaustions(state: State, seat: Seat, question: Exhaust) -> Iterator[Order]:
    return map(ExhaustResource, minerals(state))


class Exhaust(Question, frozen=True):
    """Ask the Leader to choose among what the bank has; nobody is asked when it has nothing (LP-EXH-01)."""

    seat: Seat
    offers = {ExhaustResource: Offer(exhaust, exhaustions, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if minerals(state) else ()

    def default(self, state: State, seat: Seat) -> Order:
        """Choose what the bank has most of (D-24)."""
        cubes = state[Bank].cubes
        return ExhaustResource(max(minerals(state), key=lambda r: (cubes[r], -rank(state, r))))


EVENTS: tuple[type[Event], ...] = (
    Exhausted,
    NothingExhausted,
)
STEPS: tuple[type[Step], ...] = (Exhaust,)
