"""Construct: a new building for a team on the spot, or a new chip for an old building."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from ....kernel.base.errors import Refused, require
from ....kernel.engine.amendments import amendable
from ....kernel.engine.model import Event, Name, Offer, Order, Seat, State, Step
from ....kernel.engine.table import Table
from ..events import ChipPlaced, CubesSpent, Paid, TeamMoved, affords
from ..map.queries import (
    building_kinds,
    chips_left,
    ground_of,
    hex_name,
    hex_of,
    icon_of,
    options,
    placed_hexes,
    spots_of,
    teams_of,
    tile_of,
)
from ..state import COLONY, OFFICE, Building, Map, Place, Purse
from .actions import Act, open_actions, require_action
from .building_supply import building_bank, colony_price, in_bank, over_limit, shown_value, tile_for, values_of

CLOSED_TEMPLATE = "nothing can be built on the start tile"


class Build(Order, frozen=True):
    """Build a kind of building on a spot; for a factory also its value, and the team that moves in.

    LP-BUILD-01 The tile is named if several show the value and it matters which of them is taken.
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
    """Return the price of a building: 5 MC; for an office as the option says (LP-BUILD-04, LP-BUILD-06, C-04, G-05)."""
    kind = building_kinds(state.book)[building]
    if kind.is_colony:
        return colony_price(state, seat) or 0
    return options(state).office_cost if kind.kind == OFFICE else kind.cost


@amendable
def may_build(state: State, building: str, spot: Place) -> bool:
    """Return whether a kind fits a spot: a factory on its icon, anything else anywhere, some only on some grounds.

    LP-BUILD-05, LP-BUILD-06, G-54.
    """
    kind = building_kinds(state.book)[building]
    if kind.grounds and ground_of(state, spot) not in kind.grounds:
        return False
    return not kind.spot or kind.is_colony or icon_of(state, spot) == kind.spot


@amendable
def may_work(state: State, name: str, spot: Place) -> bool:
    """Return whether a team is unwounded, on the hex and not carried, inside a building or not (LP-BUILD-02, G-52)."""
    team = state[Map].teams[name]
    return not team.wounded and hex_name(team.place) == hex_name(spot)


@amendable
def may_build_unmanned(state: State, seat: Seat, building: str, spot: Place) -> bool:
    """Return whether a seat may build this without a team; it then needs a chip to put on it (LP-BUILD-02).

    Amendments grant.
    """
    return False


@amendable
def moves_in(state: State, name: str, spot: Place) -> bool:
    """Return whether the builder moves in; otherwise a chip is needed (LP-BUILD-08). Amendments forbid."""
    return True


def enters(state: State, name: str, spot: Place) -> bool:
    return bool(name) and moves_in(state, name, spot)


def can_settle(state: State, seat: Seat, name: str, spot: Place) -> bool:
    """Return whether a building would belong to the seat; otherwise it is not built (LP-BUILD-08)."""
    return enters(state, name, spot) or chips_left(state, seat) > 0


@amendable
def is_closed(state: State, hex: str) -> bool:
    """Return whether a hex is the start tile and reserved for colonies, which an option can change (G-53)."""
    return "start" in tile_of(state, hex).traits and options(state).start_spots == "closed"


def opens(state: State, building: str, spot: Place) -> bool:
    """Return whether a closed spot of the start tile is open because a colony is constructed (G-53)."""
    colony = building_kinds(state.book)[building].is_colony and icon_of(state, spot) == COLONY
    return colony or not is_closed(state, hex_name(spot))


def open_spots(state: State, hex: str) -> list[Place]:
    """Return the empty spots; an icon under a building is of no use (LP-BUILD-07)."""
    spots = () if is_closed(state, hex) else spots_of(state, hex)
    return [spot for spot in spots if spot not in state[Map].buildings]


def builders(state: State, seat: Seat, spot: Place) -> list[str]:
    return [name for name, _ in teams_of(state, seat) if may_work(state, name, spot)]


