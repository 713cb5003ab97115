"""Row A, production: one factory, repair or arrival on the colony for each seat; card 3 where it is used here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....kernel.base.errors import require
from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Event, Name, Offer, Order, Question, Seat, State, Step
from ....kernel.engine.table import Table
from ..actions.actions import CALL_CARD, CallScientist, call_to_colony, can_call, ways_to_call
from ..actions.arrivals import arrival_cube, arrivals, arrive, open_arrivals
from ..actions.market import move_price
from ..events import ChipPlaced, stock_purse
from ..map.queries import building_kinds, chips_left, controller, die, functional, kind_of, options, rank, team_in
from ..state import Bank, Map, Place, Purse, Turn


class ProduceOne(Order, frozen=True, tag="produce"):
    """Produce with a factory, repair one, let a team of some kind arrive, or do nothing (D-08)."""

    what: Name
    place: Place = ""


class CallNobody(Order, frozen=True):
    pass


class Produced(Event, frozen=True):
    """Cubes move from the bank behind the screen; none if the bank has none (LP-PROD-03)."""

    seat: Seat
    place: Place
    resource: str
    count: int

    def apply(self, state: State) -> None:
        state[Bank].cubes[self.resource] -= self.count
        stock_purse(state, self.seat, self.resource, self.count)


def product_of(state: State, spot: Place) -> str:
    return kind_of(state, state[Map].buildings[spot]).makes


def matching_factories(state: State) -> list[Place]:
    """Return the factories whose value the die shows; a colony makes nothing (LP-PROD-01, LP-COLONY-01)."""
    value = die(state)
    kinds = building_kinds(state.book)
    return sorted([spot for spot, b in state[Map].buildings.items() if b.value == value and kinds[b.kind].makes])


@amendable
def factories(state: State, seat: Seat) -> list[Place]:
    """Return the factories with which a seat may produce now (LP-PROD-03, LP-PROD-10).

    Amendments leave out what produces later.
    """
    return [spot for spot in matching_factories(state) if works_for(state, spot, seat)]


def works_for(state: State, spot: Place, seat: Seat) -> bool:
    return functional(state, spot) and controller(state, spot) == seat


def repairable(state: State, seat: Seat) -> list[Place]:
    """Return the factories with an unwounded team of the seat and without a chip, if a chip is in reserve.

    LP-PROD-08, G-32.
    """
    return [spot for spot in matching_factories(state) if may_repair(state, spot, seat)]


def may_repair(state: State, spot: Place, seat: Seat) -> bool:
    return not state[Map].buildings[spot].chip and has_healthy_team(state, spot, seat) and chips_left(state, seat) > 0


def has_healthy_team(state: State, spot: Place, seat: Seat) -> bool:
    found = team_in(state, spot)
    return found is not None and found[1].seat == seat and not found[1].wounded


def may_decline(state: State, working: Sequence[Place]) -> bool:
    """Return whether a seat may do nothing: a working factory must be used unless there is a repair or an arrival.

    G-30.
    """
    return not working or options(state).production == "optional"


@amendable
def may_produce(state: State, seat: Seat) -> bool:
    """Return whether a seat has anything to decide or to gain, as far as everybody can see (LP-PROD-02)."""
    if any(works_for(state, spot, seat) or may_repair(state, spot, seat) for spot in matching_factories(state)):
        return True
    return bool(arrivals(state, seat) or open_arrivals(state, seat))


def produce(table: Table, seat: Seat, question: Produce, order: ProduceOne) -> None:
    """Carry out one production per phase (LP-PROD-05, LP-PROD-06, LP-PROD-09, LP-COLONY-05, C-15, G-34, G-35)."""
    WAYS.get(order.what, let_arrive)(table, seat, order)


def decline(table: Table, seat: Seat, order: ProduceOne) -> None:
    free = may_decline(table.state, factories(table.state, seat))
    require(free, "G-30", "{seat} has a working factory of this value and must use it", seat=seat)


def run_factory(table: Table, seat: Seat, order: ProduceOne) -> None:
    """Produce with a factory that works, belongs to the seat and does not have to wait for another one.

    LP-PROD-03, LP-PROD-05, LP-PROD-10.
    """
    state = table.state
    spot = order.place
    require(spot, "LP-PROD-03", "say where the factory is")
    require(
        spot in matching_factories(state),
        "LP-PROD-03",
        "there is no factory of value {die} on {spot}",
        die=die(state),
        spot=spot,
    )
    require(functional(state, spot), "LP-PROD-10", "the factory on {spot} does not work", spot=spot)
    require(
        controller(state, spot) == seat,
        "LP-PROD-03",
        "the factory on {spot} does not belong to {seat}",
        spot=spot,
        seat=seat,
    )
    first = spot in factories(state, seat)
    require(
        first, "LP-PROD-05", "{seat} has another factory that produces before the one on {spot}", seat=seat, spot=spot
    )
    produce_cubes(table, seat, spot)


def produce_cubes(table: Table, seat: Seat, spot: Place) -> None:
    """Hand out what the bank has; if it has nothing, the price rises at once (LP-PROD-03, LP-PROD-04, G-22, G-31)."""
    state = table.state
    resource = product_of(state, spot)
    due = amount(state, spot)
    count = min(due, state[Bank].cubes[resource])
    table.emit(Produced(seat, spot, resource=resource, count=count))
    if rise := shortage(state, due, count):
        move_price(table, resource, rise)


@amendable
def yield_of(state: State, spot: Place) -> int:
    """Return how many cubes a factory makes (LP-PROD-03)."""
    return 1


def amount(state: State, spot: Place) -> int:
    """Return the yield of a factory, doubled for the resource the Leader named (LP-CARD2-02, G-23, G-24, G-86)."""
    return yield_of(state, spot) * (2 if state[Turn].double == product_of(state, spot) else 1)


def shortage(state: State, due: int, count: int) -> int:
    """Return how far the price rises: once when nothing came, or by one for each cube that did not come (G-22)."""
    if options(state).double_shortage == "per-unit":
        return due - count
    return 0 if count else 1


def repair(table: Table, seat: Seat, order: ProduceOne) -> None:
    """Put a chip on a factory for free instead of taking a cube (LP-PROD-08, LP-PROD-09)."""
    state = table.state
    spot = order.place
    require(spot, "LP-PROD-08", "say where the factory is")
    require(
        spot in matching_factories(state),
        "LP-PROD-08",
        "there is no factory of value {die} on {spot}",
        die=die(state),
        spot=spot,
    )
    require(not state[Map].buildings[spot].chip, "G-32", "there is already a chip on {spot}", spot=spot)
    require(
        has_healthy_team(state, spot, seat), "LP-PROD-08", "{seat} has no unwounded team on {hex}", seat=seat, hex=spot
    )
    require(chips_left(state, seat), "G-32", "{seat} has no chip in reserve", seat=seat)
    table.emit(ChipPlaced(seat, spot))


def let_arrive(table: Table, seat: Seat, order: ProduceOne) -> None:
    arrive(table, seat, order.what, order.place)


WAYS = {"factory": run_factory, "repair": repair, "none": decline}
"""The ways to produce; any other word is a kind of team that arrives."""


def choices(state: State, seat: Seat) -> Iterator[ProduceOne]:
    """Yield what a seat may choose; looks behind the screen last."""
    working = factories(state, seat)
    yield from (ProduceOne("factory", spot) for spot in working)
    yield from (ProduceOne("repair", spot) for spot in repairable(state, seat))
    if may_decline(state, working):
        yield ProduceOne("none")
    for what in arrivals(state, seat):
        if state[Purse, seat].cubes[arrival_cube(state, what)]:
            yield ProduceOne(what)
    for one in open_arrivals(state, seat):
        if state[Purse, seat].cubes[one.cube]:
            yield ProduceOne(one.kind, one.place)


def list_choices(state: State, seat: Seat, question: Produce) -> Iterator[Order]:
    return choices(state, seat)


def best_factory(state: State, seat: Seat) -> Place | None:
    """Return the factory of the most expensive resource that the bank has, else of the cheapest one (D-08)."""
    bank = state[Bank]

    def worth(spot: Place) -> tuple[bool, int, int]:
        resource = product_of(state, spot)
        price = bank.prices[resource]
        stocked = bank.cubes[resource] > 0
        return stocked, price if stocked else -price, -rank(state, resource)

    return max(factories(state, seat), key=worth, default=None)


class Produce(Question, frozen=True):
    """Ask one seat after the other, openly, in row A of each die (LP-PROD-02, LP-PROD-07, LP-NPC-05, G-33)."""

    seat: Seat
    offers = {ProduceOne: Offer(produce, list_choices, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if may_produce(state, self.seat) else ()

    def default(self, state: State, seat: Seat) -> Order:
        """Produce without repair or arrival (D-08)."""
        spot = best_factory(state, seat)
        return ProduceOne("factory", spot) if spot else ProduceOne("none")


def call_early(table: Table, seat: Seat, question: CallEarly, order: CallScientist) -> None:
    call_to_colony(table, seat, order)


def call_nobody(table: Table, seat: Seat, question: CallEarly, order: CallNobody) -> None:
    """Do not use the card; its effect is lost then (G-25)."""


def early_calls(state: State, seat: Seat, question: CallEarly) -> Iterator[Order]:
    yield from ways_to_call(state, seat)


def no_calls(state: State, seat: Seat, question: CallEarly) -> Iterator[Order]:
    yield CallNobody()


class CallEarly(Question, frozen=True):
    """Ask about card 3 in row A of the Leader's own die, before their production and not as part of it.

    LP-CARD3-02, C-13, G-67.
    """

    seat: Seat
    offers = {
        CallScientist: Offer(call_early, early_calls, exact=True),
        CallNobody: Offer(call_nobody, no_calls, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        early = options(state).card3 == "production" and state[Turn].effect == CALL_CARD
        return (self.seat,) if early and can_call(state, self.seat) else ()

    def default(self, state: State, seat: Seat) -> Order:
        """Use the card where possible (D-09)."""
        return CallScientist()


EVENTS: tuple[type[Event], ...] = (Produced,)
STEPS: tuple[type[Step], ...] = (Produce, CallEarly)
