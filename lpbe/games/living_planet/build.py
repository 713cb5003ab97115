"""Construct: a new building for a team on the spot, or a new chip for an old one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from ...kernel.base.errors import Refused, require
from ...kernel.play.rules import Event, Name, Offer, Order, Seat, State, Step, amendable
from ...kernel.play.table import Table
from .act import Act, may_act, open_actions
from .events import ChipPlaced, CubesSpent, Paid, TeamMoved, affords
from .reading import (
    building_kinds,
    chips_left,
    ground_of,
    hex_of,
    icon_of,
    named_hex,
    options,
    placed,
    spots_of,
    teams_of,
    tile_of,
)
from .state import Building, Map, Place, Purse
from .supply import building_bank, colony_price, in_bank, over_limit, shown_value, tile_for, values_of

CLOSED = "nothing is built on the start tile"


class Build(Order, frozen=True):
    """LP-BUILD-01: a kind of building, where, for a factory its value, and the team that moves in.

    The tile is named where several show the value and it matters which of them is taken.
    """

    building: Name
    place: Place
    value: int = 0
    team: Name = ""
    piece: Name = ""


class Built(Event, frozen=True):
    seat: Seat
    building: str
    tile: str
    place: Place
    value: int = 0

    def apply(self, state: State) -> None:
        state[Map].buildings[self.place] = Building(self.building, self.tile, self.value)


@amendable
def cost_of(state: State, seat: Seat, building: str) -> int:
    """LP-BUILD-04, LP-BUILD-06, C-04, G-05: 5 MC; an office as the switch says."""
    kind = building_kinds(state.book)[building]
    if kind.kind == "colony":
        return colony_price(state, seat) or 0
    return options(state).office_cost if kind.kind == "office" else kind.cost


@amendable
def may_build(state: State, building: str, spot: Place) -> bool:
    """LP-BUILD-05, LP-BUILD-06, G-54: a factory on its icon, anything else on any spot; by its kind on some grounds."""
    kind = building_kinds(state.book)[building]
    if kind.grounds and ground_of(state, spot) not in kind.grounds:
        return False
    return not kind.spot or kind.kind == "colony" or icon_of(state, spot) == kind.spot


@amendable
def may_work(state: State, name: str, spot: Place) -> bool:
    """LP-BUILD-02, G-52: an unwounded team on the hex, inside a building or not; none that another one carries."""
    team = state[Map].teams[name]
    return not team.wounded and named_hex(team.place) == named_hex(spot)


@amendable
def unmanned(state: State, seat: Seat, building: str, spot: Place) -> bool:
    """LP-BUILD-02: whether a seat may build this with no team there; it needs a chip to put on it. Amendments grant."""
    return False


@amendable
def moves_in(state: State, name: str, spot: Place) -> bool:
    """LP-BUILD-08: whether the builder moves in; one that does not needs a chip to put there. Amendments forbid."""
    return True


def enters(state: State, name: str, spot: Place) -> bool:
    return bool(name) and moves_in(state, name, spot)


def can_settle(state: State, seat: Seat, name: str, spot: Place) -> bool:
    """LP-BUILD-08: a building that would be nobody's is not built."""
    return enters(state, name, spot) or chips_left(state, seat) > 0


@amendable
def closed(state: State, hex: str) -> bool:
    """G-53: the start tile is for colonies; by switch its empty spots are for anybody."""
    return "start" in tile_of(state, hex).traits and options(state).start_spots == "closed"


def opens(state: State, building: str, spot: Place) -> bool:
    """G-53: a closed spot of the start tile is open to a colony that is constructed."""
    colony = building_kinds(state.book)[building].kind == "colony" and icon_of(state, spot) == "colony"
    return colony or not closed(state, named_hex(spot))


def open_spots(state: State, hex: str) -> list[Place]:
    """LP-BUILD-07: the empty ones; an icon under a building is of no use."""
    spots = () if closed(state, hex) else spots_of(state, hex)
    return [spot for spot in spots if spot not in state[Map].buildings]