def build(table: Table, seat: Seat, act: Act, order: Build) -> None:
    """Build, whatever the die shows; the price is paid in full, otherwise only the builder learns why not.

    LP-BUILD-01, LP-BUILD-03, G-62, G-89.
    """
    require_action(act, "construct")
    state = table.state
    known = order.building in building_kinds(state.book)
    require(known, "LP-BUILD-01", "there is no building called {building}", building=order.building)
    require(hex_name(order.place) in state[Map].hexes, "LP-BUILD-02", "{place} is not on the map", place=order.place)
    check_there(state, order.place)
    team = builder(state, seat, order)
    check_spot(state, order.building, order.place)
    if not (tile := wanted_tile(state, seat, order)):
        raise none_left(state, seat, order.building, order.value)
    full = over_limit(state, seat, order.building, leaving=team)
    require(not full, "G-07", "{seat} cannot have another {building}", seat=seat, building=order.building)
    cost = cost_of(state, seat, order.building)
    require(state[Purse, seat].money >= cost, "LP-BUILD-01", "{seat} cannot pay {cost} MC", seat=seat, cost=cost)
    check_needs(state, seat, order.building)
    settled = can_settle(state, seat, team, order.place)
    require(settled, "LP-BUILD-08", "{seat} has no chip left", seat=seat)
    value = order.value or shown_value(state, order.building)
    raise_building(table, seat, team, cost, Built(seat, order.building, tile=tile, place=order.place, value=value))
    table.then(act.after("construct"))


def wanted_tile(state: State, seat: Seat, order: Build) -> str:
    """Return the named tile if the bank has it and it shows the value, else the first that does (G-08)."""
    if not order.piece:
        return tile_for(state, seat, order.building, order.value)
    there = order.piece in in_bank(state, seat, order.building)
    return order.piece if there and order.value in values_of(state, order.building, order.piece) else ""


def check_needs(state: State, seat: Seat, building: str) -> None:
    """Check the cubes that a kind costs besides money (LP-BUILD-01)."""
    for resource, count in sorted(building_kinds(state.book)[building].needs.items()):
        have = state[Purse, seat].cubes[resource]
        require(have >= count, "LP-BUILD-01", "{seat} does not have enough {resource}", seat=seat, resource=resource)


def check_there(state: State, spot: Place) -> None:
    """Check that the spot exists, before looking at its ground (LP-BUILD-05)."""
    hex = hex_name(spot)
    there = spot in spots_of(state, hex)
    require(there or not is_closed(state, hex), "G-53", CLOSED_TEMPLATE)
    require(there, "LP-BUILD-05", "{spot} is not an empty spot", spot=spot)


def check_spot(state: State, building: str, spot: Place) -> None:
    require(opens(state, building, spot), "G-53", CLOSED_TEMPLATE)
    require(spot not in state[Map].buildings, "LP-BUILD-05", "{spot} is not an empty spot", spot=spot)
    if not may_build(state, building, spot):
        fitting = factories_for(state, spot)
        some = "{building} does not fit {spot}; these fit there: {fitting}"
        none = "{spot} does not have the icon needed for {building}"
        raise Refused("LP-BUILD-05", some if fitting else none, spot=spot, building=building, fitting=fitting)


def factories_for(state: State, spot: Place) -> list[str]:
    """Return the kinds that need the icon and the ground of a spot; whatever needs none fits anywhere."""
    needy = [name for name, kind in building_kinds(state.book).items() if kind.spot and not kind.is_colony]
    return [name for name in needy if may_build(state, name, spot)]


def raise_building(table: Table, seat: Seat, team: str, cost: int, built: Built) -> None:
    """Put the building on the map; the team moves in, and a chip goes on it if the reserve has one.

    LP-BUILD-08, LP-BUILD-09, LP-BUILD-10.
    """
    entering = enters(table.state, team, built.place)
    needs = building_kinds(table.book)[built.building].needs
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
    """Return the team named, or the only one that can build (LP-BUILD-02, G-52)."""
    able = builders(state, seat, order.place)
    if not able and not order.team and may_build_unmanned(state, seat, order.building, order.place):
        return ""
    require(able, "LP-BUILD-02", "{seat} has no unwounded team on {hex}", seat=seat, hex=hex_name(order.place))
    require(
        order.team in able or (not order.team and len(able) == 1),
        "G-52",
        "name one of these teams: {teams}",
        teams=able,
    )
    return order.team or able[0]


