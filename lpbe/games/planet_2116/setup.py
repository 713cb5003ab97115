"""Set-up: two faults, six factories, a secret capital each, and cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from ...kernel.base.errors import require
from ...kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State, Step
from ...kernel.engine.table import Table
from .cards import draw, shuffle
from .globe import continent_at, globe, is_standing
from .human_actions import HUMAN_HAND_CARDS
from .human_turn import HatPassed
from .preparation import PLANET_HAND_CARDS
from .queries import on_continent
from .round import BeginRound
from .state import (
    HUMANS,
    PLANET,
    POLLUTING,
    Bags,
    Capital,
    City,
    HumanCard,
    Nations,
    Planet2116Options,
    PlanetCard,
    World,
)

FACTORIES_PER_CONTINENT = 2
"""2116-SETUP-07: factories that every continent holds at the end of the set-up."""


class OpenFault(Order, frozen=True):
    fault: Annotated[int, Meta(ge=1, le=4)]


class PlaceFactory(Order, frozen=True):
    tile: Name


class PlaceAnywhere(Order, frozen=True):
    """The default if nobody answers: chance finds a place."""


class ChooseBag(Order, frozen=True):
    bag: Annotated[int, Meta(ge=1, le=3)]


class ChooseAnyBag(Order, frozen=True):
    """The default if nobody answers: chance picks a bag."""


class FaultOpened(Event, frozen=True):
    fault: int
    tile: str

    def apply(self, state: State) -> None:
        state[World].taken.append(self.tile)


class FactoryPlaced(Event, frozen=True):
    seat: Seat
    tile: str

    def apply(self, state: State) -> None:
        state[World].sites[self.tile] = POLLUTING


class BagsFilled(Event, frozen=True):
    """The cities of each continent go into a bag; nobody can tell the bags apart."""

    continents: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        if bags := state.open(Bags):
            bags.continents = list(self.continents)

    def seen_by(self, reader: Seat | None) -> Event:
        return replace(self, continents=())


class BagTaken(Event, frozen=True):
    """A Human has picked a bag; the next event shows its continent."""

    seat: Seat
    bag: int


class CapitalDrawn(Event, frozen=True):
    """The city is its owner's secret; the continent is known, or secret as well (2116-SETUP-11, 2116-SETUP-12)."""

    seat: Seat
    shown: bool
    continent: str = ""
    city: str = ""

    def apply(self, state: State) -> None:
        if self.shown:
            state[Nations].continents[self.seat] = self.continent
        if own := state.open(Capital, self.seat):
            own.city = self.city

    def seen_by(self, reader: Seat | None) -> Event:
        if reader == self.seat:
            return self
        return replace(self, city="", continent=self.continent if self.shown else "")


def setup(table: Table) -> None:
    """Shuffle the piles, then schedule a fault and three factories twice.

    2116-SETUP-01, 2116-SETUP-02, 2116-SETUP-08, 2116-SETUP-09.
    """
    shuffle(table, PLANET, sorted(table.book.rows_of(PlanetCard)))
    shuffle(table, "human", sorted(table.book.rows_of(HumanCard)))
    half = [ChooseFault(), *map(Found, HUMANS)]
    table.then(*half, *half, FillBags())


def open_fault(table: Table, seat: Seat, question: ChooseFault, order: OpenFault) -> None:
    """Open a fault, different from the first; its tile is removed at once (2116-SETUP-04, 2116-SETUP-08)."""
    tile = globe(table.state).faults[order.fault]
    require(is_standing(table.state, tile), "2116-SETUP-08", "fault {fault} is already open", fault=order.fault)
    table.emit(FaultOpened(order.fault, tile))


def closed_faults(state: State, seat: Seat, question: ChooseFault) -> Iterator[OpenFault]:
    """Yield the four tiles where the Planet may begin (2116-MAP-05)."""
    return (OpenFault(n) for n, tile in sorted(globe(state).faults.items()) if is_standing(state, tile))


