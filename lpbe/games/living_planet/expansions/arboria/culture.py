"""Chapters sawmill and arbori-fungal culture: a wood makes two more mycelium."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .....kernel.base.errors import require
from .....kernel.play.rules import Event, Offer, Order, Question, Seat, State, Step
from .....kernel.play.table import Table
from ...events import CubesSpent
from ...produce import Produced, ProduceOne, amount, factories, made_by, matching, turn_out, works_for
from ...state import Bank, Map, Place
from .reading import FUNGAL, cubes, kinds_with, switches
from .state import WOOD

FED = 3
"""ARB-FUNGI-04: a culture with wood gives three times as much."""


class FeedCulture(Order, frozen=True, tag="feed"):
    """ARB-FUNGI-04: a culture produces, with a wood for it."""

    place: Place


def is_culture(state: State, spot: Place) -> bool:
    return state[Map].buildings[spot].kind in kinds_with(state.book, FUNGAL)


def cultures(state: State, seat: Seat) -> list[Place]:
    """ARB-FUNGI-04, ARB-SAW-04: the cultures that a seat may have produce now."""
    return [spot for spot in factories(state, seat) if is_culture(state, spot)]


def sawmill_first(answer: list[Place], state: State, seat: Seat) -> list[Place]:
    """ARB-AMB-39: by switch a culture waits for a sawmill of its value, so that both produce and wood comes first."""
    if not switches(state).culture_after_sawmill or all(made_by(state, spot) != WOOD for spot in answer):
        return answer
    return [spot for spot in answer if not is_culture(state, spot)]


def waiting(state: State, seat: Seat) -> list[Place]:
    """The cultures of a seat that work at this value, whatever produces first."""
    return [spot for spot in matching(state) if is_culture(state, spot) and works_for(state, spot, seat)]


def worth_feeding(state: State, spot: Place) -> bool:
    """ARB-AMB-40: at least one cube more comes of it."""
    return state[Bank].cubes[made_by(state, spot)] > amount(state, spot)


def feed(table: Table, seat: Seat, question: Question, order: FeedCulture) -> None:
    """ARB-FUNGI-04, ARB-AMB-39: one that works, and that no sawmill comes before."""
    state, spot = table.state, order.place
    works = spot in waiting(state, seat)
    require(works, "ARB-FUNGI-04", "no culture of {seat} works on {place}", seat=seat, place=spot)
    require(spot in cultures(state, seat), "ARB-AMB-39", "a sawmill of {seat} produces first", seat=seat)
    thrive(table, seat, spot)


def thrive(table: Table, seat: Seat, spot: Place) -> None:
    """ARB-FUNGI-04, ARB-FUNGI-05, ARB-FUNGI-07, ARB-AMB-40: for one wood all that the bank has of three."""
    state = table.state
    require(cubes(state, seat, WOOD), "ARB-FUNGI-04", "{seat} has no {resource}", seat=seat, resource=WOOD)
    made = made_by(state, spot)
    require(worth_feeding(state, spot), "ARB-AMB-40", "the bank has no {resource} to give for the wood", resource=made)
    table.emit(CubesSpent(seat, WOOD, 1))
    table.emit(Produced(seat, spot, made, min(FED * amount(state, spot), state[Bank].cubes[made])))


def feedings(state: State, seat: Seat, question: Question) -> Iterator[Order]:
    mine = [spot for spot in cultures(state, seat) if worth_feeding(state, spot)]
    if mine and cubes(state, seat, WOOD):
        yield from map(FeedCulture, mine)


def tend(table: Table, seat: Seat, question: TendCulture, order: ProduceOne) -> None:
    """ARB-AMB-39: the culture that follows a sawmill, without wood."""
    right = (order.what, order.place) == ("factory", question.place)
    require(right, "ARB-AMB-39", "only the culture on {place} produces now", place=question.place)
    turn_out(table, seat, order.place)


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
    """ARB-AMB-39: by switch a culture produces after a sawmill of the same value."""

    seat: Seat
    place: Place
    offers = {
        ProduceOne: Offer(tend, tendings, exact=True),
        FeedCulture: Offer(feed_next, next_feedings, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if self.place in waiting(state, self.seat) else ()

    def default(self, state: State, seat: Seat) -> Order:
        return ProduceOne("factory", self.place)


def culture_follows(table: Table, event: Produced) -> None:
    """ARB-AMB-39: the sawmill first, so that its wood can be used."""
    if event.resource == WOOD and switches(table.state).culture_after_sawmill:
        table.then(*(TendCulture(event.seat, spot) for spot in waiting(table.state, event.seat)))


CULTURE_OFFERS: dict[type[Order], Offer] = {FeedCulture: Offer(feed, feedings, exact=True)}
EVENTS: tuple[type[Event], ...] = ()
STEPS: tuple[type[Step], ...] = (TendCulture,)
