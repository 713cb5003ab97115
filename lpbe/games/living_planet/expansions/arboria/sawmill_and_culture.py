"""Chapters sawmill and arbori-fungal culture: a wood makes two more mycelium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .....kernel.base.errors import require
from .....kernel.engine.model import Event, Offer, Order, Question, Seat, State, Step
from .....kernel.engine.table import Table
from ...events import CubesSpent
from ...state import Bank, Map, Place
from ...turn.production import (
    Produced,
    ProduceOne,
    amount,
    factories,
    matching_factories,
    produce_cubes,
    product_of,
    works_for,
)
from .queries import FUNGAL, cubes, kinds_with, switches
from .state import WOOD

FED_CULTURE_FACTOR = 3
"""ARB-FUNGI-04: a culture with wood gives three times as much."""


class FeedCulture(Order, frozen=True, tag="feed"):
    """Let a culture produce, for a wood cube (ARB-FUNGI-04)."""

    place: Place


def is_culture(state: State, spot: Place) -> bool:
    return state[Map].buildings[spot].kind in kinds_with(state.book, FUNGAL)


def cultures(state: State, seat: Seat) -> list[Place]:
    """Return the cultures with which a seat may produce now (ARB-FUNGI-04, ARB-SAW-04)."""
    return [spot for spot in factories(state, seat) if is_culture(state, spot)]


def sawmill_first(answer: list[Place], state: State, seat: Seat) -> list[Place]:
    """Let a culture wait for a sawmill of its value, by option, so that both produce and wood comes first.

    ARB-AMB-39.
    """
    if not switches(state).culture_after_sawmill or all(product_of(state, spot) != WOOD for spot in answer):
        return answer
    return [spot for spot in answer if not is_culture(state, spot)]


def working_cultures(state: State, seat: Seat) -> list[Place]:
    """Return the cultures of a seat that work at this value, whatever produces first."""
    return [spot for spot in matching_factories(state) if is_culture(state, spot) and works_for(state, spot, seat)]


def worth_feeding(state: State, spot: Place) -> bool:
    """Return whether it yields at least one more cube (ARB-AMB-40)."""
    return state[Bank].cubes[product_of(state, spot)] > amount(state, spot)


def feed(table: Table, seat: Seat, question: Question, order: FeedCulture) -> None:
    """Feed a culture that works and that no sawmill comes before (ARB-FUNGI-04, ARB-AMB-39)."""
    state = table.state
    spot = order.place
    works = spot in working_cultures(state, seat)
    require(works, "ARB-FUNGI-04", "{seat} has no working culture on {place}", seat=seat, place=spot)
    require(spot in cultures(state, seat), "ARB-AMB-39", "one of {seat}'s sawmills produces first", seat=seat)
    thrive(table, seat, spot)


def thrive(table: Table, seat: Seat, spot: Place) -> None:
    """Hand out all that the bank has of three, for one wood (ARB-FUNGI-04, ARB-FUNGI-05, ARB-FUNGI-07, ARB-AMB-40)."""
    state = table.state
    require(cubes(state, seat, WOOD), "ARB-FUNGI-04", "{seat} has no {resource}", seat=seat, resource=WOOD)
    made = product_of(state, spot)
    require(
        worth_feeding(state, spot), "ARB-AMB-40", "the bank has no {resource} to give you for the wood", resource=made
    )
    table.emit(CubesSpent(seat, WOOD, 1))
    table.emit(
        Produced(
            seat, spot, resource=made, count=min(FED_CULTURE_FACTOR * amount(state, spot), state[Bank].cubes[made])
        )
    )


def feedings(state: State, seat: Seat, question: Question) -> Iterator[Order]:
    mine = [spot for spot in cultures(state, seat) if worth_feeding(state, spot)]
    if mine and cubes(state, seat, WOOD):
        yield from map(FeedCulture, mine)


def tend(table: Table, seat: Seat, question: TendCulture, order: ProduceOne) -> None:
    """Produce with the culture that follows a sawmill, without wood (ARB-AMB-39)."""
    right = (order.what, order.place) == ("factory", question.place)
    require(right, "ARB-AMB-39", "only the culture on {place} produces now", place=question.place)
    produce_cubes(table, seat, order.place)


def tendings(state: State, seat: Seat, question: TendCulture) -> Iterator[Order]:
    yield ProduceOne("factory", question.place)


def feed_next(table: Table, seat: Seat, question: TendCulture, order: FeedCulture) -> None:
    right = order.place == question.place
    require(right, "ARB-AMB-39", "only the culture on {place} produces now", place=question.place)
    thrive(table, seat, order.place)


def next_feedings(state: State, seat: Seat, question: TendCulture) -> Iterator[Order]:
    if worth_feeding(state, question.place) and cubes(state, seat, WOOD):
        yield FeedCulture(question.place)


class TendCulture(Question, frozen=True):
    """Ask whether a culture produces after a sawmill of the same value, if an option says so (ARB-AMB-39)."""

    seat: Seat
    place: Place
    offers = {
        ProduceOne: Offer(tend, tendings, exact=True),
        FeedCulture: Offer(feed_next, next_feedings, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if self.place in working_cultures(state, self.seat) else ()

    def default(self, state: State, seat: Seat) -> Order:
        return ProduceOne("factory", self.place)


def culture_follows(table: Table, event: Produced) -> None:
    """Let the sawmill produce first, so that its wood can be used (ARB-AMB-39)."""
    if event.resource == WOOD and switches(table.state).culture_after_sawmill:
        table.then(*(TendCulture(event.seat, spot) for spot in working_cultures(table.state, event.seat)))


CULTURE_OFFERS: dict[type[Order], Offer] = {FeedCulture: Offer(feed, feedings, exact=True)}
EVENTS: tuple[type[Event], ...] = ()
STEPS: tuple[type[Step], ...] = (TendCulture,)