class ChooseFault(Question, frozen=True):
    offers = {OpenFault: Offer(open_fault, closed_faults, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (PLANET,)

    def default(self, state: State, seat: Seat) -> Order:
        return next(closed_faults(state, seat, self))


def place_factory(table: Table, seat: Seat, question: Found, order: PlaceFactory) -> None:
    """Place a factory on land, one per tile, two per continent.

    2116-SETUP-03, 2116-SETUP-05, 2116-SETUP-06, 2116-SETUP-07.
    """
    state = table.state
    tile = order.tile
    require(tile in globe(state).tiles, "2116-MAP-01", "{tile} is not a tile on the map", tile=tile)
    where = continent_at(state, tile)
    require(where, "2116-SETUP-06", "{tile} is not on a continent", tile=tile)
    require(tile not in state[World].sites, "2116-SETUP-06", "there is already a factory on {tile}", tile=tile)
    full = len(on_continent(state, state[World].sites, where)) >= FACTORIES_PER_CONTINENT
    require(not full, "2116-SETUP-07", "{continent} already has two factories", continent=where)
    table.emit(FactoryPlaced(seat, tile))


def free_sites(state: State) -> list[str]:
    """Return every tile that may get a factory now."""
    full = [
        c for c in ("pon", "lev", "mer") if len(on_continent(state, state[World].sites, c)) >= FACTORIES_PER_CONTINENT
    ]
    tiles = globe(state).tiles
    sites = state[World].sites
    return [name for name, tile in tiles.items() if tile.continent not in ("", *full) and name not in sites]


def place_anywhere(table: Table, seat: Seat, question: Found, order: PlaceAnywhere) -> None:
    """Let chance pick among tiles without a city, if there is one left."""
    free = free_sites(table.state)
    plain = [tile for tile in free if not globe(table.state).tiles[tile].city]
    tile = table.rng.pick(plain or free, f"factory/{len(table.state[World].sites)}")
    table.emit(FactoryPlaced(seat, tile))


class Found(Question, frozen=True):
    seat: Seat
    offers = {
        PlaceFactory: Offer(place_factory, lambda state, seat, q: map(PlaceFactory, free_sites(state)), exact=True),
        PlaceAnywhere: Offer(place_anywhere, lambda state, seat, q: (PlaceAnywhere(),), timeout_only=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return PlaceAnywhere()


class FillBags(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Fill a bag for each continent; ask those who want to choose, or hand the bags round (2116-SETUP-10)."""
        continents = table.rng.shuffled(("pon", "lev", "mer"), "bags")
        table.emit(BagsFilled(tuple(continents)))
        if table.state[Planet2116Options].bags == "chosen":
            table.then(PickBag(HUMANS[0], tuple(range(1, len(HUMANS) + 1))))
        else:
            for bag, seat in enumerate(HUMANS, 1):
                take_bag(table, seat, bag)
            table.then(Deal())


def take_bag(table: Table, seat: Seat, bag: int) -> None:
    """Draw a city from the bag, seen by its owner alone (2116-SETUP-10, 2116-SETUP-11)."""
    continent = table.state[Bags].continents[bag - 1]
    cities = sorted(name for name, row in table.book.rows_of(City).items() if row.continent == continent)
    shown = table.state[Planet2116Options].continent_public
    table.emit(CapitalDrawn(seat, shown, continent=continent, city=table.rng.pick(cities, f"capital/{seat}")))


def pick_bag(table: Table, seat: Seat, question: PickBag, order: ChooseBag) -> None:
    require(order.bag in question.bags, "2116-SETUP-10", "bag {bag} is already taken", bag=order.bag)
    bag_picked(table, question, order.bag)


def pick_any_bag(table: Table, seat: Seat, question: PickBag, order: ChooseAnyBag) -> None:
    bag_picked(table, question, table.rng.pick(question.bags, f"bag/{seat}"))


def bag_picked(table: Table, question: PickBag, bag: int) -> None:
    table.emit(BagTaken(question.seat, bag))
    take_bag(table, question.seat, bag)
    left = tuple(one for one in question.bags if one != bag)
    after = HUMANS[HUMANS.index(question.seat) + 1 :]
    table.then(PickBag(after[0], left) if after else Deal())


class PickBag(Question, frozen=True):
    """Ask for one of the bags that are left."""

    seat: Seat
    bags: tuple[int, ...]
    offers = {
        ChooseBag: Offer(pick_bag, lambda state, seat, question: map(ChooseBag, question.bags), exact=True),
        ChooseAnyBag: Offer(pick_any_bag, lambda state, seat, question: (ChooseAnyBag(),), timeout_only=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,)

    def default(self, state: State, seat: Seat) -> Order:
        return ChooseAnyBag()


class Deal(Step, frozen=True):
    def run(self, table: Table) -> None:
        """Deal the hands, choose the first President, and let the Planet begin (2116-SETUP-14 to 2116-SETUP-16)."""
        draw(table, PLANET, PLANET_HAND_CARDS)
        for seat in HUMANS:
            draw(table, seat, HUMAN_HAND_CARDS)
        table.emit(HatPassed(HUMANS[0]))
        table.then(BeginRound(1))
