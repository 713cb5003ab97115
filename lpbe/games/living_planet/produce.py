"""Row A, production: one factory, a repair or an arrival on the colony for each seat; card 3 where it is used here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kernel.base.errors import require
from ...kernel.play.rules import Event, Name, Offer, Order, Question, Seat, State, Step, amendable
from ...kernel.play.table import Table
from .act import CALL, CallScientist, bring, can_call, ways_to_call
from .colony import arrival_cube, arrivals, arrive, arriving
from .events import ChipPlaced, stock_purse
from .market import move_price
from .reading import (
    building_kinds,
    chips_left,
    controller,
    die,
    functional,
    kind_of,
    options,
    rank,
    team_in,
)
from .state import Bank, Map, Place, Purse, Turn


class ProduceOne(Order, frozen=True, tag="produce"):
    """D-08: by which factory, a repair of which, an arrival of which kind of team, or nothing."""

    what: Name
    place: Place = ""


class CallNobody(Order, frozen=True):
    pass


class Produced(Event, frozen=True):
    """LP-PROD-03: cubes from the bank behind the screen; none where the bank has none."""

    seat: Seat
    place: Place
    resource: str
    count: int

    def apply(self, state: State) -> None:
        state[Bank].cubes[self.resource] -= self.count
        stock_purse(state, self.seat, self.resource, self.count)


def made_by(state: State, spot: Place) -> str:
    return kind_of(state, state[Map].buildings[spot]).makes


def matching(state: State) -> list[Place]:
    """LP-PROD-01, LP-COLONY-01: the factories whose value the die shows; a colony makes nothing."""
    value, kinds = die(state), building_kinds(state.book)
    return sorted([spot for spot, b in state[Map].buildings.items() if b.value == value and kinds[b.kind].makes])


@amendable
def factories(state: State, seat: Seat) -> list[Place]:
    """LP-PROD-03, LP-PROD-10: those that a seat may have produce now. Amendments leave out what produces later."""
    return [spot for spot in matching(state) if works_for(state, spot, seat)]


def works_for(state: State, spot: Place, seat: Seat) -> bool:
    return functional(state, spot) and controller(state, spot) == seat


def repairable(state: State, seat: Seat) -> list[Place]:
    """LP-PROD-08, G-32: an own unwounded team in it, no chip on it, a chip in reserve."""
    return [spot for spot in matching(state) if may_mend(state, spot, seat)]


def may_mend(state: State, spot: Place, seat: Seat) -> bool:
    return not state[Map].buildings[spot].chip and manned(state, spot, seat) and chips_left(state, seat) > 0


def manned(state: State, spot: Place, seat: Seat) -> bool:
    found = team_in(state, spot)
    return found is not None and found[1].seat == seat and not found[1].wounded


def may_decline(state: State, working: Sequence[Place]) -> bool:
    """G-30: who has a working factory must use it, or repair, or let a team arrive."""
    return not working or options(state).production == "optional"


@amendable
def may_produce(state: State, seat: Seat) -> bool:
    """LP-PROD-02: whether a seat has anything to decide or to get, as far as everybody can see."""
    if any(works_for(state, spot, seat) or may_mend(state, spot, seat) for spot in matching(state)):
        return True
    return bool(arrivals(state, seat) or arriving(state, seat))


def produce(table: Table, seat: Seat, question: Produce, order: ProduceOne) -> None:
    """LP-PROD-05, LP-PROD-06, LP-PROD-09, LP-COLONY-05, C-15, G-34, G-35: one thing a phase."""
    WAYS.get(order.what, let_arrive)(table, seat, order)


def decline(table: Table, seat: Seat, order: ProduceOne) -> None:
    free = may_decline(table.state, factories(table.state, seat))
    require(free, "G-30", "a factory of {seat} works at this value and must be used", seat=seat)


def run_factory(table: Table, seat: Seat, order: ProduceOne) -> None:
    """LP-PROD-03, LP-PROD-05, LP-PROD-10: one that works, is the seat's and has none before it."""
    state, spot = table.state, order.place
    require(spot, "LP-PROD-03", "say on which place the factory is")
    require(
        spot in matching(state), "LP-PROD-03", "there is no factory of value {die} on {spot}", die=die(state), spot=spot
    )
    require(functional(state, spot), "LP-PROD-10", "the factory on {spot} does not work", spot=spot)
    require(
        controller(state, spot) == seat, "LP-PROD-03", "the factory on {spot} is not {seat}'s", spot=spot, seat=seat
    )
    first = spot in factories(state, seat)
    require(first, "LP-PROD-05", "another factory of {seat} produces before the one on {spot}", seat=seat, spot=spot)
    turn_out(table, seat, spot)


def turn_out(table: Table, seat: Seat, spot: Place) -> None:
    """LP-PROD-03, LP-PROD-04, G-22, G-31: what the bank has; if it has nothing, the price rises at once."""
    state, resource, due = table.state, made_by(table.state, spot), amount(table.state, spot)
    count = min(due, state[Bank].cubes[resource])
    table.emit(Produced(seat, spot, resource, count))
    if rise := shortage(state, due, count):
        move_price(table, resource, rise)