def none_left(state: State, seat: Seat, building: str, wanted: int) -> Refused:
    """Return a refusal that says what the bank has instead of the wanted tile, and which one was meant by default."""
    values = [values_of(state, building, tile) for tile in in_bank(state, seat, building)]
    known = [str(value) for value in sorted({value for both in values for value in both}) if value]
    if known[1:] and not wanted:
        return Refused("G-08", "which one: {values} or {last}?", values=known[:-1], last=known[-1])
    template = (
        "the bank does not have this value; {building}: {values} left"
        if known
        else "the bank does not have this tile; {building}: {count} left"
    )
    return Refused("G-08", template, building=building, values=known, count=len(values))


def builds(state: State, seat: Seat, act: Act) -> Iterator[Order]:
    if open_actions(act, "construct"):
        hexes = sorted({hex_of(state, team.place) for _, team in teams_of(state, seat)})
        spots = [spot for hex in hexes for spot in open_spots(state, hex)]
        able_on = settlers if moves_in in state.book.amendments else builders
        manned = [(spot, able[0]) for spot in spots if (able := able_on(state, seat, spot))]
        bank = building_bank(state, seat) if manned else {}
        for spot, team in manned:
            yield from buildings(state, seat, spot, team, bank)
        if colony_price in state.book.amendments:
            yield from colonies(state, seat, set(spots))


def colonies(state: State, seat: Seat, listed: Set[Place]) -> Iterator[Order]:
    """Yield orders for the colony, if it is not on the map, on spots that are open to nothing else (G-53)."""
    for building, tiles in building_bank(state, seat).items():
        if not tiles or not building_kinds(state.book)[building].is_colony:
            continue
        free = [
            spot for hex in placed_hexes(state) for spot in spots_of(state, hex) if spot not in state[Map].buildings
        ]
        for spot in free:
            if spot not in listed and opens(state, building, spot) and may_build(state, building, spot):
                yield from colony_orders(state, seat, building, spot)


def colony_orders(state: State, seat: Seat, building: str, spot: Place) -> Iterator[Order]:
    """Yield an order for a colony on one spot, by the first team that can or by nobody."""
    able = settlers(state, seat, spot)
    alone = (
        not builders(state, seat, spot) and chips_left(state, seat) and may_build_unmanned(state, seat, building, spot)
    )
    if (able or alone) and state[Purse, seat].money >= cost_of(state, seat, building):
        yield Build(building, spot, team=able[0] if able else "")


def settlers(state: State, seat: Seat, spot: Place) -> list[str]:
    """Return the teams that could build on a spot and would own the building."""
    return [name for name in builders(state, seat, spot) if can_settle(state, seat, name, spot)]


def buildings(state: State, seat: Seat, spot: Place, team: str, bank: Mapping[str, Sequence[str]]) -> Iterator[Order]:
    """Yield what fits a spot, is in the bank and can be paid for."""
    kinds = building_kinds(state.book)
    for kind, tiles in bank.items():
        allowed = tiles and may_build(state, kind, spot) and not over_limit(state, seat, kind, leaving=team)
        payable = allowed and state[Purse, seat].money >= cost_of(state, seat, kind)
        if payable and (not kinds[kind].needs or affords(state, seat, kinds[kind].needs)):
            values = {value for tile in tiles for value in values_of(state, kind, tile)}
            yield from [Build(kind, spot, value=value, team=team) for value in sorted(values)]


BUILD_OFFERS: dict[type[Order], Offer] = {
    Build: Offer(build, builds, complete=False, exact=True),
}
EVENTS: tuple[type[Event], ...] = (Built,)
STEPS: tuple[type[Step], ...] = ()
