"""Row A, production: one factory, a repair or an arrival on the colony for each seat; card 3 where it is used here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from ...kernel.base.errors import require
from ...kernel.play.rulebook import Rulebook
from ...kernel.play.rules import Event, Name, Offer, Order, Question, Seat, State, Step, amendable
from ...kernel.play.table import Table
from .act import CALL, CallScientist, bring, can_call, ways_to_call
from .events import ChipPlaced, CubesSpent, TeamArrived, stock_purse
from .market import move_price
from .reading import (
    BOOKS,
    building_kinds,
    chips_left,
    controller,
    die,
    functional,
    kind_of,
    landing,
    options,
    rank,
    reserve,
    team_in,
    team_kinds,
)
from .state import Bank, Map, Place, Purse, TeamKind, Turn

LANDING = 6
"""LP-COLONY-02: the value on which teams arrive."""


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


def factories(state: State, seat: Seat) -> list[Place]:
    """LP-PROD-03, LP-PROD-10: those that produce for a seat now."""
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


def arrivals(state: State, seat: Seat) -> list[str]:
    """LP-COLONY-02, LP-COLONY-03, G-34: the kinds of team that might arrive, whether the seat can pay or not."""
    if die(state) != LANDING or landing(state, seat) is None:
        return []
    return [kind for kind in arriving_kinds(state.book) if reserve(state, seat, kind)]


@lru_cache(BOOKS)
def arriving_kinds(book: Rulebook) -> tuple[str, ...]:
    """LP-COLONY-02, LP-COLONY-03: the kinds of teams that arrive on a colony at all."""
    return tuple(kind for kind in team_kinds(book) if book.rows_of(TeamKind)[kind].cube)


def arrival_cube(state: State, kind: str) -> str:
    """LP-COLONY-03: the cube that an arrival costs, by the kind of team; nothing where it does not arrive at all."""
    kinds = state.book.rows_of(TeamKind)
    return kinds[kind].cube if kind in kinds else ""


class Arrival(Struct, frozen=True):
    """A team that may arrive elsewhere than on the colony: its kind, at what building, for what, where to."""

    kind: str
    place: Place
    cube: str
    to: Place
    clause: str
    free: bool = True
    """Whether there is room for it."""
    full: str = ""
    """The clause by which a seat may have no more of its kind; nothing where it may."""

    @property
    def open(self) -> bool:
        return self.free and not self.full


@amendable
def more_arrivals(state: State, seat: Seat) -> list[Arrival]:
    """LP-COLONY-02: what else may arrive as the die lies, whether the seat can pay or not. Amendments add."""
    return []


def arriving(state: State, seat: Seat) -> list[Arrival]:
    """LP-PROD-05: what may arrive elsewhere as its production."""
    found = more_arrivals(state, seat) if more_arrivals in state.book.amendments else []
    return [one for one in found if one.open and reserve(state, seat, one.kind)]


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
    WAYS.get(order.what, arrive)(table, seat, order)


def decline(table: Table, seat: Seat, order: ProduceOne) -> None:
    free = may_decline(table.state, factories(table.state, seat))
    require(free, "G-30", "a factory of {seat} works at this value and must be used", seat=seat)


def run_factory(table: Table, seat: Seat, order: ProduceOne) -> None:
    """LP-PROD-03, LP-PROD-04, G-22, G-31: what the bank has; if it has nothing, the price rises at once."""
    state, spot = table.state, order.place
    require(spot, "LP-PROD-03", "say on which place the factory is")
    require(
        spot in matching(state), "LP-PROD-03", "there is no factory of value {die} on {spot}", die=die(state), spot=spot
    )
    require(functional(state, spot), "LP-PROD-10", "the factory on {spot} does not work", spot=spot)
    require(
        controller(state, spot) == seat, "LP-PROD-03", "the factory on {spot} is not {seat}'s", spot=spot, seat=seat
    )
    resource = made_by(state, spot)
    due = amount(state, spot)
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


def arrive(table: Table, seat: Seat, order: ProduceOne) -> None:
    if found := elsewhere(table.state, seat, order):
        arrive_elsewhere(table, seat, found)
    else:
        arrive_at_home(table, seat, order)


def arrive_at_home(table: Table, seat: Seat, order: ProduceOne) -> None:
    """LP-COLONY-02, LP-COLONY-03: a team from the reserve onto the colony, for a cube."""
    state, cube = table.state, arrival_cube(table.state, order.what)
    require(cube, "LP-COLONY-02", "no {team} arrives on a colony", team=order.what)
    colony, waiting = landing(state, seat), reserve(state, seat, order.what)
    require(die(state) == LANDING, "LP-COLONY-02", "teams arrive on a {value} only", value=LANDING)
    require(colony, "LP-COLONY-02", "no team may stand on {seat}'s colony", seat=seat)
    require(order.place in ("", colony), "LP-COLONY-02", "teams arrive on {colony} only", colony=colony or "")
    require(waiting, "G-34", "{seat} has no such team in reserve", seat=seat)
    require(state[Purse, seat].cubes.get(cube, 0), "LP-COLONY-04", "{seat} has no {resource}", seat=seat, resource=cube)
    assert colony
    table.emit(CubesSpent(seat, cube, 1))
    kind = next(kind for kind in team_kinds(state.book) if kind == order.what)
    table.emit(TeamArrived(waiting[0], seat, colony, kind))


def elsewhere(state: State, seat: Seat, order: ProduceOne) -> Arrival | None:
    """The arrival at the place that is named; or at the only one there is, if the colony is out of the question."""
    found = [one for one in more_arrivals(state, seat) if one.kind == order.what]
    if order.place or not found:
        return next((one for one in found if one.place == order.place), None)
    return found[0] if len(found) == 1 and order.what not in arrivals(state, seat) else None


def arrive_elsewhere(table: Table, seat: Seat, one: Arrival) -> None:
    state, waiting = table.state, reserve(table.state, seat, one.kind)
    require(one.free, one.clause, "a team is in {place} already", place=one.place)
    left = bool(waiting) and not one.full
    require(left, one.full or one.clause, "{seat} has no such team in reserve", seat=seat)
    paid = state[Purse, seat].cubes.get(one.cube, 0)
    require(paid, one.clause, "{seat} has no {resource}", seat=seat, resource=one.cube)
    table.emit(CubesSpent(seat, one.cube, 1))
    kind = next(kind for kind in team_kinds(state.book) if kind == one.kind)
    table.emit(TeamArrived(waiting[0], seat, one.to, kind))


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
        if state[Purse, seat].cubes.get(arrival_cube(state, what), 0):
            yield ProduceOne(what)
    for one in arriving(state, seat):
        if state[Purse, seat].cubes.get(one.cube, 0):
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
        return (self.seat,) if early and state[Turn].leader == self.seat and can_call(state, self.seat) else ()

    def default(self, state: State, seat: Seat) -> Order:
        """D-09: used where possible."""
        return CallScientist()


EVENTS: tuple[type[Event], ...] = (Produced,)
STEPS: tuple[type[Step], ...] = (Produce, CallEarly)
