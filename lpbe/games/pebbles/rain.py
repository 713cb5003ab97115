"""Rain: the first seat names a colour, chance a strength, and every owner may shelter one pebble."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta

from ...kernel.base.errors import require
from ...kernel.engine.model import Event, Name, Offer, Order, Poll, Question, Roster, Seat, State, Step
from ...kernel.engine.table import Table
from .state import Bag, CoinsPaid, Path, Purse, Round, Supply, pebble_of, pebbles_of

MAX_STRENGTH = 6
MAX_PEBBLES_LISTED = 64
"""The longest list of pebbles."""


class PointAt(Order, frozen=True, tag="point"):
    colour: Name


class ShelterOne(Order, frozen=True, tag="shelter"):
    """Shelter the first of these pebbles that the rain threatens."""

    secret = True
    pebbles: Annotated[tuple[Name, ...], Meta(max_length=MAX_PEBBLES_LISTED)]


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
        order.colour in colours(table.state),
        "PEB-RAIN-01",
        "there is no {colour} pebble on the path",
        colour=order.colour,
    )
    table.then(Rain(seat, order.colour))


class Point(Question, frozen=True):
    seat: Seat
    offers = {PointAt: Offer(point, lambda state, seat, question: map(PointAt, colours(state)))}

    def asks(self, state: State) -> Sequence[Seat]:
        """Ask nobody if the path is empty: then it does not rain (PEB-RAIN-02)."""
        return (self.seat,) if state[Path].laid else ()

    def default(self, state: State, seat: Seat) -> Order:
        return PointAt(colours(state)[0])


class Rain(Step, frozen=True):
    seat: Seat
    colour: str

    def run(self, table: Table) -> None:
        """Draw a strength of one to six (PEB-RAIN-03)."""
        strength = 1 + table.rng.below(MAX_STRENGTH, f"rain/{table.state[Round].number}")
        table.emit(Rained(self.seat, self.colour, strength))
        table.then(Shelter(self.colour, strength), Wash(self.colour, strength))


def threatened_pebbles(state: State, colour: str, strength: int) -> dict[str, Seat]:
    """Return the pebbles of that colour whose value the rain reaches (PEB-RAIN-04)."""
    path = state[Path]
    return {
        name: path.laid[name]
        for name in path.row
        if name not in path.sheltered and (row := pebble_of(state, name)).colour == colour and row.value <= strength
    }


def in_danger(state: State, seat: Seat, poll: Shelter) -> list[str]:
    return [name for name, owner in threatened_pebbles(state, poll.colour, poll.strength).items() if owner == seat]


def shelter(table: Table, seat: Seat, poll: Shelter, order: ShelterOne) -> None:
    state = table.state
    mine = pebbles_of(state, seat)
    foreign = [name for name in order.pebbles if name not in mine]
    require(not foreign, "PEB-SHELTER-01", "{seat} has not laid {pebbles}", pebbles=foreign, seat=seat)
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
    """Accept that nobody has to shelter anything (PEB-SHELTER-05)."""


class Shelter(Poll, frozen=True):
    colour: str
    strength: int
    offers = {
        NoShelter: Offer(no_shelter, lambda state, seat, poll: (NoShelter(),)),
        ShelterOne: Offer(shelter, shelters, complete=False),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        """Ask everybody with a pebble in danger, whatever is in the purse (PEB-SHELTER-04)."""
        owners = threatened_pebbles(state, self.colour, self.strength).values()
        return [seat for seat in state[Roster].seats if seat in owners]

    def default(self, state: State, seat: Seat) -> Order:
        return NoShelter()


class Wash(Step, frozen=True):
    colour: str
    strength: int

    def run(self, table: Table) -> None:
        """Put the pebbles back under the bag, in the order of the path (PEB-RAIN-05)."""
        if lost := threatened_pebbles(table.state, self.colour, self.strength):
            table.emit(Washed(tuple(lost)))