def builders(state: State, seat: Seat, spot: Place) -> list[str]:
    return [name for name, _ in teams_of(state, seat) if may_work(state, name, spot)]


def build(table: Table, seat: Seat, act: Act, order: Build) -> None:
    """LP-BUILD-01, LP-BUILD-03, G-62, G-89: whatever the die shows; paid in full, or only the builder hears of it."""
    may_act(act, "construct")
    state = table.state
    known = order.building in building_kinds(state.book)
    require(known, "LP-BUILD-01", "no building is called {building}", building=order.building)
    require(named_hex(order.place) in state[Map].hexes, "LP-BUILD-02", "{place} is not on the map", place=order.place)
    check_there(state, order.place)
    team = builder(state, seat, order)
    check_spot(state, order.building, order.place)
    if not (tile := wanted_tile(state, seat, order)):
        raise none_left(state, seat, order.building, order.value)
    full = over_limit(state, seat, order.building, leaving=team)
    require(not full, "G-07", "{seat} may not have another {building}", seat=seat, building=order.building)
    cost = cost_of(state, seat, order.building)
    require(state[Purse, seat].money >= cost, "LP-BUILD-01", "{seat} cannot pay {cost} MC", seat=seat, cost=cost)
    check_needs(state, seat, order.building)
    settled = can_settle(state, seat, team, order.place)
    require(settled, "LP-BUILD-08", "{seat} has no chip left", seat=seat)
    value = order.value or shown_value(state, order.building)
    raise_building(table, seat, team, cost, Built(seat, order.building, tile, order.place, value))
    table.then(act.after("construct"))


def wanted_tile(state: State, seat: Seat, order: Build) -> str:
    """G-08: the tile that is named, if the bank has it and it shows the value; else the first that does."""
    if not order.piece:
        return tile_for(state, seat, order.building, order.value)
    there = order.piece in in_bank(state, seat, order.building)
    return order.piece if there and order.value in values_of(state, order.building, order.piece) else ""


def check_needs(state: State, seat: Seat, building: str) -> None:
    """LP-BUILD-01: the cubes that a kind costs besides money."""
    for resource, count in sorted(building_kinds(state.book)[building].needs.items()):
        have = state[Purse, seat].cubes[resource]
        require(have >= count, "LP-BUILD-01", "{seat} has not enough {resource}", seat=seat, resource=resource)


def check_there(state: State, spot: Place) -> None:
    """LP-BUILD-05: before anybody asks what it stands on."""
    hex = named_hex(spot)
    there = spot in spots_of(state, hex)
    require(there or not closed(state, hex), "G-53", CLOSED)
    require(there, "LP-BUILD-05", "{spot} is no empty spot", spot=spot)


def check_spot(state: State, building: str, spot: Place) -> None:
    require(opens(state, building, spot), "G-53", CLOSED)
    require(spot not in state[Map].buildings, "LP-BUILD-05", "{spot} is no empty spot", spot=spot)
    require(
        may_build(state, building, spot),
        "LP-BUILD-05",
        "{spot} has not the icon that {building} needs",
        spot=spot,
        building=building,
    )


def raise_building(table: Table, seat: Seat, team: str, cost: int, built: Built) -> None:
    """LP-BUILD-08, LP-BUILD-09, LP-BUILD-10: the team moves in; a chip goes on it if the reserve has one."""
    entering, needs = enters(table.state, team, built.place), building_kinds(table.book)[built.building].needs
    if cost:
        table.emit(Paid(seat, cost))
    for resource, count in sorted(needs.items()):
        table.emit(CubesSpent(seat, resource, count))
    table.emit(built)
    if entering:
        table.emit(TeamMoved(team, built.place))
    if chips_left(table.state, seat):
        table.emit(ChipPlaced(seat, built.place))