@amendable
def yield_of(state: State, spot: Place) -> int:
    """LP-PROD-03: how many cubes a factory makes."""
    return 1


def amount(state: State, spot: Place) -> int:
    """LP-CARD2-02, G-23, G-24, G-86: twice as many of the resource the Leader named."""
    return yield_of(state, spot) * (2 if state[Turn].double == made_by(state, spot) else 1)


def shortage(state: State, due: int, count: int) -> int:
    """G-22: the price rises once when nothing came, or by one for each cube that did not come."""
    if options(state).double_shortage == "per-unit":
        return due - count
    return 0 if count else 1


def repair(table: Table, seat: Seat, order: ProduceOne) -> None:
    """LP-PROD-08, LP-PROD-09: a chip instead of a cube, for nothing."""
    state, spot = table.state, order.place
    require(spot, "LP-PROD-08", "say on which place the factory is")
    require(
        spot in matching(state), "LP-PROD-08", "there is no factory of value {die} on {spot}", die=die(state), spot=spot
    )
    require(not state[Map].buildings[spot].chip, "G-32", "there is a chip on {spot} already", spot=spot)
    require(manned(state, spot, seat), "LP-PROD-08", "{seat} has no unwounded team on {hex}", seat=seat, hex=spot)
    require(chips_left(state, seat), "G-32", "{seat} has no chip in reserve", seat=seat)
    table.emit(ChipPlaced(seat, spot))


def let_arrive(table: Table, seat: Seat, order: ProduceOne) -> None:
    arrive(table, seat, order.what, order.place)


WAYS = {"factory": run_factory, "repair": repair, "none": decline}
"""What may be produced; all else is a kind of team that arrives."""


def choices(state: State, seat: Seat) -> Iterator[ProduceOne]:
    """What a seat may choose; looks behind the screen last."""
    working = factories(state, seat)
    yield from (ProduceOne("factory", spot) for spot in working)
    yield from (ProduceOne("repair", spot) for spot in repairable(state, seat))
    if may_decline(state, working):
        yield ProduceOne("none")
    for what in arrivals(state, seat):
        if state[Purse, seat].cubes[arrival_cube(state, what)]:
            yield ProduceOne(what)
    for one in arriving(state, seat):
        if state[Purse, seat].cubes[one.cube]:
            yield ProduceOne(one.kind, one.place)


def listed(state: State, seat: Seat, question: Produce) -> Iterator[Order]:
    return choices(state, seat)


def best_factory(state: State, seat: Seat) -> Place | None:
    """D-08: the dearest resource that the bank has; if it has none of them, the cheapest."""
    bank = state[Bank]

    def worth(spot: Place) -> tuple[bool, int, int]:
        resource = made_by(state, spot)
        price, stocked = bank.prices[resource], bank.cubes[resource] > 0
        return stocked, price if stocked else -price, -rank(state, resource)

    return max(factories(state, seat), key=worth, default=None)


class Produce(Question, frozen=True):
    """LP-PROD-02, LP-PROD-07, LP-NPC-05, G-33: openly, one seat after the other, in row A of each die."""

    seat: Seat
    offers = {ProduceOne: Offer(produce, listed, exact=True)}

    def asks(self, state: State) -> Sequence[Seat]:
        return (self.seat,) if may_produce(state, self.seat) else ()

    def default(self, state: State, seat: Seat) -> Order:
        """D-08: no repair, no arrival."""
        spot = best_factory(state, seat)
        return ProduceOne("factory", spot) if spot else ProduceOne("none")


def call_early(table: Table, seat: Seat, question: CallEarly, order: CallScientist) -> None:
    bring(table, seat, order)


def call_nobody(table: Table, seat: Seat, question: CallEarly, order: CallNobody) -> None:
    """G-25: the card need not be used; then it is lost."""


def early_calls(state: State, seat: Seat, question: CallEarly) -> Iterator[Order]:
    yield from ways_to_call(state, seat)


def no_calls(state: State, seat: Seat, question: CallEarly) -> Iterator[Order]:
    yield CallNobody()


class CallEarly(Question, frozen=True):
    """LP-CARD3-02, C-13, G-67: card 3 in row A of the Leader's own die, before his production and not part of it."""

    seat: Seat
    offers = {
        CallScientist: Offer(call_early, early_calls, exact=True),
        CallNobody: Offer(call_nobody, no_calls, exact=True),
    }

    def asks(self, state: State) -> Sequence[Seat]:
        early = options(state).card3 == "production" and state[Turn].effect == CALL
        return (self.seat,) if early and can_call(state, self.seat) else ()

    def default(self, state: State, seat: Seat) -> Order:
        """D-09: used where possible."""
        return CallScientist()


EVENTS: tuple[type[Event], ...] = (Produced,)
STEPS: tuple[type[Step], ...] = (Produce, CallEarly)
