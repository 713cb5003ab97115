"""Rain: the first seat names a colour, chance a strength, and every owner may shelter one pebble."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from ...kernel.base.errors import require
from ...kernel.play.rules import Event, Name, Offer, Order, Poll, Question, Roster, Seat, State, Step
from ...kernel.play.table import Table
from .state import Bag, CoinsPaid, Path, Purse, Round, Supply, owned, pebble_of

STRONGEST = 6
MOST = 64
"""No list of pebbles is longer."""


class PointAt(Order, frozen=True, tag="point"):
    colour: Name


class ShelterOne(Order, frozen=True, tag="shelter"):
    """The first of these pebbles that the rain threatens."""

    secret = True
    pebbles: Annotated[tuple[Name, ...], Meta(max_length=MOST)]


class NoShelter(Order, frozen=True):
    secret = True


class Rained(Event, frozen=True):
    seat: Seat
    colour: str
    strength: int


class Sheltered(Event, frozen=True):
    seat: Seat
    pebble: str

    def apply(self, state: State) -> None:
        state[Path].sheltered.append(self.pebble)


class Washed(Event, frozen=True):
    pebbles: tuple[str, ...]

    def apply(self, state: State) -> None:
        state[Supply].bag += len(self.pebbles)
        for pebble in self.pebbles:
            del state[Path].laid[pebble]
            state[Path].row.remove(pebble)
        if bag := state.open(Bag):
            bag.pebbles += self.pebbles


def colours(state: State) -> list[str]:
    return sorted({pebble_of(state, name).colour for name in state[Path].laid})


def point(table: Table, seat: Seat, question: Point, order: PointAt) -> None:
    require(
        order.colour in colours(table.state), "PEB-RAIN-01", "no {colour} pebble lies on the path", colour=order.colour
    )
    table.then(Rain(seat, order.colour))


class Point(Question, frozen=True):
    seat: Seat
    offers = {PointAt: Offer(point, lambda state, seat, question: map(PointAt, colours(state)))}

    def asks(self, state: State) -> Sequence[Seat]:
        """PEB-RAIN-02: it does not rain on an empty path."""
        return (self.seat,) if state[Path].laid else ()

    def default(self, state: State, seat: Seat) -> Order:
        return PointAt(colours(state)[0])


class Rain(Step, frozen=True):
    seat: Seat
    colour: str

    def run(self, table: Table) -> None:
        """PEB-RAIN-03: a strength of one to six."""
        strength = 1 + table.rng.below(STRONGEST, f"rain/{table.state[Round].number}")
        table.emit(Rained(self.seat, self.colour, strength))
        table.then(Shelter(self.colour, strength), Wash(self.colour, strength))


def threatened(state: State, colour: str, strength: int) -> dict[str, Seat]:
    """PEB-RAIN-04: pebbles of that colour whose value the rain reaches."""
    path = state[Path]
    return {
        name: path.laid[name]
        for name in path.row
        if name not in path.sheltered and (row := pebble_of(state, name)).colour == colour and row.value <= strength
    }


def in_danger(state: State, seat: Seat, poll: Shelter) -> list[str]:
    return [name for name, owner in threatened(state, poll.colour, poll.strength).items() if owner == seat]


def shelter(table: Table, seat: Seat, poll: Shelter, order: ShelterOne) -> None:
    state, mine = table.state, owned(table.state, seat)
    foreign = [name for name in order.pebbles if name not in mine]
    require(not foreign, "PEB-SHELTER-01", "{pebbles}: not a pebble that {seat} has laid", pebbles=foreign, seat=seat)
    pebble = next((name for name in order.pebbles if name in in_danger(state, seat, poll)), "")
    require(pebble, "PEB-SHELTER-02", "the rain threatens none of these pebbles")
    require(state[Purse, seat].coins, "PEB-SHELTER-03", "{seat} has no coins", seat=seat)
    table.emit(CoinsPaid(seat, 1))
    table.emit(Sheltered(seat, pebble))


def shelters(state: State, seat: Seat, poll: Shelter) -> Iterator[ShelterOne]:
    if state[Purse, seat].coins:
        for pebble in in_danger(state, seat, poll):
            yield ShelterOne((pebble,))


def no_shelter(table: Table, seat: Seat, poll: Shelter, order: NoShelter) -> None:
    """PEB-SHELTER-05: nobody must shelter anything."""


class Shelter(Poll, frozen=True):
    colour: str
    strength: int
    offers = {
        NoShelter: Offer(no_shelter, lambda state, seat, poll: (NoShelter(),)),
        ShelterOne: Offer(shelter, shelters, complete=False),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        """PEB-SHELTER-04: everybody with a pebble in danger, whatever is in the purse."""
        owners = threatened(state, self.colour, self.strength).values()
        return [seat for seat in state[Roster].seats if seat in owners]

    def default(self, state: State, seat: Seat) -> Order:
        return NoShelter()


class Wash(Step, frozen=True):
    colour: str
    strength: int

    def run(self, table: Table) -> None:
        """PEB-RAIN-05: back under the bag, in the order of the path."""
        if lost := threatened(table.state, self.colour, self.strength):
            table.emit(Washed(tuple(lost)))