def builder(state: State, seat: Seat, order: Build) -> str:
    """LP-BUILD-02, G-52: the team named, or the only one that can."""
    able = builders(state, seat, order.place)
    if not able and not order.team and unmanned(state, seat, order.building, order.place):
        return ""
    require(able, "LP-BUILD-02", "{seat} has no unwounded team on {hex}", seat=seat, hex=named_hex(order.place))
    require(order.team in able or (not order.team and len(able) == 1), "G-52", "name one of {teams}", teams=able)
    return order.team or able[0]


def none_left(state: State, seat: Seat, building: str, wanted: int) -> Refused:
    """What the bank has of a kind instead of the tile that is wanted; which one is meant, where nobody said it."""
    values = [values_of(state, building, tile) for tile in in_bank(state, seat, building)]
    known = [str(value) for value in sorted({value for both in values for value in both}) if value]
    if known[1:] and not wanted:
        return Refused("G-08", "which one: {values} or {last}?", values=known[:-1], last=known[-1])
    told = "the bank has {building} of value {values}" if known else "the bank has {count} {building}"
    return Refused("G-08", told, building=building, values=known, count=len(values))


def builds(state: State, seat: Seat, act: Act) -> Iterator[Order]:
    if open_actions(act, "construct"):
        hexes = sorted({hex_of(state, team.place) for _, team in teams_of(state, seat)})
        spots = [spot for hex in hexes for spot in open_spots(state, hex)]
        able_on = settling if moves_in in state.book.amendments else builders
        manned = [(spot, able[0]) for spot in spots if (able := able_on(state, seat, spot))]
        bank = building_bank(state, seat) if manned else {}
        for spot, team in manned:
            yield from buildings(state, seat, spot, team, bank)
        if colony_price in state.book.amendments:
            yield from colonies(state, seat, set(spots))


def colonies(state: State, seat: Seat, listed: Set[Place]) -> Iterator[Order]:
    """G-53: the colony, where it is not on the map, on spots that are open to nothing else."""
    for building, tiles in building_bank(state, seat).items():
        if not tiles or building_kinds(state.book)[building].kind != "colony":
            continue
        free = [spot for hex in placed(state) for spot in spots_of(state, hex) if spot not in state[Map].buildings]
        for spot in free:
            if spot not in listed and opens(state, building, spot) and may_build(state, building, spot):
                yield from founded(state, seat, building, spot)


def founded(state: State, seat: Seat, building: str, spot: Place) -> Iterator[Order]:
    """A colony on one spot, by the first team that can or by nobody."""
    able = settling(state, seat, spot)
    alone = not builders(state, seat, spot) and chips_left(state, seat) and unmanned(state, seat, building, spot)
    if (able or alone) and state[Purse, seat].money >= cost_of(state, seat, building):
        yield Build(building, spot, team=able[0] if able else "")


def settling(state: State, seat: Seat, spot: Place) -> list[str]:
    return [name for name in builders(state, seat, spot) if can_settle(state, seat, name, spot)]


def buildings(state: State, seat: Seat, spot: Place, team: str, bank: Mapping[str, Sequence[str]]) -> Iterator[Order]:
    """What fits a spot, is in the bank and can be paid."""
    kinds = building_kinds(state.book)
    for kind, tiles in bank.items():
        allowed = tiles and may_build(state, kind, spot) and not over_limit(state, seat, kind, leaving=team)
        payable = allowed and state[Purse, seat].money >= cost_of(state, seat, kind)
        if payable and (not kinds[kind].needs or affords(state, seat, kinds[kind].needs)):
            values = {value for tile in tiles for value in values_of(state, kind, tile)}
            yield from [Build(kind, spot, value, team) for value in sorted(values)]


BUILD_OFFERS: dict[type[Order], Offer] = {
    Build: Offer(build, builds, complete=False, exact=True),
}
EVENTS: tuple[type[Event], ...] = (Built,)
STEPS: tuple[type[Step], ...] = ()
